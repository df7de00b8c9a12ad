// FLINK-30527: a job was suspended with its state known to the high-availability store only. After a change of
// version that store cannot be read; what cannot be read was taken for "no state", and the job starts from nothing.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// The snapshots that the client does not see.
template <class Hides>
void resume_without(World& w, ActorId a, std::uint32_t b, Hides hides) {
  static const ActorEffect clean = clean_actor_rule("resume_job").effect;
  std::vector<std::uint32_t> hidden;
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::complete && w.slot[i].job == w.client->submitted && hides(w.slot[i]))
      hidden.push_back(i);
  for (std::uint32_t i : hidden) w.slot[i].phase = SlotPhase::writing;
  clean(w, a, b);
  for (std::uint32_t i : hidden) w.slot[i].phase = SlotPhase::complete;
}

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
