// The ways of ending in good order.
//
// Legacy stop (1.8, semantics.md 2(b)): sources leave their loop, what is in flight is processed, no snapshot is taken;
// the command is answered at once (M20). A failure meanwhile restarts the job and the stop is forgotten.
//
// Stop with a snapshot (2(c).4): periodic checkpoints are off and pending ones given up; a synchronous snapshot is
// triggered. From 1.15 on the sources stop reading first, so nothing follows the barrier. Each task waits for the
// notice that this snapshot is complete; then the sources end, the end of partition crosses the job behind them, and
// the command is answered after FINISHED. FLIP-45's stop-with-checkpoint is the same with a checkpoint for a snapshot,
// which nobody deletes (1.5, (c).5).
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

Operation* pending_stop(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command && w.operations[i].kind != history::CommandKind::savepoint) return &w.operations[i];
  return nullptr;
}

// The stop that is pending, if any, gets its answer; if it failed and the job runs on, periodic checkpoints start over.
void answer_stop(World& w, Refusal why) {
  Operation* stop = pending_stop(w);
  if (!stop) return;
  answer(w, static_cast<std::uint8_t>(stop->command - 1), why, stop->slot);
  const bool runs_on = why != Refusal::none && w.jm->phase == Phase::running && w.plan.spec.checkpoints.interval;
  if (runs_on && w.plan.spec.semantics.trigger_after_failed_stop == TriggerAfterFailedStop::goes_on)
    w.jm->trigger = Trigger::starting;
}

void finish_task(World& w, TaskId t) {
  if (w.plan.vertex_of(t).kind == VertexKind::source) w.emit(history::SourceEnd{w.at(t), "return", {}});
  w.plan.for_each_output(t, [&](ChannelId c) { w.send(c, {MessageKind::end_of_partition, 0, w.task[t].epoch, 0}); });
  tear_down(w, t, history::TaskStatus::finished, {});
  w.send(w.plan.to_jobmanager(t), {MessageKind::finished, 0, w.task[t].epoch, 0});
}

void stop_sources(World& w) {
  for (TaskId t = 0; t < w.plan.task_count(); ++t)
    if (w.plan.vertex_of(t).kind == VertexKind::source)
      w.send(w.plan.to_task(t), {MessageKind::stop_source, 0, w.jm->epoch, 0});
}

namespace {

void leave_source_loop(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  if (m.medium != w.task[t].epoch || w.task[t].status != history::TaskStatus::running) return;
  w.emit(history::SourceStop{w.at(t)});
  finish_task(w, t);
}

void take_end_of_partition(World& w, ChannelId c, const Message&) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  ++task.ended_inputs;
  end_input_during_alignment(w, t);
  if (task.ended_inputs == w.plan.tasks[t].inputs && (!task.sync || task.notified)) finish_task(w, t);
}

void task_finished(World& w, ChannelId, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  ++w.jm->finished;
  if (++w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

}  // namespace

void add_stop(Rules& rules) {
  rules.of_channel({"leave_source_loop", kind(ChannelClass::jobmanager_to_task), kind(MessageKind::stop_source),
                    sim::Rank::control, nullptr, leave_source_loop});
  rules.of_channel({"take_end_of_partition", kind(ChannelClass::data), kind(MessageKind::end_of_partition),
                    sim::Rank::data, nullptr, take_end_of_partition});
  rules.of_channel({"task_finished", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::finished),
                    sim::Rank::control, nullptr, task_finished});
}

}  // namespace model
