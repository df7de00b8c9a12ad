// SPARK-19617: a stop that comes while the query starts is overwritten: the starting thread sets RUNNING without
// looking what is there.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_command_when_up(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_command").effect;
  const bool starting = w.jm->phase == Phase::running && w.jm->running < w.plan.task_count();
  if (!starting || !is_stop_with_snapshot(kind_of_command(w, m))) clean(w, c, m);
}

}  // namespace

const Defect spark_19617 = {
    .id = "SPARK-19617",
    .family = Family::stop,
    .mistake = "a stop that comes while the job starts is lost",
    .versions = "Spark until 2.1",
    .caught_by = "stop-terminates",
    .scenario = "scenarios/defects/stop.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_command", take_command_when_up); }};

}  // namespace model
