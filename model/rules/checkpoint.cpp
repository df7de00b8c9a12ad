// One snapshot, from its trigger to the notices (semantics.md 2(d).1 - 2(d).3).
//
//   JobManager  trigger          number, storage slot, a trigger to each source
//   source      take_trigger     barrier out, own positions stored        (a stop's snapshot: stop reading first, or not)
//   task        take_barrier     wait for the barrier of every input, the fast ones blocked; barrier out, own state stored
//   storage     write_state      the asynchronous part is durable: acknowledge on behalf of the task
//   JobManager  acknowledge      the last one: write the metadata
//   storage     write_metadata   the snapshot exists
//   JobManager  complete         store it, subsume older ones, answer its command, tell the tasks
//   task        notify           sinks commit
//
// Durable comes before notified: what is lost in between is committed again by a restore. A snapshot that is given up frees its
// slot; whatever still arrives for it finds another number there and is dropped.
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
  if (jm.running != w.plan.task_count() || jm.ended) return Ready::no;   // NOT_ALL_REQUIRED_TASKS_RUNNING
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
  w.slot[p.slot] = {number, static_cast<std::uint16_t>(w.jm->executions - 1), SlotPhase::writing, kind,
                    static_cast<std::uint8_t>(savepoint), {}};
  w.emit(history::CheckpointTriggered{w.jm->executions - 1U, number, kind});
  for (TaskId t = 0; t < w.plan.task_count(); ++t)
    if (w.plan.vertex_of(t).kind == VertexKind::source) w.send(w.plan.to_task(t), about(w, MessageKind::trigger, p));
}

// ---- tasks: barrier and snapshot

namespace {

// The synchronous part: what the task stores, put where its asynchronous part will write it.
void save_state(World& w, TaskId t, const Message& m) {
  const Slot& s = w.slot[m.slot()];
  const bool wanted = s.phase == SlotPhase::writing && s.checkpoint == m.large && s.job == w.task[t].job;
  std::uint32_t* words = wanted ? w.payload(m.slot(), t) : nullptr;
  const Vertex& v = w.plan.vertex_of(t);
  if (v.kind == VertexKind::source) {
    std::vector<history::Position> positions;
    for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) {
      const std::uint32_t split = w.plan.split_of(t, i);
      positions.push_back({split, w.position[split]});
      if (words) words[i] = w.position[split];
    }
    w.emit(history::SourceSnapshot{w.at(t), m.large, positions});
  } else if (v.kind == VertexKind::keyed_count) {
    if (words) std::memcpy(words, w.mark + w.plan.tasks[t].first_mark, v.marks * sizeof(Mark));
    const StateAsEvent state(w, t);
    w.emit(history::OpSnapshot{w.at(t), m.large, state.value()});
  } else if (v.transactional) {
    const bool suspend = s.kind == history::SnapshotKind::suspend && m.sync();
    pre_commit(w, t, m.large, !suspend || w.plan.spec.semantics.begins_after_suspend == BeginsAfterSuspend::yes);
    if (words) save_transactions(w, t, words);
  }
}

void take_snapshot(World& w, TaskId t, Message m) {
  Task& task = w.task[t];
  m.medium = task.epoch;
  task.handled = m.large;
  task.aligning = task.barriers = 0;
  if (m.sync()) task.sync = m.large;
  m.kind = MessageKind::barrier;
  w.plan.for_each_output(t, [&](ChannelId c) { w.send(c, m); });   // the barrier leaves before the own snapshot is done (M19)
  save_state(w, t, m);
  const bool hold = m.sync() && w.plan.spec.semantics.sources_stop == SourcesStop::after_completion;
  w.plan.for_each_input(t, [&](ChannelId c) { w.block(c, hold); });
  m.kind = MessageKind::write_state;
  w.send(w.plan.to_storage(t), m);
}

}  // namespace

void take_trigger(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (m.medium != task.epoch || m.large <= task.handled) return;
  if (task.status != history::TaskStatus::running) {
    w.send(w.plan.to_jobmanager(t), {MessageKind::decline, m.small, m.medium, m.large});
    return;
  }
  if (m.sync() && task.sync) return fail_task(w, t, "at most one stop-with-savepoint checkpoint at a time is allowed");   // M3
  if (m.sync() && w.plan.spec.semantics.sources_stop == SourcesStop::before_barrier) {
    task.reading = Reading::no;
    w.emit(history::SourceStop{w.at(t)});
  }
  take_snapshot(w, t, m);
}

namespace {

bool aligned(const World& w, TaskId t) {
  return w.task[t].barriers + w.task[t].ended_inputs == w.plan.tasks[t].inputs;
}

void give_up_alignment(World& w, TaskId t) {
  Task& task = w.task[t];
  w.send(w.plan.to_jobmanager(t), {MessageKind::decline, 0, task.epoch, task.aligning});
  task.handled = task.aligning;
  task.aligning = task.barriers = 0;
  w.plan.for_each_input(t, [&](ChannelId c) { w.block(c, false); });
}

void take_barrier(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (m.large <= task.handled || m.large < task.aligning) return;   // given up already, or overtaken
  if (task.aligning && m.large > task.aligning) give_up_alignment(w, t);
  task.aligning = m.large;
  ++task.barriers;
  w.block(c, true);
  if (aligned(w, t)) take_snapshot(w, t, m);
}

}  // namespace

void end_input_during_alignment(World& w, TaskId t) {
  Task& task = w.task[t];
  if (!task.aligning) return;
  if (w.plan.spec.semantics.end_during_alignment == EndDuringAlignment::aborts) return give_up_alignment(w, t);
  if (!aligned(w, t)) return;
  Message m{MessageKind::barrier, 0, task.epoch, task.aligning};
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::writing && w.slot[i].checkpoint == task.aligning && w.slot[i].job == task.job)
      m.small = static_cast<std::uint8_t>(i | (w.slot[i].kind == history::SnapshotKind::suspend ? Message::sync_bit : 0));
  take_snapshot(w, t, m);
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
  if (s.phase != SlotPhase::writing || s.checkpoint != m.large) return;   // given up meanwhile
  s.phase = SlotPhase::complete;
  w.emit(history::ArtifactWritten{artifact_of(w, m.slot()), static_cast<history::ArtifactKind>(s.durable_kind), s.job, s.checkpoint, 0});
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

void expire_checkpoint(World& w, ActorId, std::uint32_t place) { abort_snapshot(w, w.pending[place], Refusal::expired, true); }

sim::Time expiry(const World& w, ActorId, std::uint32_t, const sim::Moment& m) { return m.now + w.plan.spec.checkpoints.timeout; }

std::string_view reason(Refusal why) {
  switch (why) {
    case Refusal::expired: return "Checkpoint expired before completing.";
    case Refusal::declined: return "Checkpoint was declined (tasks not ready)";
    case Refusal::none: return "Checkpoint has been subsumed.";
    default: return "Checkpoint Coordinator is suspending.";   // M11
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
  if (p.kind == history::SnapshotKind::suspend) answer_stop(w, why);
  else if (p.command) answer(w, static_cast<std::uint8_t>(p.command - 1), why, 0);
}

void abort_all_snapshots(World& w, Refusal why, bool tell) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint) abort_snapshot(w, w.pending[i], why, tell);
}

// ---- notices

namespace {

void notify_completed(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (m.medium != task.epoch || task.status != history::TaskStatus::running) return;
  w.emit(history::NotifyCompleted{w.at(t), m.large});
  if (w.plan.tasks[t].sink != sim::nobody) commit_up_to(w, t, m.large);
  if (task.sync != m.large) return;
  task.notified = 1;
  w.plan.for_each_input(t, [&](ChannelId in) { w.block(in, false); });
  if (task.ended_inputs == w.plan.tasks[t].inputs) finish_task(w, t);   // a source has no inputs: it ends here
}

void notify_aborted(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (m.medium != task.epoch || task.status != history::TaskStatus::running) return;
  w.emit(history::NotifyAborted{w.at(t), m.large});
  if (task.aligning == m.large) {
    task.aligning = task.barriers = 0;
    w.plan.for_each_input(t, [&](ChannelId in) { w.block(in, false); });
  }
  task.handled = std::max(task.handled, m.large);
  // A task that has stopped for this snapshot cannot go back: it fails, and the job falls back to the last checkpoint (2(c).4).
  if (task.sync == m.large) fail_task(w, t, "Stop-with-savepoint failed.");
}

}  // namespace

void add_checkpoint(Rules& rules) {
  const auto data = kind(ChannelClass::data), to_task = kind(ChannelClass::jobmanager_to_task);
  rules.of_actor({"trigger_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr, may_trigger,
                  trigger_checkpoint, next_trigger});
  rules.of_channel({"take_trigger", to_task, kind(MessageKind::trigger), sim::Rank::control, nullptr, take_trigger});
  rules.of_channel({"take_barrier", data, kind(MessageKind::barrier), sim::Rank::data, nullptr, take_barrier});
  rules.of_channel({"write_state", kind(ChannelClass::task_to_storage), kind(MessageKind::write_state), sim::Rank::storage, nullptr, write_state});
  rules.of_channel({"acknowledge", kind(ChannelClass::storage_acknowledge), kind(MessageKind::acknowledge), sim::Rank::control, nullptr, acknowledge});
  rules.of_channel({"write_metadata", kind(ChannelClass::jobmanager_to_storage), kind(MessageKind::write_metadata), sim::Rank::storage, nullptr, write_metadata});
  rules.of_channel({"complete_checkpoint", kind(ChannelClass::storage_to_jobmanager), kind(MessageKind::metadata_written), sim::Rank::control, nullptr, complete_checkpoint});
  rules.of_channel({"decline", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::decline), sim::Rank::control, nullptr, decline});
  rules.of_actor({"expire_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::timer, places, may_expire,
                  expire_checkpoint, expiry});
  rules.of_channel({"notify_completed", to_task, kind(MessageKind::notify_completed), sim::Rank::control, nullptr, notify_completed});
  rules.of_channel({"notify_aborted", to_task, kind(MessageKind::notify_aborted), sim::Rank::control, nullptr, notify_aborted});
}

}  // namespace model
