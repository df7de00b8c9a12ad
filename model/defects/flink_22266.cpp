// FLINK-22266: in the adaptive scheduler a stop that failed goes back to the state Executing, and entering that state
// deploys every vertex, although all attempts are alive.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void trigger_and_enter_executing(World& w, ActorId a, std::uint32_t i) {
  static const ActorEffect clean = clean_actor_rule("trigger_for_command").effect;
  const bool stop = is_stop_with_snapshot(w.operations[i].kind);
  clean(w, a, i);
  if (!stop || w.operations[i].command || w.jm->phase != Phase::running) return;
  ++w.jm->attempt;
  deploy_all(w, slot_for_recovery(w));
}

}  // namespace

const Defect flink_22266 = {
    .id = "FLINK-22266",
    .family = Family::stop,
    .mistake = "after a failed stop the job is deployed again beside its running tasks",
    .versions = "1.13.0; mended in 1.13.1",
    .caught_by = "single-active-attempt",
    .scenario = "scenarios/defects/refused-stop-adaptive.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "trigger_for_command", trigger_and_enter_executing); }};

}  // namespace model
