// FLINK-4715: user code swallows the interrupt and reads on. Before there was a watchdog that ends the process,
// nothing else ended the task: the job stays CANCELLING and its slots do not come back.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void cancel_what_reacts(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("cancel_task").effect;
  const TaskId t = receiver_of(w, c);
  const bool deaf = w.plan.is_source(t) && w.plan.vertex_of(t).api == SourceApi::source_function;
  if (!deaf || w.task[t].reading != Reading::yes) clean(w, c, m);
}

}  // namespace

const Defect flink_4715 = {
    .id = "FLINK-4715",
    .family = Family::cancel,
    .mistake = "a source that does not react to cancel keeps its job CANCELLING",
    .versions = "until 1.1.3; a watchdog since 1.1.4",
    .caught_by = "cancel-terminates",
    .scenario = "scenarios/defects/cancel-source-function.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "cancel_task", cancel_what_reacts); }};

}  // namespace model
