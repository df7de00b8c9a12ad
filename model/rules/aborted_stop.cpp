// The barrier of a stop that was given up, at a task that has heard so before (1.14, M3).
//
// The notice goes straight from the JobManager, the barrier along the data: it may come second. The task then stops for
// the snapshot first and looks second whether it is still wanted; it takes none, tells its outputs with a cancellation
// barrier that none will come, and stays stopped, since the notice that would wake it has been and gone. In other
// versions the same notice fails the job, so nobody sees it.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

bool will_block_for_aborted_stop(const World& w, TaskId t, const Message& notice) {
  const Task& task = w.task[t];
  return w.plan.spec.semantics.aborted_stop_barrier == AbortedStopBarrier::blocks && notice.sync() &&
         !w.plan.is_source(t) && notice.large > task.handled && notice.large >= task.aligning &&
         task.ended_inputs < w.plan.tasks[t].inputs;
}

void remember_aborted_stop(World& w, TaskId t, std::uint32_t checkpoint) {
  Task& task = w.task[t];
  if (task.aligning && task.aligning < checkpoint) give_up_alignment(w, t, Decline::subsumed);
  task.aligning = checkpoint;
  task.heard = Heard::given_up;
}

void block_for_aborted_stop(World& w, TaskId t, const Message& barrier) {
  Task& task = w.task[t];
  pass(task, barrier.large);
  task.sync = barrier.large;
  task.aligning = task.barriers = 0;
  task.heard = Heard::nothing;
  task.leaving = barrier.drain() ? Leaving::drain : Leaving::suspend;
  w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId c) {
    w.send(c, {MessageKind::cancellation_barrier, 0, task.epoch, barrier.large});
  });
  w.plan.for_each_input(t, [&](ChannelId c) { w.block(c, true); });
}

// Until 1.10 nothing else says so: StreamTask#abortCheckpointOnBarrier tells those behind it. Since 1.11 the
// JobManager's notice reaches all tasks, and this makes no difference.
void send_cancellation_barriers(World& w, TaskId t, std::uint32_t checkpoint) {
  if (w.plan.spec.semantics.stop_abort_notice != StopAbortNotice::unheard) return;
  w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId c) {
    w.send(c, {MessageKind::cancellation_barrier, 0, w.task[t].epoch, checkpoint});
  });
}

namespace {

void take_cancellation_barrier(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const bool fresh = m.large > w.task[t].handled && !was_given_up(w.task[t], m.large);
  forget_alignment(w, t, m.large);
  if (fresh) send_cancellation_barriers(w, t, m.large);
}

}  // namespace

void add_aborted_stop(Rules& rules) {
  rules.of_channel({"take_cancellation_barrier", kind(ChannelClass::data), kind(MessageKind::cancellation_barrier),
                    sim::Rank::data, nullptr, take_cancellation_barrier});
}

}  // namespace model
