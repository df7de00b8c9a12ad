// A snapshot as the tasks see it: barriers wait for each other, state is taken, notices arrive (semantics.md 2(d).2).
//
// A channel whose barrier has come is blocked until the barriers of all inputs are there, so that nothing behind a
// barrier gets into the snapshot. Blocking belongs to the channel: a task with a thousand inputs examines none of them
// again.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

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
  w.plan.for_each_output(
      t, [&](ChannelId c) { w.send(c, m); });  // the barrier leaves before the own snapshot is done (M19)
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
  if (m.sync() && task.sync)
    return fail_task(w, t, "at most one stop-with-savepoint checkpoint at a time is allowed");  // M3
  if (m.sync() && w.plan.spec.semantics.sources_stop == SourcesStop::before_barrier) {
    task.reading = Reading::no;
    w.emit(history::SourceStop{w.at(t)});
  }
  take_snapshot(w, t, m);
}

namespace {

bool aligned(const World& w, TaskId t) { return w.task[t].barriers + w.task[t].ended_inputs == w.plan.tasks[t].inputs; }

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
  if (m.large <= task.handled || m.large < task.aligning) return;  // given up already, or overtaken
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
      m.small =
          static_cast<std::uint8_t>(i | (w.slot[i].kind == history::SnapshotKind::suspend ? Message::sync_bit : 0));
  take_snapshot(w, t, m);
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
  if (task.ended_inputs == w.plan.tasks[t].inputs) finish_task(w, t);  // a source has no inputs: it ends here
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
  // A task that has stopped for this snapshot cannot go back: it fails, and the job falls back to the last checkpoint
  // (2(c).4).
  if (task.sync == m.large) fail_task(w, t, "Stop-with-savepoint failed.");
}

}  // namespace

void add_alignment(Rules& rules) {
  const auto data = kind(ChannelClass::data), to_task = kind(ChannelClass::jobmanager_to_task);
  rules.of_channel({"take_trigger", to_task, kind(MessageKind::trigger), sim::Rank::control, nullptr, take_trigger});
  rules.of_channel({"take_barrier", data, kind(MessageKind::barrier), sim::Rank::data, nullptr, take_barrier});
  rules.of_channel({"notify_completed", to_task, kind(MessageKind::notify_completed), sim::Rank::control, nullptr,
                    notify_completed});
  rules.of_channel(
      {"notify_aborted", to_task, kind(MessageKind::notify_aborted), sim::Rank::control, nullptr, notify_aborted});
}

}  // namespace model
