// FLINK-18071: what the enumerator decides is sent by its own thread, and the triggers of a snapshot by another; no
// valve is between them. A split that was handed out before the enumerator's part was stored can come to its reader
// behind the trigger, and is in nobody's part; one that was handed out behind it can come before, and is in both. And
// what waits to be sent goes to the subtask, not to an attempt of it: after a restart to one that it was not meant for.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// The split that waits to be sent, + 1, and its reader; one at a time.
Ready may_decide(const World& w, ActorId, std::uint32_t reader) {
  std::uint32_t split = 0;
  return w.planted[0] ? Ready::no : may_assign(w, reader, &split);
}

void decide(World& w, ActorId, std::uint32_t reader) {
  std::uint32_t split = 0;
  expects(may_assign(w, reader, &split) == Ready::yes);
  note_assigned(w, reader, split);
  w.planted[0] = split + 1, w.planted[1] = reader;
}

Ready may_send(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && w.jm->phase == Phase::running ? Ready::yes : Ready::no;
}

// To whoever is this subtask by now.
void send_later(World& w, ActorId, std::uint32_t) {
  send_split(w, w.planted[1], w.planted[0] - 1);
  w.planted[0] = w.planted[1] = 0;
}

}  // namespace

const Defect flink_18071 = {.id = "FLINK-18071",
                            .family = Family::sources,
                            .mistake = "splits and the triggers of a snapshot are sent by different threads",
                            .versions = "1.11 - 1.12.2; mended in 1.12.3",
                            .caught_by = "split-conservation",
                            .scenario = "scenarios/defects/two-readers-dynamic.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_guard(rules, "assign_split", may_decide);
                                  replace_effect(rules, "assign_split", decide);
                                  add_step(rules, "event_thread_sends", ActorKind::jobmanager, may_send, send_later);
                                },
                            .words = 2};

}  // namespace model
