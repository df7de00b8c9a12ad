// FLINK-22698: the source looks whether it should end only after a message has arrived. With a quiet queue there is
// none, and the stop waits for ever.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_take_between_records(const World& w, ChannelId c, const Message& m) {
  const TaskId t = receiver_of(w, c);
  if (!m.sync() || !w.plan.is_source(t) || !w.plan.record_limit || w.task[t].reading != Reading::yes) return Ready::yes;
  return w.position[w.plan.split_of(t, 0)] < w.plan.record_limit ? Ready::yes : Ready::no;
}

}  // namespace

const Defect flink_22698 = {.id = "FLINK-22698",
                            .family = Family::stop,
                            .mistake = "a source that waits for a record does not see the stop",
                            .versions = "RabbitMQ connector; mended in 1.12.5 and 1.13.2",
                            .caught_by = "stop-terminates",
                            .scenario = "scenarios/defects/stop.yaml",
                            .plant = [](World::Rules& rules) {
                              ChannelRule rule = clean_channel_rule("take_trigger");
                              rule.guard = may_take_between_records;
                              rules.replace(rule);
                            }};

}  // namespace model
