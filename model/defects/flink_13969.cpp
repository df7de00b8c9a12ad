// FLINK-13969: the periodic trigger asks early whether the coordinator has been stopped, and goes on. A stop comes in
// between and takes its savepoint; the trigger, which has asked already, begins another checkpoint behind it. The
// savepoint is not the last cut any more.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_ask(const World& w, ActorId a, std::uint32_t b) {
  static const ActorGuard clean = clean_actor_rule("trigger_checkpoint").guard;
  return w.planted[0] ? Ready::no : clean(w, a, b);
}

void ask_whether_stopped(World& w, ActorId, std::uint32_t) {
  w.jm->trigger = Trigger::on;
  ++w.jm->periodic;
  w.planted[0] = 1;
}

Ready may_go_on(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && tasks_can_be_triggered(w) ? Ready::yes : Ready::no;
}

void go_on(World& w, ActorId, std::uint32_t) {
  w.planted[0] = 0;
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
}

}  // namespace

const Defect flink_13969 = {.id = "FLINK-13969",
                            .family = Family::coordinator,
                            .mistake = "a periodic checkpoint slips through behind the savepoint of a stop",
                            .versions = "1.8, 1.9; mended in 1.9.2",
                            .caught_by = "nothing-after-the-last",
                            .scenario = "scenarios/defects/stop.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_guard(rules, "trigger_checkpoint", may_ask);
                                  replace_effect(rules, "trigger_checkpoint", ask_whether_stopped);
                                  add_step(rules, "trigger_as_asked", ActorKind::jobmanager, may_go_on, go_on);
                                },
                            .words = 1};

}  // namespace model
