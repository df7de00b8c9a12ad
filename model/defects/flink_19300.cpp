// FLINK-19300: reading the timers of a key group came back short and was taken for the end. The rest of them is gone,
// and nobody is told. Here those of the first split stay.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void restore_the_first(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  clean(w, c, m);
  const TaskId t = receiver_of(w, c);
  const Vertex& v = w.plan.vertex_of(t);
  if (!m.small || !v.window_ms) return;
  for (std::uint32_t i = 1; i < v.marks; ++i) {
    const std::uint32_t mark = w.plan.tasks[t].first_mark + i;
    w.purged[mark] = w.mark[mark].next;
  }
}

}  // namespace

const Defect flink_19300 = {
    .id = "FLINK-19300",
    .family = Family::time,
    .mistake = "a restore keeps the first timers only",
    .versions = "until 1.11.2; mended in 1.11.3",
    .caught_by = "ends-with-everything",
    .scenario = "scenarios/defects/two-splits-window-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", restore_the_first); }};

}  // namespace model
