// FLINK-20626 (of the family of FLINK-3011): the job is FAILING when it is cancelled. When its last task has ended,
// the failing path sees that it is CANCELLING and leaves it alone; the cancelling path thinks that the tasks are
// taken care of. Nobody ends the job.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void note_that_it_fails(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  const bool failing = w.jm->phase == Phase::failing;
  clean(w, c, m);
  if (failing && w.jm->phase == Phase::cancelling) w.planted[0] = 1;
}

template <std::size_t Which>
void leave_it_to_the_other(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule(redeploying[Which]).effect;
  if (w.planted[0] && is_last_to_end(w, m)) return;
  clean(w, c, m);
}

}  // namespace

const Defect flink_20626 = {.id = "FLINK-20626",
                            .family = Family::cancel,
                            .mistake = "a job that is cancelled while it fails stays CANCELLING",
                            .versions = "until 1.11.3 and 1.12.0; mended in 1.11.4 and 1.12.1",
                            .caught_by = "cancel-terminates",
                            .scenario = "scenarios/defects/cancel-while-failing.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_effect(rules, "take_command", note_that_it_fails);
                                  replace_effect(rules, "task_failed", leave_it_to_the_other<0>);
                                  replace_effect(rules, "task_canceled", leave_it_to_the_other<1>);
                                },
                            .words = 1};

}  // namespace model
