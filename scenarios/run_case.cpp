// One timed run of a case, with its figures and the verdicts of its properties.
#include <algorithm>

#include "model/rulebook.hpp"
#include "scenarios/end_clock.hpp"
#include "scenarios/judging.hpp"

namespace scenarios {
namespace {

// What the scenario asked for and the run never came to is said, not passed over; but a job that runs on (a stop that
// was refused, a failure that was survived) leaves nothing to resume.
void name_what_never_happened(const model::World& world, CaseOutcome& o) {
  const auto& timeline = world.plan.timeline;
  const std::size_t next = world.client->next;
  if (next < timeline.size() && timeline[next].command && timeline[next].command->resume &&
      !model::is_over(world.jm->phase))
    return;
  for (std::size_t i = next; i < timeline.size(); ++i) {
    const auto& command = timeline[i].command;
    const std::string what = !command ? "the fault" : command->resume ? "the resume" : "command " + command->id;
    const bool first = i == next;
    o.unmet.push_back(what + " of timeline entry " + std::to_string(i + 1) +
                      (first ? " never happened: its time or its `when` did not come, or there was nothing to do it to"
                             : " never happened, since it comes after one that did not"));
  }
}

// What the second execution found in storage; without one, what is there at the end.
std::vector<std::pair<std::string, std::uint64_t>> left_by_run_1(const history::FigureLedger& ledger) {
  const auto& log = ledger.get<history::ArtifactLog>();
  std::uint64_t checkpoints = 0, savepoints = 0;
  const auto count = [&](history::ArtifactKind kind) {
    ++(kind == history::ArtifactKind::savepoint ? savepoints : checkpoints);
  };
  if (log.second_submitted)
    for (const history::ArtifactId a : log.left_at_second) count(history::kind_of_model_artifact(a));
  else
    for (const auto& entry : log.left) count(entry.kind);
  return {{"checkpoint", checkpoints}, {"savepoint", savepoints}};
}

properties::Stop stop_of(sim::Ending ending) {
  if (ending == sim::Ending::overflow) return properties::Stop::broken;
  return ending == sim::Ending::quiet ? properties::Stop::quiet : properties::Stop::at_limit;
}

}  // namespace

bool CaseOutcome::undecided() const {
  if (run) return run->ending == sim::Ending::overflow;
  if (scope) return !scope->complete;
  if (fuzzed) return fuzzed->overflowed == fuzzed->runs;
  return std::any_of(properties.begin(), properties.end(), [](const PropertyOutcome& p) {
    return p.verdict == properties::Verdict::undecided && p.promise.made;
  });
}

CaseOutcome run_case(const Case& subject, const RunOptions& options) {
  CaseOutcome o;
  o.subject = &subject;
  o.seed = options.seed;
  auto made = model::Plan::make(subject.spec, model::Loop::run);
  if (const auto* error = std::get_if<std::string>(&made)) return o.error = *error, o;
  o.plan = std::make_shared<const model::Plan>(std::move(std::get<model::Plan>(made)));
  o.header = model::header_of(*o.plan);
  const model::World::Rules clean = model::make_rulebook();
  model::World world(*o.plan, options.rules ? *options.rules : clean);
  const properties::Judging judging = judging_for(*o.plan, o.header, options.only);
  properties::RunJudge judge(judging);
  history::FigureLedger ledger(history::FigureLedger::all());
  EndClock end;
  const auto hear = [&](const history::Event& event, const history::Stamp& stamp) {
    ledger.fold(event, stamp);
    judge.hear(event, stamp);
    end.hear(event, stamp.t);
    if (options.history) options.history(event, stamp);
  };
  const auto watch = [&](std::uint64_t number, std::uint64_t, sim::Step, sim::Time) {
    return judge.after_step(number), true;
  };
  o.run = model::run_timed(world, {options.seed, options.steps, watch}, hear);
  if (o.run->ending == sim::Ending::overflow) o.error = world.tape().overflow;
  o.properties = outcomes_of(judge.finish(stop_of(o.run->ending)), "1 run");
  o.figures = history::figures(ledger, o.header, model::ModelNames(*o.plan));
  o.left_by_run_1 = left_by_run_1(ledger);
  o.ended_after_us = end.microseconds();
  check_expectations(o);
  name_what_never_happened(world, o);
  return o;
}

}  // namespace scenarios
