// FLINK-6964: a job is resumed from a retained incremental checkpoint. Its files were not registered, so when the
// first checkpoint of the new job is complete they look like nobody's.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void complete_and_release(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const std::uint8_t from = w.jm->restored;
  clean(w, c, m);
  if (!from || is_over(w.jm->phase) || w.slot[from - 1].phase != SlotPhase::complete) return;
  w.jm->restored = 0;
  if (w.slot[from - 1].durable_kind == 0) discard(w, static_cast<std::uint8_t>(from - 1));
}

}  // namespace

const Defect flink_6964 = {
    .id = "FLINK-6964",
    .family = Family::retention,
    .mistake = "what a job was resumed from is deleted with its first checkpoint",
    .versions = "1.3.0; mended in 1.3.1 and 1.3.2",
    .caught_by = "retention",
    .scenario = "scenarios/defects/cancel-then-resume.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "complete_checkpoint", complete_and_release); }};

}  // namespace model
