// Why a task may go first. Let s be a step of task t that is enabled and shows what the task has to show next, and let
// w be any way on that explains the rest of the recording. The task's steps are tried all, so if the first of them in w
// is possible now, nothing is lost. If it is not, it takes a message that is still to come. None of these is in the
// way: what w shows in t's lane next, s shows too, and it is the same step, since each input is a queue; so what comes
// before s in w is unseen, and commutes with s where
//
// - it only counts, commits, or tells that something is over;
// - it takes a snapshot that nobody sees (a map's, a plain sink's) and s takes a record: with exactly-once the input of
// s
//   would have been blocked by then. With at-least-once it would not be, and records would stand on the other side of
//   the barrier; so would they of a cancellation barrier. A task that may send such things unseen does not go first;
// - the task does not end by s while a trigger may come: one that it finds in its mailbox it declines before it says
// that
//   it has finished, one that comes later behind that, and maybe it would have taken it unseen. Nor does it become deaf
//   to mails by s, which it could have taken before. (One that is over and has a notice left to show is a dead end,
//   dead_ends.cpp);
// - in a chain, it shows something in the lane of another member: there s has to show what is next in all lanes.
//
// Steps of others read nothing of the task. What s reads of others is no matter of their order but for the slot of a
// snapshot that is being written, which an input's end in the middle of an alignment asks for; a TaskManager's loss,
// which strikes what runs on it; and mines, which are laid by the client. Each of these is asked for.
#include "scenarios/follow_first.hpp"

#include <algorithm>

#include "sim/machine.hpp"

namespace scenarios {

using model::Message;
using model::MessageKind;
using model::TaskId;
using Machine = sim::Machine<model::World>;

namespace {

bool any_of_chain(const model::Plan& plan, TaskId head, auto&& what) {
  bool found = false;
  plan.down_chain(head, [&](TaskId t) { found |= what(t); });
  return found;
}

// Some task behind it has several inputs.
bool leads_together(const model::Plan& plan, TaskId head) {
  bool found = false;
  plan.for_each_output(plan.last_of_chain(head), [&](sim::ChannelId c) {
    const TaskId next = model::Plan::task_of(plan.channels[c].receiver);
    found |= plan.tasks[next].inputs > 1 || leads_together(plan, next);
  });
  return found;
}

}  // namespace

First::First(const model::World& world, const Lanes& lanes, const Outlook& outlook)
    : world_(world),
      lanes_(lanes),
      outlook_(outlook),
      shows_snapshots_(world.plan.task_count()),
      sends_unseen_(world.plan.task_count()) {
  const model::Plan& plan = world.plan;
  const bool tells_behind = plan.spec.semantics.stop_abort_notice == model::StopAbortNotice::unheard;
  const bool blocks = plan.spec.checkpoints.mode == history::Mode::exactly_once;
  for (const TaskId head : plan.heads) {
    shows_snapshots_[head] = any_of_chain(plan, head, [&](TaskId t) {
      if (plan.is_source(t)) return !lanes.source_snapshots_may_be_unheard;
      return plan.vertex_of(t).kind == model::VertexKind::keyed_count && !lanes.op_snapshots_may_be_unheard;
    });
    bool has_outputs = false;
    plan.for_each_output(plan.last_of_chain(head), [&](sim::ChannelId) { has_outputs = true; });
    const bool several = plan.tasks[head].inputs > 1, source = plan.is_source(head);
    sends_unseen_[head] = has_outputs && ((!shows_snapshots_[head] && (source || (several && !blocks))) ||
                                          (tells_behind && several && leads_together(plan, head)));
  }
}

// What a step shows beside the thread's own lane says nothing of when it happened.
bool First::may_come_first(const Places& at, const FollowChild& child) const {
  if (child.silent || child.task == sim::nobody) return false;
  const Message* m = child.step.of_channel() ? &world_.channels().at(child.step.subject, child.step.binding) : nullptr;
  const TaskId head = world_.plan.tasks[child.task].head;
  if (m && m->kind == MessageKind::deploy) return !outlook_.may_lose_taskmanager();
  if (child.is_deaf || (child.finishes && outlook_.may_see_snapshot())) return false;
  if (passes_hook(child, m) && outlook_.may_lay_mine_later(head)) return false;
  if (child.of_thread) return is_seen_in_order(at, child, m);
  if (m && m->kind == MessageKind::notify_completed) return is_harmless_notice(at, head, *m);
  // In event time, where nothing is proved.
  return m && (m->kind == MessageKind::watermark || m->kind == MessageKind::window_part) &&
         world_.plan.vertex_of(child.task).kind == model::VertexKind::sink;
}

bool First::is_of_client(sim::Step step) const {
  return Machine::actor(world_, step) == model::Plan::client && Machine::role(world_, step) != sim::Role::fault;
}

bool First::is_seen_in_order(const Places& at, const FollowChild& child, const Message* m) const {
  const TaskId head = world_.plan.tasks[child.task].head;
  if (!shows_in_all_lanes(at, child) || sends_unseen_[head]) return false;
  if (!m) return true;
  const model::Task& task = world_.task[head];
  // Which of two stops a task hears of first is no matter of indifference (M3).
  const bool snapshot = m->kind == MessageKind::barrier || m->kind == MessageKind::trigger;
  if (snapshot && world_.plan.two_take_snapshots && task.sync) return false;
  return m->kind != MessageKind::end_of_partition || !task.aligning;
}

// Of each member of the chain that has something left to show.
bool First::shows_in_all_lanes(const Places& at, const FollowChild& child) const {
  const TaskId head = world_.plan.tasks[child.task].head;
  if (world_.plan.tasks[head].next_in_chain == head) return true;
  return !any_of_chain(world_.plan, head, [&](TaskId t) {
    const auto lane = lanes_.numbers.find(lane_of_task(world_, t));
    if (lane == lanes_.numbers.end() || child.state.at[lane->second] != at[lane->second]) return false;
    const Seen* next = lanes_.next(at, lane->second);
    return next && next->sighting.attempt == world_.task[t].attempt;
  });
}

// A record that is taken in the end has struck no mine.
bool First::passes_hook(const FollowChild& child, const Message* m) const {
  if (m) return m->kind != MessageKind::record && m->kind != MessageKind::watermark;
  return world_.rules().of_actors()[child.step.rule].name != "emit_record";
}

// Sinks commit, which nothing else asks for. What ends for it could have shown more before, or taken one snapshot more.
bool First::is_harmless_notice(const Places& at, TaskId head, const Message& m) const {
  if (outlook_.has_mine(head)) return false;
  const model::Task& task = world_.task[head];
  const bool last = task.leaving == model::Leaving::end_of_data && task.sync && m.large > task.sync;
  if (task.sync != m.large && !last) return true;
  if (world_.plan.two_take_snapshots) return false;
  if (!world_.plan.is_source(head)) return !outlook_.may_see_snapshot();
  return !any_of_chain(world_.plan, head, [&](TaskId t) {
    const Seen* next = lanes_.next_of_thread(at, world_, t);
    return next && next->sighting.attempt == world_.task[t].attempt;
  });
}

}  // namespace scenarios
