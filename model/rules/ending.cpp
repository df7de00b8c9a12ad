// How a task comes to its end in good order, whoever asked for it: a stop, the old stop, or the end of a bounded
// source.
//
// Until 1.13 everything that an operator still has to say it says when the end of the partition comes: endInput, then
// close(). Since 1.14 that moment is cut in two (FLIP-147): the end of the *data*, at which operators finish, and the
// end of the *partition*, at which they are closed; in between lies a last checkpoint, in a drain the savepoint itself.
//
//   source  end_splits             MAX_WATERMARK, its operators finish, the end of data goes out (1.14 and later)
//   task    take_end_of_data       the same when all inputs have said so
//   task    take_end_of_partition  closed from the last operator of the chain to the first; the end goes on
//   source  source_returns         a source told to leave its loop has left it
//   source  source_closes          it has closed its mailbox, and is over; a step of its own where two commands meet
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

bool is_told_of_end(const World& w, TaskId t) {
  switch (w.plan.spec.semantics.end_input) {
    case EndInput::none: return false;
    case EndInput::at_inputs: return !w.plan.is_source(w.plan.tasks[t].head);
    case EndInput::exists: return true;
  }
  sim::never_here("a kind of endInput");
}

bool end_operator(World& w, TaskId t) {
  if (w.plan.is_source(t) || !is_told_of_end(w, t)) return true;
  w.emit(history::OpEndInput{w.at(t)});
  if (strikes(w, t, FaultKind::end_input_failure)) return fail_task(w, t, "injected endInput failure"), false;
  if (!finishes(w)) return true;
  w.emit(history::OpFinish{w.at(t)});
  if (strikes(w, t, FaultKind::finish_failure)) return fail_task(w, t, "injected finish failure"), false;
  return true;
}

// Whether operators that have not ended yet do so when their partition ends.
bool ends_operators_now(const World& w, Leaving how) {
  if (how == Leaving::suspend) return w.plan.spec.semantics.end_input_on_suspend == EndInputOnSuspend::yes;
  if (how == Leaving::drain) return !sources_stop_first(w, true);
  return how == Leaving::none;
}

// Closed from the last to the first; a close() that throws makes a task fail that has done all its work. All of the
// chain fails: its operators share the status of one task.
bool close_chain(World& w, TaskId t) {
  bool failed = false;
  w.plan.up_chain(t, [&](TaskId member) { failed |= strikes(w, member, FaultKind::close_failure); });
  if (failed) return fail_task(w, t, "injected close failure"), false;
  w.plan.up_chain(t, [&](TaskId member) { tear_down(w, member, history::TaskStatus::finished, {}); });
  return true;
}

void close_task(World& w, TaskId t) {
  const Leaving how = w.task[t].leaving;
  const std::uint16_t epoch = w.task[t].epoch;
  const bool counts_barriers = w.plan.spec.checkpoints.mode == history::Mode::at_least_once;
  const std::uint32_t last_barrier = counts_barriers ? w.task[t].handled : 0;
  if (ends_operators_now(w, how) && !end_operators(w, t)) return;
  if (!close_chain(w, t)) return;
  w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId c) {
    w.send(c, {MessageKind::end_of_partition, how == Leaving::suspend, epoch, last_barrier});
  });
  w.send(w.plan.to_jobmanager(t), {MessageKind::finished, 0, epoch, 0});
}

void end_data(World& w, TaskId t) {
  if (w.plan.is_source(t)) emit_watermark(w, t, max_watermark);
  if (!end_operators(w, t)) return;
  Task& task = w.task[t];
  task.leaving = Leaving::end_of_data;
  w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId c) {
    w.send(c, {MessageKind::end_of_data, 0, task.epoch, 0});
  });
  if (!waits_for_final_checkpoint(w)) {
    if (w.plan.is_source(t)) finish_task(w, t);
    return;
  }
  w.send(w.plan.to_jobmanager(t), {MessageKind::data_ended, 0, w.task[t].epoch, 0});
}

}  // namespace

bool end_operators(World& w, TaskId t) {
  if (!end_operator(w, t)) return false;
  const TaskId next = w.plan.tasks[t].next_in_chain;
  return next == t || end_operators(w, next);
}

void end_of_splits(World& w, TaskId t) {
  w.task[t].reading = Reading::no;
  if (finishes(w) && w.task[t].leaving != Leaving::failed) return end_data(w, t);
  emit_watermark(w, t, max_watermark);
  finish_task(w, t);
}

// A source that has ended closes its mailbox first: a trigger that comes now is neither taken nor declined.
void finish_task(World& w, TaskId t) {
  if (!w.plan.is_source(t)) return close_task(w, t);
  if (w.task[t].leaving == Leaving::failed) return fail_task(w, t, "a mail failed while the source read on");
  w.emit(history::SourceEnd{w.at(t), "return", {}});
  if (!w.plan.two_take_snapshots) return close_task(w, t);
  w.task[t].reading = Reading::closing;
}

// ---- the natural end of a bounded source

namespace {

// Subtasks without a split of their own end with the others where every split has an end; where one has none they idle.
bool has_read_all(const World& w, TaskId t) {
  const Vertex& v = w.plan.vertex_of(t);
  if (v.bounds.empty() || Plan::is_enumerated(v)) return false;  // who is handed splits is told when none are left
  bool endless = false, all = true, gone = w.plan.splits_of(t) == 0;
  for (std::uint32_t b : v.bounds) endless |= b == UINT32_MAX;
  for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) {
    const std::uint32_t split = w.plan.split_of(t, i), position = w.position[w.plan.place_of(t, i)];
    gone |= position == all_read;
    all &= position == all_read || position >= w.plan.bound_of(split);
  }
  return all && !(gone && endless);
}

Ready may_end_splits(const World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  const Reading reading = w.task[t].reading;
  return reading == Reading::done || (reading == Reading::yes && has_read_all(w, t)) ? Ready::yes : Ready::no;
}

void end_splits(World& w, ActorId a, std::uint32_t) { end_of_splits(w, Plan::task_of(a)); }

void take_end_of_data(World& w, ChannelId c, const Message&) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (++task.data_ended == w.plan.tasks[t].inputs && task.leaving == Leaving::none) end_data(w, t);
}

// ---- the end of a partition

// An end that was asked for without a drain is no end of the data: operators are not told of it. Until 1.13 nothing
// says so on the way; each task knows only what it has stopped for itself, and forgets it when that is given up
// (recorded: 1.12.7, two stops).
void take_end_of_partition(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  ++task.ended_inputs;
  if (task.barriers && m.large >= task.aligning) --task.barriers;  // of this input, whose end stands for it now
  if (m.small && finishes(w) && task.leaving == Leaving::none) task.leaving = Leaving::suspend;
  end_input_during_alignment(w, t, c);
  if (task.status != history::TaskStatus::running || task.ended_inputs < w.plan.tasks[t].inputs) return;
  const bool waits = task.leaving == Leaving::end_of_data && waits_for_final_checkpoint(w);
  if (task.heard == Heard::complete || (!task.sync && !waits)) finish_task(w, t);
}

// ---- a source that was told to leave its loop

Ready may_return(const World& w, ActorId a, std::uint32_t) {
  return w.task[Plan::task_of(a)].reading == Reading::leaving ? Ready::yes : Ready::no;
}

void return_from_loop(World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  w.task[t].reading = Reading::no;
  if (w.task[t].aligning) return continue_late_trigger(w, t);
  finish_task(w, t);
}

Ready may_close(const World& w, ActorId a, std::uint32_t) {
  return w.task[Plan::task_of(a)].reading == Reading::closing ? Ready::yes : Ready::no;
}

void close_source(World& w, ActorId a, std::uint32_t) { close_task(w, Plan::task_of(a)); }

sim::Time closes_at(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  return m.now + w.plan.spec.network.control.draw(m.random);
}

// One that waits for its log leaves at once. One that pauses looks between two records whether it should go on: at some
// time within one pace, which `now` decides well enough.
sim::Time returns_at(const World& w, ActorId a, std::uint32_t, const sim::Moment& m) {
  const VertexSpec& s = w.plan.spec_of(w.plan.vertex_of(Plan::task_of(a)));
  if (reads_on(w, Plan::task_of(a))) return m.now + s.ignores_end;
  if (extra_checkpoint_follows(w, w.task[Plan::task_of(a)].leaving == Leaving::drain)) return m.now;
  if (s.pacing == Pacing::log) return m.now;
  const auto pace = static_cast<std::uint64_t>(std::min(s.record_every, 10 * sim::millisecond)) + 1;
  return m.now + static_cast<sim::Time>((static_cast<std::uint64_t>(m.now) * 7919 + a * 104'729ULL) % pace);
}

void leave_source_loop(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const Task& task = w.task[t];
  if (m.medium != task.epoch) return;
  // One that has read all waits for nothing but the final checkpoint, and this stop takes none.
  if (task.reading == Reading::no && task.leaving == Leaving::end_of_data && !task.sync) {
    w.emit(history::SourceStop{w.at(t)});
    return finish_task(w, t);
  }
  if (task.reading != Reading::yes) return;
  w.emit(history::SourceStop{w.at(t)});
  w.task[t].reading = Reading::leaving;
  w.task[t].leaving = Leaving::suspend;
}

}  // namespace

// Since 1.14 the context of a source that is suspended closes when the savepoint is complete, whether it listens or not
// (M9).
bool reads_on(const World& w, TaskId t) {
  if (!w.plan.spec_of(w.plan.vertex_of(t)).ignores_end) return false;
  return w.task[t].aligning || w.plan.spec.semantics.deaf_source == DeafSource::emits_on;
}

void add_ending(Rules& rules) {
  const auto data = kind(ChannelClass::data), source = kind(ActorKind::source);
  rules.of_actor(
      {"end_splits", source, sim::Role::engine, sim::Rank::data, nullptr, may_end_splits, end_splits, nullptr});
  rules.of_actor({"source_returns", source, sim::Role::engine, sim::Rank::timer, nullptr, may_return, return_from_loop,
                  returns_at});
  rules.of_actor(
      {"source_closes", source, sim::Role::engine, sim::Rank::timer, nullptr, may_close, close_source, closes_at});
  rules.of_channel({"leave_source_loop", kind(ChannelClass::jobmanager_to_task), kind(MessageKind::stop_source),
                    sim::Rank::control, nullptr, leave_source_loop});
  rules.of_channel(
      {"take_end_of_data", data, kind(MessageKind::end_of_data), sim::Rank::data, nullptr, take_end_of_data});
  rules.of_channel({"take_end_of_partition", data, kind(MessageKind::end_of_partition), sim::Rank::data, nullptr,
                    take_end_of_partition});
}

}  // namespace model
