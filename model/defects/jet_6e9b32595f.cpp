// JET-6e9b32595f: a shutdown asks for a last snapshot while another is running, so it is put off. When that one is
// done the starter asks whether snapshots may begin now; the shutdown itself has said no. The last one is never
// begun, and the shutdown hangs.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void stop_behind_the_running_one(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  if (!is_stop_with_snapshot(kind_of_command(w, m)) || w.jm->phase != Phase::running) return clean(w, c, m);
  if (periodic_pending(w)) {
    w.jm->trigger = Trigger::off;
    wait_for_answer(w, static_cast<std::uint8_t>(m.large), kind_of_command(w, m));
    return;
  }
  clean(w, c, m);
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command == m.large + 1 && w.operations[i].waits == Waits::for_trigger)
      clean_actor_rule("trigger_for_command").effect(w, Plan::jobmanager, i);
}

// Asked for a stop that was put off only; the others were begun at once.
Ready may_start_snapshots(const World& w, ActorId a, std::uint32_t i) {
  static const ActorGuard clean = clean_actor_rule("trigger_for_command").guard;
  if (is_stop_with_snapshot(w.operations[i].kind) && w.jm->trigger == Trigger::off) return Ready::no;
  return clean(w, a, i);
}

}  // namespace

const Defect jet_6e9b32595f = {.id = "JET-6E9B32595F",
                               .family = Family::stop,
                               .mistake = "the last snapshot is put off behind a running one and never begun",
                               .versions = "Jet until 0.7",
                               .caught_by = "stop-terminates",
                               .scenario = "scenarios/defects/stop.yaml",
                               .plant = [](World::Rules& rules) {
                                 replace_effect(rules, "take_command", stop_behind_the_running_one);
                                 replace_guard(rules, "trigger_for_command", may_start_snapshots);
                               }};

}  // namespace model
