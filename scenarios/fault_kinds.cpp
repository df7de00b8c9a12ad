#include "scenarios/fault_kinds.hpp"

#include <array>

namespace scenarios {
namespace {

using model::FaultKind;

constexpr std::array<FaultRow, model::fault_kinds> rows{{
    {FaultKind::task_failure, "task-failure", Strikes::task, "Of a task, at once."},
    {FaultKind::process_failure, "process-failure", Strikes::operators, "At the next record of a task."},
    {FaultKind::snapshot_failure, "snapshot-failure", Strikes::task, "In the synchronous part of a snapshot."},
    {FaultKind::async_snapshot_failure, "async-snapshot-failure", Strikes::task,
     "In the asynchronous part of a snapshot; the task declines."},
    {FaultKind::notify_failure, "notify-failure", Strikes::task, "In the notice that a snapshot is complete."},
    {FaultKind::commit_failure, "commit-failure", Strikes::committing, "In the commit of a two-phase sink."},
    {FaultKind::end_input_failure, "end-input-failure", Strikes::operators, "In endInput()."},
    {FaultKind::finish_failure, "finish-failure", Strikes::task, "In finish()."},
    {FaultKind::close_failure, "close-failure", Strikes::task, "In close() at the regular end."},
    {FaultKind::event_failure, "event-failure", Strikes::readers,
     "The next split that an enumerator sends to a subtask of a source."},
    {FaultKind::storage_failure, "storage-failure", Strikes::cluster, "The metadata of a snapshot is not written."},
    {FaultKind::taskmanager_loss, "taskmanager-loss", Strikes::taskmanager, "Every subtask on one TaskManager."},
    {FaultKind::jobmanager_loss, "jobmanager-loss", Strikes::jobmanager, "Leadership is lost and regained."},
    {FaultKind::cluster_shutdown, "cluster-shutdown", Strikes::cluster, "The job is suspended for good."},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].kind) != i) return false;
  return true;
}
static_assert(in_order(), "one row for each kind, in their order");

}  // namespace

std::span<const FaultRow> fault_rows() { return rows; }
const FaultRow& row_of(FaultKind kind) { return rows[static_cast<std::size_t>(kind)]; }

}  // namespace scenarios
