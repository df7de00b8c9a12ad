// FLINK-31077: the promise given to the client is fulfilled when the snapshot is finalised; whether it also gets
// where recovery will look for it comes later and may fail. The client has read "completed" by then. Here it is a
// savepoint, whose metadata cannot be written.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void tell_success_first(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("finalisation_failed").effect;
  const Pending* p = pending_of(w, m);
  if (p && p->command)
    answer(w, static_cast<std::uint8_t>(p->command - 1), Refusal::none, static_cast<std::uint8_t>(p->slot + 1));
  clean(w, c, m);
}

}  // namespace

const Defect flink_31077 = {
    .id = "FLINK-31077",
    .family = Family::coordinator,
    .mistake = "success is told before the snapshot is safe",
    .versions = "until 1.16.1; mended in 1.16.2 and 1.17",
    .caught_by = "outcome-truthful",
    .scenario = "scenarios/defects/savepoint-storage-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "finalisation_failed", tell_success_first); }};

}  // namespace model
