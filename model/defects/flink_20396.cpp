// FLINK-20396 (with FLINK-20397, FLINK-20413): "a reader has failed" said nothing of the checkpoint that it will be
// put back to. The enumerator takes back what it has assigned since the last checkpoint that it knew of, although the
// restored reader has it in its state, and hands it to the next reader that asks.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// The split is in the restored state, if a checkpoint was there.
void add_split_back(World& w, std::uint32_t, bool deployed) {
  if (deployed && slot_for_recovery(w)) hand_out_again(w);
}

}  // namespace

const Defect flink_20396 = {.id = "FLINK-20396",
                            .family = Family::sources,
                            .mistake = "a split that a restored reader has is handed to another reader too",
                            .versions = "1.11.0 - 1.11.2; mended in 1.11.3 and 1.12.0",
                            .caught_by = "split-conservation",
                            .scenario = "scenarios/defects/two-readers-failure.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  around_redeployment<nothing_before, add_split_back>(rules);
                                  add_second_reader(rules, "read_split_added_back");
                                },
                            .words = 1};

}  // namespace model
