// FLINK-20675 (with FLINK-24344, FLINK-26049, FLINK-27570): no lost checkpoint is tolerated, so the first should fail
// the job. A path is not counted, here the asynchronous part of a task: the job looks healthy, and no checkpoint ever
// completes.
#include "model/defects/gallery.hpp"

namespace model {
const Defect flink_20675 = {.id = "FLINK-20675",
                            .family = Family::coordinator,
                            .mistake = "a checkpoint that fails in its asynchronous part is not counted",
                            .versions = "1.11.0 - 1.11.3, 1.12.0 - 1.12.1; mended in 1.11.4 and 1.12.2",
                            .caught_by = "fail-visible",
                            .scenario = "scenarios/defects/async-failure.yaml",
                            .set = [](Semantics& knobs) { knobs.failed_checkpoint = FailedCheckpoint::only_aborted; }};

}  // namespace model
