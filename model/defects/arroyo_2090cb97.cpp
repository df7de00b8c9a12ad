// ARROYO-2090cb97: the stopping state asked for its last checkpoint once, on entry. Another one was in progress, so
// none was begun; the loop then waited for a checkpoint to be done and took the ordinary one for its own, which tells
// no task to end.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void stop_with_what_is_there(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  Pending* running = periodic_pending(w);
  if (!is_stop_with_snapshot(kind_of_command(w, m)) || !running || w.jm->phase != Phase::running) return clean(w, c, m);
  w.jm->trigger = Trigger::off;
  Operation& o = wait_for_answer(w, static_cast<std::uint8_t>(m.large), kind_of_command(w, m));
  o.waits = Waits::for_snapshot;
  running->command = o.command;
}

}  // namespace

const Defect arroyo_2090cb97 = {
    .id = "ARROYO-2090CB97",
    .family = Family::stop,
    .mistake = "a stop takes the checkpoint in progress for its own",
    .versions = "Arroyo until July 2023",
    .caught_by = "stop-terminates",
    .scenario = "scenarios/defects/stop.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_command", stop_with_what_is_there); }};

}  // namespace model
