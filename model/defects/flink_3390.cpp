// FLINK-3390: a job is started from a savepoint and fails before its first checkpoint of its own. The store of
// completed checkpoints is empty, so it starts from nothing.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void submit_and_forget(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("submit_job").effect;
  clean(w, c, m);
  w.jm->restored = 0;
}

}  // namespace

const Defect flink_3390 = {
    .id = "FLINK-3390",
    .family = Family::cancel,
    .mistake = "a failure before the first checkpoint forgets what the job was started from",
    .versions = "until 0.10; mended in 1.0",
    .caught_by = "restore-latest",
    .scenario = "scenarios/defects/resume-then-failure.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "submit_job", submit_and_forget); }};

}  // namespace model
