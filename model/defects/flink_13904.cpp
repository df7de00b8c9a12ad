// FLINK-13904: the periodic trigger and the one of a savepoint ran on two threads: each checks, takes a number, and
// sends its triggers, with work on the storage in between. The one with the lower number may send second; tasks then
// take it for one that is over.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_reserve(const World& w, ActorId a, std::uint32_t b) {
  static const ActorGuard clean = clean_actor_rule("trigger_checkpoint").guard;
  return w.planted[0] ? Ready::no : clean(w, a, b);
}

void reserve_number(World& w, ActorId, std::uint32_t) {
  w.jm->trigger = Trigger::on;
  ++w.jm->periodic;
  w.planted[0] = w.jm->next_checkpoint++;
}

Ready may_send(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && tasks_can_be_triggered(w) ? Ready::yes : Ready::no;
}

void send_late_triggers(World& w, ActorId, std::uint32_t) {
  const std::uint32_t next = std::exchange(w.jm->next_checkpoint, std::exchange(w.planted[0], 0));
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
  w.jm->next_checkpoint = next;
}

}  // namespace

const Defect flink_13904 = {.id = "FLINK-13904",
                            .family = Family::coordinator,
                            .mistake = "of two triggers at once the one with the lower number may go out second",
                            .versions = "until 1.9; mended in 1.10.0",
                            .caught_by = "monotone-checkpoint-ids",
                            .scenario = "scenarios/defects/savepoint.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_guard(rules, "trigger_checkpoint", may_reserve);
                                  replace_effect(rules, "trigger_checkpoint", reserve_number);
                                  add_step(rules, "send_late_triggers", ActorKind::jobmanager, may_send,
                                           send_late_triggers);
                                },
                            .words = 1};

}  // namespace model
