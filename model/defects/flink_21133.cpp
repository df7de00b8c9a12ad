// FLINK-21133: when the savepoint of a stop is complete each source task is told to finish. The task of the new
// sources (FLIP-27) did nothing then: it reads on for ever, and the stop never ends.
#include "model/defects/gallery.hpp"

namespace model {
const Defect flink_21133 = {.id = "FLINK-21133",
                            .family = Family::stop,
                            .mistake = "a FLIP-27 source does not finish when the savepoint of the stop is complete",
                            .versions = "1.11 - 1.12.2; mended in 1.12.3",
                            .caught_by = "stop-terminates",
                            .scenario = "scenarios/defects/suspend-1.14.yaml",
                            .set = [](Semantics& knobs) { knobs.flip_27_stop = Flip27Stop::never_ends; }};

}  // namespace model
