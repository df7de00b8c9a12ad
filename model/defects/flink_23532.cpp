// FLINK-23532: until 1.14 a stop triggered the savepoint first and stopped the sources when it was complete. Records
// that they emitted in between are in no savepoint, but travel to the sink in the clean shutdown, so the resumed job
// reads them again.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_trigger_and_read_on(World& w, ChannelId c, const Message& m) {
  Task& task = w.task[Plan::task_of(w.channels().info(c).receiver)];
  take_trigger(w, c, m);
  if (task.sync == m.large && task.status == history::TaskStatus::running) task.reading = Reading::yes;
}

}  // namespace

const Defect flink_23532 = {
    .id = "FLINK-23532",
    .family = Family::stop,
    .mistake = "sources stop only when the savepoint is complete",
    .versions = "until 1.14; mended in 1.15",
    .caught_by = "no-replay-after-stop",
    .scenario = "scenarios/defects/flink-23532.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_trigger", take_trigger_and_read_on); }};

}  // namespace model
