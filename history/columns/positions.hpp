#pragma once
// Where sources stood: in each snapshot, and where each execution was put back to. Written by source.snapshot and
// source.restored. A snapshot is forgotten when its checkpoint fails or its artifact is deleted, so a long run holds
// only what could be restored.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Positions {
  static constexpr std::string_view name = "positions";

  struct Key {
    typename Store::Job job;
    typename Store::Checkpoint checkpoint;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  typename Store::template Map<Key, typename Store::Positions, 6> snapshots;  // merged over source tasks
  typename Store::template Map<typename Store::Job, typename Store::Positions, 4>
      started;                         // by the first attempts of an execution
  typename Store::Positions restored;  // by the last restore of each split

  const typename Store::Positions* snapshot(JobId job, CheckpointId checkpoint) const {
    return snapshots.find(Key{Store::job(job), Store::checkpoint(checkpoint)});
  }

  void on(const SourceSnapshot& e, const Stamp&) {
    auto& positions = snapshots.get(Key{Store::job(e.at.job), Store::checkpoint(e.checkpoint)});
    for (const Position& p : e.positions) positions.set(p.split, p.next);
  }
  void on(const SourceRestored& e, const Stamp&) {
    for (const Position& p : e.positions) {
      restored.set(p.split, p.next);
      if (e.at.attempt == 0) started.get(Store::job(e.at.job)).set(p.split, p.next);
    }
  }
  void on(const CheckpointFailed& e, const Stamp&) {
    snapshots.erase(Key{Store::job(e.job), Store::checkpoint(e.checkpoint)});
  }
  void on(const ArtifactDeleted& e, const Stamp&) {
    if (!has_meaning(e.artifact)) return;
    snapshots.erase(Key{Store::job(job_of_model_artifact(e.artifact)),
                        Store::checkpoint(checkpoint_of_model_artifact(e.artifact))});
  }
};

}  // namespace history
