// FLINK-26783: since 1.15 savepoints are not what recovery goes back to, yet that of a stop still commits. A task
// fails after it, the job restarts from the checkpoint before, and what was committed in between is made again.
// Mended by failing the job for good.
#include "model/defects/gallery.hpp"

namespace model {
const Defect flink_26783 = {
    .id = "FLINK-26783",
    .family = Family::stop,
    .mistake = "a failure behind the savepoint of a stop restarts the job from an older checkpoint",
    .versions = "while 1.15 was made; mended in 1.15.0",
    .caught_by = "committed-effects-never-rolled-back",
    .scenario = "scenarios/defects/stop-then-failure.yaml",
    .set = [](Semantics& knobs) { knobs.half_success = HalfSuccess::restarts; }};

}  // namespace model
