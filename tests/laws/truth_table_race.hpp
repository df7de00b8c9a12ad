#pragma once
// What a small job can come to where commands and failures race: every order of steps is tried, and each state in which
// nothing is left to happen is described in one line, "failed - RUNNING again, 1 savepoint": the answers in the order
// of the commands (`-`: none; `never`: it was not given), the last status of the execution (`again`: its tasks were
// deployed a second time), and the savepoints that are left.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "history/names.hpp"
#include "model/rulebook.hpp"
#include "model/world.hpp"
#include "sim/explore.hpp"
#include "sim/trace.hpp"

namespace laws {

struct Race {
  std::string name, profile;
  std::vector<history::CommandKind> commands;
  model::RestartSpec restart = {model::RestartStrategy::none, 0, sim::second};
  std::vector<std::pair<model::FaultKind, std::uint32_t>> faults = {};  // budgets; anywhere, at any time
  bool adaptive = false, drain = false, notices = false;  // notices: whether the sink heard of the savepoint
  bool two_sources = false;                               // before one sink
  std::uint32_t checkpoints = 1, records = 2;
};

// In the block, behind the state: it is part of what makes two states different.
struct Seen {
  std::uint8_t answers[2];  // 0: never given, 1: no answer, 2: failed, 3: ok
  std::uint8_t status;
  std::uint8_t savepoints, checkpoints;
  std::uint8_t savepoint;  // its number
  std::uint8_t told;       // 1: the sink has heard that it is complete
  std::uint8_t restarted;  // 1: tasks were deployed a second time
};

class Watching final : public model::Observer {
 public:
  explicit Watching(Seen* seen) : seen_(seen) {}
  void on(const history::Event& event) override {
    if (const auto* e = std::get_if<history::TaskStatusChanged>(&event)) seen_->restarted |= e->at.attempt > 0;
    if (const auto* e = std::get_if<history::CommandResult>(&event)) seen_->answers[e->id] = e->ok ? 3 : 2;
    if (const auto* e = std::get_if<history::Command>(&event)) seen_->answers[e->id] = 1;
    if (const auto* e = std::get_if<history::JobStatusChanged>(&event))
      seen_->status = static_cast<std::uint8_t>(e->status);
    if (const auto* e = std::get_if<history::ArtifactWritten>(&event)) ++number(e->kind);
    if (const auto* e = std::get_if<history::ArtifactDeleted>(&event))
      --number(history::kind_of_model_artifact(e->artifact));
    if (const auto* e = std::get_if<history::CheckpointTriggered>(&event);
        e && e->kind == history::SnapshotKind::savepoint)
      seen_->savepoint = static_cast<std::uint8_t>(e->checkpoint);
    if (const auto* e = std::get_if<history::NotifyCompleted>(&event); e && e->at.task == 1)
      seen_->told |= e->checkpoint == seen_->savepoint;
  }

 private:
  std::uint8_t& number(history::ArtifactKind kind) {
    return kind == history::ArtifactKind::savepoint ? seen_->savepoints : seen_->checkpoints;
  }
  Seen* seen_;
};

inline std::string told(const Seen& s, const Race& race) {
  constexpr std::string_view answers[] = {"never", "-", "failed", "ok"};
  constexpr std::string_view statuses[] = {"INITIALIZING", "CREATED",    "RUNNING",    "FAILING",
                                           "FAILED",       "CANCELLING", "CANCELED",   "FINISHED",
                                           "RESTARTING",   "SUSPENDED",  "RECONCILING"};
  std::string text;
  for (std::size_t i = 0; i < race.commands.size(); ++i) text += std::string(answers[s.answers[i]]) + " ";
  text += statuses[s.status];
  if (s.restarted && s.status == static_cast<std::uint8_t>(history::JobStatus::running)) text += " again";
  if (s.savepoints) text += fmt::format(", {} savepoint{}", s.savepoints, s.savepoints > 1 ? "s" : "");
  const bool may_stay = s.status != static_cast<std::uint8_t>(history::JobStatus::finished);
  if (s.checkpoints && !may_stay) text += ", a checkpoint";
  if (race.notices) text += s.told ? ", told" : ", not told";
  return text;
}

inline model::Spec spec_of(const Race& race) {
  using namespace model;
  Spec s;
  s.name = "race";
  s.profile = race.profile;
  s.semantics = *profile(race.profile);
  if (race.adaptive) s.semantics.scheduler = Scheduler::adaptive;
  VertexSpec source, sink;
  source.name = "source", source.kind = VertexKind::source, source.api = SourceApi::source_function;
  sink.name = "sink", sink.kind = VertexKind::sink, sink.delivery = history::Delivery::transactional;
  sink.inputs = {{"source", Exchange::forward}};
  if (race.two_sources)
    source.parallelism = source.splits = 2, source.record_every = 2 * sim::millisecond,
    sink.inputs = {{"source", Exchange::hash}};
  s.vertices = {source, sink};
  s.checkpoints.interval = s.checkpoints.first = sim::second;
  s.checkpoints.retention = history::Retention::retain_on_cancel;
  s.restart = race.restart;
  for (std::size_t i = 0; i < race.commands.size(); ++i) {
    TimelineEntry entry;
    entry.after_previous = sim::second;
    if (i == 0 &&
        race.checkpoints > 0) {  // else it may be refused because the JobManager does not know yet that all run
      Condition complete;
      complete.kind = Condition::Kind::checkpoint_completed;
      complete.checkpoint = 1;
      entry.when = {complete};
    }
    entry.command = CommandSpec{};
    entry.command->id = fmt::format("c{}", i);
    entry.command->kind = race.commands[i];
    entry.command->drain = race.drain && race.commands[i] == history::CommandKind::stop_with_savepoint;
    s.timeline.push_back(entry);
  }
  s.until = sim::second;
  s.explore.records = race.records, s.explore.checkpoints = race.checkpoints;
  for (const auto& [kind, n] : race.faults) s.faults[kind] = n, s.faults.any += n;
  return s;
}

// Outcome -> a shortest way to it, step by step. `bound` says why, if not every state was seen.
struct Outcomes {
  std::map<std::string, std::string> traces;
  std::uint64_t states = 0;
  std::string bound;
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& [name, trace] : traces) all.insert(name);
    return all;
  }
};

class RestJudge {
 public:
  RestJudge(const Seen* seen, const Race& race) : seen_(seen), race_(race) {}
  std::uint64_t on_rest(const model::World&) {
    const auto [at, fresh] = numbers_.emplace(told(*seen_, race_), numbers_.size());
    expects(at->second < 64);
    return std::uint64_t{1} << at->second;
  }
  const std::map<std::string, std::size_t>& numbers() const { return numbers_; }

 private:
  const Seen* seen_;
  const Race& race_;
  std::map<std::string, std::size_t> numbers_;
};

inline Outcomes explore_race(const Race& race) {
  Outcomes all;
  auto made = model::Plan::make(spec_of(race), model::Loop::explore);
  if (const auto* error = std::get_if<std::string>(&made)) return all.bound = *error, all;
  const model::Plan plan = std::get<model::Plan>(std::move(made));
  const auto rules = model::make_rulebook();
  model::World world(plan, rules, sizeof(Seen));
  auto* seen = reinterpret_cast<Seen*>(world.extra().data());
  Watching watching(seen);
  RestJudge judge(seen, race);
  world.observer = &watching;
  sim::Exploration ex = sim::explore(world, judge);
  all.states = ex.states, all.bound = ex.bound;
  for (const auto& [name, number] : judge.numbers()) {
    const std::vector<sim::Step> steps = ex.trace(world, ex.first[number]);
    std::memcpy(world.block().data(), ex.initial.data(), ex.initial.size());
    all.traces[name] = sim::to_text(sim::name_all(world, steps));
  }
  return all;
}

}  // namespace laws
