// One snapshot as the coordinator and the storage see it, from its trigger to the notices (semantics.md 2(d).1). What
// tasks do with the barrier is alignment.cpp; a snapshot that comes to nothing, abort.cpp.
//
//   JobManager  trigger          number, storage slot, a trigger to each source
//   source      take_trigger     barrier out, own positions stored; in a stop reading ends first, or not
//   task        take_barrier     waits for the barrier of every input, the fast ones blocked; barrier out, state stored
//   storage     write_state      the asynchronous part is durable: acknowledge on behalf of the task
//   JobManager  acknowledge      the last one: write the metadata
//   storage     write_metadata   its bytes are there
//   JobManager  complete         the snapshot exists: store it, subsume older ones, answer its command, tell the tasks
//   task        notify           sinks commit
//
// The coordinator holds one lock while it writes the metadata and puts the snapshot into its store (2(d).1 step 9), so
// nothing else that it does comes between: what is durable is complete (so in each of the recordings), and what is
// given up before has never been readable. Durable comes before notified: what is lost in between is committed again by
// a restore. A snapshot that is given up frees its slot; whatever still arrives for it finds another number there and
// is dropped.
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
  p->stage = Stage::finalizing;
  w.send(Plan::jobmanager_to_storage, about(w, MessageKind::write_metadata, *p));
}

void write_metadata(World& w, ChannelId, const Message& m) {
  const Slot& s = w.slot[m.slot()];
  // Given up meanwhile; the slot may belong to the same number of a later execution.
  if (m.medium != w.jm->epoch || s.phase != SlotPhase::writing || s.checkpoint != m.large) return;
  if (storage_strikes(w, s.kind != history::SnapshotKind::checkpoint))
    return w.send(Plan::storage_to_jobmanager, {MessageKind::metadata_failed, m.small, m.medium, m.large});
  w.send(Plan::storage_to_jobmanager, {MessageKind::metadata_written, m.small, m.medium, m.large});
}

// Checkpoints older than a completed one are of no use any more, one that a command asked for included; savepoints are
// kept going.
void subsume_in_progress(World& w, std::uint32_t checkpoint) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i) {
    const Pending& p = w.pending[i];
    if (p.checkpoint && p.checkpoint < checkpoint && p.kind == history::SnapshotKind::checkpoint)
      abort_snapshot(w, w.pending[i], Refusal::subsumed, false);
  }
}

bool tells_tasks(const World& w, const Pending& p) {
  if (is_of_stop(p.kind) || p.kind == history::SnapshotKind::checkpoint) return true;
  return w.plan.spec.semantics.plain_savepoint_notifies == PlainSavepointNotifies::yes;
}

}  // namespace

void make_durable(World& w, std::uint8_t slot) {
  Slot& s = w.slot[slot];
  s.phase = SlotPhase::complete;
  w.emit(history::ArtifactWritten{artifact_of(w, slot), static_cast<history::ArtifactKind>(s.durable_kind), s.job,
                                  s.checkpoint, static_cast<std::int32_t>(channels_in_flight(w, slot))});
}

void complete_checkpoint(World& w, ChannelId, const Message& m) {
  Pending* found = pending_of(w, m);
  if (!found) return;
  const Pending p = *found;
  *found = {};
  if (w.slot[p.slot].phase == SlotPhase::writing) make_durable(w, p.slot);
  w.emit(history::CheckpointCompleted{w.jm->executions - 1U, p.checkpoint, artifact_of(w, p.slot)});
  const bool savepoint = is_durable_savepoint(w, p.kind, p.command);
  if (!savepoint || w.plan.spec.semantics.recovery_uses == RecoveryUses::newest_snapshot) store_completed(w, p.slot);
  w.jm->failures = 0;
  const bool cancels =
      p.command && w.plan.timeline[p.command - 1U].command->kind == history::CommandKind::cancel_with_savepoint;
  snapshot_completed(w, p);
  if (p.kind != history::SnapshotKind::savepoint) subsume_in_progress(w, p.checkpoint);
  if (tells_tasks(w, p)) tell_all(w, about(w, MessageKind::notify_completed, p));
  if (cancels) cancel_job(w);
}

void add_checkpoint(Rules& rules) {
  rules.of_channel({"write_state", kind(ChannelClass::task_to_storage), kind(MessageKind::write_state),
                    sim::Rank::storage, nullptr, write_state});
  rules.of_channel({"acknowledge", kind(ChannelClass::storage_acknowledge), kind(MessageKind::acknowledge),
                    sim::Rank::control, may_acknowledge, acknowledge});
  rules.of_channel({"write_metadata", kind(ChannelClass::jobmanager_to_storage), kind(MessageKind::write_metadata),
                    sim::Rank::storage, nullptr, write_metadata});
  rules.of_channel({"complete_checkpoint", kind(ChannelClass::storage_to_jobmanager),
                    kind(MessageKind::metadata_written), sim::Rank::control, may_acknowledge, complete_checkpoint});
}

}  // namespace model
