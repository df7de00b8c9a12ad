// BEAM-30903: a source that makes a single element and is done has no "done" in its state. Each restore makes the
// element again, and starts everything behind it once more.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void restore_unfinished(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.small || !w.plan.is_source(t)) return clean(w, c, m);
  const auto position = [&](std::uint32_t split, std::uint32_t stored) {
    return stored >= w.plan.bound_of(split) ? 0 : stored;
  };
  with_changed_payload(w, static_cast<std::uint8_t>(m.small - 1), t, position, [&] { clean(w, c, m); });
}

}  // namespace

const Defect beam_30903 = {
    .id = "BEAM-30903",
    .family = Family::sources,
    .mistake = "a source that has finished begins anew when it is restored",
    .versions = "Beam until 2024",
    .caught_by = "exactly-once-visible",
    .scenario = "scenarios/defects/bounded-then-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", restore_unfinished); }};

}  // namespace model
