// FLINK-15076 (with FLINK-15467): a task with a legacy source has two threads. Only one of them was interrupted, and
// the task said CANCELED before the other had ended: a dead attempt that still emits.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void cancel_one_thread(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("cancel_task").effect;
  const TaskId t = receiver_of(w, c);
  const bool reads = is_running(w, t) && w.task[t].reading == Reading::yes;
  const std::uint32_t split = w.plan.splits_of(t) ? w.plan.split_of(t, 0) : 0, position = w.position[split];
  clean(w, c, m);
  if (!reads || w.task[t].status != history::TaskStatus::canceled) return;
  w.task[t].reading = Reading::yes;
  w.position[split] = position;
}

}  // namespace

const Defect flink_15076 = {
    .id = "FLINK-15076",
    .family = Family::cancel,
    .mistake = "a cancelled source is reported as ended while its thread reads on",
    .versions = "until 1.9.1, 1.10.2, 1.11.1; mended in 1.9.2, 1.10.3, 1.11.2",
    .caught_by = "reads-on-in-order",
    .scenario = "scenarios/defects/cancel-source-function.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "cancel_task", cancel_one_thread); }};

}  // namespace model
