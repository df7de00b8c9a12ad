// FLINK-38453: the enumerator has found a partition, and its part of a snapshot holds the name of it without the offset
// to begin at. A restore before anybody has read asks again where to begin; with "latest" that is behind what was
// written meanwhile, here one record, which is never read.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// The planted word: the job was put back to a snapshot.
void note_restore(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  w.planted[0] = m.small != 0;
  clean(w, c, m);
}

void begin_at_the_latest(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_split").effect;
  clean(w, c, m);
  std::uint32_t& next = w.position[w.plan.place_of(receiver_of(w, c), m.large)];
  if (w.planted[0] && next == 0 && is_running(w, receiver_of(w, c))) next = 1;
}

}  // namespace

const Defect flink_38453 = {.id = "FLINK-38453",
                            .family = Family::sources,
                            .mistake = "where to begin is decided again after a restore",
                            .versions = "Kafka connector until September 2025",
                            .caught_by = "no-split-lost",
                            .scenario = "scenarios/defects/two-splits-dynamic.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_effect(rules, "restore_task", note_restore);
                                  replace_effect(rules, "take_split", begin_at_the_latest);
                                },
                            .words = 1};

}  // namespace model
