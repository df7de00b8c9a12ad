// JET-2824: all parts of snapshot 2 are there. One thread begins to complete it and has compared the executions; a
// restart chooses snapshot 1 and begins to restore it; the first thread goes on, makes 2 the latest and clears the
// store of 1, which the restart reads.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// planted: the snapshot that was found to be of this execution, its bits and slot.
void compare_executions(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  if (!pending_of(w, m) || w.planted[0]) return clean(w, c, m);
  make_durable(w, m.slot());
  w.planted[0] = m.large, w.planted[1] = m.small;
}

Ready may_publish(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && !is_over(w.jm->phase) ? Ready::yes : Ready::no;
}

void publish(World& w, ActorId, std::uint32_t) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const Message m{MessageKind::metadata_written, static_cast<std::uint8_t>(w.planted[1]), w.jm->epoch, w.planted[0]};
  w.planted[0] = w.planted[1] = 0;
  clean(w, Plan::storage_to_jobmanager, m);
}

using Late = std::array<Pending, 16>;

// Nobody gives up what is being completed.
Late keep_what_is_compared(World& w) {
  Late kept{};
  if (w.jm->phase != Phase::running) return kept;
  for (std::uint32_t i = 0; i < w.plan.capacities.pending && i < kept.size(); ++i)
    if (w.planted[0] && w.pending[i].checkpoint == w.planted[0]) std::swap(kept[i], w.pending[i]);
  return kept;
}

void put_it_back(World& w, const Late& kept, bool) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending && i < kept.size(); ++i)
    if (kept[i].checkpoint) w.pending[i] = kept[i];
}

}  // namespace

const Defect jet_2824 = {.id = "JET-2824",
                         .family = Family::coordinator,
                         .mistake = "a snapshot that completes late deletes the one that a restart is reading",
                         .versions = "Jet until 4.4",
                         .caught_by = "restore-latest",
                         .scenario = "scenarios/defects/failure.yaml",
                         .plant =
                             [](World::Rules& rules) {
                               replace_effect(rules, "complete_checkpoint", compare_executions);
                               add_step(rules, "publish_snapshot", ActorKind::jobmanager, may_publish, publish);
                               around_redeployment<keep_what_is_compared, put_it_back>(rules);
                             },
                         .words = 2};

}  // namespace model
