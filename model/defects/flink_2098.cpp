// FLINK-2098: the offset of a source was read on the thread that triggers, while the thread that emits went on. What
// it emits before the barrier goes out is in the state of everything behind, and comes again after a restore.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// planted: the checkpoint, its bits and slot, the offset.
void store_offset(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = receiver_of(w, c);
  const Task& task = w.task[t];
  const bool reads = w.plan.is_source(t) && task.reading == Reading::yes && m.medium == task.epoch;
  if (!reads || w.planted[0]) return clean(w, c, m);
  w.planted[0] = m.large, w.planted[1] = m.small, w.planted[2] = w.position[w.plan.split_of(t, 0)];
}

Ready may_send_barrier(const World& w, ActorId a, std::uint32_t) {
  return w.planted[0] && w.task[Plan::task_of(a)].reading == Reading::yes ? Ready::yes : Ready::no;
}

void send_barrier(World& w, ActorId a, std::uint32_t) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = Plan::task_of(a);
  std::uint32_t& position = w.position[w.plan.split_of(t, 0)];
  const Message m{MessageKind::trigger, static_cast<std::uint8_t>(w.planted[1]), w.task[t].epoch, w.planted[0]};
  const std::uint32_t now = std::exchange(position, w.planted[2]);
  w.planted[0] = w.planted[1] = w.planted[2] = 0;
  clean(w, w.plan.to_task(t), m);
  position = now;
}

}  // namespace

const Defect flink_2098 = {.id = "FLINK-2098",
                           .family = Family::alignment,
                           .mistake = "a source emits between the offset that it stores and its barrier",
                           .versions = "until 0.8; mended in 0.9",
                           .caught_by = "consistent-cut",
                           .scenario = "scenarios/defects/savepoint.yaml",
                           .plant =
                               [](World::Rules& rules) {
                                 replace_effect(rules, "take_trigger", store_offset);
                                 add_step(rules, "send_barrier", ActorKind::source, may_send_barrier, send_barrier);
                               },
                           .words = 3};

}  // namespace model
