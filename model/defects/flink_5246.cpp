// FLINK-5246: checkpoints and savepoints had a coordinator each and one stream of acknowledgements. The coordinator
// of checkpoints throws away the state of any message whose number it does not know: that of the savepoint, while it
// is being completed.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void acknowledge_to_both(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("acknowledge").effect;
  const Pending* p = pending_of(w, m);
  const TaskId t = c - w.plan.first_acknowledge;
  if (p && p->kind == history::SnapshotKind::savepoint && w.plan.is_source(t))
    for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i) w.payload(p->slot, t)[i] = 0;
  clean(w, c, m);
}

}  // namespace

const Defect flink_5246 = {
    .id = "FLINK-5246",
    .family = Family::coordinator,
    .mistake = "an acknowledgement for a savepoint is taken for garbage, and its state deleted",
    .versions = "1.1; mended in 1.1.4",
    .caught_by = "restores-what-was-stored",
    .scenario = "scenarios/defects/cancel-with-savepoint.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "acknowledge", acknowledge_to_both); }};

}  // namespace model
