// FLINK-4651: timers are restored with their operator, but the clock that fires them is only told of one when a new
// timer is the earliest. Without new input the window stays open for ever. It is the clock of processing time in the
// report; here it is the watermark.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

constexpr std::uint32_t most = 4;

// planted: the task + 1 whose timers sleep; how much of each split was purged.
void restore_asleep(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  clean(w, c, m);
  const TaskId t = receiver_of(w, c);
  const Vertex& v = w.plan.vertex_of(t);
  if (!m.small || !v.window_ms || v.marks > most) return;
  w.planted[0] = t + 1;
  for (std::uint32_t i = 0; i < v.marks; ++i) {
    const std::uint32_t mark = w.plan.tasks[t].first_mark + i;
    w.planted[1 + i] = w.purged[mark];
    w.purged[mark] = w.mark[mark].next;
  }
}

void process_and_wake(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("process_record").effect;
  const TaskId t = receiver_of(w, c);
  if (w.planted[0] == t + 1) {
    w.planted[0] = 0;
    for (std::uint32_t i = 0; i < w.plan.vertex_of(t).marks; ++i)
      w.purged[w.plan.tasks[t].first_mark + i] = std::exchange(w.planted[1 + i], 0);
  }
  clean(w, c, m);
}

}  // namespace

const Defect flink_4651 = {.id = "FLINK-4651",
                           .family = Family::time,
                           .mistake = "restored timers do not fire until a new one is set",
                           .versions = "until 1.1.2; mended in 1.1.3",
                           .caught_by = "timer-fidelity",
                           .scenario = "scenarios/defects/window-then-failure.yaml",
                           .plant =
                               [](World::Rules& rules) {
                                 replace_effect(rules, "restore_task", restore_asleep);
                                 replace_effect(rules, "process_record", process_and_wake);
                               },
                           .words = 5};

}  // namespace model
