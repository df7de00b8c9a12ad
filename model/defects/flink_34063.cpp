// FLINK-34063: where each element of a list state begins was noted before the compressed stream was flushed, so a
// restore seeks one element too far. The splits of a source get each other's positions: one is read again, of the other
// records are passed over.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void seek_one_element_too_far(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.small || !w.plan.is_source(t)) return clean(w, c, m);
  const std::uint8_t slot = static_cast<std::uint8_t>(m.small - 1);
  const std::uint32_t splits = w.plan.splits_of(t);
  const std::vector<std::uint32_t> stored(w.payload(slot, t), w.payload(slot, t) + splits);
  std::uint32_t element = 0;
  const auto position = [&](std::uint32_t, std::uint32_t) { return stored[++element % splits]; };
  with_changed_payload(w, slot, t, position, [&] { clean(w, c, m); });
}

}  // namespace

const Defect flink_34063 = {
    .id = "FLINK-34063",
    .family = Family::sources,
    .mistake = "elements of a compressed list state are sought one place off",
    .versions = "1.18.0; mended in 1.18.1",
    .caught_by = "at-least-once-visible",
    .scenario = "scenarios/defects/two-splits-stop-resume.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", seek_one_element_too_far); }};

}  // namespace model
