// ARROYO-2090cb97: the stopping state asked for its last checkpoint once, on entry. Another one was in progress, so
// none was begun; the loop then waited for a checkpoint to be done and took the ordinary one for its own, which tells
// no task to end.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void stop_with_what_is_there(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  if (!take_for_stop(w, m)) clean(w, c, m);
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
