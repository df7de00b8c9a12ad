// One snapshot as the coordinator and the storage see it, from its trigger to the notices (semantics.md 2(d).1 -
// 2(d).3). What tasks do with the barrier is alignment.cpp.
//
//   JobManager  trigger          number, storage slot, a trigger to each source
//   source      take_trigger     barrier out, own positions stored        (a stop's snapshot: stop reading first, or
//   not) task        take_barrier     wait for the barrier of every input, the fast ones blocked; barrier out, own
//   state stored storage     write_state      the asynchronous part is durable: acknowledge on behalf of the task
//   JobManager  acknowledge      the last one: write the metadata
//   storage     write_metadata   the snapshot exists
//   JobManager  complete         store it, subsume older ones, answer its command, tell the tasks
//   task        notify           sinks commit
//
// Durable comes before notified: what is lost in between is committed again by a restore. A snapshot that is given up
// frees its slot; whatever still arrives for it finds another number there and is dropped.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

Pending* find_pending(World& w, std::uint32_t checkpoint) {
  for (std::uint32_t i = 0; checkpoint && i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint == checkpoint) return &w.pending[i];
  return nullptr;
}

// FLIP-45's stop takes a checkpoint; every other snapshot that a command asks for is a savepoint.
bool is_durable_savepoint(const World& w, history::SnapshotKind kind, std::uint8_t command) {
  if (kind == history::SnapshotKind::checkpoint) return false;
  if (kind == history::SnapshotKind::savepoint || command == 0) return true;
  const auto& given = w.plan.timeline[command - 1].command;
  return given->kind == history::CommandKind::stop_with_savepoint;
}

namespace {

std::uint8_t free_slot(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::free) return static_cast<std::uint8_t>(i);
  w.overflow("snapshots in storage", "capacities.slots");
  return 0;
}

// In a run the places are used in turn, so that the clock of an expiry is never taken for that of the snapshot before.
Pending* free_place(World& w, std::uint32_t number) {
  const std::uint32_t n = w.plan.capacities.pending, first = w.plan.loop == Loop::run ? number % n : 0;
  for (std::uint32_t i = 0; i < n; ++i)
    if (Pending& p = w.pending[(first + i) % n]; !p.checkpoint) return &p;
  return nullptr;
}

Message about(const World& w, MessageKind kind, const Pending& p) {
  const bool sync = p.kind == history::SnapshotKind::suspend || p.kind == history::SnapshotKind::terminate;
  return {kind, static_cast<std::uint8_t>(p.slot | (sync ? Message::sync_bit : 0)), w.jm->epoch, p.checkpoint};
}

void tell_all(World& w, const Message& m) {
  for (TaskId t = 0; t < w.plan.task_count(); ++t) w.send(w.plan.to_task(t), m);
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
  if (jm.running != w.plan.task_count() || jm.ended) return Ready::no;  // NOT_ALL_REQUIRED_TASKS_RUNNING
  if (w.plan.periodic_budget && jm.periodic >= w.plan.periodic_budget) return Ready::no;
  return periodic_in_progress(w) < w.plan.spec.checkpoints.max_concurrent ? Ready::yes : Ready::no;
}

void trigger_checkpoint(World& w, ActorId, std::uint32_t) {
  w.jm->trigger = Trigger::on;
  ++w.jm->periodic;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
}

// A fixed schedule from the first one on; one that had to wait for an older checkpoint comes as soon as that has ended.
sim::Time next_trigger(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  const CheckpointSpec& c = w.plan.spec.checkpoints;
  if (w.jm->trigger == Trigger::starting || m.last == sim::never) return m.now + c.first;
  const sim::Time next = m.last + c.interval;
  return next >= m.now ? next : m.now;
}

}  // namespace

void trigger_snapshot(World& w, history::SnapshotKind kind, std::uint8_t command) {
  const std::uint32_t number = w.jm->next_checkpoint++;
  Pending* place = free_place(w, number);
  if (!place) return w.overflow("snapshots in progress", "checkpoints.max-concurrent");
  Pending& p = *place;
  p = {number, 0, kind, free_slot(w), command, 0};
  const bool savepoint = is_durable_savepoint(w, kind, command);
  w.slot[p.slot] = {number,
                    static_cast<std::uint16_t>(w.jm->executions - 1),
                    SlotPhase::writing,
                    kind,
                    static_cast<std::uint8_t>(savepoint),
                    {}};
  w.emit(history::CheckpointTriggered{w.jm->executions - 1U, number, kind});
  for (TaskId t = 0; t < w.plan.task_count(); ++t)
    if (w.plan.vertex_of(t).kind == VertexKind::source) w.send(w.plan.to_task(t), about(w, MessageKind::trigger, p));
}

// ---- storage and acknowledgements

namespace {

void write_state(World& w, ChannelId c, const Message& m) {
  const TaskId t = c - w.plan.first_to_storage;
  w.send(w.plan.acknowledge(t), {MessageKind::acknowledge, m.small, m.medium, m.large});
}

void acknowledge(World& w, ChannelId, const Message& m) {
  Pending* p = m.medium == w.jm->epoch ? find_pending(w, m.large) : nullptr;
  if (!p || ++p->acknowledged < w.plan.task_count()) return;
  p->finalizing = 1;
  w.send(Plan::jobmanager_to_storage, about(w, MessageKind::write_metadata, *p));
}

void write_metadata(World& w, ChannelId, const Message& m) {
  Slot& s = w.slot[m.slot()];
  if (s.phase != SlotPhase::writing || s.checkpoint != m.large) return;  // given up meanwhile
  s.phase = SlotPhase::complete;
  w.emit(history::ArtifactWritten{artifact_of(w, m.slot()), static_cast<history::ArtifactKind>(s.durable_kind), s.job,
                                  s.checkpoint, 0});
  w.send(Plan::storage_to_jobmanager, {MessageKind::metadata_written, m.small, m.medium, m.large});
}

// Checkpoints older than a completed one are of no use any more; savepoints are kept going.
void subsume_in_progress(World& w, std::uint32_t checkpoint) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint && w.pending[i].checkpoint < checkpoint && !w.pending[i].command)
      abort_snapshot(w, w.pending[i], Refusal::none, false);
}

}  // namespace

void complete_checkpoint(World& w, ChannelId, const Message& m) {
  Pending* found = m.medium == w.jm->epoch ? find_pending(w, m.large) : nullptr;
  if (!found) return;
  const Pending p = *found;
  *found = {};
  w.emit(history::CheckpointCompleted{w.jm->executions - 1U, p.checkpoint, artifact_of(w, p.slot)});
  const Semantics& s = w.plan.spec.semantics;
  const bool savepoint = is_durable_savepoint(w, p.kind, p.command);
  if (!savepoint || s.recovery_uses == RecoveryUses::newest_snapshot) store_completed(w, p.slot);
  if (p.kind == history::SnapshotKind::savepoint) {
    answer(w, static_cast<std::uint8_t>(p.command - 1), Refusal::none, static_cast<std::uint8_t>(p.slot + 1));
    if (s.plain_savepoint_notifies == PlainSavepointNotifies::no) return;
  } else {
    subsume_in_progress(w, p.checkpoint);
  }
  if (Operation* stop = pending_stop(w); stop && p.kind == history::SnapshotKind::suspend) {
    stop->slot = static_cast<std::uint8_t>(p.slot + 1);
    w.jm->half_success = 1;
  }
  tell_all(w, {MessageKind::notify_completed, 0, w.jm->epoch, p.checkpoint});
}

namespace {

void decline(World& w, ChannelId, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  if (Pending* p = find_pending(w, m.large)) abort_snapshot(w, *p, Refusal::declined, true);
}

// ---- expiry

std::uint32_t places(const World& w, ActorId) { return w.plan.capacities.pending; }

Ready may_expire(const World& w, ActorId, std::uint32_t place) {
  return w.plan.expiry && w.pending[place].checkpoint && !w.pending[place].finalizing ? Ready::yes : Ready::no;
}

// Savepoints never count as failures of the checkpointing; a periodic checkpoint does, and none is tolerated (2(d).3).
void expire_checkpoint(World& w, ActorId, std::uint32_t place) {
  const bool periodic = !w.pending[place].command;
  abort_snapshot(w, w.pending[place], Refusal::expired, true);
  if (periodic && w.plan.spec.semantics.expired_checkpoint == ExpiredCheckpoint::fails_job)
    fail_job(w, "Exceeded checkpoint tolerable failure threshold.");
}

sim::Time expiry(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  return m.now + w.plan.spec.checkpoints.timeout;
}

std::string_view reason(Refusal why) {
  switch (why) {
    case Refusal::expired: return "Checkpoint expired before completing.";
    case Refusal::declined: return "Checkpoint was declined (tasks not ready)";
    case Refusal::none: return "Checkpoint has been subsumed.";
    default: return "Checkpoint Coordinator is suspending.";  // M11
  }
}

// With no snapshot in progress an acknowledgement on its way says nothing; it is dropped here and not when it is taken.
void drop_useless_acknowledgements(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint) return;
  for (TaskId t = 0; t < w.plan.task_count(); ++t) w.clear(w.plan.acknowledge(t));
}

}  // namespace

void abort_snapshot(World& w, Pending& pending, Refusal why, bool tell) {
  const Pending p = pending;
  pending = {};
  discard(w, p.slot);
  w.emit(history::CheckpointFailed{w.jm->executions - 1U, p.checkpoint, reason(why)});
  drop_useless_acknowledgements(w);
  if (tell) tell_all(w, {MessageKind::notify_aborted, 0, w.jm->epoch, p.checkpoint});
  if (p.kind == history::SnapshotKind::suspend)
    answer_stop(w, why);
  else if (p.command)
    answer(w, static_cast<std::uint8_t>(p.command - 1), why, 0);
}

void abort_all_snapshots(World& w, Refusal why, bool tell) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint) abort_snapshot(w, w.pending[i], why, tell);
}

void add_checkpoint(Rules& rules) {
  rules.of_actor({"trigger_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr,
                  may_trigger, trigger_checkpoint, next_trigger});
  rules.of_channel({"write_state", kind(ChannelClass::task_to_storage), kind(MessageKind::write_state),
                    sim::Rank::storage, nullptr, write_state});
  rules.of_channel({"acknowledge", kind(ChannelClass::storage_acknowledge), kind(MessageKind::acknowledge),
                    sim::Rank::control, nullptr, acknowledge});
  rules.of_channel({"write_metadata", kind(ChannelClass::jobmanager_to_storage), kind(MessageKind::write_metadata),
                    sim::Rank::storage, nullptr, write_metadata});
  rules.of_channel({"complete_checkpoint", kind(ChannelClass::storage_to_jobmanager),
                    kind(MessageKind::metadata_written), sim::Rank::control, nullptr, complete_checkpoint});
  rules.of_channel({"decline", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::decline), sim::Rank::control,
                    nullptr, decline});
  rules.of_actor({"expire_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::timer, places,
                  may_expire, expire_checkpoint, expiry});
}

}  // namespace model
