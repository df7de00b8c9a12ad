// FLINK-10354 (with FLINK-6328): a plain savepoint was no place to recover to, yet the tasks were told that it is
// complete. Sinks committed up to it, a failure went back to the checkpoint before it, and what lay between was
// committed a second time. Two designs are right: stored and told (until 1.14), neither stored nor told (since 1.15);
// this is the mixture.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void complete_and_always_tell(World& w, ChannelId c, const Message& m) {
  const Pending* p = pending_of(w, m);
  const bool plain_savepoint = p && p->kind == history::SnapshotKind::savepoint;
  complete_checkpoint(w, c, m);
  if (!plain_savepoint) return;
  for (TaskId t = 0; t < w.plan.task_count(); ++t)
    w.send(w.plan.to_task(t), {MessageKind::notify_completed, 0, w.jm->epoch, m.large});
}

}  // namespace

const Defect flink_10354 = {
    .id = "FLINK-10354",
    .family = Family::notices,
    .mistake = "a plain savepoint commits, but recovery goes back behind it",
    .versions = "from 1.3; mended in 1.5.5 and 1.6.2, the other way round in 1.15",
    .caught_by = "committed-effects-never-rolled-back",
    .scenario = "scenarios/defects/flink-10354.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "complete_checkpoint", complete_and_always_tell); }};

}  // namespace model
