// RISINGWAVE-26339: a set of those that want a checkpoint now. To take one of them the code drained the set, and
// dropping what was drained clears the rest: their checkpoint never comes.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_one_of_all(World& w, ActorId a, std::uint32_t i) {
  static const ActorEffect clean = clean_actor_rule("trigger_for_command").effect;
  for (std::uint32_t k = 0; k < w.plan.capacities.operations; ++k)
    if (k != i && w.operations[k].command && w.operations[k].waits == Waits::for_trigger) w.operations[k] = {};
  clean(w, a, i);
}

}  // namespace

const Defect risingwave_26339 = {
    .id = "RISINGWAVE-26339",
    .family = Family::coordinator,
    .mistake = "taking one request for a checkpoint forgets the others",
    .versions = "RisingWave until July 2026",
    .caught_by = "answered-once",
    .scenario = "scenarios/defects/two-requests.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "trigger_for_command", take_one_of_all); }};

}  // namespace model
