// What the JobManager does with a command, one function each, in the table at the end; and how it answers.
#include <algorithm>

#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

using history::CommandKind;

Operation& wait_for_answer(World& w, std::uint8_t command, CommandKind kind) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i) {
    Operation& o = w.operations[i];
    if (o.command) continue;
    o = {static_cast<std::uint8_t>(command + 1), 0, kind, Waits::for_trigger};
    return o;
  }
  sim::never_here("more operations than commands");
}

void answer(World& w, std::uint8_t command, Refusal why, std::uint8_t slot_plus_one) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command == command + 1) w.operations[i] = {};
  Message m{MessageKind::result, static_cast<std::uint8_t>(why), 0, command};
  if (slot_plus_one && w.slot[slot_plus_one - 1].phase == SlotPhase::complete) {
    // Named now: when the client hears it, the artifact may be gone, subsumed or claimed by the next execution.
    const Slot& s = w.slot[slot_plus_one - 1];
    if (s.checkpoint >= 1U << 24 || s.job >= 1U << 15)
      return w.overflow("checkpoints (16777215 fit in one run)", "raise checkpoints.interval");
    m.medium = static_cast<std::uint16_t>(s.job << 1 | s.durable_kind);
    m.large |= s.checkpoint << 8;
  }
  w.send(Plan::jobmanager_to_client, m);
}

std::string_view to_string(Refusal r) {
  switch (r) {
    case Refusal::none: return "";
    case Refusal::no_such_command: return "this version has no such command";
    case Refusal::no_savepoint_directory: return "No savepoint directory configured";
    case Refusal::unusable_savepoint_directory: return "the savepoint directory cannot be written";
    case Refusal::tasks_not_running: return "Not all required tasks are currently running.";
    case Refusal::not_executing:
      return "The Flink job is currently not executing. Failure reason: Trigger checkpoint failure.";
    case Refusal::not_stoppable: return "not all sources can be stopped";
    case Refusal::coordinator_suspending: return "Checkpoint Coordinator is suspending.";
    case Refusal::coordinator_shut_down: return "Checkpoint coordinator is shut down";
    case Refusal::expired: return "Checkpoint expired before completing.";
    case Refusal::declined: return "Checkpoint was declined (tasks not ready)";
    case Refusal::asynchronous_part: return "the asynchronous part of a snapshot failed";
    case Refusal::not_finalised: return "the metadata of the snapshot cannot be written";
    case Refusal::subsumed: return "Checkpoint has been subsumed.";
    case Refusal::task_failed: return "a task failed before the snapshot was complete";
    case Refusal::inconsistent_state: return "Inconsistent execution state after stopping with savepoint.";
    case Refusal::not_finished: return "The job reached another state than FINISHED.";
    case Refusal::stopping_failed: return "A savepoint has been created, but the job failed during stopping.";
    case Refusal::job_cancelled: return "The job was cancelled.";
    case Refusal::job_is_over: return "the job has ended";
  }
  return "";
}

namespace {

// ---- cancel (semantics.md 2(a)): answered when cancellation starts

void cancel(World& w, std::uint8_t command) {
  const bool ok = !is_over(w.jm->phase) || w.jm->phase == Phase::canceled;
  if (ok) cancel_job(w);
  answer(w, command, ok ? Refusal::none : Refusal::job_is_over, 0);
  if (w.jm->phase == Phase::cancelling && w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

// ---- snapshots on command

// The client checks the directory's name before anything else.
void snapshot(World& w, std::uint8_t command, CommandKind kind, bool needs_directory) {
  if (is_over(w.jm->phase)) return answer(w, command, Refusal::job_is_over, 0);
  if (needs_directory && w.plan.spec.savepoints == SavepointDirectory::none)
    return answer(w, command, Refusal::no_savepoint_directory, 0);
  ask_for_snapshot(w, command, kind);
}

void take_savepoint(World& w, std::uint8_t command) { snapshot(w, command, CommandKind::savepoint, true); }

void cancel_with_savepoint(World& w, std::uint8_t command) {
  snapshot(w, command, CommandKind::cancel_with_savepoint, true);
}

void take_checkpoint(World& w, std::uint8_t command) {
  if (w.plan.spec.semantics.manual_checkpoint == ManualCheckpoint::none)
    return answer(w, command, Refusal::no_such_command, 0);
  snapshot(w, command, CommandKind::checkpoint, false);
}

void stop_with_savepoint(World& w, std::uint8_t command) {
  if (w.plan.spec.semantics.stop_with_snapshot == StopWithSnapshot::none)
    return answer(w, command, Refusal::no_such_command, 0);
  snapshot(w, command, CommandKind::stop_with_savepoint, true);
}

// Asked for by name it takes its checkpoint whatever the policy, as PR 8617 does; that checkpoint is the user's.
void stop_with_checkpoint(World& w, std::uint8_t command) {
  if (w.plan.spec.semantics.stop_with_snapshot != StopWithSnapshot::savepoint_or_checkpoint)
    return answer(w, command, Refusal::no_such_command, 0);
  snapshot(w, command, CommandKind::stop_with_checkpoint, false);
}

bool is_stoppable(const Plan& plan) {
  return std::all_of(plan.spec.vertices.begin(), plan.spec.vertices.end(),
                     [](const VertexSpec& v) { return v.kind != VertexKind::source || v.stoppable; });
}

// A plain stop is what the version makes of it; FLIP-45 takes a checkpoint only where checkpoints are retained (1.5).
void stop(World& w, std::uint8_t command) {
  const Semantics& s = w.plan.spec.semantics;
  if (s.stop_command == StopCommand::refused) return answer(w, command, Refusal::no_such_command, 0);
  if (s.stop_command == StopCommand::with_checkpoint) {
    if (w.plan.spec.checkpoints.retention == history::Retention::retain_on_cancel)
      return stop_with_checkpoint(w, command);
    if (s.stop_without_retention == StopWithoutRetention::refused)
      return answer(w, command, Refusal::no_such_command, 0);
  }
  if (w.jm->phase != Phase::running) return answer(w, command, Refusal::tasks_not_running, 0);
  if (!is_stoppable(w.plan)) return answer(w, command, Refusal::not_stoppable, 0);
  stop_sources(w);
  answer(w, command, Refusal::none, 0);
}

struct CommandRow {
  CommandKind kind;
  void (*act)(World&, std::uint8_t command);
};
constexpr CommandRow command_table[] = {
    {CommandKind::cancel, cancel},
    {CommandKind::stop, stop},
    {CommandKind::stop_with_savepoint, stop_with_savepoint},
    {CommandKind::stop_with_checkpoint, stop_with_checkpoint},
    {CommandKind::savepoint, take_savepoint},
    {CommandKind::cancel_with_savepoint, cancel_with_savepoint},
    {CommandKind::checkpoint, take_checkpoint},
};

}  // namespace

void take_command(World& w, ChannelId, const Message& m) {
  const CommandKind kind = w.plan.timeline[m.large].command->kind;
  const auto* row = std::find_if(std::begin(command_table), std::end(command_table),
                                 [&](const CommandRow& r) { return r.kind == kind; });
  const auto command = static_cast<std::uint8_t>(m.large);
  if (row == std::end(command_table)) return answer(w, command, Refusal::no_such_command, 0);
  row->act(w, command);
}

void add_commands(Rules& rules) {
  rules.of_channel({"take_command", kind(ChannelClass::client_to_jobmanager), kind(MessageKind::command),
                    sim::Rank::control, nullptr, take_command});
}

}  // namespace model
