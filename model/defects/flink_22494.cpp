// FLINK-22494: a pointer to a completed checkpoint was written, but the answer was lost. Taken for a failure, the
// checkpoint is deleted and the pointer stays: the next recovery follows it to nothing.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void add_pointer_and_fail(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("finalisation_failed").effect;
  const Pending* p = pending_of(w, m);
  const std::uint32_t n = stored_snapshots(w);
  if (p && n < w.plan.capacities.store) w.store[n] = {static_cast<std::uint8_t>(p->slot + 1), 0};
  clean(w, c, m);
}

}  // namespace

const Defect flink_22494 = {
    .id = "FLINK-22494",
    .family = Family::leadership,
    .mistake = "a write whose answer was lost is taken for a failed one",
    .versions = "1.13.0; mended in 1.13.1",
    .caught_by = "restore-latest",
    .scenario = "scenarios/defects/storage-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "finalisation_failed", add_pointer_and_fail); }};

}  // namespace model
