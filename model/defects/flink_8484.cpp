// FLINK-8484: what a split is known by included its end. The split was closed after the savepoint, so what is found
// at the restore differs from what is stored: a new split, read from its start.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void restore_by_descriptor(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.small || !w.plan.is_source(t)) return clean(w, c, m);
  const auto position = [&](std::uint32_t split, std::uint32_t stored) {
    return (m.large >> 16) > 0 && w.plan.bound_of(split) != UINT32_MAX ? 0 : stored;
  };
  with_changed_payload(w, static_cast<std::uint8_t>(m.small - 1), t, position, [&] { clean(w, c, m); });
}

}  // namespace

const Defect flink_8484 = {
    .id = "FLINK-8484",
    .family = Family::sources,
    .mistake = "a split that was closed meanwhile is not recognised",
    .versions = "Kinesis connector until 1.4.0; mended in 1.4.1",
    .caught_by = "restores-what-was-stored",
    .scenario = "scenarios/defects/stop-resume-bounded.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", restore_by_descriptor); }};

}  // namespace model
