// PAIMON-9666: the sink has committed batch n; the engine dies before it writes down that n is done, and makes n
// again. Nothing in the commit says which batch it was, so it is committed twice. Here the sink commits with its part
// of the checkpoint, before the checkpoint is complete.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_barrier_and_commit(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_barrier").effect;
  clean(w, c, m);
  const TaskId t = receiver_of(w, c);
  if (is_running(w, t) && w.plan.tasks[t].sink != sim::nobody && w.task[t].handled == m.large)
    commit_up_to(w, t, m.large);
}

}  // namespace

const Defect paimon_9666 = {
    .id = "PAIMON-9666",
    .family = Family::sinks,
    .mistake = "a batch that is repeated after a failure is committed again",
    .versions = "Paimon with Spark, open in September 2026",
    .caught_by = "consistent-prefix",
    .scenario = "scenarios/defects/transactional-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_barrier", take_barrier_and_commit); }};

}  // namespace model
