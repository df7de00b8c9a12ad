// FLINK-21351: one checkpoint is kept. A completed savepoint comes into the store, so the checkpoint goes, with the
// files on which the next incremental checkpoint will build.
#include "model/defects/gallery.hpp"

namespace model {
const Defect flink_21351 = {.id = "FLINK-21351",
                            .family = Family::retention,
                            .mistake = "a savepoint pushes out the checkpoint that the next one builds on",
                            .versions = "until 1.12.1; mended in 1.12.2",
                            .caught_by = "retention",
                            .scenario = "scenarios/defects/savepoint-1.13.yaml",
                            .set = [](Semantics& knobs) { knobs.savepoint_subsumes = SavepointSubsumes::every_one; }};

}  // namespace model
