// JET-1544: a task has failed and the job is about to restart; the user cancels. When the last task has ended, the
// handler looks at the kind of the failure only, which says "restart".
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void note_the_failure(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  if (w.jm->phase == Phase::restarting && w.jm->ended < w.plan.task_count()) w.planted[0] = 1;
  clean(w, c, m);
}

std::uint32_t look_at_the_failure(World& w) {
  if (w.planted[0] && w.jm->phase == Phase::cancelling && only_one_is_left(w)) {
    w.planted[0] = 0;
    w.jm->phase = Phase::restarting;
    w.emit(history::JobStatusChanged{w.jm->executions - 1U, history::JobStatus::restarting, {}});
  }
  return 0;
}

void nothing_more(World&, std::uint32_t, bool) {}

}  // namespace

const Defect jet_1544 = {.id = "JET-1544",
                         .family = Family::cancel,
                         .mistake = "a job that was cancelled while a failure was handled restarts",
                         .versions = "Jet until 3.2",
                         .caught_by = "cancel-terminates",
                         .scenario = "scenarios/defects/cancel-after-failure.yaml",
                         .plant =
                             [](World::Rules& rules) {
                               replace_effect(rules, "take_command", note_the_failure);
                               around_redeployment<look_at_the_failure, nothing_more>(rules);
                             },
                         .words = 1};

}  // namespace model
