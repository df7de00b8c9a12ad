// FLINK-7783: a new JobManager reads the pointers to its checkpoints while the storage is out for a moment. Entries
// that cannot be read were removed for good; when the storage is back the job starts from nothing.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

std::uint32_t read_pointers(World& w) {
  if (w.jm->phase == Phase::suspending && w.faults->storage_mine) {
    w.faults->storage_mine = 0;
    forget_store(w);
  }
  return 0;
}

void nothing_more(World&, std::uint32_t, bool) {}

}  // namespace

const Defect flink_7783 = {
    .id = "FLINK-7783",
    .family = Family::leadership,
    .mistake = "a checkpoint that cannot be read for a moment is removed from the store",
    .versions = "1.3; mended in 1.3.3",
    .caught_by = "restore-latest",
    .scenario = "scenarios/defects/leadership.yaml",
    .plant = [](World::Rules& rules) { around_redeployment<read_pointers, nothing_more>(rules); }};

}  // namespace model
