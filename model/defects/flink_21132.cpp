// FLINK-21132: a suspend told the operators that their input had ended. The savepoint is complete, the sources
// finish, the end of the partition reaches each task, and the task runs endInput() before it closes, as at any end. A
// sink that publishes on it shows a batch of which the savepoint knows nothing, and the resumed job makes the same
// records again.
#include "model/defects/gallery.hpp"

namespace model {
const Defect flink_21132 = {.id = "FLINK-21132",
                            .family = Family::stop,
                            .mistake = "on suspend operators are told of the end of their input",
                            .versions = "until 1.11.3 and 1.12.1; mended in 1.11.4 and 1.12.2",
                            .caught_by = "no-early-firing-on-suspend",
                            .scenario = "scenarios/defects/suspend.yaml",
                            .set = [](Semantics& knobs) { knobs.end_input_on_suspend = EndInputOnSuspend::yes; }};

}  // namespace model
