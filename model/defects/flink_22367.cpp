// FLINK-22367: a task waits for the savepoint of a stop to be complete. The notice of the checkpoint before it is
// late, comes while it waits, and ends the wait: the mark is cleared whatever the number. When its input ends the
// task leaves, and is not there to commit the savepoint once that is complete.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void notify_of_anything(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("notify_completed").effect;
  Task& task = w.task[receiver_of(w, c)];
  if (task.sync && m.medium == task.epoch && m.large < task.sync) task.sync = m.large;
  clean(w, c, m);
}

}  // namespace

const Defect flink_22367 = {
    .id = "FLINK-22367",
    .family = Family::notices,
    .mistake = "any notice ends the wait for the savepoint of a stop",
    .versions = "until 1.13; mended in 1.14.0",
    .caught_by = "commits-when-due",
    .scenario = "scenarios/defects/stop-bounded-1.13.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "notify_completed", notify_of_anything); }};

}  // namespace model
