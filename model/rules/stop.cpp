// Snapshots that a user asks for, and the stop around them, as the JobManager sees it.
//
// Savepoint and manual checkpoint: triggered beside the periodic ones, answered when complete. Cancel-with-savepoint
// (2(a)): the periodic trigger is off meanwhile; when the savepoint is complete the command is answered and the job
// cancelled.
//
// Stop with a snapshot (2(c)): the periodic trigger is off and everything in progress is given up, an earlier stop
// included; then a synchronous snapshot is triggered, since 1.10 a moment later, so that two stops at once can both get
// that far (M3). When it is complete the tasks end by themselves, and the default scheduler answers after FINISHED.
// What happens when it is given up, or when a task fails after it, is what versions differ in most:
//
//   given up     1.9 - 1.13        the job fails, whatever the reason
//                1.14 and later    only when a task reports it; else the notice at the tasks decides (notices.cpp)
//   a task       1.9               back from the savepoint, and the command waits for the end of the job
//   fails after  1.12.2            a second failure
//                1.15              FAILED for good, and the client is told where the savepoint is
//
// FLIP-45's stop-with-checkpoint is the same with a checkpoint for a snapshot, which nobody deletes (1.5, (c).5). The
// old stop of 1.8 (2(b)) takes none: sources leave their loop, the command is answered at once (M20), a failure
// meanwhile restarts the job and the stop is forgotten.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

using history::CommandKind;

bool stops(CommandKind kind) {
  return kind == CommandKind::stop_with_savepoint || kind == CommandKind::stop_with_checkpoint;
}
bool holds_trigger(CommandKind kind) { return stops(kind) || kind == CommandKind::cancel_with_savepoint; }

template <class F>
void for_each_operation(World& w, F&& f) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command) f(w.operations[i]);
}

Operation* operation_of(World& w, std::uint8_t command_plus_one) {
  for (std::uint32_t i = 0; command_plus_one && i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command == command_plus_one) return &w.operations[i];
  return nullptr;
}

// The command has failed; if the job runs on, so do periodic checkpoints.
void fail_command(World& w, const Operation& o, Refusal why) {
  const CommandKind kind = o.kind;  // the answer clears the entry
  answer(w, static_cast<std::uint8_t>(o.command - 1), why, 0);
  const bool goes_on = w.plan.spec.semantics.trigger_after_failed_stop == TriggerAfterFailedStop::goes_on ||
                       kind == CommandKind::cancel_with_savepoint;
  if (holds_trigger(kind) && goes_on && w.jm->phase == Phase::running && w.plan.spec.checkpoints.interval)
    w.jm->trigger = Trigger::starting;
}

}  // namespace

bool is_of_stop(history::SnapshotKind kind) {
  return kind == history::SnapshotKind::suspend || kind == history::SnapshotKind::terminate;
}

// ---- the request

namespace {

history::SnapshotKind kind_of_snapshot(const World& w, const Operation& o) {
  if (stops(o.kind))
    return w.plan.timeline[o.command - 1U].command->drain ? history::SnapshotKind::terminate
                                                          : history::SnapshotKind::suspend;
  return o.kind == CommandKind::checkpoint ? history::SnapshotKind::checkpoint : history::SnapshotKind::savepoint;
}

bool needs_directory(const Operation& o) {
  return o.kind != CommandKind::checkpoint && o.kind != CommandKind::stop_with_checkpoint;
}

// Whether the directory can be written shows only when the coordinator tries.
Refusal refused_by_coordinator(const World& w, const Operation& o) {
  if (!tasks_can_be_triggered(w)) return Refusal::tasks_not_running;
  return needs_directory(o) && w.plan.spec.savepoints == SavepointDirectory::unusable
             ? Refusal::unusable_savepoint_directory
             : Refusal::none;
}

void leave_traces_of_refused(World& w, const Operation& o) {
  const UnusableDirectory traces = w.plan.spec.semantics.unusable_directory;
  if (traces == UnusableDirectory::unnumbered) return;
  const std::uint32_t number = w.jm->next_checkpoint++;
  if (traces == UnusableDirectory::takes_number) return;
  const history::JobId job = w.jm->executions - 1U;
  const history::SnapshotKind kind = kind_of_snapshot(w, o);
  w.emit(history::CheckpointTriggered{job, number, kind});
  w.emit(history::CheckpointFailed{job, number, "An Exception occurred while triggering the checkpoint."});
  tell_all(w, about(w, MessageKind::notify_aborted, {number, 0, kind, 0, 0, {}}));
}

void trigger_for(World& w, Operation& o) {
  if (const Refusal why = refused_by_coordinator(w, o); why != Refusal::none) {
    const bool drains = o.kind == CommandKind::stop_with_checkpoint && w.jm->phase == Phase::running &&
                        w.plan.spec.semantics.stop_checkpoint_fails == StopCheckpointFails::drains_sources;
    if (why == Refusal::unusable_savepoint_directory) leave_traces_of_refused(w, o);
    if (!drains) return fail_command(w, o, why);
    stop_sources(w);
    return answer(w, static_cast<std::uint8_t>(o.command - 1), Refusal::none, 0);
  }
  o.waits = Waits::for_snapshot;
  trigger_snapshot(w, kind_of_snapshot(w, o), o.command);
}

std::uint32_t operations(const World& w, ActorId) { return w.plan.capacities.operations; }

// Requests are served in the order in which they came, savepoints first: only they need not wait for their turn, save
// where checkpoints are unaligned and would overtake them (2(d).4). What cannot be triggered at all is refused at once.
bool waits_for_turn(const World& w, const Operation& o) {
  const bool asked = o.kind == CommandKind::checkpoint || w.plan.unaligned;
  return asked && tasks_can_be_triggered(w) && !has_turn(w);
}

Ready may_trigger_for(const World& w, ActorId, std::uint32_t i) {
  const Operation& mine = w.operations[i];
  if (!mine.command || mine.waits != Waits::for_trigger || is_triggering(w) || waits_for_turn(w, mine))
    return Ready::no;
  for (std::uint32_t k = 0; k < w.plan.capacities.operations; ++k) {
    const Operation& other = w.operations[k];
    if (other.command && other.waits == Waits::for_trigger && other.command < mine.command && !waits_for_turn(w, other))
      return Ready::no;
  }
  return Ready::yes;
}

void trigger_for_command(World& w, ActorId, std::uint32_t i) { trigger_for(w, w.operations[i]); }

sim::Time a_moment_later(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  return m.now + w.plan.spec.network.control.draw(m.random);
}

// The place of the snapshot is prepared first.
sim::Time prepared(const World& w, ActorId a, std::uint32_t i, const sim::Moment& m) {
  return a_moment_later(w, a, i, m) + w.plan.spec.storage.prepare.draw(m.random >> 1);
}

}  // namespace

void ask_for_snapshot(World& w, std::uint8_t command, CommandKind kind) {
  const bool adaptive_is_busy = is_adaptive(w) && stops(kind) && [&] {
    bool busy = w.jm->phase != Phase::running;
    for_each_operation(w, [&](const Operation& o) { busy |= stops(o.kind); });
    return busy;
  }();
  if (adaptive_is_busy) return answer(w, command, Refusal::not_executing, 0);  // M22
  if (holds_trigger(kind)) {
    w.jm->trigger = Trigger::off;
    abort_all_snapshots(w, Refusal::coordinator_suspending);
    w.jm->trigger = Trigger::off;
  }
  Operation& o = wait_for_answer(w, command, kind);
  if (w.plan.spec.semantics.stop_trigger == StopTrigger::at_once) trigger_for(w, o);
}

void stop_sources(World& w) {
  for (TaskId t : w.plan.heads)
    if (w.plan.is_source(t)) w.send(w.plan.to_task(t), {MessageKind::stop_source, 0, w.jm->epoch, 0});
}

// ---- its outcome

void snapshot_completed(World& w, const Pending& p) {
  Operation* o = operation_of(w, p.command);
  if (!o) return;
  o->slot = static_cast<std::uint8_t>(p.slot + 1);
  if (!stops(o->kind)) return answer(w, static_cast<std::uint8_t>(p.command - 1), Refusal::none, o->slot);
  o->waits = Waits::for_end;
  w.jm->half_success = 1;
  if (w.jm->deferred) w.jm->asked_to_fail = 1;  // the failure that waited for this savepoint (M21)
}

void snapshot_given_up(World& w, const Pending& p, Refusal why, bool by_task) {
  if (const Operation* o = operation_of(w, p.command)) fail_command(w, *o, why);
  if (!is_of_stop(p.kind)) return;
  const bool any_reason = w.plan.spec.semantics.failed_stop_snapshot == FailedStopSnapshot::fails_job;
  if (w.jm->phase == Phase::running) {
    // With nothing told to the tasks they would wait for ever: a job must not outlive the snapshot that it stopped for.
    if (any_reason || by_task || w.jm->deferred) w.jm->asked_to_fail = 1;
  } else if (any_reason) {
    fail_late(w);
  }
}

// The failure is asked for, and comes a moment after the client's answer (M12); a second stop may be triggered in
// between, and its snapshot fails the job once more (M3).
namespace {

Ready may_fail_as_asked(const World& w, ActorId, std::uint32_t) {
  return w.jm->asked_to_fail && w.jm->phase == Phase::running ? Ready::yes : Ready::no;
}

void fail_as_asked(World& w, ActorId, std::uint32_t) {
  w.jm->asked_to_fail = 0;
  fail_job(w, "the snapshot of a stop was given up");
}

}  // namespace

// Snapshots in progress have been given up by now. A stop whose snapshot is complete: as the version wants it.
void answer_before_leaving(World& w, Refusal why) {
  for_each_operation(w, [&](const Operation& o) {
    const auto command = static_cast<std::uint8_t>(o.command - 1);
    if (o.waits != Waits::for_end) return answer(w, command, why, 0);
    switch (w.plan.spec.semantics.half_success) {
      case HalfSuccess::restarts: return;  // waits for the end of the job
      case HalfSuccess::second_failure: return answer(w, command, Refusal::inconsistent_state, 0);
      case HalfSuccess::fails_job: return answer(w, command, Refusal::stopping_failed, o.slot);
    }
  });
}

void answer_at_end(World& w, Phase terminal) {
  for_each_operation(w, [&](const Operation& o) {
    const Refusal why =
        terminal == Phase::finished && o.waits == Waits::for_end ? Refusal::none : Refusal::not_finished;
    answer(w, static_cast<std::uint8_t>(o.command - 1), why, o.slot);
  });
}

ActorRule rule_trigger_for_command() {
  return {"trigger_for_command", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, operations,
          may_trigger_for,       trigger_for_command,         prepared};
}

void add_stop(Rules& rules) {
  rules.of_actor(rule_trigger_for_command());
  rules.of_actor({"fail_as_asked", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::timer, nullptr,
                  may_fail_as_asked, fail_as_asked, a_moment_later});
}

}  // namespace model
