// FLINK-33011: before it starts the job again the controller cleans up what the last one has left, with the pointers
// from which it is about to restore.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_clean_up(const World& w, ActorId, std::uint32_t) {
  return w.jm->phase == Phase::canceled && !w.planted[0] ? Ready::yes : Ready::no;
}

void clean_up_before_resume(World& w, ActorId, std::uint32_t) {
  w.planted[0] = 1;
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::complete) discard(w, static_cast<std::uint8_t>(i));
}

}  // namespace

const Defect flink_33011 = {.id = "FLINK-33011",
                            .family = Family::controller,
                            .mistake = "the controller cleans up what it is about to restore from",
                            .versions = "Kubernetes operator 1.5, 1.6; mended in 1.6.1",
                            .caught_by = "retention",
                            .scenario = "scenarios/defects/cancel-then-resume.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  add_step(rules, "controller_cleans_up", ActorKind::jobmanager, may_clean_up,
                                           clean_up_before_resume);
                                },
                            .words = 1};

}  // namespace model
