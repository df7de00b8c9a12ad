// When a snapshot begins, as the coordinator sees it (semantics.md 2(d).1 steps 1 - 8): periodically, for a command
// (stop.cpp), as the last one of a bounded job, or behind a stop (extra_checkpoint.cpp).
//
// It has a number before the sources hear of it. Where a second command can come in between and give it up, telling
// them is a step of its own, and then they never hear of it (recorded: 1.11.3, two stops). So it is where enumerators
// hand out splits: their part is stored first (enumerator.cpp).
#include <algorithm>

#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

std::uint8_t free_slot(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::free) return static_cast<std::uint8_t>(i);
  w.overflow("snapshots in storage (63 fit)", "ask for fewer savepoints, or lower checkpoints.retained");
  return 0;
}

// In a run the places are used in turn, so that the clock of an expiry is never taken for that of the snapshot before.
Pending* free_place(World& w, std::uint32_t number) {
  const std::uint32_t n = w.plan.capacities.pending, first = w.plan.loop == Loop::run ? number % n : 0;
  for (std::uint32_t i = 0; i < n; ++i)
    if (Pending& p = w.pending[(first + i) % n]; !p.checkpoint) return &p;
  return nullptr;
}

// ---- JobManager: trigger

std::uint32_t in_progress(const World& w) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i) n += w.pending[i].checkpoint != 0;
  return n;
}

Ready may_trigger(const World& w, ActorId, std::uint32_t) {
  const JobManager& jm = *w.jm;
  if (jm.trigger == Trigger::off || jm.phase != Phase::running) return Ready::no;
  if (!tasks_can_be_triggered(w)) return Ready::no;  // NOT_ALL_REQUIRED_TASKS_RUNNING
  if (w.plan.hands_out_splits() && is_triggering(w)) return Ready::no;
  if (jm.periodic >= w.plan.periodic_budget) return Ready::no;
  return has_turn(w) ? Ready::yes : Ready::no;
}

void trigger_checkpoint(World& w, ActorId, std::uint32_t) {
  w.jm->trigger = Trigger::on;
  ++w.jm->periodic;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
}

sim::Time first_trigger(const World& w) {
  const CheckpointSpec& c = w.plan.spec.checkpoints;
  const std::size_t execution = w.jm->executions - 1U;
  if (execution == 0 || c.later_firsts.empty()) return c.first;
  return c.later_firsts[std::min(execution, c.later_firsts.size()) - 1];
}

// A fixed schedule from the first one on; one that had to wait for an older checkpoint comes as soon as that has ended.
sim::Time next_trigger(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  const CheckpointSpec& c = w.plan.spec.checkpoints;
  if (w.jm->trigger == Trigger::starting || m.last == sim::never) return m.now + first_trigger(w);
  const sim::Time next = m.last + c.interval;
  return next >= m.now ? next : m.now;
}

}  // namespace

bool has_turn(const World& w) { return !is_triggering(w) && in_progress(w) < w.plan.spec.checkpoints.max_concurrent; }

// FLIP-147: tasks that have finished take no part, where the version allows that at all.
bool tasks_can_be_triggered(const World& w) {
  const JobManager& jm = *w.jm;
  if (jm.phase != Phase::running || jm.running != w.plan.task_count() || jm.deferred) return false;
  if (!jm.ended) return true;
  return w.plan.checkpoints_after_finish && jm.ended == jm.finished && jm.ended < w.plan.task_count();
}

namespace {

bool has_ended(const World& w, TaskId t) { return w.execution[t] == Execution::ended; }

// Barriers start where no running task comes before: at sources, and behind those that have all ended.
bool starts_barriers(const World& w, TaskId head) {
  if (has_ended(w, head)) return false;
  if (w.plan.is_source(head)) return true;
  if (!w.jm->ended) return false;
  bool alone = true;
  w.plan.for_each_input(
      head, [&](ChannelId c) { alone &= has_ended(w, w.plan.tasks[Plan::task_of(w.channels().info(c).sender)].head); });
  return alone;
}

// What a finished source subtask leaves in a snapshot: its splits have been read to their end.
void save_finished(World& w, std::uint8_t slot) {
  for (TaskId t = 0; w.jm->ended && t < w.plan.task_count(); ++t)
    if (has_ended(w, t) && w.plan.is_source(t))
      std::fill_n(w.payload(slot, t), w.plan.splits_of(t), w.plan.is_reader(t) ? reader_finished : all_read);
}

}  // namespace

void trigger_snapshot(World& w, history::SnapshotKind kind, std::uint8_t command) {
  const std::uint32_t number = w.jm->next_checkpoint++;
  Pending* place = free_place(w, number);
  if (!place) return w.overflow("snapshots in progress", "raise checkpoints.max-concurrent");
  Pending& p = *place;
  p = {number, w.plan.task_count() - w.jm->ended, kind, free_slot(w), command, Stage::waits_for_tasks};
  const bool savepoint = is_durable_savepoint(w, kind, command);
  w.slot[p.slot] = {number,
                    static_cast<std::uint16_t>(w.jm->executions - 1),
                    SlotPhase::writing,
                    kind,
                    static_cast<std::uint8_t>(savepoint),
                    {}};
  save_finished(w, p.slot);
  w.emit(history::CheckpointTriggered{w.jm->executions - 1U, number, kind});
  if (w.plan.hands_out_splits()) {
    store_enumerators(w, p.slot);
    p.stage = Stage::not_sent;
    return;
  }
  const bool in_steps = w.plan.spec.semantics.stop_trigger == StopTrigger::in_steps;
  if (in_steps && command && w.plan.two_take_snapshots && !w.jm->ended) {
    p.stage = Stage::not_sent;
    return;
  }
  for (TaskId t : w.plan.heads)
    if (starts_barriers(w, t)) w.send(w.plan.to_task(t), about(w, MessageKind::trigger, p));
}

namespace {

std::uint32_t places(const World& w, ActorId) { return w.plan.capacities.pending; }

bool is_not_sent(const Pending& p) { return p.checkpoint && p.stage == Stage::not_sent; }

// Where enumerators hand out splits, what they sent before their part was stored has to arrive first (FLINK-21996).
Ready may_send_triggers(const World& w, ActorId, std::uint32_t place) {
  return is_not_sent(w.pending[place]) && !any_event_unanswered(w) ? Ready::yes : Ready::no;
}

}  // namespace

bool is_triggering(const World& w) {
  return std::any_of(w.pending, w.pending + w.plan.capacities.pending, is_not_sent);
}

namespace {

// To those that ran when it was numbered. One that has ended meanwhile declines; where its place in the plan of the
// snapshot may be another's by now, the snapshot is given up at once.
void send_triggers(World& w, ActorId, std::uint32_t place) {
  Pending& p = w.pending[place];
  if (w.plan.hands_out_splits() && p.missing != w.plan.task_count() - w.jm->ended)
    return abort_snapshot(w, p, Refusal::declined, true);
  p.stage = Stage::waits_for_tasks;
  for (TaskId t : w.plan.heads)
    if (w.plan.hands_out_splits() ? starts_barriers(w, t) : w.plan.is_source(t))
      w.send(w.plan.to_task(t), about(w, MessageKind::trigger, p));
}

}  // namespace

// The last checkpoint of a bounded job: at once since 1.18, when all tasks have told the end of their data. Exploring
// forgets intervals, so there it always is.
namespace {

bool all_data_ended(const World& w) {
  return w.jm->data_ended && w.jm->data_ended + w.jm->ended >= w.plan.task_count();
}

Ready may_trigger_final(const World& w, ActorId, std::uint32_t) {
  const JobManager& jm = *w.jm;
  if (!jm.data_ended || jm.final_done || jm.trigger == Trigger::off || !tasks_can_be_triggered(w)) return Ready::no;
  if (!all_data_ended(w) || in_progress(w)) return Ready::no;
  const bool at_once = w.plan.spec.semantics.final_checkpoint == FinalCheckpoint::at_once;
  return at_once || w.plan.loop == Loop::explore ? Ready::yes : Ready::no;
}

void trigger_final(World& w, ActorId, std::uint32_t) {
  w.jm->final_done = 1;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
}

void data_has_ended(World& w, ChannelId c, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  w.plan.down_chain(c - w.plan.first_to_jobmanager, [&](TaskId t) {
    ++w.jm->data_ended;
    w.execution[t] = Execution::data_ended;
  });
}

}  // namespace

void add_trigger(Rules& rules) {
  rules.of_actor({"trigger_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr,
                  may_trigger, trigger_checkpoint, next_trigger});
  rules.of_actor({"send_triggers", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, places,
                  may_send_triggers, send_triggers, nullptr});
  rules.of_actor({"trigger_final", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr,
                  may_trigger_final, trigger_final, nullptr});
  rules.of_channel({"data_has_ended", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::data_ended),
                    sim::Rank::control, nullptr, data_has_ended});
}

}  // namespace model
