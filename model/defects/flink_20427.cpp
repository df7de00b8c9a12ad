// FLINK-20427: the option to prefer checkpoints for recovery. A savepoint is complete, sinks have committed up to it,
// it is the newest entry of the store; a failure goes back to the newest checkpoint all the same, and what lies
// between is committed twice.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

bool is_checkpoint(const World& w, std::uint32_t i, std::uint32_t) {
  return w.slot[w.store[i].slot - 1].durable_kind == 0;
}

}  // namespace

const Defect flink_20427 = {.id = "FLINK-20427",
                            .family = Family::notices,
                            .mistake = "recovery passes over a newer savepoint whose output is committed",
                            .versions = "an option of 1.9 - 1.13; gone in 1.14",
                            .caught_by = "committed-effects-never-rolled-back",
                            .scenario = "scenarios/defects/savepoint-1.13.yaml",
                            .plant = [](World::Rules& rules) { recover_only<is_checkpoint>(rules); }};

}  // namespace model
