// FLINK-8459: cancel-with-savepoint as two calls of the client. The savepoint is complete, the periodic trigger has
// never been off, a checkpoint completes and sinks commit it; then the cancel arrives. Whoever resumes from the
// savepoint makes that output again.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// planted[0]: the command + 1 while its savepoint is taken; planted[1]: the slot + 1 once it is complete.
void take_two_commands(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  const bool composite = kind_of_command(w, m) == history::CommandKind::cancel_with_savepoint;
  if (!composite || !tasks_can_be_triggered(w)) return clean(w, c, m);
  w.planted[0] = m.large + 1;
  trigger_snapshot(w, history::SnapshotKind::savepoint, 0);
}

void complete_first_call(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const Pending* p = pending_of(w, m);
  if (p && p->kind == history::SnapshotKind::savepoint) w.planted[1] = p->slot + 1U;
  clean(w, c, m);
}

Ready may_call_again(const World& w, ActorId, std::uint32_t) { return w.planted[1] ? Ready::yes : Ready::no; }

void call_again(World& w, ActorId, std::uint32_t) {
  answer(w, static_cast<std::uint8_t>(std::exchange(w.planted[0], 0) - 1), Refusal::none,
         static_cast<std::uint8_t>(std::exchange(w.planted[1], 0)));
  cancel_job(w);
}

}  // namespace

const Defect flink_8459 = {.id = "FLINK-8459",
                           .family = Family::coordinator,
                           .mistake = "between the savepoint and the cancel of one command a checkpoint may complete",
                           .versions = "while 1.5 was made; mended in 1.5.0",
                           .caught_by = "nothing-after-the-last",
                           .scenario = "scenarios/defects/cancel-with-savepoint.yaml",
                           .plant =
                               [](World::Rules& rules) {
                                 replace_effect(rules, "take_command", take_two_commands);
                                 replace_effect(rules, "complete_checkpoint", complete_first_call);
                                 add_step(rules, "second_call", ActorKind::jobmanager, may_call_again, call_again);
                               },
                           .words = 2};

}  // namespace model
