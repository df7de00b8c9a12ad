// ARROYO-400: a rescale ends the job with a last checkpoint and starts it again. It accepted any checkpoint that was
// done, not asking whether the one that tells the sources to stop had been begun; so the job goes on from an older
// cut and replays. Here the stop does so.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void stop_after_any_checkpoint(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  const Pending* taken = take_for_stop(w, m);
  if (!taken) return clean(w, c, m);
  w.slot[taken->slot].kind = history::SnapshotKind::suspend;  // it is kept as the stop's
}

void complete_and_end(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const Pending* p = pending_of(w, m);
  const bool last = p && p->command && p->kind == history::SnapshotKind::checkpoint;
  clean(w, c, m);
  if (last) stop_sources(w);
}

}  // namespace

const Defect arroyo_400 = {.id = "ARROYO-400",
                           .family = Family::stop,
                           .mistake = "a stop accepts a checkpoint that was begun before it as its last",
                           .versions = "Arroyo until November 2023",
                           .caught_by = "no-replay-after-stop",
                           .scenario = "scenarios/defects/stop-with-checkpoint.yaml",
                           .plant = [](World::Rules& rules) {
                             replace_effect(rules, "take_command", stop_after_any_checkpoint);
                             replace_effect(rules, "complete_checkpoint", complete_and_end);
                           }};

}  // namespace model
