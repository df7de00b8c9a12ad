// FLINK-15152: a stop first switches the periodic trigger off. When it then failed before anything had reached the
// tasks, nobody switched it on again: the job ran on without checkpoints, and a crash days later went back to the time
// before the stop.
#include "model/defects/defect.hpp"
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

void take_command_and_forget_the_trigger(World& w, ChannelId c, const Message& m) {
  const Phase before = w.jm->phase;
  take_command(w, c, m);
  const history::CommandKind kind = w.plan.timeline[m.large].command->kind;
  const bool stop =
      kind == history::CommandKind::stop_with_savepoint || kind == history::CommandKind::stop_with_checkpoint;
  const bool passed_the_client = w.plan.spec.savepoints != SavepointDirectory::none;
  if (stop && passed_the_client && before == Phase::running && !pending_stop(w)) w.jm->trigger = Trigger::off;
}

}  // namespace

const Defect flink_15152 = {
    "FLINK-15152", "after a failed stop periodic checkpoints stay off", "stop-failure-leaves-job-running",
    "scenarios/defects/flink-15152.yaml", [](World::Rules& rules) {
      rules.replace(ChannelRule{"take_command", kind(ChannelClass::client_to_jobmanager), kind(MessageKind::command),
                                sim::Rank::control, nullptr, take_command_and_forget_the_trigger});
    }};

}  // namespace model
