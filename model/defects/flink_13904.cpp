// FLINK-13904: the periodic trigger and the one of a savepoint ran on two threads: each checks, takes a number, and
// sends its triggers, with work on the storage in between. The one with the lower number may send second; tasks then
// take it for one that is over.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

std::uint32_t reserve_number(World& w) { return w.jm->next_checkpoint++; }

void send_late_triggers(World& w, std::uint32_t reserved) {
  const std::uint32_t next = std::exchange(w.jm->next_checkpoint, reserved);
  trigger_snapshot(w, history::SnapshotKind::checkpoint, 0);
  w.jm->next_checkpoint = next;
}

}  // namespace

const Defect flink_13904 = {.id = "FLINK-13904",
                            .family = Family::coordinator,
                            .mistake = "of two triggers at once the one with the lower number may go out second",
                            .versions = "until 1.9; mended in 1.10.0",
                            .caught_by = "monotone-checkpoint-ids",
                            .scenario = "scenarios/defects/savepoint.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  trigger_in_two_steps<reserve_number, send_late_triggers>(rules, "send_late_triggers");
                                },
                            .words = 1};

}  // namespace model
