// Why each of these steps may come first. Let s be enabled now, and let w be any way on that explains the rest of the
// recording. If s is in w it can be moved to its front, if it is not it can be put there, and the rest still shows the
// same; then nothing is lost where only s is looked at. An actor takes its messages one at a time and writes nothing
// but its own record, so only steps of the same actor can be in the way. They are not where
//
// - the step only counts (acknowledgements, tasks that have come up or ended), and it is not the last one that is
//   waited for: who counts looks at the number when it is complete. If s makes another the last one before its time,
//   that other is taken in the place that s had in w, or not at all. Not so where that other does more than count, as
//   the failure does that the JobManager hears of first;
// - the message means nothing any more to its receiver (of another epoch, to a task that has ended) and never will;
// - a task comes up: everything else that it does comes behind that;
// - a barrier is not the last one of its task, all other inputs will bring theirs, and its snapshot is not given up.
//   Its input is blocked until then, so it may come early, and another may be last. With at-least-once nothing is
//   blocked, and which one is last decides what lies in the snapshot;
// - an input ends that is not the last one of its task, and no snapshot comes any more, nor one that is under way, that
//   could count it;
// - tasks are cancelled, none of their execution has anything left to show, and nothing is to strike any of them;
// - what is taken is a result of windows or a watermark, or goes into a sink, where none of these is looked at.
//
// "Will", "any more" and "given up" are decided by what the recording still has to show and by what the coordinator and
// the client can still do (follow_outlook.hpp); in doubt the step is no such step. A way that ends before the
// JobManager has heard of something may leave it unheard: then nothing depends on it.
#include "scenarios/follow_settling.hpp"

#include "sim/machine.hpp"

namespace scenarios {

using history::TaskStatus;
using model::Message;
using model::MessageKind;
using model::Phase;
using model::TaskId;
using Machine = sim::Machine<model::World>;

Settling::Settling(model::World& world, const Lanes& lanes, const Outlook& outlook, bool outputs_unseen)
    : world_(world), lanes_(lanes), outlook_(outlook), outputs_unseen_(outputs_unseen) {
  for (const model::VertexSpec& v : world.plan.spec.vertices) leaves_late_ |= v.ignores_end != 0;
}

bool Settling::settle(const Places& at) {
  for (bool again = true; again;) {
    again = false;
    for (sim::ChannelId c = 0; c < world_.channels().size(); ++c) {
      const sim::Step step{c, sim::Step::take, 0};
      while (world_.channels().takeable(c) && Machine::ready(world_, step) == sim::Ready::yes &&
             is_harmless(at, c, world_.channels().at(c, 0))) {
        Machine::apply(world_, step);
        if (!world_.tape().overflow.empty()) return world_.tape().overflow.clear(), false;
        again = true;
      }
    }
  }
  return true;
}

bool Settling::is_harmless(const Places& at, sim::ChannelId c, const Message& m) const {
  const sim::ActorId to = world_.channels().info(c).receiver;
  if (m.kind == MessageKind::write_state) return true;  // the storage remembers nothing of it
  if (m.kind == MessageKind::write_metadata) {
    const model::Slot& slot = world_.slot[m.slot()];
    return slot.phase != model::SlotPhase::writing || slot.checkpoint != m.large;
  }
  if (to == model::Plan::jobmanager) return is_harmless_at_jobmanager(c, m);
  if (to < model::Plan::first_task) return false;
  const TaskId t = model::Plan::task_of(to);
  switch (m.kind) {
    case MessageKind::barrier: return is_harmless_barrier(t, m);
    case MessageKind::end_of_partition: return is_harmless_end(t);
    case MessageKind::record: return outputs_unseen_ && world_.plan.vertex_of(t).kind == model::VertexKind::sink;
    case MessageKind::watermark:
    case MessageKind::window_part: return outputs_unseen_;
    default: return c == world_.plan.to_task(t) && is_harmless_mail(at, t, m);
  }
}

// What a chain reports counts for each of its tasks.
bool Settling::is_harmless_at_jobmanager(sim::ChannelId c, const Message& m) const {
  const model::JobManager& jm = *world_.jm;
  std::uint32_t reported = 0;
  if (const sim::ActorId from = world_.channels().info(c).sender; from >= model::Plan::first_task)
    world_.plan.down_chain(model::Plan::task_of(from), [&](TaskId) { ++reported; });
  const std::uint32_t all = world_.plan.task_count();
  const bool old = m.medium != jm.epoch, replaced = world_.plan.spec.cluster.replacement;
  switch (m.kind) {
    case MessageKind::acknowledge:
      for (std::uint32_t i = 0; !old && i < world_.plan.capacities.pending; ++i)
        if (world_.pending[i].checkpoint == m.large) return world_.pending[i].missing > 1;
      return true;
    // A lost TaskManager that is not replaced: whether any task has come up makes a difference (failure.cpp).
    case MessageKind::running:
      return old || (jm.running + reported < all && (replaced || !outlook_.may_lose_taskmanager()));
    case MessageKind::data_ended:
      return old || (jm.data_ended + jm.ended + reported < all && !outlook_.may_begin_snapshot());
    case MessageKind::canceled: return old || jm.ended + reported < all;
    case MessageKind::finished:
      if (old || jm.ended + reported >= all) return old;
      return jm.phase != Phase::running || !(outlook_.may_begin_snapshot() || outlook_.may_fail_task());
    case MessageKind::failed: return old || (jm.ended + reported < all && jm.phase != Phase::running);
    default: return false;
  }
}

// What the JobManager tells a task.
bool Settling::is_harmless_mail(const Places& at, TaskId t, const Message& m) const {
  const model::Task& task = world_.task[t];
  const bool of_chain = world_.plan.tasks[t].next_in_chain != t;
  if (m.kind == MessageKind::deploy) {
    const model::Vertex& v = world_.plan.vertex_of(t);
    return !of_chain && v.kind != model::VertexKind::source && !v.transactional && !outlook_.may_lose_taskmanager();
  }
  if (m.medium != task.epoch || task.status != TaskStatus::running) return m.kind != MessageKind::trigger;
  switch (m.kind) {
    case MessageKind::cancel: return ends_unseen(at);
    case MessageKind::notify_aborted:  // it names nothing that the task could still take, or is waiting for
      return (m.large <= task.handled && task.sync != m.large && task.aligning != m.large) || ends_unseen(at);
    default: return false;
  }
}

bool Settling::is_harmless_barrier(TaskId t, const Message& m) const {
  const model::Task& task = world_.task[t];
  if (task.status != TaskStatus::running || m.medium != task.epoch || world_.plan.unaligned) return false;
  if (m.large <= task.handled) return true;
  if (world_.plan.spec.checkpoints.mode != history::Mode::exactly_once) return false;
  if (outlook_.is_bounded() || world_.jm->ended || (leaves_late_ && world_.plan.two_take_snapshots)) return false;
  if (task.aligning && task.aligning != m.large) return false;
  if (task.ended_inputs || task.heard == model::Heard::given_up) return false;
  if (task.barriers + 1 >= world_.plan.tasks[t].inputs || lanes_.may_be_given_up(m.large, task.job)) return false;
  for (TaskId s = 0; s < world_.plan.task_count(); ++s)
    if (world_.plan.is_source(s) && world_.task[s].handled < m.large && !will_take_trigger(s, m.large)) return false;
  return true;
}

// It reads, has been told, and hears of nothing before that would end it.
bool Settling::will_take_trigger(TaskId source, std::uint32_t checkpoint) const {
  const model::Task& task = world_.task[source];
  if (task.status != TaskStatus::running || task.reading != model::Reading::yes || task.leaving != model::Leaving::none)
    return false;
  const sim::ChannelId inbox = world_.plan.to_task(source);
  for (std::uint16_t i = 0; i < world_.channels().count(inbox); ++i) {
    const Message& m = world_.channels().at(inbox, i);
    if (m.kind == MessageKind::trigger && m.large == checkpoint) return m.medium == task.epoch;
    const bool ends = m.kind == MessageKind::stop_source || m.kind == MessageKind::cancel ||
                      m.kind == MessageKind::no_more_splits || m.sync();
    if (ends) return false;
  }
  return false;
}

bool Settling::is_harmless_end(TaskId t) const {
  const model::Task& task = world_.task[t];
  return task.status == TaskStatus::running && !world_.plan.unaligned &&
         task.ended_inputs + 1 < world_.plan.tasks[t].inputs && !outlook_.may_see_snapshot();
}

// The job's tasks are to be cancelled, none of them has anything left to show, and none is to be struck before.
bool Settling::ends_unseen(const Places& at) const {
  const model::JobManager& jm = *world_.jm;
  if (jm.phase == Phase::running || jm.executions == 0 || outlook_.may_strike()) return false;
  for (TaskId t = 0; t < world_.plan.task_count(); ++t)
    for (const std::uint32_t lane : lanes_.of_task(world_, t, jm.executions - 1U)) {
      const Seen* next = lanes_.next(at, lane);
      if (next && next->sighting.attempt <= jm.attempt) return false;
    }
  return true;
}

}  // namespace scenarios
