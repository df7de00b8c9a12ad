// FLINK-13256: as many checkpoints as allowed are in progress, so the timer is put off and it is noted that one
// waits. A failover gives up those in progress on a path that does not look at what waits: no timer, no request, for
// ever.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void fail_and_note(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("task_failed").effect;
  if (m.medium == w.jm->epoch && periodic_pending(w)) w.planted[0] = 1;
  clean(w, c, m);
}

Ready may_trigger_unless_forgotten(const World& w, ActorId a, std::uint32_t b) {
  static const ActorGuard clean = clean_actor_rule("trigger_checkpoint").guard;
  return w.planted[0] ? Ready::no : clean(w, a, b);
}

}  // namespace

const Defect flink_13256 = {.id = "FLINK-13256",
                            .family = Family::coordinator,
                            .mistake = "a failover with a checkpoint in progress ends periodic checkpoints",
                            .versions = "while 1.9 was made; mended in 1.9.0",
                            .caught_by = "checkpoint-liveness",
                            .scenario = "scenarios/defects/failure.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_effect(rules, "task_failed", fail_and_note);
                                  replace_guard(rules, "trigger_checkpoint", may_trigger_unless_forgotten);
                                },
                            .words = 1};

}  // namespace model
