#pragma once
// The stored snapshots that exist now: complete, readable, not deleted. Written by artifact.written and
// artifact.deleted. Order and times are in artifact_log.hpp, which only figures read.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Artifacts {
  static constexpr std::string_view name = "artifacts";

  struct Entry {
    typename Store::Job job;  // that wrote it
    typename Store::Checkpoint checkpoint;
    ArtifactKind kind;
    std::uint8_t zero;
  };
  typename Store::template Map<typename Store::Artifact, Entry, 8> left;

  const Entry* find(ArtifactId a) const { return left.find(Store::artifact(a)); }
  // The one with the highest checkpoint id among those that `wanted(ArtifactId, Entry)`; no_artifact: none.
  template <class F>
  ArtifactId newest(F&& wanted) const {
    ArtifactId best = no_artifact;
    CheckpointId highest = 0;
    left.for_each([&](typename Store::Artifact a, const Entry& e) {
      if (!wanted(Store::artifact_id(a), e) || (best != no_artifact && e.checkpoint < highest)) return;
      best = Store::artifact_id(a), highest = e.checkpoint;
    });
    return best;
  }

  void on(const ArtifactWritten& e, const Stamp&) {
    left.get(Store::artifact(e.artifact)) = {Store::job(e.job), Store::checkpoint(e.checkpoint), e.kind, 0};
  }
  void on(const ArtifactDeleted& e, const Stamp&) { left.erase(Store::artifact(e.artifact)); }
};

}  // namespace history
