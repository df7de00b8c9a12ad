// FLINK-12858: every task stops for the savepoint of a stop until it hears that it is complete. One task declines;
// the coordinator drops the savepoint and nobody tells the others, which wait for ever. Mended by failing the job,
// which this leaves out.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void decline_and_leave_it(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("decline").effect;
  clean(w, c, m);
  w.jm->asked_to_fail = 0;
}

}  // namespace

const Defect flink_12858 = {
    .id = "FLINK-12858",
    .family = Family::stop,
    .mistake = "after a declined savepoint the tasks that stopped for it wait for ever",
    .versions = "while 1.9 was made; mended in 1.9.0",
    .caught_by = "job-liveness",
    .scenario = "scenarios/defects/declined-stop-1.10.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "decline", decline_and_leave_it); }};

}  // namespace model
