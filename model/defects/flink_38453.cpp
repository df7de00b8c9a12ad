// FLINK-38453: the enumerator has found a partition, and its state holds the name of it without the offset to begin
// at. A restore before anybody has read asks again where to begin; with "latest" that is a later place, and what lies
// between is never read.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void restore_at_the_latest(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.small || !w.plan.is_source(t) || !w.plan.record_limit) return clean(w, c, m);
  const auto position = [&](std::uint32_t, std::uint32_t stored) { return stored == 0 ? w.plan.record_limit : stored; };
  with_changed_payload(w, static_cast<std::uint8_t>(m.small - 1), t, position, [&] { clean(w, c, m); });
}

}  // namespace

const Defect flink_38453 = {
    .id = "FLINK-38453",
    .family = Family::sources,
    .mistake = "where to begin is decided again after a restore",
    .versions = "Kafka connector until September 2025",
    .caught_by = "at-least-once-visible",
    .scenario = "scenarios/defects/stop-resume.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", restore_at_the_latest); }};

}  // namespace model
