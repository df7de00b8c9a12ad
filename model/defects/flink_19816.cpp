// FLINK-19816: a JobManager that stops cleans up what the high-availability store holds of its job, and does so late:
// the next leader has begun by then. It finds nothing and starts from what the job was once started from.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_clean_up_late(const World& w, ActorId, std::uint32_t) {
  return w.jm->phase == Phase::suspending && w.jm->regains && w.store[0].slot ? Ready::yes : Ready::no;
}

void clean_up_late(World& w, ActorId, std::uint32_t) { forget_store(w); }

}  // namespace

const Defect flink_19816 = {.id = "FLINK-19816",
                            .family = Family::leadership,
                            .mistake = "a leader that stops cleans up the store under the next one",
                            .versions = "1.11; mended in 1.11.3 and 1.12.0",
                            .caught_by = "restore-latest",
                            .scenario = "scenarios/defects/leadership.yaml",
                            .plant = [](World::Rules& rules) {
                              add_step(rules, "old_leader_cleans_up", ActorKind::jobmanager, may_clean_up_late,
                                       clean_up_late);
                            }};

}  // namespace model
