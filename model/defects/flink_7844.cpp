// FLINK-7844: a checkpoint waits for the acknowledgement of a task that has failed. Its new attempt will never give
// it, and nobody gives the checkpoint up; with one allowed at a time none is triggered until it times out.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

using InProgress = std::array<Pending, 16>;

InProgress keep_in_progress(World& w) {
  InProgress kept{};
  if (w.jm->phase != Phase::running) return kept;
  for (std::uint32_t i = 0; i < w.plan.capacities.pending && i < kept.size(); ++i)
    if (w.pending[i].checkpoint && !w.pending[i].command) std::swap(kept[i], w.pending[i]);
  return kept;
}

void put_in_progress_back(World& w, const InProgress& kept, bool) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending && i < kept.size(); ++i)
    if (kept[i].checkpoint) w.pending[i] = kept[i];
}

}  // namespace

const Defect flink_7844 = {
    .id = "FLINK-7844",
    .family = Family::coordinator,
    .mistake = "a checkpoint goes on waiting for an attempt that is dead",
    .versions = "1.3; mended in 1.4",
    .caught_by = "checkpoint-liveness",
    .scenario = "scenarios/defects/failure.yaml",
    .plant = [](World::Rules& rules) { around_redeployment<keep_in_progress, put_in_progress_back>(rules); }};

}  // namespace model
