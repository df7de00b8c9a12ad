#include "report/observed.hpp"

#include <algorithm>

namespace report {

void Observed::hear(const history::Event& event, const history::Stamp& stamp) {
  using namespace history;
  end.hear(event, stamp.t);
  if (const auto* e = std::get_if<SourceEmit>(&event)) {
    if (e->at.job == 0) read[e->rec.split] = std::max(read[e->rec.split], e->rec.offset + 1);
  } else if (const auto* command = std::get_if<Command>(&event)) {
    const bool stop =
        command->kind == CommandKind::stop_with_savepoint || command->kind == CommandKind::stop_with_checkpoint;
    if (stop && command->job == 0 && !asked_to_stop_at) asked_to_stop_at = stamp.t;
    if (command->cleanup)
      hung_until_clean_up |= command->job == 0 && !open.empty();
    else
      open.push_back(command->id);
  } else if (const auto* result = std::get_if<CommandResult>(&event)) {
    open.erase(std::remove(open.begin(), open.end(), result->id), open.end());
  } else if (const auto* restored = std::get_if<SourceRestored>(&event)) {
    if (restored->at.job != 0 || restored->at.attempt == 0) return;
    fell_back_at = stamp.t;
    const auto from = snapshots.find({0, restored->from_checkpoint});
    fell_back_to = from == snapshots.end() ? std::nullopt : from->second.artifact;
  } else if (const auto* trigger = std::get_if<CheckpointTriggered>(&event)) {
    snapshots[{trigger->job, trigger->checkpoint}].triggered_at = stamp.t;
    snapshot_on_command |= trigger->job == 0 && trigger->kind != SnapshotKind::checkpoint;
  } else if (const auto* written = std::get_if<ArtifactWritten>(&event)) {
    auto& s = snapshots[{written->job, written->checkpoint}];
    s.artifact = written->artifact, s.kind = written->kind;
  } else if (const auto* gone = std::get_if<ArtifactDeleted>(&event)) {
    deleted.insert(gone->artifact);
    if (end.to && !resumed_from) deleted_at_end.push_back(gone->artifact);
  } else if (const auto* job = std::get_if<JobSubmitted>(&event)) {
    if (job->job == 1) resumed_from = job->restored_from;
  } else if (const auto* write = std::get_if<SinkWrite>(&event)) {
    for (const RecordRange& r : write->recs)
      if (write->txn == no_txn)
        show(r);
      else
        held[write->txn].push_back(r);
  } else if (const auto* commit = std::get_if<TxnCommit>(&event)) {
    const auto fate = held.extract(commit->txn);
    if (!fate.empty())
      for (const RecordRange& r : fate.mapped()) show(r);
  } else if (const auto* abort = std::get_if<TxnAbort>(&event)) {
    held.erase(abort->txn);
  }
}

void Observed::show(const history::RecordRange& range) {
  auto& of_split = visible[range.split];
  if (of_split.size() <= range.last) of_split.resize(std::max<std::size_t>(range.last + 1, of_split.size() * 2));
  for (std::uint64_t k = range.first; k <= range.last; ++k) of_split[k] = true;
}

std::uint64_t Observed::about_to_be_doubled() const {
  std::uint64_t n = 0;
  for (const auto& [txn, ranges] : held)
    for (const history::RecordRange& r : ranges) {
      const auto of_split = visible.find(r.split);
      if (of_split == visible.end()) continue;
      for (std::uint64_t k = r.first; k <= r.last && k < of_split->second.size(); ++k) n += of_split->second[k];
    }
  return n;
}

}  // namespace report
