// FLINK-7216: two tasks fail. The first report begins a restart; the second one, late, is taken for a failure of the
// whole job that nobody has seen yet and begins another. Nothing compares the version of the execution, so both reset
// and deploy the same vertices.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void task_failed_again(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("task_failed").effect;
  if (m.medium == w.jm->epoch && w.jm->phase == Phase::restarting) w.planted[0] = 1;
  clean(w, c, m);
}

Ready may_restart_again(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && w.jm->phase == Phase::running ? Ready::yes : Ready::no;
}

void restart_again(World& w, ActorId, std::uint32_t) {
  w.planted[0] = 0;
  ++w.jm->attempt;
  deploy_all(w, slot_for_recovery(w));
}

}  // namespace

const Defect flink_7216 = {.id = "FLINK-7216",
                           .family = Family::cancel,
                           .mistake = "a late report of a failure restarts the job a second time",
                           .versions = "1.3; mended in 1.3.2",
                           .caught_by = "single-active-attempt",
                           .scenario = "scenarios/defects/two-tasks-fail.yaml",
                           .plant =
                               [](World::Rules& rules) {
                                 replace_effect(rules, "task_failed", task_failed_again);
                                 add_step(rules, "restart_again", ActorKind::jobmanager, may_restart_again,
                                          restart_again);
                               },
                           .words = 1};

}  // namespace model
