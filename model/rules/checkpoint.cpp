// One snapshot as the coordinator and the storage see it, from its trigger to the notices (semantics.md 2(d).1). What
// tasks do with the barrier is alignment.cpp; a snapshot that comes to nothing, abort.cpp.
//
//   JobManager  trigger          number, storage slot, a trigger to each source
//   source      take_trigger     barrier out, own positions stored; in a stop reading ends first, or not
//   task        take_barrier     waits for the barrier of every input, the fast ones blocked; barrier out, state stored
//   storage     write_state      the asynchronous part is durable: acknowledge on behalf of the task
//   JobManager  acknowledge      the last one: write the metadata
//   storage     write_metadata   the snapshot exists
//   JobManager  complete         store it, subsume older ones, answer its command, tell the tasks
//   task        notify           sinks commit
//
// Durable comes before notified: what is lost in between is committed again by a restore. A snapshot that is given up
// frees its slot; whatever still arrives for it finds another number there and is dropped.
#include <algorithm>

#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

Pending* pending_of(World& w, const Message& m) {
  for (std::uint32_t i = 0; m.medium == w.jm->epoch && i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint && w.pending[i].checkpoint == m.large) return &w.pending[i];
  return nullptr;
}

Message about(const World& w, MessageKind kind, const Pending& p) {
  return {kind, static_cast<std::uint8_t>(p.slot | bits_of(p.kind)), w.jm->epoch, p.checkpoint};
}

std::optional<std::uint8_t> slot_being_written(const World& w, std::uint32_t checkpoint, std::uint16_t job) {
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i) {
    const Slot& s = w.slot[i];
    if (s.phase == SlotPhase::writing && s.checkpoint == checkpoint && s.job == job)
      return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

void tell_all(World& w, const Message& m) {
  for (TaskId t : w.plan.heads) w.send(w.plan.to_task(t), m);
}

// FLIP-45's stop takes a checkpoint; every other snapshot that a command asks for is a savepoint.
bool is_durable_savepoint(const World& w, history::SnapshotKind kind, std::uint8_t command) {
  if (kind == history::SnapshotKind::checkpoint) return false;
  if (kind == history::SnapshotKind::savepoint || command == 0) return true;
  const auto& given = w.plan.timeline[command - 1].command;
  return given->kind != history::CommandKind::stop_with_checkpoint && given->kind != history::CommandKind::stop;
}

namespace {

std::uint8_t free_slot(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::free) return static_cast<std::uint8_t>(i);
  w.overflow("snapshots in storage (63 fit)", "ask for fewer savepoints, or lower checkpoints.retained");
  return 0;
}

// In a run the places are used in turn, so that the clock of an expiry is never taken for that of the snapshot before.
Pending* free_place(World& w, std::uint32_t number) {
  const std::uint32_t n = w.plan.capacities.pending, first = w.plan.loop == Loop::run ? number % n : 0;
  for (std::uint32_t i = 0; i < n; ++i)
    if (Pending& p = w.pending[(first + i) % n]; !p.checkpoint) return &p;
  return nullptr;
}

// ---- JobManager: trigger

std::uint32_t periodic_in_progress(const World& w) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i) n += w.pending[i].checkpoint && !w.pending[i].command;
  return n;
}

Ready may_trigger(const World& w, ActorId, std::uint32_t) {
  const JobManager& jm = *w.jm;
  if (jm.trigger == Trigger::off || jm.phase != Phase::running) return Ready::no;
  if (!tasks_can_be_triggered(w)) return Ready::no;  // NOT_ALL_REQUIRED_TASKS_RUNNING
  if (jm.periodic >= w.plan.periodic_budget) return Ready::no;
  return periodic_in_progress(w) < w.plan.spec.checkpoints.max_concurrent ? Ready::yes : Ready::no;
}

void trigger_checkpoint(World& w, ActorId, std::uint32_t) {
  w.jm->trigger = Trigger::on;
  ++w.jm->periodic;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
}

sim::Time first_trigger(const World& w) {
  const CheckpointSpec& c = w.plan.spec.checkpoints;
  const std::size_t execution = w.jm->executions - 1U;
  if (execution == 0 || c.later_firsts.empty()) return c.first;
  return c.later_firsts[std::min(execution, c.later_firsts.size()) - 1];
}

// A fixed schedule from the first one on; one that had to wait for an older checkpoint comes as soon as that has ended.
sim::Time next_trigger(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  const CheckpointSpec& c = w.plan.spec.checkpoints;
  if (w.jm->trigger == Trigger::starting || m.last == sim::never) return m.now + first_trigger(w);
  const sim::Time next = m.last + c.interval;
  return next >= m.now ? next : m.now;
}

}  // namespace

// FLIP-147: tasks that have finished take no part, where the version allows that at all.
bool tasks_can_be_triggered(const World& w) {
  const JobManager& jm = *w.jm;
  if (jm.phase != Phase::running || jm.running != w.plan.task_count() || jm.deferred) return false;
  if (!jm.ended) return true;
  return w.plan.checkpoints_after_finish && jm.ended == jm.finished && jm.ended < w.plan.task_count();
}

namespace {

bool has_ended(const World& w, TaskId t) { return w.execution[t] == Execution::ended; }

// Barriers start where no running task comes before: at sources, and behind those that have all ended.
bool starts_barriers(const World& w, TaskId head) {
  if (has_ended(w, head)) return false;
  if (w.plan.is_source(head)) return true;
  if (!w.jm->ended) return false;
  bool alone = true;
  w.plan.for_each_input(
      head, [&](ChannelId c) { alone &= has_ended(w, w.plan.tasks[Plan::task_of(w.channels().info(c).sender)].head); });
  return alone;
}

// What a finished source subtask leaves in a snapshot: its splits have been read to their end.
void save_finished(World& w, std::uint8_t slot) {
  for (TaskId t = 0; w.jm->ended && t < w.plan.task_count(); ++t)
    if (has_ended(w, t) && w.plan.is_source(t))
      for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) w.payload(slot, t)[i] = all_read;
}

}  // namespace

void trigger_snapshot(World& w, history::SnapshotKind kind, std::uint8_t command) {
  const std::uint32_t number = w.jm->next_checkpoint++;
  Pending* place = free_place(w, number);
  if (!place) return w.overflow("snapshots in progress", "raise checkpoints.max-concurrent");
  Pending& p = *place;
  p = {number, w.plan.task_count() - w.jm->ended, kind, free_slot(w), command, 0};
  const bool savepoint = is_durable_savepoint(w, kind, command);
  w.slot[p.slot] = {number,
                    static_cast<std::uint16_t>(w.jm->executions - 1),
                    SlotPhase::writing,
                    kind,
                    static_cast<std::uint8_t>(savepoint),
                    {}};
  save_finished(w, p.slot);
  w.emit(history::CheckpointTriggered{w.jm->executions - 1U, number, kind});
  for (TaskId t : w.plan.heads)
    if (starts_barriers(w, t)) w.send(w.plan.to_task(t), about(w, MessageKind::trigger, p));
}

// The last checkpoint of a bounded job: at once since 1.18, when all tasks have told the end of their data. Exploring
// forgets intervals, so there it always is.
namespace {

bool all_data_ended(const World& w) {
  return w.jm->data_ended && w.jm->data_ended + w.jm->ended >= w.plan.task_count();
}

Ready may_trigger_final(const World& w, ActorId, std::uint32_t) {
  const JobManager& jm = *w.jm;
  if (!jm.data_ended || jm.final_done || jm.trigger == Trigger::off || !tasks_can_be_triggered(w)) return Ready::no;
  if (!all_data_ended(w) || periodic_in_progress(w)) return Ready::no;
  const bool at_once = w.plan.spec.semantics.final_checkpoint == FinalCheckpoint::at_once;
  return at_once || w.plan.loop == Loop::explore ? Ready::yes : Ready::no;
}

void trigger_final(World& w, ActorId, std::uint32_t) {
  w.jm->final_done = 1;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
}

void data_has_ended(World& w, ChannelId, const Message& m) {
  if (m.medium == w.jm->epoch) ++w.jm->data_ended;
}

}  // namespace

// ---- storage and acknowledgements

namespace {

void write_state(World& w, ChannelId c, const Message& m) {
  const TaskId t = c - w.plan.first_to_storage;
  w.send(w.plan.acknowledge(t), {MessageKind::acknowledge, m.small, m.medium, m.large});
}

// A failure that was asked for is next in the JobManager's queue: no snapshot completes before it.
Ready may_acknowledge(const World& w, ChannelId, const Message&) {
  return w.jm->asked_to_fail && w.jm->phase == Phase::running ? Ready::no : Ready::yes;
}

void acknowledge(World& w, ChannelId, const Message& m) {
  Pending* p = pending_of(w, m);
  if (!p || --p->missing) return;
  p->finalizing = 1;
  w.send(Plan::jobmanager_to_storage, about(w, MessageKind::write_metadata, *p));
}

void write_metadata(World& w, ChannelId, const Message& m) {
  Slot& s = w.slot[m.slot()];
  if (s.phase != SlotPhase::writing || s.checkpoint != m.large) return;  // given up meanwhile
  if (storage_strikes(w, s.kind != history::SnapshotKind::checkpoint))
    return w.send(Plan::storage_to_jobmanager, {MessageKind::metadata_failed, m.small, m.medium, m.large});
  s.phase = SlotPhase::complete;
  w.emit(history::ArtifactWritten{artifact_of(w, m.slot()), static_cast<history::ArtifactKind>(s.durable_kind), s.job,
                                  s.checkpoint, static_cast<std::int32_t>(channels_in_flight(w, m.slot()))});
  w.send(Plan::storage_to_jobmanager, {MessageKind::metadata_written, m.small, m.medium, m.large});
}

// Checkpoints older than a completed one are of no use any more; savepoints are kept going.
void subsume_in_progress(World& w, std::uint32_t checkpoint) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint && w.pending[i].checkpoint < checkpoint && !w.pending[i].command)
      abort_snapshot(w, w.pending[i], Refusal::none, false);
}

bool tells_tasks(const World& w, const Pending& p) {
  if (is_of_stop(p.kind) || p.kind == history::SnapshotKind::checkpoint) return true;
  return w.plan.spec.semantics.plain_savepoint_notifies == PlainSavepointNotifies::yes;
}

}  // namespace

void complete_checkpoint(World& w, ChannelId, const Message& m) {
  Pending* found = pending_of(w, m);
  if (!found) return;
  const Pending p = *found;
  *found = {};
  w.emit(history::CheckpointCompleted{w.jm->executions - 1U, p.checkpoint, artifact_of(w, p.slot)});
  const bool savepoint = is_durable_savepoint(w, p.kind, p.command);
  if (!savepoint || w.plan.spec.semantics.recovery_uses == RecoveryUses::newest_snapshot) store_completed(w, p.slot);
  w.jm->failures = 0;
  const bool cancels =
      p.command && w.plan.timeline[p.command - 1U].command->kind == history::CommandKind::cancel_with_savepoint;
  snapshot_completed(w, p);
  if (p.kind != history::SnapshotKind::savepoint) subsume_in_progress(w, p.checkpoint);
  if (tells_tasks(w, p)) tell_all(w, about(w, MessageKind::notify_completed, p));
  if (cancels) return cancel_job(w);
  const bool extra = w.plan.spec.semantics.extra_checkpoint == ExtraCheckpoint::after_drain;
  if (extra && p.kind == history::SnapshotKind::terminate && tasks_can_be_triggered(w))
    trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);  // M10: it queues behind the stop, and dies with the job
}

void add_checkpoint(Rules& rules) {
  rules.of_actor({"trigger_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr,
                  may_trigger, trigger_checkpoint, next_trigger});
  rules.of_channel({"write_state", kind(ChannelClass::task_to_storage), kind(MessageKind::write_state),
                    sim::Rank::storage, nullptr, write_state});
  rules.of_channel({"acknowledge", kind(ChannelClass::storage_acknowledge), kind(MessageKind::acknowledge),
                    sim::Rank::control, may_acknowledge, acknowledge});
  rules.of_channel({"write_metadata", kind(ChannelClass::jobmanager_to_storage), kind(MessageKind::write_metadata),
                    sim::Rank::storage, nullptr, write_metadata});
  rules.of_channel({"complete_checkpoint", kind(ChannelClass::storage_to_jobmanager),
                    kind(MessageKind::metadata_written), sim::Rank::control, may_acknowledge, complete_checkpoint});
  rules.of_actor({"trigger_final", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr,
                  may_trigger_final, trigger_final, nullptr});
  rules.of_channel({"data_has_ended", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::data_ended),
                    sim::Rank::control, nullptr, data_has_ended});
}

}  // namespace model
