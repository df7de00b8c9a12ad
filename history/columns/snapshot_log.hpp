#pragma once
// What each checkpoint was, which failed, and which snapshots restarts inside an execution went back to. Figures only.
// Written by checkpoint.*, source.snapshot and source.restored.
//
// A restore that does not say its checkpoint is looked up by its positions among the newest snapshots of the execution;
// `searched` bounds how many are kept, so that a long run with very many splits stays small.
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "history/store.hpp"

namespace history {

template <class Store>
struct SnapshotLog {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "snapshot log";
  static constexpr std::size_t searched = 64;

  struct Failure {
    std::optional<SnapshotKind> kind;  // nothing: it was never seen triggered
    CheckpointId checkpoint;
    std::string reason;
  };
  struct Restore {
    std::optional<SnapshotKind> kind;
    CheckpointId checkpoint;  // no_checkpoint: not known
    friend auto operator<=>(const Restore&, const Restore&) = default;
  };
  GrowingMap<std::pair<JobId, CheckpointId>, SnapshotKind> kinds;
  GrowingMap<JobId, std::map<CheckpointId, PositionList>> positions;
  std::vector<Failure> failed;
  std::vector<Restore> restored_in_run;  // each once, in order

  std::optional<SnapshotKind> kind(JobId job, CheckpointId checkpoint) const {
    const SnapshotKind* k = kinds.find({job, checkpoint});
    return k ? std::optional(*k) : std::nullopt;
  }

  void on(const CheckpointTriggered& e, const Stamp&) { kinds.get({e.job, e.checkpoint}) = e.kind; }
  void on(const CheckpointFailed& e, const Stamp&) {
    failed.push_back({kind(e.job, e.checkpoint), e.checkpoint, std::string(e.reason)});
  }
  void on(const SourceSnapshot& e, const Stamp&) {
    auto& newest = positions.get(e.at.job);
    auto& merged = newest[e.checkpoint];
    for (const Position& p : e.positions) merged.set(p.split, p.next);
    if (newest.size() > searched) newest.erase(newest.begin());
  }
  void on(const SourceRestored& e, const Stamp&) {
    if (e.at.attempt == 0) return;
    const CheckpointId from = e.from_checkpoint != no_checkpoint ? e.from_checkpoint : match(e);
    const Restore restore{kind(e.at.job, from), from};
    if (known_.insert(restore).second) restored_in_run.push_back(restore);
  }

 private:
  // The newest snapshot of the execution in which every restored split stands where it was restored to.
  CheckpointId match(const SourceRestored& e) const {
    const auto* newest = positions.find(e.at.job);
    if (!newest) return no_checkpoint;
    for (auto it = newest->rbegin(); it != newest->rend(); ++it) {
      const bool all = std::all_of(e.positions.begin(), e.positions.end(), [&](const Position& p) {
        return it->second.has(p.split) && it->second.at(p.split) == p.next;
      });
      if (all) return it->first;
    }
    return no_checkpoint;
  }

  std::set<Restore> known_;
};

}  // namespace history
