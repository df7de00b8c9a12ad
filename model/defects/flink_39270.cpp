// FLINK-39270: the controller read the state of a job before it had ended, and for the job that has ended uses the
// snapshot that it saw then. A checkpoint that completed in between is passed over.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void resume_from_what_was_seen(World& w, ActorId a, std::uint32_t b) {
  std::uint32_t newest = 0, snapshots = 0;
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i) {
    if (w.slot[i].phase != SlotPhase::complete || w.slot[i].job != w.client->submitted) continue;
    newest = std::max(newest, w.slot[i].checkpoint);
    ++snapshots;
  }
  resume_without(w, a, b, [&](const Slot& s) { return snapshots > 1 && s.checkpoint == newest; });
}

}  // namespace

const Defect flink_39270 = {
    .id = "FLINK-39270",
    .family = Family::controller,
    .mistake = "the controller resumes from the snapshot that was newest when it last looked",
    .versions = "Kubernetes operator until 2026",
    .caught_by = "cancel-rewinds-exactly",
    .scenario = "scenarios/defects/cancel-then-resume.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "resume_job", resume_from_what_was_seen); }};

}  // namespace model
