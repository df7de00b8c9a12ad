// SEATUNNEL-6193: the savepoint of a stop came to nothing, but what was reported came from the state of the job, not
// from the snapshot: the job has ended, so the savepoint is done. There is nothing to restore.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void end_all_the_same(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("finalisation_failed").effect;
  Pending* p = pending_of(w, m);
  Operation* stop = stop_operation(w);
  if (!p || !stop || p->command != stop->command) return clean(w, c, m);
  const Pending lost = *p;
  *p = {};
  discard(w, lost.slot);
  w.emit(history::CheckpointFailed{w.jm->executions - 1U, lost.checkpoint, "Failure to finalize checkpoint."});
  stop->waits = Waits::for_end;
  w.jm->half_success = 1;
  tell_all(w, about(w, MessageKind::notify_completed, lost));
}

}  // namespace

const Defect seatunnel_6193 = {
    .id = "SEATUNNEL-6193",
    .family = Family::stop,
    .mistake = "a stop whose savepoint could not be written is reported as done",
    .versions = "SeaTunnel until January 2024",
    .caught_by = "outcome-truthful",
    .scenario = "scenarios/defects/stop-storage-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "finalisation_failed", end_all_the_same); }};

}  // namespace model
