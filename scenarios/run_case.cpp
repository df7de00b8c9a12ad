// One timed run of a case, with its figures and the verdicts of its properties.
//
// A property is asked after each step in which something was to be seen; what is due only at the end is asked once the
// run is over.
#include "model/rulebook.hpp"
#include "scenarios/end_clock.hpp"
#include "scenarios/judging.hpp"

namespace scenarios {
namespace {

using properties::JudgedLedger;

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

class TimedJudge {
 public:
  TimedJudge(const Judging& j, CaseOutcome& o)
      : judging_(j), ledger_(j.columns), ran_(j.properties.size()), at_(j.properties.size()), outcome_(o) {}

  void hear(const history::Event& event, const history::Stamp& stamp) {
    ledger_.fold(event, stamp);
    fresh_ = true;
  }
  void after_step(std::uint64_t number) {
    if (!fresh_) return;
    fresh_ = false;
    for (std::size_t i = 0; i < ran_.size(); ++i) {
      const auto violated = judging_.properties[i]->growing.violated;
      if (ran_[i].violated || !violated || !judging_.promises[i].judged || !violated(ledger_, judging_.expectations))
        continue;
      ran_[i].violated = true;
      at_[i] = number;
    }
  }
  void finish(sim::Ending ending) {
    for (std::size_t i = 0; i < ran_.size(); ++i) {
      const properties::Property& p = *judging_.properties[i];
      if (judging_.promises[i].judged) ask_at_end(p, ran_[i], ending);
      const properties::Verdict v = ending == sim::Ending::overflow && !ran_[i].violated
                                        ? properties::Verdict::undecided
                                    : judging_.promises[i].judged ? properties::verdict(p.kind, ran_[i])
                                                                  : properties::Verdict::vacuous;
      outcome_.properties.push_back(
          {&p, judging_.promises[i], v, properties::is_alarm(judging_.promises[i], v), "1 run", at_[i], {}});
    }
  }

 private:
  // A goal that can no longer be reached shows in a run only when nothing is left to happen.
  void ask_at_end(const properties::Property& p, properties::Ran& ran, sim::Ending ending) const {
    const auto ask = [&](auto question) { return question && question(ledger_, judging_.expectations); };
    ran.arose = ask(p.growing.arose);
    ran.reached = ask(p.growing.reached);
    if (p.kind != properties::Kind::can_always || ending == sim::Ending::quiet)
      ran.violated |= ask(p.growing.violated_at_rest);
  }

  const Judging& judging_;
  JudgedLedger<history::Growing> ledger_;
  std::vector<properties::Ran> ran_;
  std::vector<std::optional<std::uint64_t>> at_;
  CaseOutcome& outcome_;
  bool fresh_ = false;
};

}  // namespace

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
  const Judging judging = judging_for(*o.plan, o.header, options.only);
  TimedJudge judge(judging, o);
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
  judge.finish(o.run->ending);
  o.figures = history::figures(ledger, o.header, model::ModelNames(*o.plan));
  o.left_by_run_1 = left_by_run_1(ledger);
  o.ended_after_us = end.microseconds();
  check_expectations(o);
  name_what_never_happened(world, o);
  return o;
}

}  // namespace scenarios
