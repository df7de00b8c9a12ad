// Why each of these steps may come first. Let s be enabled now, and let w be any way on that explains the rest of the
// recording. If s is in w it can be moved to its front, if it is not it can be put there, and the rest still shows the
// same; then nothing is lost where only s is looked at. An actor takes its messages one at a time and writes nothing
// but its own record, so only steps of the same actor can be in the way. They are not where
//
// - the step only counts (acknowledgements, tasks that have come up or ended), and it is not the last one that is
//   waited for: who counts looks at the number when it is complete;
// - the message means nothing any more to its receiver (of another epoch, to a task that has ended) and never will;
// - a task comes up: everything else that it does comes behind that;
// - a barrier is not the last one of its task, all other inputs will bring theirs, and its snapshot is not given up;
// - an input ends that is not the last one of its task, and no snapshot comes any more that could count it;
// - tasks are cancelled, and none of their execution has anything left to show;
// - a sink writes, where that is not looked at.
//
// "Will", "any more" and "given up" are decided by what the recording still has to show and by what the coordinator and
// the client can still do; in doubt the step is no such step.
#include "scenarios/follow_settling.hpp"

#include "sim/machine.hpp"

namespace scenarios {

using history::TaskStatus;
using model::Message;
using model::MessageKind;
using model::Phase;
using model::TaskId;
using Machine = sim::Machine<model::World>;

Settling::Settling(model::World& world, const Lanes& lanes, bool outputs_unseen)
    : world_(world), lanes_(lanes), outputs_unseen_(outputs_unseen) {
  for (const model::Vertex& v : world.plan.vertices) bounded_ |= !v.bounds.empty();
}

void Settling::settle(const Places& at) {
  for (bool again = true; again;) {
    again = false;
    for (sim::ChannelId c = 0; c < world_.channels().size(); ++c) {
      const sim::Step step{c, sim::Step::take, 0};
      while (world_.channels().takeable(c) && Machine::ready(world_, step) == sim::Ready::yes &&
             is_harmless(at, c, world_.channels().at(c, 0))) {
        Machine::apply(world_, step);
        again = true;
      }
    }
  }
}

// What a step shows beside the thread's own lane says nothing of when it happened.
bool Settling::may_come_first(const FollowChild& child) const {
  if (child.silent || child.task == sim::nobody) return false;
  if (!child.step.of_channel()) return child.of_thread;
  const Message& m = world_.channels().at(child.step.subject, child.step.binding);
  const model::Vertex& v = world_.plan.vertex_of(child.task);
  // Which of two stops a task hears of first is no matter of indifference (M3).
  const bool snapshot = m.kind == MessageKind::barrier || m.kind == MessageKind::trigger;
  if (snapshot && world_.plan.two_take_snapshots && world_.task[child.task].sync) return false;
  if (child.of_thread) return true;
  switch (m.kind) {
    case MessageKind::deploy: return !may_lose_taskmanager();
    case MessageKind::notify_completed: return is_harmless_notice(child.state.at, child.task, m);
    case MessageKind::watermark:
    case MessageKind::window_part:  // a Sink V2 begins a transaction with its first output
      return v.kind == model::VertexKind::sink &&
             (v.sink_api != model::SinkApi::sink_v2 || world_.plan.tasks[child.task].inputs == 1);
    default: return false;
  }
}

bool Settling::is_of_client(sim::Step step) const {
  return Machine::actor(world_, step) == model::Plan::client && Machine::role(world_, step) != sim::Role::fault;
}

// Sinks commit, which nothing else asks for. What ends for it could have shown more before.
bool Settling::is_harmless_notice(const Places& at, TaskId head, const Message& m) const {
  bool mines = false;
  world_.plan.down_chain(head, [&](TaskId t) { mines |= world_.task[t].mines != 0; });
  if (mines) return false;
  if (world_.task[head].sync != m.large) return true;
  if (world_.plan.two_take_snapshots) return false;
  if (!world_.plan.is_source(head)) return true;
  const Seen* next = lanes_.next_of_thread(at, world_, head);
  return !next || next->sighting.attempt != world_.task[head].attempt;
}

bool Settling::is_harmless(const Places& at, sim::ChannelId c, const Message& m) const {
  const sim::ActorId to = world_.channels().info(c).receiver;
  if (m.kind == MessageKind::write_state) return true;  // the storage remembers nothing of it
  if (m.kind == MessageKind::write_metadata) {
    const model::Slot& slot = world_.slot[m.slot()];
    return slot.phase != model::SlotPhase::writing || slot.checkpoint != m.large;
  }
  if (to == model::Plan::jobmanager) return is_harmless_at_jobmanager(m);
  if (to < model::Plan::first_task) return false;
  const TaskId t = model::Plan::task_of(to);
  switch (m.kind) {
    case MessageKind::barrier: return is_harmless_barrier(t, m);
    case MessageKind::end_of_partition: return is_harmless_end(t);
    case MessageKind::record: return outputs_unseen_ && world_.plan.vertex_of(t).kind == model::VertexKind::sink;
    default: return c == world_.plan.to_task(t) && is_harmless_mail(at, t, m);
  }
}

bool Settling::is_harmless_at_jobmanager(const Message& m) const {
  const model::JobManager& jm = *world_.jm;
  const std::uint32_t all = world_.plan.task_count();
  const bool old = m.medium != jm.epoch;
  switch (m.kind) {
    case MessageKind::acknowledge:
      for (std::uint32_t i = 0; !old && i < world_.plan.capacities.pending; ++i)
        if (world_.pending[i].checkpoint == m.large) return world_.pending[i].missing > 1;
      return true;
    case MessageKind::running: return old || jm.running + 1 < all;
    case MessageKind::data_ended: return old || (jm.data_ended + jm.ended + 1 < all && no_snapshot_comes());
    case MessageKind::canceled: return old || jm.ended + 1 < all;
    case MessageKind::finished:
      return old || (jm.ended + 1 < all && (jm.phase != Phase::running || no_snapshot_comes()));
    case MessageKind::failed: return old || (jm.ended + 1 < all && jm.phase != Phase::running);
    default: return false;
  }
}

// What the JobManager tells a task.
bool Settling::is_harmless_mail(const Places& at, TaskId t, const Message& m) const {
  const model::Task& task = world_.task[t];
  const bool of_chain = world_.plan.tasks[t].next_in_chain != t;
  if (m.kind == MessageKind::deploy) {
    const model::Vertex& v = world_.plan.vertex_of(t);
    return !of_chain && v.kind != model::VertexKind::source && !v.transactional && !may_lose_taskmanager();
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
  if (task.status != TaskStatus::running || m.medium != task.epoch) return false;
  if (world_.plan.unaligned || bounded_ || world_.jm->ended) return false;
  if (m.large <= task.handled) return true;
  if (task.aligning && task.aligning != m.large) return false;
  if (task.ended_inputs || task.heard == model::Heard::given_up) return false;
  if (task.barriers + 1 >= world_.plan.tasks[t].inputs || lanes_.may_be_given_up(m.large, task.job)) return false;
  for (TaskId s = 0; s < world_.plan.task_count(); ++s) {
    const model::Task& source = world_.task[s];
    if (!world_.plan.is_source(s) || source.handled >= m.large) continue;
    if (source.status != TaskStatus::running || source.reading != model::Reading::yes ||
        source.leaving != model::Leaving::none)
      return false;
  }
  return true;
}

bool Settling::is_harmless_end(TaskId t) const {
  const model::Task& task = world_.task[t];
  return task.status == TaskStatus::running && !task.barriers && !task.aligning && !world_.plan.unaligned &&
         task.ended_inputs + 1 < world_.plan.tasks[t].inputs && no_snapshot_comes();
}

// In this execution. Whatever begins one is looked at: the trigger, what is being triggered, the commands to come.
bool Settling::no_snapshot_comes() const {
  if (world_.jm->trigger != model::Trigger::off || bounded_) return false;
  if (world_.plan.spec.semantics.extra_checkpoint == model::ExtraCheckpoint::after_drain) return false;
  for (std::uint32_t i = 0; i < world_.plan.capacities.pending; ++i)
    if (world_.pending[i].checkpoint) return false;
  for (std::uint32_t i = 0; i < world_.plan.capacities.operations; ++i)
    if (world_.operations[i].command && world_.operations[i].waits != model::Waits::for_end) return false;
  if (!world_.channels().empty(model::Plan::client_to_jobmanager)) return false;
  for (std::size_t i = world_.client->next; i < world_.plan.timeline.size(); ++i) {
    const model::PlannedEntry& e = world_.plan.timeline[i];
    if (!e.command) continue;
    if (e.command->resume) break;
    if (e.command->kind != history::CommandKind::cancel) return false;
  }
  return true;
}

// The job's tasks are to be cancelled, none of them has anything left to show, and none is to be struck before.
bool Settling::ends_unseen(const Places& at) const {
  if (world_.jm->phase == Phase::running || world_.jm->executions == 0) return false;
  const std::size_t entry = world_.client->next;
  if (entry < world_.plan.timeline.size() && world_.plan.timeline[entry].fault) return false;
  if (world_.faults->any < world_.plan.fault_budget) return false;
  const model::JobManager& jm = *world_.jm;
  for (TaskId t = 0; t < world_.plan.task_count(); ++t)
    for (const std::uint32_t lane : lanes_.of_task(world_, t, jm.executions - 1U)) {
      const Seen* next = lanes_.next(at, lane);
      if (next && next->sighting.attempt <= jm.attempt) return false;
    }
  return true;
}

// It strikes the tasks that are up.
bool Settling::may_lose_taskmanager() const {
  for (std::size_t i = world_.client->next; i < world_.plan.timeline.size(); ++i)
    if (const auto& fault = world_.plan.timeline[i].fault; fault && fault->kind == model::FaultKind::taskmanager_loss)
      return true;
  return world_.plan.fault_budget > 0;
}

}  // namespace scenarios
