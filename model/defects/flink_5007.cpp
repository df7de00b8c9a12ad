// FLINK-5007: the rule of what goes at the end of a job knew cancel, failure and finish. A cluster that is shut down
// suspends its jobs, and the checkpoints that were to be retained were deleted.
#include "model/defects/gallery.hpp"

namespace model {
const Defect flink_5007 = {.id = "FLINK-5007",
                           .family = Family::retention,
                           .mistake = "a shutdown of the cluster deletes retained checkpoints",
                           .versions = "while 1.2 was made; mended in 1.2.0",
                           .caught_by = "retention",
                           .scenario = "scenarios/defects/shutdown.yaml",
                           .set = [](Semantics& knobs) { knobs.checkpoints_on_suspended = AtEnd::erase; }};

}  // namespace model
