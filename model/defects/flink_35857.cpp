// FLINK-35857: the job is handed in again from the path that its description has named from the start, although newer
// snapshots are on record.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void resume_from_the_first_path(World& w, ActorId a, std::uint32_t b) {
  const bool named = w.client->restored != 0;
  resume_without(w, a, b, [&](const Slot&) { return named; });
}

}  // namespace

const Defect flink_35857 = {
    .id = "FLINK-35857",
    .family = Family::controller,
    .mistake = "the controller resumes from what the job was first started from",
    .versions = "Kubernetes operator until 1.9; mended in 1.10",
    .caught_by = "cancel-rewinds-exactly",
    .scenario = "scenarios/defects/cancel-twice.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "resume_job", resume_from_the_first_path); }};

}  // namespace model
