// FLINK-34117: the coordinator of a compacting file sink plans when the mark of a checkpoint comes. The mark of the
// end has the greatest number and was passed over: what was written after the last regular checkpoint is in no plan
// and vanishes.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void pass_over_the_last(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("notify_completed").effect;
  const Task& task = w.task[receiver_of(w, c)];
  const bool last = task.leaving == Leaving::end_of_data && task.sync == m.large;
  last ? with_hidden_transactions(w, receiver_of(w, c), clean, c, m) : clean(w, c, m);
}

}  // namespace

const Defect flink_34117 = {
    .id = "FLINK-34117",
    .family = Family::sinks,
    .mistake = "what is written behind the last regular checkpoint of a bounded job is dropped",
    .versions = "until 1.18; mended in January 2024",
    .caught_by = "ends-with-everything",
    .scenario = "scenarios/defects/bounded-transactional.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "notify_completed", pass_over_the_last); }};

}  // namespace model
