// A job comes to life: handed in, deployed, its tasks restored from a snapshot (semantics.md 2(e).5, 2(e).6, 2(f)).
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

// A new execution. Its numbers go on behind the snapshot it starts from; the snapshot stays its owner's (no-claim).
void submit(World& w, ChannelId, const Message& m) {
  JobManager fresh{};
  fresh.periodic = w.jm->periodic;
  fresh.epoch = w.jm->epoch;
  fresh.executions = static_cast<std::uint16_t>(w.jm->executions + 1);
  fresh.restored = m.small;
  fresh.next_checkpoint = m.small ? w.slot[m.small - 1].checkpoint + 1 : 1;
  fresh.phase = Phase::running;
  *w.jm = fresh;
  const history::JobId job = fresh.executions - 1U;
  const std::uint8_t from = m.small;
  w.emit(history::JobSubmitted{job, from ? artifact_of(w, static_cast<std::uint8_t>(from - 1)) : history::no_artifact});
  w.emit(history::JobStatusChanged{job, history::JobStatus::running, {}});
  deploy_all(w, from);
}

}  // namespace

// All tasks have ended, so their channels are nobody's: the new deployment gets new ones.
void deploy_all(World& w, std::uint8_t slot_plus_one) {
  JobManager& jm = *w.jm;
  if (jm.epoch == UINT16_MAX) return w.overflow("deployments", "restart.attempts (65535 deployments fit in one run)");
  ++jm.epoch;
  jm.running = jm.ended = jm.finished = 0;
  jm.trigger = w.plan.spec.checkpoints.interval ? Trigger::starting : Trigger::off;
  for (ChannelId c = w.plan.first_data; c < w.channels().size(); ++c) {
    w.clear(c);
    w.channels().set_closed(c, false);
    w.block(c, true);
  }
  const std::uint16_t job = static_cast<std::uint16_t>(jm.executions - 1);
  for (TaskId t = 0; t < w.plan.task_count(); ++t) {
    w.emit(history::TaskStatusChanged{{job, t, jm.attempt}, history::TaskStatus::scheduled, {}});
    w.emit(history::TaskStatusChanged{{job, t, jm.attempt}, history::TaskStatus::deploying, {}});
    w.channels().set_closed(w.plan.to_task(t), false);
    w.send(w.plan.to_task(t), {MessageKind::deploy, slot_plus_one, jm.epoch, jm.attempt | std::uint32_t{job} << 16});
  }
}

namespace {

void restore_source(World& w, TaskId t, const std::uint32_t* words, history::CheckpointId from) {
  std::vector<history::Position> positions;
  for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) {
    const std::uint32_t split = w.plan.split_of(t, i);
    w.position[split] = words ? words[i] : 0;
    positions.push_back({split, w.position[split]});
  }
  w.emit(history::SourceRestored{w.at(t), positions, from});
}

void restore_counts(World& w, TaskId t, const std::uint32_t* words) {
  const std::size_t bytes = w.plan.vertex_of(t).marks * sizeof(Mark);
  Mark* marks = w.mark + w.plan.tasks[t].first_mark;
  if (words)
    std::memcpy(marks, words, bytes);
  else
    std::memset(static_cast<void*>(marks), 0, bytes);
  if (words) w.emit(history::OpRestored{w.at(t), StateAsEvent(w, t).value()});
}

void restore_task(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const Vertex& v = w.plan.vertex_of(t);
  Task& task = w.task[t];
  task = {};
  task.epoch = m.medium;
  task.attempt = static_cast<std::uint16_t>(m.large);
  task.job = static_cast<std::uint16_t>(m.large >> 16);
  task.status = history::TaskStatus::running;
  w.emit(history::TaskStatusChanged{w.at(t), history::TaskStatus::initializing, {}});
  const std::uint8_t slot = static_cast<std::uint8_t>(m.small - 1);
  const std::uint32_t* words = m.small ? w.payload(slot, t) : nullptr;
  if (v.kind == VertexKind::source) {
    restore_source(w, t, words, m.small ? w.slot[slot].checkpoint : history::no_checkpoint);
    task.reading = Reading::yes;
  } else if (v.kind == VertexKind::keyed_count) {
    restore_counts(w, t, words);
  } else if (v.transactional) {
    if (words) recover_transactions(w, t, words);
    begin_transaction(w, t);
  }
  w.emit(history::TaskStatusChanged{w.at(t), history::TaskStatus::running, {}});
  w.plan.for_each_input(t, [&](ChannelId in) { w.block(in, false); });
  if (w.plan.fault_budget) w.touch(Plan::faults);  // one more victim
  w.send(w.plan.to_jobmanager(t), {MessageKind::running, 0, m.medium, 0});
}

void task_running(World& w, ChannelId, const Message& m) {
  if (m.medium == w.jm->epoch) ++w.jm->running;
}

}  // namespace

void add_restore(Rules& rules) {
  rules.of_channel({"submit_job", kind(ChannelClass::client_to_jobmanager), kind(MessageKind::submit),
                    sim::Rank::control, nullptr, submit});
  rules.of_channel({"restore_task", kind(ChannelClass::jobmanager_to_task), kind(MessageKind::deploy),
                    sim::Rank::control, nullptr, restore_task});
  rules.of_channel({"task_running", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::running),
                    sim::Rank::control, nullptr, task_running});
}

}  // namespace model
