// FLINK-30527: a job was suspended with its state known to the high-availability store only. After a change of
// version that store cannot be read; what cannot be read was taken for "no state", and the job starts from nothing.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void resume_from_what_is_readable(World& w, ActorId a, std::uint32_t b) {
  resume_without(w, a, b, [](const Slot&) { return true; });
}

}  // namespace

const Defect flink_30527 = {
    .id = "FLINK-30527",
    .family = Family::controller,
    .mistake = "state that cannot be read is taken for no state",
    .versions = "Kubernetes operator until 1.3.0; mended in 1.3.1",
    .caught_by = "cancel-rewinds-exactly",
    .scenario = "scenarios/defects/cancel-then-resume.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "resume_job", resume_from_what_is_readable); }};

}  // namespace model
