// SEATUNNEL-3808: a cancel ends the tasks first and the coordinator second. Its timer triggers a checkpoint in
// between; the trigger fails, since the tasks are going, and comes back as a failure of the job, which restarts.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void cancel_tasks_first(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  const Trigger timer = w.jm->trigger;
  clean(w, c, m);
  if (w.jm->phase == Phase::cancelling) w.jm->trigger = timer;
}

Ready may_trigger_still(const World& w, ActorId a, std::uint32_t b) {
  static const ActorGuard clean = clean_actor_rule("trigger_checkpoint").guard;
  const bool cancelling = w.jm->phase == Phase::cancelling && w.jm->trigger != Trigger::off;
  return cancelling && w.jm->periodic < w.plan.periodic_budget ? Ready::yes : clean(w, a, b);
}

void trigger_or_fail(World& w, ActorId a, std::uint32_t b) {
  static const ActorEffect clean = clean_actor_rule("trigger_checkpoint").effect;
  if (w.jm->phase != Phase::cancelling) return clean(w, a, b);
  ++w.jm->periodic;
  w.jm->trigger = Trigger::off;
  w.jm->phase = Phase::restarting;
  w.emit(history::JobStatusChanged{w.jm->executions - 1U, history::JobStatus::restarting, {}});
}

}  // namespace

const Defect seatunnel_3808 = {.id = "SEATUNNEL-3808",
                               .family = Family::cancel,
                               .mistake = "the checkpoint timer outlives the cancel and brings the job back",
                               .versions = "SeaTunnel until December 2022",
                               .caught_by = "cancel-terminates",
                               .scenario = "scenarios/defects/cancel.yaml",
                               .plant = [](World::Rules& rules) {
                                 replace_effect(rules, "take_command", cancel_tasks_first);
                                 replace_guard(rules, "trigger_checkpoint", may_trigger_still);
                                 replace_effect(rules, "trigger_checkpoint", trigger_or_fail);
                               }};

}  // namespace model
