// FLINK-6006: restored offsets were kept for those partitions only that a query finds at that moment. A broker is
// down, so its partition is not found, its offset is dropped, and when it is seen again it begins at the default.
// Here the second of two splits is the one that cannot be seen.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void restore_what_is_visible(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.small || !w.plan.is_source(t)) return clean(w, c, m);
  const auto position = [&](std::uint32_t split, std::uint32_t stored) { return split == 1 ? 0 : stored; };
  with_changed_payload(w, static_cast<std::uint8_t>(m.small - 1), t, position, [&] { clean(w, c, m); });
}

}  // namespace

const Defect flink_6006 = {
    .id = "FLINK-6006",
    .family = Family::sources,
    .mistake = "the position of a split that cannot be seen at a restore is dropped",
    .versions = "Kafka connector 1.1 - 1.3.1; mended in 1.1.5, 1.2.1, 1.3.2",
    .caught_by = "restores-what-was-stored",
    .scenario = "scenarios/defects/two-splits-stop-resume.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", restore_what_is_visible); }};

}  // namespace model
