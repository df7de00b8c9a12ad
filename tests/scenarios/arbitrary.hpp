#pragma once
// Random scenarios that the reader would accept: any job, any settings, any timeline.
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "arbitrary_job.hpp"
#include "history/engine_version.hpp"
#include "model/availability.hpp"
#include "scenarios/fault_kinds.hpp"
#include "scenarios/reader.hpp"

namespace scenarios {

inline model::Condition arbitrary_condition(const model::Spec& spec, const std::vector<std::string>& ids) {
  using Kind = model::Condition::Kind;
  model::Condition c{};
  c.kind = static_cast<Kind>(arbitrary_whole(0, static_cast<int>(Kind::task_is)));
  if (c.kind == Kind::command_answered && ids.empty()) c.kind = Kind::job_ended;
  if (c.kind == Kind::job_is) c.job_status = static_cast<history::JobStatus>(arbitrary_whole(0, 10));
  if (c.kind == Kind::command_answered) {
    c.command = *rc::gen::elementOf(ids);
    if (arbitrary_bool()) c.ok = arbitrary_bool();
  }
  if (c.kind == Kind::checkpoint_triggered || c.kind == Kind::checkpoint_completed || c.kind == Kind::checkpoint_failed)
    c.checkpoint = static_cast<std::uint32_t>(arbitrary_whole(1, 4'000'000'000));
  if (c.kind == Kind::record_emitted || c.kind == Kind::record_visible)
    c.record = {static_cast<std::uint32_t>(arbitrary_whole(0, spec.vertices[0].splits - 1)),
                static_cast<std::uint32_t>(arbitrary_whole(0, 4'000'000'000))};
  if (c.kind == Kind::task_is) {
    c.vertex = static_cast<std::uint32_t>(arbitrary_whole(0, static_cast<std::int64_t>(spec.vertices.size()) - 1));
    c.subtask = static_cast<std::uint32_t>(arbitrary_whole(0, spec.vertices[c.vertex].parallelism - 1));
    c.task_status = static_cast<history::TaskStatus>(arbitrary_whole(0, 9));
  }
  return c;
}

inline model::FaultSpec arbitrary_fault(const model::Spec& spec) {
  const auto last = static_cast<std::uint32_t>(spec.vertices.size() - 1);
  const auto transactional = spec.vertices[last].delivery == history::Delivery::transactional;
  model::FaultSpec fault;
  std::vector<model::FaultKind> possible;
  for (const FaultRow& row : fault_rows())
    if ((row.strikes != Strikes::committing || transactional) &&
        (row.strikes != Strikes::jobmanager || spec.cluster.high_availability) &&
        (row.strikes != Strikes::readers || spec.vertices[0].assignment != model::Assignment::fixed))
      possible.push_back(row.kind);
  fault.kind = *rc::gen::elementOf(possible);
  const Strikes strikes = row_of(fault.kind).strikes;
  if (strikes == Strikes::taskmanager)
    fault.taskmanager = static_cast<std::uint32_t>(arbitrary_whole(0, spec.cluster.taskmanagers - 1));
  if (!names_a_task(strikes)) return fault;
  fault.vertex = strikes == Strikes::readers ? 0
                 : strikes == Strikes::committing
                     ? last
                     : static_cast<std::uint32_t>(arbitrary_whole(strikes == Strikes::operators ? 1 : 0, last));
  fault.subtask = static_cast<std::uint32_t>(arbitrary_whole(0, spec.vertices[fault.vertex].parallelism - 1));
  return fault;
}

inline void arbitrary_action(const model::Spec& spec, std::size_t i, model::TimelineEntry& entry) {
  if (*rc::gen::inRange(0, 3) == 0) {
    entry.fault = arbitrary_fault(spec);
    return;
  }
  using history::CommandKind;
  model::CommandSpec command;
  command.id = "id" + std::to_string(i);
  command.resume = arbitrary_bool();
  if (command.resume)
    command.from = static_cast<model::ResumeFrom>(arbitrary_whole(0, 3)),
    command.claim = static_cast<model::Claim>(arbitrary_whole(0, 2));
  else
    command.kind = static_cast<CommandKind>(arbitrary_whole(0, static_cast<int>(CommandKind::checkpoint)));
  const bool stops = command.kind == CommandKind::stop || command.kind == CommandKind::stop_with_savepoint ||
                     command.kind == CommandKind::stop_with_checkpoint;
  command.drain = !command.resume && stops && arbitrary_bool();
  entry.command = command;
}

inline void arbitrary_timeline(model::Spec& spec) {
  std::vector<std::string> ids;
  sim::Time earliest = 0;
  bool resumes = false;
  spec.timeline.resize(static_cast<std::size_t>(arbitrary_whole(1, 4)));
  for (std::size_t i = 0; i < spec.timeline.size(); ++i) {
    auto& entry = spec.timeline[i];
    const int form = *rc::gen::inRange(0, 3);
    if (form == 0) entry.at = earliest += arbitrary_time();
    if (form == 1) entry.after_previous = arbitrary_time(), earliest += *entry.after_previous;
    const auto conditions = arbitrary_whole(form == 2 ? 1 : 0, 3);
    for (int c = 0; c < conditions; ++c) entry.when.push_back(arbitrary_condition(spec, ids));
    arbitrary_action(spec, i, entry);
    if (entry.command) ids.push_back(entry.command->id), resumes = resumes || entry.command->resume;
  }
  if (!resumes || arbitrary_bool()) spec.until = std::max<sim::Time>(1, earliest + arbitrary_time());
}

inline void arbitrary_cluster(model::Spec& spec) {
  spec.cluster = {static_cast<std::uint32_t>(arbitrary_whole(1, 1000)), arbitrary_bool(), arbitrary_bool(), {}};
  spec.cluster.teardown = arbitrary_delay();
  for (const FaultRow& row : fault_rows()) {
    if (row.strikes == Strikes::jobmanager && !spec.cluster.high_availability) continue;
    if (*rc::gen::inRange(0, 3) == 0) spec.faults[row.kind] = static_cast<std::uint32_t>(arbitrary_whole(0, 1000));
    if (spec.faults[row.kind] > 0 && arbitrary_bool())
      spec.faults.any = static_cast<std::uint32_t>(arbitrary_whole(0, 1000));
  }
}

inline void arbitrary_settings(model::Spec& spec) {
  spec.network = {arbitrary_delay(), arbitrary_delay(), static_cast<std::uint32_t>(arbitrary_whole(1, 50'000))};
  spec.storage = {arbitrary_delay(), arbitrary_delay(), arbitrary_delay()};
  auto& c = spec.checkpoints;
  c.interval = arbitrary_bool() ? 0 : arbitrary_time(10 * sim::millisecond);
  c.first = c.interval == 0 ? 0 : arbitrary_time();
  for (std::int64_t n = arbitrary_whole(0, 2); n > 0; --n) c.later_firsts.push_back(arbitrary_time());
  c.timeout = arbitrary_time(1);
  c.retention = static_cast<history::Retention>(arbitrary_whole(0, 2));
  c.retained = static_cast<std::uint32_t>(arbitrary_whole(1, 1000));
  c.tolerable = static_cast<std::uint32_t>(arbitrary_whole(0, 1'000'000));
  c.mode = arbitrary_enum<history::Mode>({history::Mode::exactly_once, history::Mode::at_least_once});
  c.unaligned = c.mode == history::Mode::exactly_once && arbitrary_bool();
  if (!c.unaligned) c.max_concurrent = static_cast<std::uint32_t>(arbitrary_whole(1, 100));
  if (arbitrary_bool()) c.after_tasks_finish = arbitrary_bool();
  spec.restart.strategy = static_cast<model::RestartStrategy>(arbitrary_whole(0, 2));
  if (spec.restart.strategy == model::RestartStrategy::fixed_delay)
    spec.restart.attempts = static_cast<std::uint32_t>(arbitrary_whole(0, 2'147'483'647)),
    spec.restart.delay = arbitrary_time();
  spec.savepoints = static_cast<model::SavepointDirectory>(arbitrary_whole(0, 2));
  arbitrary_cluster(spec);
  auto& e = spec.explore;
  e.records = static_cast<std::uint32_t>(arbitrary_whole(0, 8));
  e.checkpoints = static_cast<std::uint32_t>(arbitrary_whole(0, 100));
  e.capacity = static_cast<std::uint32_t>(arbitrary_whole(1, 100));
  e.states = static_cast<std::uint64_t>(arbitrary_whole(1, 1'000'000'000'000));
  e.storage_atomic = arbitrary_bool();
  e.expiry = arbitrary_bool();
  if (arbitrary_bool()) e.fused = {"acknowledge", "null"};
}

inline SemanticsChoice arbitrary_semantics() {
  SemanticsChoice made;
  made.profile = *rc::gen::elementOf(model::profile_names());
  made.text = made.profile;
  made.semantics = *model::profile(made.profile);
  for (const model::Knob& knob : model::knobs()) {
    if (*rc::gen::inRange(0, 5) != 0) continue;
    const bool old = *history::engine_version(made.profile) < *history::engine_version("1.13");
    if (knob.name == "scheduler" && old) continue;  // there is one only
    const auto value = static_cast<std::uint8_t>(arbitrary_whole(0, static_cast<std::int64_t>(knob.values.size()) - 1));
    knob.set(made.semantics, value);
    made.overrides.push_back(std::string(knob.name) + ": " + std::string(knob.values[value]));
    made.text += (made.overrides.size() == 1 ? " + " : ", ") + made.overrides.back();
  }
  return made;
}

inline Figure arbitrary_figure() {
  if (arbitrary_bool()) return {arbitrary_whole(-1000, 1'000'000'000)};
  return arbitrary_bool() ? Figure{} : Figure::some();
}

inline void arbitrary_expectation(Way& way) {
  if (arbitrary_bool()) way.expect.figures["reread"] = arbitrary_figure();
  if (arbitrary_bool()) way.figures_of_sink["plain"]["duplicates"] = arbitrary_figure();
  if (arbitrary_bool()) way.figures_of_sink["transactional"]["duplicates"] = arbitrary_figure();
  if (arbitrary_bool()) way.expect.final_status = static_cast<history::JobStatus>(arbitrary_whole(0, 10));
  if (arbitrary_bool()) way.expect.promises["no-replay-after-stop"] = arbitrary_bool();
  if (arbitrary_bool()) way.expect.command = arbitrary_bool();
  if (arbitrary_bool()) way.expect.artifacts["checkpoint"] = arbitrary_whole(0, 1000);
  if (arbitrary_bool()) way.expect.left_by_run_1["savepoint"] = arbitrary_whole(0, 1000);
  if (arbitrary_bool()) way.expect.commands["end"] = static_cast<Answer>(arbitrary_whole(0, 2));
}

// What a version of the way does not have is taken out.
inline void leave_out_what_is_not_there(Way& way) {
  for (const SemanticsChoice& choice : way.semantics) {
    model::Spec spec = way.spec;
    spec.profile = choice.profile, spec.semantics = choice.semantics;
    if (!model::not_in_version(spec)) continue;
    way.spec.checkpoints.unaligned = false, way.spec.checkpoints.after_tasks_finish.reset();
    way.spec.faults[model::FaultKind::event_failure] = 0;
    for (model::TimelineEntry& entry : way.spec.timeline) {
      if (entry.command) entry.command->claim = model::Claim::no_claim;
      if (entry.fault && entry.fault->kind == model::FaultKind::event_failure)
        entry.fault->kind = model::FaultKind::task_failure;
    }
    for (model::VertexSpec& v : way.spec.vertices)
      v.sink_api = model::SinkApi::two_phase_function, v.assignment = model::Assignment::fixed;
  }
}

inline Way arbitrary_way(const std::string& scenario, const std::string& name) {
  Way way;
  way.name = name;
  way.semantics.push_back(arbitrary_semantics());
  if (SemanticsChoice other = arbitrary_semantics(); other.text != way.semantics[0].text && arbitrary_bool())
    way.semantics.push_back(std::move(other));
  auto& spec = way.spec;
  spec.name = scenario, spec.way = name;
  spec.profile = way.semantics[0].profile, spec.semantics = way.semantics[0].semantics,
  spec.overrides = way.semantics[0].overrides;
  spec.vertices = arbitrary_vertices();
  arbitrary_settings(spec);
  const auto adaptive = [](const SemanticsChoice& s) { return s.semantics.scheduler == model::Scheduler::adaptive; };
  if (std::any_of(way.semantics.begin(), way.semantics.end(), adaptive)) spec.cluster.replacement = true;
  arbitrary_timeline(spec);
  leave_out_what_is_not_there(way);
  if (!name.empty() && arbitrary_bool())
    way.here = static_cast<std::size_t>(arbitrary_whole(0, static_cast<std::int64_t>(spec.timeline.size()) - 1));
  arbitrary_expectation(way);
  return way;
}

// Where a commit fails, every sink of the comparison has to commit.
inline std::vector<history::Delivery> arbitrary_sinks(const Scenario& s) {
  for (const Way& way : s.ways)
    for (const auto& entry : way.spec.timeline)
      if (entry.fault && entry.fault->kind == model::FaultKind::commit_failure)
        return {history::Delivery::transactional};
  return {history::Delivery::transactional, history::Delivery::plain, history::Delivery::idempotent};
}

inline Scenario arbitrary_scenario() {
  Scenario s;
  s.name = arbitrary_line().substr(0, 60);
  while (!s.name.empty() && (static_cast<unsigned char>(s.name.back()) & 0x80U))
    s.name.pop_back();  // never half a character
  if (s.name.empty()) s.name = "n";
  s.story = arbitrary_bool() ? "" : arbitrary_line() + "\n" + arbitrary_line();
  const auto ways = arbitrary_whole(0, 3);
  if (ways == 0) s.ways.push_back(arbitrary_way(s.name, ""));
  for (int w = 0; w < ways; ++w) s.ways.push_back(arbitrary_way(s.name, "way: " + std::to_string(w)));
  s.baseline = s.ways[static_cast<std::size_t>(arbitrary_whole(0, static_cast<std::int64_t>(s.ways.size()) - 1))].name;
  if (const auto deliveries = arbitrary_sinks(s); arbitrary_bool()) s.sinks = deliveries;
  s.cases = multiply(s);
  return s;
}

}  // namespace scenarios
