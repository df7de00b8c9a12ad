// FLINK-28265: a pointer was written, the answer was lost, and the write is tried again. It finds an entry that is
// there already, takes that for a conflict, and deletes the state of the checkpoint, which is the live one.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void write_and_lose_the_answer(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("write_metadata").effect;
  const Slot& s = w.slot[m.slot()];
  const bool lost = s.phase == SlotPhase::writing && s.checkpoint == m.large && storage_strikes(w, false);
  clean(w, c, m);
  if (lost) w.planted[0] = m.slot() + 1U;
}

void complete_and_try_again(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const Pending* p = pending_of(w, m);
  const bool again = p && w.planted[0] == p->slot + 1U;
  clean(w, c, m);
  if (!again) return;
  discard(w, static_cast<std::uint8_t>(w.planted[0] - 1));
  w.planted[0] = 0;
}

}  // namespace

const Defect flink_28265 = {.id = "FLINK-28265",
                            .family = Family::leadership,
                            .mistake = "a write that is tried again deletes what it has written",
                            .versions = "1.14, 1.15.0; mended in 1.14.6 and 1.15.1",
                            .caught_by = "retention",
                            .scenario = "scenarios/defects/storage-failure.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_effect(rules, "write_metadata", write_and_lose_the_answer);
                                  replace_effect(rules, "complete_checkpoint", complete_and_try_again);
                                },
                            .words = 1};

}  // namespace model
