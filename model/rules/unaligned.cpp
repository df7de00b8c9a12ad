// Unaligned checkpoints (2(d).2): the barrier overtakes the records that lie before it in a channel, and they become
// part of the snapshot instead. So a checkpoint takes no longer when the job is backpressured.
//
// A barrier goes two ways: along a channel of its own beside the data, and in its place among the records, as a mark.
// Whichever is taken first counts. With the first barrier of a checkpoint a task stores its state and sends its own
// barriers on; from then on each record that it takes from a channel whose barrier is still to come is noted, and when
// that barrier comes, the records that lie before the mark. When all have come, the task's part is written. A restore
// puts the records back into their channels before anything else; watermarks are not kept.
//
// Only periodic checkpoints and hash exchanges: savepoints are aligned, and so are pointwise edges.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

void keep(World& w, TaskId t, ChannelId data, const Message& record) {
  const auto slot = slot_being_written(w, w.task[t].aligning, w.task[t].job);
  if (!slot) return;
  InFlight& kept = w.in_flight(*slot, data);
  if (kept.count == w.plan.in_flight_records)
    return w.overflow("records in flight in one channel of a checkpoint", "raise network.capacity");
  w.in_flight_records(*slot, data)[kept.count++] = record;
}

void all_have_come(World& w, TaskId t) {
  Task& task = w.task[t];
  if (task.barriers + task.ended_inputs < w.plan.tasks[t].inputs) return;
  const std::uint32_t checkpoint = task.aligning;
  task.aligning = task.barriers = 0;
  if (const auto slot = slot_being_written(w, checkpoint, task.job))
    write_snapshot(w, t, {MessageKind::barrier, *slot, task.epoch, checkpoint});
}

}  // namespace

bool overtakes_records(const World& w, const Message& m) {
  if (!w.plan.unaligned || m.sync()) return false;
  const Slot& s = w.slot[m.slot()];
  return s.checkpoint == m.large && s.kind == history::SnapshotKind::checkpoint;
}

void send_overtaking_barrier(World& w, ChannelId data, const Message& m) {
  if (w.plan.can_be_overtaken(data)) w.send(w.plan.overtaking(data), m);
}

void take_overtaking_barrier(World& w, ChannelId data, const Message& m, bool in_place) {
  const TaskId t = Plan::task_of(w.channels().info(data).receiver);
  Task& task = w.task[t];
  if (w.arrived[data - w.plan.first_data] == m.large || m.large < task.aligning) return;
  if ((m.large <= task.handled && task.aligning != m.large) || was_given_up(task, m.large)) return;  // or done
  if (task.aligning != m.large) {
    if (task.aligning) give_up_alignment(w, t, Decline::subsumed);
    snapshot_task(w, t, m);
    if (task.status != history::TaskStatus::running) return;
    task.aligning = m.large;
  }
  w.arrived[data - w.plan.first_data] = m.large;
  ++task.barriers;
  for (std::uint16_t i = 0; !in_place && i < w.channels().count(data); ++i) {
    const Message& before = w.channels().at(data, i);
    if (before.kind == MessageKind::barrier && before.large == m.large) break;
    if (before.kind == MessageKind::record) keep(w, t, data, before);
  }
  all_have_come(w, t);
}

void note_in_flight(World& w, TaskId t, ChannelId data, const Message& m) {
  const Task& task = w.task[t];
  if (task.aligning && task.aligning == task.handled && w.arrived[data - w.plan.first_data] != task.aligning)
    keep(w, t, data, m);
}

// The end of an input stands for its barrier, unless that had come before.
void end_input_unaligned(World& w, TaskId t, ChannelId data) {
  Task& task = w.task[t];
  if (w.arrived[data - w.plan.first_data] == task.aligning) --task.barriers;
  all_have_come(w, t);
}

void put_back_in_flight(World& w, std::uint8_t slot) {
  for (ChannelId c = w.plan.first_data; c < w.plan.first_overtaking; ++c)
    for (std::uint32_t i = 0; i < w.in_flight(slot, c).count; ++i) w.send(c, w.in_flight_records(slot, c)[i]);
}

std::uint32_t channels_in_flight(World& w, std::uint8_t slot) {
  std::uint32_t n = 0;
  for (ChannelId c = w.plan.first_data; w.plan.unaligned && c < w.plan.first_overtaking; ++c)
    n += w.in_flight(slot, c).count != 0;
  return n;
}

namespace {

void take_from_beside(World& w, ChannelId c, const Message& m) {
  if (overtakes_records(w, m)) take_overtaking_barrier(w, w.plan.data_of(c), m, false);
}

}  // namespace

void add_unaligned(Rules& rules) {
  rules.of_channel({"overtake_records", kind(ChannelClass::overtaking), kind(MessageKind::barrier), sim::Rank::control,
                    nullptr, take_from_beside});
}

}  // namespace model
