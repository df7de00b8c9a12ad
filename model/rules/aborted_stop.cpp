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

namespace {

void take_cancellation_barrier(World& w, ChannelId c, const Message& m) {
  forget_alignment(w, Plan::task_of(w.channels().info(c).receiver), m.large);
}

}  // namespace

void add_aborted_stop(Rules& rules) {
  rules.of_channel({"take_cancellation_barrier", kind(ChannelClass::data), kind(MessageKind::cancellation_barrier),
                    sim::Rank::data, nullptr, take_cancellation_barrier});
}

}  // namespace model
