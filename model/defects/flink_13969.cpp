// FLINK-13969: the periodic trigger asks early whether the coordinator has been stopped, and goes on. A stop comes in
// between and takes its savepoint; the trigger, which has asked already, begins another checkpoint behind it. The
// savepoint is not the last cut any more.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

std::uint32_t not_stopped(World&) { return 1; }

void go_on(World& w, std::uint32_t) { trigger_snapshot(w, history::SnapshotKind::checkpoint, 0); }

}  // namespace

const Defect flink_13969 = {
    .id = "FLINK-13969",
    .family = Family::coordinator,
    .mistake = "a periodic checkpoint slips through behind the savepoint of a stop",
    .versions = "1.8, 1.9; mended in 1.9.2",
    .caught_by = "nothing-after-the-last",
    .scenario = "scenarios/defects/stop.yaml",
    .plant = [](World::Rules& rules) { trigger_in_two_steps<not_stopped, go_on>(rules, "trigger_as_asked"); },
    .words = 1};

}  // namespace model
