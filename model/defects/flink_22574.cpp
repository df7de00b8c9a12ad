// FLINK-22574 (of the family of FLINK-3011): in the adaptive scheduler cancelling expected a graph that is RUNNING.
// While the job restarts it is being cancelled already, so the command ends with an exception, although the job has
// gone to CANCELLING.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void cancel_with_an_exception(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  const bool cancel = kind_of_command(w, m) == history::CommandKind::cancel;
  if (!cancel || w.jm->phase != Phase::restarting) return clean(w, c, m);
  cancel_job(w);
  answer(w, static_cast<std::uint8_t>(m.large), Refusal::not_executing, 0);
  if (w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

}  // namespace

const Defect flink_22574 = {
    .id = "FLINK-22574",
    .family = Family::cancel,
    .mistake = "a cancel that comes while the job restarts is answered with an error, and carried out",
    .versions = "1.13.0; mended in 1.13.1",
    .caught_by = "error-truthful",
    .scenario = "scenarios/defects/cancel-after-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_command", cancel_with_an_exception); }};

}  // namespace model
