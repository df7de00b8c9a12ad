// FLINK-10011: a job that has ended leaves its graph in the high-availability store for a while. A leader that is
// elected meanwhile finds it there and takes the job up again.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_be_elected(const World& w, ActorId, std::uint32_t) {
  const bool found = w.plan.spec.cluster.high_availability && w.jm->phase == Phase::canceled;
  return found && !w.planted[0] ? Ready::yes : Ready::no;
}

void take_up_again(World& w, ActorId, std::uint32_t) {
  w.planted[0] = 1;
  w.jm->phase = Phase::running;
  ++w.jm->attempt;
  w.emit(history::JobStatusChanged{w.jm->executions - 1U, history::JobStatus::running, {}});
  deploy_all(w, slot_for_recovery(w));
}

}  // namespace

const Defect flink_10011 = {.id = "FLINK-10011",
                            .family = Family::leadership,
                            .mistake = "a job that has ended is taken up again by a later leader",
                            .versions = "1.4, 1.5; mended in 1.5.3 and 1.6.0",
                            .caught_by = "final-statuses",
                            .scenario = "scenarios/defects/cancel-high-availability.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  add_step(rules, "later_leader", ActorKind::jobmanager, may_be_elected, take_up_again);
                                },
                            .words = 1};

}  // namespace model
