// FLINK-15152: a stop first switches the periodic trigger off. When it then failed before anything had reached the
// tasks, nobody switched it on again: the job ran on without checkpoints, and a crash days later went back to the time
// before the stop.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void trigger_and_forget_the_periodic_one(World& w, ActorId a, std::uint32_t i) {
  const history::CommandKind kind = w.operations[i].kind;
  rule_trigger_for_command().effect(w, a, i);
  const bool stop =
      kind == history::CommandKind::stop_with_savepoint || kind == history::CommandKind::stop_with_checkpoint;
  if (stop && !w.operations[i].command && w.jm->phase == Phase::running) w.jm->trigger = Trigger::off;
}

}  // namespace

const Defect flink_15152 = {.id = "FLINK-15152",
                            .family = Family::stop,
                            .mistake = "after a failed stop periodic checkpoints stay off",
                            .versions = "1.9; mended in 1.10",
                            .caught_by = "stop-failure-leaves-job-running",
                            .scenario = "scenarios/defects/flink-15152.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "trigger_for_command", trigger_and_forget_the_periodic_one);
                            }};

}  // namespace model
