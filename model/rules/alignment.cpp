// A snapshot as the tasks see it: barriers wait for each other, state is taken (semantics.md 2(d).2).
//
// Exactly-once: a channel whose barrier has come is blocked until the barriers of all inputs are there, so that nothing
// behind a barrier gets into the snapshot. Blocking belongs to the channel: a task with a thousand inputs examines none
// of them again. At-least-once: barriers are only counted, savepoints included; records behind the barrier of a fast
// channel get into the state (M7).
//
// A chain takes barriers as one. Its state is stored from the last operator to the first (M26).
//
// That a snapshot was given up may be heard before its barriers come, and before those of an older one that is still
// wanted. So a task notes the number, and the older one goes on (SubtaskCheckpointCoordinatorImpl keeps a set of such
// numbers, too).
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

bool begins_next(const World& w, const Task& head, const Message& m) {
  const Semantics& s = w.plan.spec.semantics;
  if (!m.sync()) return head.leaving != Leaving::end_of_data;
  return m.drain() ? s.begins_after_drain == BeginsAfterDrain::yes : s.begins_after_suspend == BeginsAfterSuspend::yes;
}

void save_positions(World& w, TaskId t, std::uint32_t checkpoint, std::uint32_t* words) {
  std::vector<history::Position> positions;
  for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) {
    const std::uint32_t split = w.plan.split_of(t, i), next = w.position[w.plan.place_of(t, i)];
    if (next <= reported) positions.push_back({split, next == reported ? w.plan.bound_of(split) : next});
    if (words) words[i] = next;
  }
  w.emit(history::SourceSnapshot{w.at(t), checkpoint, positions});
}

void save_counts(World& w, TaskId t, std::uint32_t checkpoint, std::uint32_t* words) {
  const Vertex& v = w.plan.vertex_of(t);
  const std::uint32_t first = w.plan.tasks[t].first_mark;
  if (words) {
    std::memcpy(words, w.mark + first, v.marks * sizeof(Mark));
    if (v.window_ms) std::memcpy(words + 2 * v.marks, w.purged + first, v.marks * sizeof(std::uint32_t));
  }
  const StateAsEvent state(w, t);
  w.emit(history::OpSnapshot{w.at(t), checkpoint, state.value()});
}

// The synchronous part: what the operator stores, put where its asynchronous part will write it. False: it failed.
bool save_state(World& w, TaskId t, const Message& m) {
  const Slot& s = w.slot[m.slot()];
  const Task& head = w.task[w.plan.tasks[t].head];
  const bool wanted = s.phase == SlotPhase::writing && s.checkpoint == m.large && s.job == head.job;
  std::uint32_t* words = wanted ? w.payload(m.slot(), t) : nullptr;
  const Vertex& v = w.plan.vertex_of(t);
  if (strikes(w, t, FaultKind::snapshot_failure, m.sync())) {
    fail_in_mail(w, t, "injected snapshot failure");
    return false;
  }
  if (v.kind == VertexKind::source) save_positions(w, t, m.large, words);
  if (v.kind == VertexKind::keyed_count) save_counts(w, t, m.large, words);
  if (v.transactional) {
    pre_commit(w, t, m.large, begins_next(w, head, m));
    if (words) save_transactions(w, t, words);
  }
  return true;
}

// From the last operator of the chain to `t`.
bool save_chain(World& w, TaskId t, const Message& m) {
  const TaskId next = w.plan.tasks[t].next_in_chain;
  return (next == t || save_chain(w, next, m)) && save_state(w, t, m);
}

// The asynchronous part of each operator: the storage acknowledges, or the task has to decline.
void write_chain(World& w, TaskId head, Message m) {
  m.kind = MessageKind::write_state;
  w.plan.up_chain(head, [&](TaskId t) {
    if (strikes(w, t, FaultKind::async_snapshot_failure, m.sync()))
      w.send(w.plan.to_jobmanager(t),
             {MessageKind::decline, static_cast<std::uint8_t>(Decline::asynchronous_part), m.medium, m.large});
    else
      w.send(w.plan.to_storage(t), m);
  });
}

}  // namespace

bool was_given_up(const Task& task, std::uint32_t checkpoint) {
  return checkpoint > task.handled && (task.given_up >> checkpoint % 32 & 1);
}

void pass(Task& task, std::uint32_t checkpoint) {
  if (checkpoint >= task.handled + 32) task.given_up = 0;
  for (; task.given_up && task.handled < checkpoint; ++task.handled) task.given_up &= ~(1U << (task.handled + 1) % 32);
  task.handled = std::max(task.handled, checkpoint);
}

void snapshot_task(World& w, TaskId t, Message m) {
  Task& task = w.task[t];
  m.medium = task.epoch;
  pass(task, m.large);
  task.aligning = task.barriers = 0;
  const bool waits_for_first = m.sync() && task.sync && task.leaving != Leaving::end_of_data;  // 1.9: takes both
  if (m.sync() && !waits_for_first) {
    task.sync = m.large;
    task.heard = Heard::nothing;
    task.leaving = m.drain() ? Leaving::drain : Leaving::suspend;
  } else if (task.leaving == Leaving::end_of_data && !task.sync && waits_for_final_checkpoint(w)) {
    task.sync = m.large;  // the final checkpoint of a bounded job
  }
  m.kind = MessageKind::barrier;
  const bool overtakes = overtakes_records(w, m);
  w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId c) {  // before the own snapshot (M19)
    w.send(c, m);
    if (overtakes) send_overtaking_barrier(w, c, m);
  });
  save_chain(w, t, m);
}

void write_snapshot(World& w, TaskId t, Message m) {
  m.medium = w.task[t].epoch;
  write_chain(w, t, m);
}

namespace {

void take_snapshot(World& w, TaskId t, const Message& m) {
  snapshot_task(w, t, m);
  if (!reads_mail(w, t)) return;  // it failed in its synchronous part
  const bool hold = m.sync() && !sources_stop_first(w, m.drain());
  w.plan.for_each_input(t, [&](ChannelId c) { w.block(c, hold); });
  write_snapshot(w, t, m);
}

// In a drain that stops the sources first, operators end before the barrier (1.14 and later).
void end_and_take_snapshot(World& w, TaskId t, const Message& m) {
  if (m.drain() && w.plan.is_source(t)) emit_watermark(w, t, max_watermark);
  if (m.drain() && sources_stop_first(w, true) && !end_operators(w, t)) return;
  take_snapshot(w, t, m);
}

// A task takes the snapshot of one stop at a time (M3).
bool refuses_second_stop(World& w, TaskId t, const Message& m) {
  const Task& task = w.task[t];
  if (!m.sync() || !task.sync || task.leaving == Leaving::end_of_data) return false;
  if (w.plan.spec.semantics.second_stop_at_task == SecondStopAtTask::taken) return false;
  fail_in_mail(w, t, "at most one stop-with-savepoint checkpoint at a time is allowed");
  return true;
}

}  // namespace

// ---- sources

namespace {

bool leaves_loop_late(const World& w, TaskId t) {
  return w.plan.spec_of(w.plan.vertex_of(t)).ignores_end && w.plan.vertex_of(t).api == SourceApi::source_function;
}

void trigger_at_source(World& w, TaskId t, const Message& m) {
  if (m.sync() && sources_stop_first(w, m.drain())) {
    Task& task = w.task[t];
    w.emit(history::SourceStop{w.at(t)});
    task.reading = Reading::no;
    if (leaves_loop_late(w, t)) {
      task.reading = Reading::leaving;
      task.aligning = m.large;
      task.barriers = m.small;
      return;
    }
  }
  end_and_take_snapshot(w, t, m);
}

bool declines_when_closing(const World& w, const Task& task) {
  return task.reading == Reading::closing && w.plan.spec.semantics.closing_source == ClosingSource::declines;
}

void trigger_behind_finished(World& w, TaskId t, const Message& m);

}  // namespace

// Sources, and tasks behind such that have all FINISHED.
void take_trigger(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  const bool unread = task.status == history::TaskStatus::running && !reads_mail(w, t);
  if (m.medium != task.epoch || m.large <= task.handled) return;
  if (unread && !declines_when_closing(w, task)) return;
  if (was_given_up(task, m.large)) return pass(task, m.large);
  if (unread || task.status != history::TaskStatus::running || (task.reading == Reading::leaving && task.aligning)) {
    w.send(w.plan.to_jobmanager(t),
           {MessageKind::decline, static_cast<std::uint8_t>(Decline::not_ready), m.medium, m.large});
    return;
  }
  if (!w.plan.is_source(t)) return trigger_behind_finished(w, t, m);
  if (!refuses_second_stop(w, t, m)) trigger_at_source(w, t, m);
}

void continue_late_trigger(World& w, TaskId t) {
  Task& task = w.task[t];
  const Message m{MessageKind::trigger, static_cast<std::uint8_t>(task.barriers), task.epoch, task.aligning};
  task.aligning = task.barriers = 0;
  end_and_take_snapshot(w, t, m);
}

// ---- the others

namespace {

bool aligned(const World& w, TaskId t) { return w.task[t].barriers + w.task[t].ended_inputs == w.plan.tasks[t].inputs; }

void no_longer_aligning(World& w, TaskId t) {
  Task& task = w.task[t];
  task.aligning = task.barriers = 0;
  if (task.heard == Heard::given_up) task.heard = Heard::nothing;
  w.plan.for_each_input(t, [&](ChannelId c) { w.block(c, false); });
}

}  // namespace

void give_up_alignment(World& w, TaskId t, Decline why) {
  Task& task = w.task[t];
  w.send(w.plan.to_jobmanager(t), {MessageKind::decline, static_cast<std::uint8_t>(why), task.epoch, task.aligning});
  send_cancellation_barriers(w, t, task.aligning);
  pass(task, task.aligning);
  no_longer_aligning(w, t);
}

namespace {

void all_barriers_here(World& w, TaskId t, const Message& m) {
  if (w.task[t].heard == Heard::given_up) return block_for_aborted_stop(w, t, m);
  if (!refuses_second_stop(w, t, m)) end_and_take_snapshot(w, t, m);
}

// What tasks that have FINISHED still have in the channels belongs before the snapshot, in which they have no part: in
// Flink they only finish when all of it was taken ((c).4 step 5). So the ends of the partitions stand for the barriers.
void trigger_behind_finished(World& w, TaskId t, const Message& m) {
  Task& task = w.task[t];
  if (m.large < task.aligning) return;
  if (task.aligning && m.large > task.aligning) give_up_alignment(w, t, Decline::subsumed);
  task.aligning = m.large;
  if (aligned(w, t)) all_barriers_here(w, t, m);
}

void take_barrier(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (w.plan.can_be_overtaken(c) && overtakes_records(w, m)) return take_overtaking_barrier(w, c, m, true);
  if (m.large <= task.handled || m.large < task.aligning || was_given_up(task, m.large)) return;
  if (task.aligning && m.large > task.aligning) give_up_alignment(w, t, Decline::subsumed);
  task.aligning = m.large;
  ++task.barriers;
  if (w.plan.spec.checkpoints.mode == history::Mode::exactly_once) w.block(c, true);
  if (aligned(w, t)) all_barriers_here(w, t, m);
}

// The barrier that the inputs still open would have brought.
Message barrier_of(const World& w, const Task& task) {
  Message m{MessageKind::barrier, 0, task.epoch, task.aligning};
  if (const auto slot = slot_being_written(w, task.aligning, task.job))
    m.small = static_cast<std::uint8_t>(*slot | bits_of(w.slot[*slot].kind));
  return m;
}

}  // namespace

std::uint8_t bits_of(history::SnapshotKind kind) {
  if (kind == history::SnapshotKind::suspend) return Message::sync_bit;
  return kind == history::SnapshotKind::terminate ? Message::sync_bit | Message::drain_bit : 0;
}

void end_input_during_alignment(World& w, TaskId t, ChannelId ended) {
  Task& task = w.task[t];
  if (!task.aligning || (!task.barriers && task.heard == Heard::given_up)) return;
  if (w.plan.spec.semantics.end_during_alignment == EndDuringAlignment::aborts && !w.plan.checkpoints_after_finish)
    return give_up_alignment(w, t, Decline::input_ended);
  if (task.aligning == task.handled) return end_input_unaligned(w, t, ended);
  if (aligned(w, t)) all_barriers_here(w, t, barrier_of(w, task));
}

void forget_alignment(World& w, TaskId t, std::uint32_t checkpoint) {
  Task& task = w.task[t];
  const bool aligning = task.aligning == checkpoint;
  if (aligning && !w.plan.is_source(t)) no_longer_aligning(w, t);
  if (aligning)
    pass(task, checkpoint);  // of older ones nothing is waited for any more
  else if (checkpoint > task.handled)
    task.given_up |= 1U << checkpoint % 32;
}

void add_alignment(Rules& rules) {
  rules.of_channel({"take_trigger", kind(ChannelClass::jobmanager_to_task), kind(MessageKind::trigger),
                    sim::Rank::control, nullptr, take_trigger});
  rules.of_channel(
      {"take_barrier", kind(ChannelClass::data), kind(MessageKind::barrier), sim::Rank::data, nullptr, take_barrier});
}

}  // namespace model
