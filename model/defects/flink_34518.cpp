// FLINK-34518: leadership is lost while the job restarts. The adaptive scheduler reported it as CANCELED instead of
// suspended, so everything that the store held of it was wiped, and the next leader starts from the original state.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void strike_and_wipe(World& w, ActorId a, std::uint32_t choice) {
  static const ActorEffect clean = clean_actor_rule("strike").effect;
  const bool restarting = w.jm->phase == Phase::restarting;
  clean(w, a, choice);
  if (restarting && w.plan.fault_choices[choice].kind == FaultKind::jobmanager_loss) forget_store(w);
}

}  // namespace

const Defect flink_34518 = {.id = "FLINK-34518",
                            .family = Family::leadership,
                            .mistake = "a JobManager lost during a restart wipes the store",
                            .versions = "1.17, 1.18; mended in 1.18.2 and 1.19.0",
                            .caught_by = "restore-latest",
                            .scenario = "scenarios/defects/leadership-after-failure.yaml",
                            .plant = [](World::Rules& rules) { replace_effect(rules, "strike", strike_and_wipe); }};

}  // namespace model
