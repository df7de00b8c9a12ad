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
    o = {static_cast<std::uint8_t>(command + 1), 0, kind, 0};
    return o;
  }
  w.overflow("commands waiting for an answer", "capacities.operations");
  return w.operations[0];
}

void answer(World& w, std::uint8_t command, Refusal why, std::uint8_t slot_plus_one) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command == command + 1) w.operations[i] = {};
  w.send(Plan::jobmanager_to_client, {MessageKind::result, static_cast<std::uint8_t>(why), slot_plus_one, command});
}

std::string_view to_string(Refusal r) {
  switch (r) {
    case Refusal::none: return "";
    case Refusal::no_such_command: return "this version has no such command";
    case Refusal::no_savepoint_directory: return "No savepoint directory configured";
    case Refusal::unusable_savepoint_directory: return "the savepoint directory cannot be written";
    case Refusal::tasks_not_running: return "Not all required tasks are currently running.";
    case Refusal::coordinator_suspending: return "Checkpoint Coordinator is suspending.";
    case Refusal::expired: return "Checkpoint expired before completing.";
    case Refusal::declined: return "Checkpoint was declined (tasks not ready)";
    case Refusal::stopping_failed: return "A savepoint has been created, but the job failed during stopping.";
    case Refusal::job_is_over: return "the job has ended";
  }
  return "";
}

namespace {

// ---- cancel (semantics.md 2(a)): answered when cancellation starts

void cancel(World& w, std::uint8_t command) {
  JobManager& jm = *w.jm;
  const bool ok = !is_over(jm.phase) || jm.phase == Phase::canceled;
  if (jm.phase == Phase::running || jm.phase == Phase::restarting) {
    leave_running(w, Phase::cancelling, history::JobStatus::cancelling, {});
    jm.backoff_over = 0;
  } else if (jm.phase == Phase::failing) {
    jm.phase = Phase::cancelling;  // the tasks are being cancelled already
    w.emit(history::JobStatusChanged{jm.executions - 1U, history::JobStatus::cancelling, {}});
  }
  answer(w, command, ok ? Refusal::none : Refusal::job_is_over, 0);
  if (jm.phase == Phase::cancelling && jm.ended == w.plan.task_count()) all_tasks_ended(w);
}

// ---- snapshots on command

// Why a snapshot cannot even be triggered. The client checks the directory's name before anything else; whether it can
// be written shows only when the coordinator tries.
Refusal refused_by_client(const World& w, bool savepoint) {
  if (is_over(w.jm->phase)) return Refusal::job_is_over;
  return savepoint && w.plan.spec.savepoints == SavepointDirectory::none ? Refusal::no_savepoint_directory
                                                                         : Refusal::none;
}
Refusal refused_by_coordinator(const World& w, bool savepoint) {
  if (w.jm->phase != Phase::running || w.jm->running != w.plan.task_count() || w.jm->ended)
    return Refusal::tasks_not_running;
  return savepoint && w.plan.spec.savepoints == SavepointDirectory::unusable ? Refusal::unusable_savepoint_directory
                                                                             : Refusal::none;
}

void take_savepoint(World& w, std::uint8_t command) {
  Refusal why = refused_by_client(w, true);
  if (why == Refusal::none) why = refused_by_coordinator(w, true);
  if (why != Refusal::none) return answer(w, command, why, 0);
  wait_for_answer(w, command, CommandKind::savepoint);
  trigger_snapshot(w, history::SnapshotKind::savepoint, static_cast<std::uint8_t>(command + 1));
}

// The trigger is stopped first, which gives up what is in progress, a stop that was given before included; only then it
// shows whether the snapshot can be triggered at all.
void stop_with_snapshot(World& w, std::uint8_t command, CommandKind kind) {
  const bool savepoint = kind == CommandKind::stop_with_savepoint;
  if (Refusal why = refused_by_client(w, savepoint); why != Refusal::none) return answer(w, command, why, 0);
  w.jm->trigger = Trigger::off;
  abort_all_snapshots(w, Refusal::coordinator_suspending, true);
  wait_for_answer(w, command, kind);
  w.jm->trigger = Trigger::off;
  if (Refusal why = refused_by_coordinator(w, savepoint); why != Refusal::none) return answer_stop(w, why);
  trigger_snapshot(w, history::SnapshotKind::suspend, static_cast<std::uint8_t>(command + 1));
}

void stop_with_savepoint(World& w, std::uint8_t command) {
  if (w.plan.spec.semantics.stop_with_snapshot == StopWithSnapshot::none)
    return answer(w, command, Refusal::no_such_command, 0);
  stop_with_snapshot(w, command, CommandKind::stop_with_savepoint);
}

// Asked for by name it takes its checkpoint whatever the policy, as PR 8617 does; that checkpoint is the user's.
void stop_with_checkpoint(World& w, std::uint8_t command) {
  if (w.plan.spec.semantics.stop_with_snapshot != StopWithSnapshot::savepoint_or_checkpoint)
    return answer(w, command, Refusal::no_such_command, 0);
  stop_with_snapshot(w, command, CommandKind::stop_with_checkpoint);
}

// A plain stop is what the version makes of it; FLIP-45 takes a checkpoint only where checkpoints are retained (1.5).
void stop(World& w, std::uint8_t command) {
  const StopCommand what = w.plan.spec.semantics.stop_command;
  if (what == StopCommand::refused) return answer(w, command, Refusal::no_such_command, 0);
  if (what == StopCommand::with_checkpoint && w.plan.spec.checkpoints.retention == history::Retention::retain_on_cancel)
    return stop_with_checkpoint(w, command);
  if (w.jm->phase != Phase::running) return answer(w, command, Refusal::tasks_not_running, 0);
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
