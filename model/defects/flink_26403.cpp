// FLINK-26403: at the end of the input the committer holds what was written last and waits for a notice, which comes
// with the savepoint of the drain; it ended without committing then, and the last transaction of a drained job was
// aborted by its timeout.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void end_without_committing(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("notify_completed").effect;
  m.drain() ? with_hidden_transactions(w, receiver_of(w, c), clean, c, m) : clean(w, c, m);
}

}  // namespace

const Defect flink_26403 = {
    .id = "FLINK-26403",
    .family = Family::sinks,
    .mistake = "the last transaction of a drained job is not committed",
    .versions = "Sink V2 while 1.15 was made; mended in 1.15.0",
    .caught_by = "commits-when-due",
    .scenario = "scenarios/defects/drain-transactional-chained.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "notify_completed", end_without_committing); }};

}  // namespace model
