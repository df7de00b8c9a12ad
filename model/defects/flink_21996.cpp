// FLINK-21996: a split is out of the enumerator's state when it is sent, and the sending fails, as a remote call may.
// That was only logged, and the next snapshot did not wait for the answer: no task has died, so nothing is put back,
// and the split is in the state of nobody.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void only_log(World& w, ChannelId c, const Message& m) {
  if (m.medium == w.jm->epoch && w.jm->phase == Phase::running) no_longer_being_given(w, c);
}

Ready without_waiting(const World& w, ActorId, std::uint32_t place) {
  return w.pending[place].checkpoint && w.pending[place].stage == Stage::not_sent ? Ready::yes : Ready::no;
}

}  // namespace

const Defect flink_21996 = {.id = "FLINK-21996",
                            .family = Family::sources,
                            .mistake = "a split that could not be sent to its reader is forgotten",
                            .versions = "1.11 - 1.12.2; mended in 1.12.3",
                            .caught_by = "no-split-lost",
                            .scenario = "scenarios/defects/lost-event.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "event_has_failed", only_log);
                              replace_guard(rules, "send_triggers", without_waiting);
                            }};

}  // namespace model
