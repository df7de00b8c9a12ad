// FLINK-23532: until 1.14 a stop triggered the savepoint first and stopped the sources when it was complete. Records
// that they emitted in between are in no savepoint, but travel to the sink in the clean shutdown, so the resumed job
// reads them again.
#include "model/defects/defect.hpp"
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

void take_trigger_and_read_on(World& w, ChannelId c, const Message& m) {
  Task& task = w.task[Plan::task_of(w.channels().info(c).receiver)];
  take_trigger(w, c, m);
  if (task.sync == m.large && task.status == history::TaskStatus::running) task.reading = Reading::yes;
}

}  // namespace

const Defect flink_23532 = {
    "FLINK-23532", "sources stop only when the savepoint is complete", "no-replay-after-stop",
    "scenarios/defects/flink-23532.yaml", [](World::Rules& rules) {
      rules.replace(ChannelRule{"take_trigger", kind(ChannelClass::jobmanager_to_task), kind(MessageKind::trigger),
                                sim::Rank::control, nullptr, take_trigger_and_read_on});
    }};

}  // namespace model
