// JET-868: a job that is done deletes its snapshots and then says that it is done. The timer comes in between, sees a
// job that is not done, finds no last number in the deleted store and begins snapshot 0, which stays.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_trigger_too_late(const World& w, ActorId, std::uint32_t) {
  const bool timer = w.plan.spec.checkpoints.interval && w.jm->periodic < w.plan.periodic_budget;
  return w.jm->phase == Phase::canceled && timer && !w.planted[0] ? Ready::yes : Ready::no;
}

void trigger_too_late(World& w, ActorId, std::uint32_t) {
  w.planted[0] = 1;
  w.jm->next_checkpoint = 1;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
  Pending& p = *periodic_pending(w);
  p.stage = Stage::finalizing;  // of no task a part is missing
  w.send(Plan::jobmanager_to_storage, about(w, MessageKind::write_metadata, p));
}

}  // namespace

const Defect jet_868 = {.id = "JET-868",
                        .family = Family::coordinator,
                        .mistake = "a checkpoint begins when the job has cleaned up behind itself",
                        .versions = "Jet until 0.6",
                        .caught_by = "retention",
                        .scenario = "scenarios/defects/cancel-delete.yaml",
                        .plant =
                            [](World::Rules& rules) {
                              add_step(rules, "trigger_too_late", ActorKind::jobmanager, may_trigger_too_late,
                                       trigger_too_late);
                            },
                        .words = 1};

}  // namespace model
