// FLINK-38033: a savepoint is in two lists of the controller: as the one that an upgrade will start from, and in the
// history of which so many are kept. The history disposes of it when a newer one is there.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void complete_and_trim_history(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const Pending* p = pending_of(w, m);
  const bool savepoint = p && is_durable_savepoint(w, p->kind, p->command);
  clean(w, c, m);
  for (std::uint32_t i = 0; savepoint && i < w.plan.capacities.slots; ++i) {
    const Slot& s = w.slot[i];
    if (s.phase == SlotPhase::complete && s.durable_kind == 1 && s.checkpoint < m.large)
      discard(w, static_cast<std::uint8_t>(i));
  }
}

}  // namespace

const Defect flink_38033 = {
    .id = "FLINK-38033",
    .family = Family::controller,
    .mistake = "a savepoint that is still wanted is disposed of by a second list",
    .versions = "Kubernetes operator until 2025",
    .caught_by = "retention",
    .scenario = "scenarios/defects/savepoint-then-stop.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "complete_checkpoint", complete_and_trim_history); }};

}  // namespace model
