// FLINK-17170: the task thread holds the checkpoint lock, cancels the source function and waits for the thread that
// fetches. That thread has a record at hand and waits for the lock before it can emit it. With nothing to emit it
// would have ended.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_trigger_holding_the_lock(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = receiver_of(w, c);
  Task& task = w.task[t];
  const bool at_hand =
      w.plan.is_source(t) && w.plan.record_limit && w.position[w.plan.split_of(t, 0)] < w.plan.record_limit;
  const bool fetches = w.plan.vertex_of(t).api == SourceApi::source_function && task.reading == Reading::yes;
  if (!m.sync() || !fetches || !at_hand || m.medium != task.epoch) return clean(w, c, m);
  task.reading = Reading::no;
}

}  // namespace

const Defect flink_17170 = {
    .id = "FLINK-17170",
    .family = Family::stop,
    .mistake = "a stop waits for the fetching thread, which waits for the lock of the stop",
    .versions = "Kinesis connector; mended in 1.12.4 and 1.13.1",
    .caught_by = "stop-terminates",
    .scenario = "scenarios/defects/stop-source-function.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_trigger", take_trigger_holding_the_lock); }};

}  // namespace model
