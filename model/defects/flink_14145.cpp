// FLINK-14145: with the option to prefer checkpoints the search for one began one entry before the newest, without
// asking whether that is a savepoint at all. Of three checkpoints the second is restored.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

bool is_not_the_last(const World&, std::uint32_t i, std::uint32_t n) { return n == 1 || i + 1 < n; }

}  // namespace

const Defect flink_14145 = {.id = "FLINK-14145",
                            .family = Family::coordinator,
                            .mistake = "recovery takes the newest checkpoint but one",
                            .versions = "1.9.0; mended in 1.9.1",
                            .caught_by = "restore-latest",
                            .scenario = "scenarios/defects/two-checkpoints-1.13.yaml",
                            .plant = [](World::Rules& rules) { recover_only<is_not_the_last>(rules); }};

}  // namespace model
