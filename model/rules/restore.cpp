// A job comes to life: handed in, deployed, its tasks restored from a snapshot (semantics.md 2(e).5, 2(e).6, 2(f)).
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

// A new execution. Its numbers go on behind the snapshot it starts from, which stays its owner's unless the execution
// claims it (2(f), M27).
void submit(World& w, ChannelId, const Message& m) {
  JobManager fresh{};
  fresh.periodic = w.jm->periodic;
  fresh.epoch = w.jm->epoch;
  fresh.executions = static_cast<std::uint16_t>(w.jm->executions + 1);
  fresh.restored = m.small;
  fresh.next_checkpoint = m.small ? w.slot[m.small - 1].checkpoint + 1 : 1;
  *w.jm = fresh;
  enter_phase(w, Phase::running);
  const history::JobId job = fresh.executions - 1U;
  const std::uint8_t from = m.small;
  w.emit(history::JobSubmitted{job, from ? artifact_of(w, static_cast<std::uint8_t>(from - 1)) : history::no_artifact});
  if (is_adaptive(w)) w.emit(history::JobStatusChanged{job, history::JobStatus::created, {}});
  w.emit(history::JobStatusChanged{job, history::JobStatus::running, {}});
  if (from && static_cast<Claim>(m.medium) == Claim::claim) claim_snapshot(w, static_cast<std::uint8_t>(from - 1));
  deploy_all(w, from);
}

}  // namespace

// All tasks have ended, so their channels are nobody's: the new deployment gets new ones.
void deploy_all(World& w, std::uint8_t slot_plus_one) {
  JobManager& jm = *w.jm;
  if (jm.epoch == UINT16_MAX) return w.overflow("deployments (65535 fit in one run)", "lower restart.attempts");
  ++jm.epoch;
  jm.running = jm.ended = jm.finished = jm.data_ended = 0;
  jm.final_done = 0;
  for (TaskId t = 0; t < w.plan.task_count(); ++t) w.execution[t] = Execution::deployed;
  jm.trigger = w.plan.spec.checkpoints.interval ? Trigger::starting : Trigger::off;
  for (ChannelId c = w.plan.first_data; c < w.channels().size(); ++c) {
    w.clear(c);
    w.channels().set_closed(c, false);
    w.block(c, true);
  }
  if (w.plan.unaligned) std::memset(w.arrived, 0, w.plan.overtakes.size() * sizeof(std::uint32_t));
  if (w.plan.unaligned && slot_plus_one) put_back_in_flight(w, static_cast<std::uint8_t>(slot_plus_one - 1));
  if (w.plan.hands_out_splits()) restore_enumerators(w, slot_plus_one);
  const std::uint16_t job = static_cast<std::uint16_t>(jm.executions - 1);
  for (TaskId t = 0; t < w.plan.task_count(); ++t) {
    w.emit(history::TaskStatusChanged{{job, t, jm.attempt}, history::TaskStatus::scheduled, {}});
    if (jm.no_slots) continue;  // RUNNING, and nothing runs: every task waits for a slot
    w.emit(history::TaskStatusChanged{{job, t, jm.attempt}, history::TaskStatus::deploying, {}});
    if (!w.plan.is_head(t)) continue;
    w.channels().set_closed(w.plan.to_task(t), false);
    w.send(w.plan.to_task(t), {MessageKind::deploy, slot_plus_one, jm.epoch, jm.attempt | std::uint32_t{job} << 16});
  }
}

namespace {

// FLIP-147: what all subtasks of an operator had finished before the snapshot is restored as finished. Without bounds
// that comes of a snapshot that is triggered while the sources of a stop end. It asks no enumerator for a split any
// more, whatever that has left (SourceOperatorStreamTask gives it an input that is at its end); where others of its
// vertex run on, it comes back without a split and asks again.
bool had_finished(World& w, TaskId t, std::uint8_t slot) {
  const std::uint32_t vertex = w.plan.tasks[t].vertex, mark = w.plan.is_reader(t) ? reader_finished : all_read;
  bool any = false;
  for (TaskId s = t - w.plan.tasks[t].subtask; s < w.plan.task_count() && w.plan.tasks[s].vertex == vertex; ++s)
    for (std::uint32_t i = 0; i < w.plan.splits_of(s); ++i) {
      if (w.payload(slot, s)[i] != mark) return false;
      any = true;
    }
  return any;
}

void restore_source(World& w, TaskId t, const std::uint32_t* words, history::CheckpointId from, bool finished) {
  std::vector<history::Position> positions;
  for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) {
    const std::uint32_t split = w.plan.split_of(t, i);
    std::uint32_t& next = w.position[w.plan.place_of(t, i)];
    next = words ? words[i] : w.plan.is_reader(t) ? all_read : 0;
    if (next == reader_finished && !finished) next = all_read;
    if (next == reported) next = w.plan.bound_of(split);  // and is reported again
    if (next < reported) positions.push_back({split, next});
  }
  w.emit(history::SourceRestored{w.at(t), positions, from});
  w.task[t].reading = finished ? Reading::done : Reading::yes;
}

void restore_counts(World& w, TaskId t, const std::uint32_t* words) {
  const Vertex& v = w.plan.vertex_of(t);
  const std::uint32_t first = w.plan.tasks[t].first_mark;
  if (!words) return;  // its memory is empty
  std::memcpy(w.mark + first, words, v.marks * sizeof(Mark));
  if (v.window_ms) std::memcpy(w.purged + first, words + 2 * v.marks, v.marks * sizeof(std::uint32_t));
  w.emit(history::OpRestored{w.at(t), StateAsEvent(w, t).value()});
}

void restore_operator(World& w, TaskId t, const Message& m) {
  const Vertex& v = w.plan.vertex_of(t);
  Task& task = w.task[t];
  task = {};
  task.epoch = m.medium;
  task.attempt = static_cast<std::uint16_t>(m.large);
  task.job = static_cast<std::uint16_t>(m.large >> 16);
  task.status = history::TaskStatus::running;
  const TaskId head = w.plan.tasks[t].head, with = head == t ? history::no_task : head;
  w.emit(history::TaskStatusChanged{w.at(t), history::TaskStatus::initializing, {}, with});
  const std::uint8_t slot = static_cast<std::uint8_t>(m.small - 1);
  const std::uint32_t* words = m.small ? w.payload(slot, t) : nullptr;
  if (v.kind == VertexKind::source) {
    restore_source(w, t, words, m.small ? w.slot[slot].checkpoint : history::no_checkpoint,
                   words && had_finished(w, t, slot));
  } else if (v.kind == VertexKind::keyed_count) {
    restore_counts(w, t, words);
  } else if (v.transactional) {
    if (words) recover_transactions(w, t, words);
    begin_transaction(w, t);
  }
  w.emit(history::TaskStatusChanged{w.at(t), history::TaskStatus::running, {}, with});
}

// A chain comes to life from its last operator to its first, so that nothing is emitted to one that is not there.
void restore_task(World& w, ChannelId c, const Message& m) {
  const TaskId head = Plan::task_of(w.channels().info(c).receiver);
  w.plan.up_chain(head, [&](TaskId t) { restore_operator(w, t, m); });
  w.send(w.plan.to_jobmanager(head), {MessageKind::running, 0, m.medium, 0});
  w.plan.for_each_input(head, [&](ChannelId in) {
    w.block(in, false);
    if (w.plan.unaligned) w.block(w.plan.overtaking(in), false);
  });
  if (w.plan.is_reader(head)) ask_for_split(w, head);
  victims_changed(w);
}

void task_running(World& w, ChannelId c, const Message& m) {
  if (m.medium == w.jm->epoch) w.plan.down_chain(c - w.plan.first_to_jobmanager, [&](TaskId) { ++w.jm->running; });
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
