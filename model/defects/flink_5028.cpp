// FLINK-5028: a cancel makes the loop of a task return, and the code behind the loop did what it does at a regular
// end: the greatest watermark goes out, and what is behind fires its windows for a job that will go back to its last
// checkpoint.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void end_and_cancel(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("cancel_task").effect;
  const TaskId t = receiver_of(w, c);
  if (w.plan.is_source(t) && is_running(w, t) && m.medium == w.task[t].epoch) emit_watermark(w, t, max_watermark);
  clean(w, c, m);
}

}  // namespace

const Defect flink_5028 = {.id = "FLINK-5028",
                           .family = Family::cancel,
                           .mistake = "a cancel sends the watermark of the end",
                           .versions = "until 1.1.3; mended in 1.1.4",
                           .caught_by = "no-firing-on-cancel",
                           .scenario = "scenarios/defects/cancel-windows.yaml",
                           .plant = [](World::Rules& rules) { replace_effect(rules, "cancel_task", end_and_cancel); }};

}  // namespace model
