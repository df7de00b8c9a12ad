// FLINK-21469: on a drain each source advances event time to its end before the barrier. The task that holds a source
// in a chain with what comes behind it had no such step. What that source feeds waits for its watermark in vain: the
// windows stay open, they are in the savepoint, and they never fire.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_trigger_in_the_chain(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.drain() || !w.plan.is_source(t) || w.plan.tasks[t].next_in_chain == t) return clean(w, c, m);
  std::uint32_t& own = w.watermark[w.plan.tasks[t].watermarks];
  const std::uint32_t before = own;
  own = max_watermark;  // as if it had gone out
  clean(w, c, m);
  if (is_running(w, t)) own = before;
}

}  // namespace

const Defect flink_21469 = {
    .id = "FLINK-21469",
    .family = Family::stop,
    .mistake = "on a drain a chained source does not send its last watermark",
    .versions = "mended in 1.12.5 and 1.13.1",
    .caught_by = "drain-fires-everything",
    .scenario = "scenarios/defects/drain-two-sources.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_trigger", take_trigger_in_the_chain); }};

}  // namespace model
