// FLINK-8890: a new JobManager lists the pointers to its checkpoints. The list comes in no order, and the last of it
// was taken for the newest.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

bool is_last_of_the_list(const World& w, std::uint32_t i, std::uint32_t) {
  return w.jm->phase != Phase::suspending || i == 0;
}

}  // namespace

const Defect flink_8890 = {.id = "FLINK-8890",
                           .family = Family::leadership,
                           .mistake = "a new JobManager takes a checkpoint for the newest that is not",
                           .versions = "1.4; mended in 1.4.3 and 1.5.0",
                           .caught_by = "restore-latest",
                           .scenario = "scenarios/defects/leadership-two.yaml",
                           .plant = [](World::Rules& rules) { recover_only<is_last_of_the_list>(rules); }};

}  // namespace model
