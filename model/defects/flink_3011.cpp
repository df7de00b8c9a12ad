// FLINK-3011 (with FLINK-3028): there was no way from RESTARTING to CANCELLING, so a cancel that came then changed
// nothing, and the job restarted.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void cancel_what_runs(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  if (kind_of_command(w, m) == history::CommandKind::cancel && w.jm->phase == Phase::restarting)
    return answer(w, static_cast<std::uint8_t>(m.large), Refusal::none, 0);
  clean(w, c, m);
}

}  // namespace

const Defect flink_3011 = {
    .id = "FLINK-3011",
    .family = Family::cancel,
    .mistake = "a cancel that comes while the job restarts is ignored",
    .versions = "until 0.10; mended in 0.10.1",
    .caught_by = "cancel-terminates",
    .scenario = "scenarios/defects/cancel-after-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_command", cancel_what_runs); }};

}  // namespace model
