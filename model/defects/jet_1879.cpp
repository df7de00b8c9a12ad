// JET-1879: an operator still has to hand on a batch that ends with a watermark. A newer watermark comes, finds
// another queue empty, and goes out at once; then the batch brings the older one.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// planted: the watermark that waits, and whose it is + 1.
void keep_the_first(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_watermark").effect;
  const TaskId t = receiver_of(w, c);
  if (w.planted[1] || m.large == max_watermark || w.plan.tasks[t].inputs != 1) return clean(w, c, m);
  w.planted[0] = m.large, w.planted[1] = t + 1;
}

Ready may_hand_on(const World& w, ActorId a, std::uint32_t) {
  return w.planted[0] && w.planted[1] == Plan::task_of(a) + 1 && is_running(w, w.planted[1] - 1) ? Ready::yes
                                                                                                 : Ready::no;
}

void hand_on(World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  const std::uint32_t value = std::exchange(w.planted[0], 0);
  w.emit(history::Watermark{w.at(t), std::int64_t{value} - 1});
  w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId c) {
    w.send(c, {MessageKind::watermark, 0, w.task[t].epoch, value});
  });
}

}  // namespace

const Defect jet_1879 = {.id = "JET-1879",
                         .family = Family::time,
                         .mistake = "an older watermark goes out behind a newer one",
                         .versions = "Jet until 4.0",
                         .caught_by = "monotone-watermark",
                         .scenario = "scenarios/defects/watermarks.yaml",
                         .plant =
                             [](World::Rules& rules) {
                               replace_effect(rules, "take_watermark", keep_the_first);
                               add_step(rules, "hand_on_batch", ActorKind::op, may_hand_on, hand_on);
                             },
                         .words = 2};

}  // namespace model
