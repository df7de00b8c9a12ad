#pragma once
// The artifacts that exist in the order they were written, what was there when each further execution was submitted,
// and when the snapshots that a command asked for became readable. Figures only. Written by artifact.* and
// job.submitted.
#include "history/store.hpp"

namespace history {

template <class Store>
struct ArtifactLog {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "artifact log";

  struct Entry {
    ArtifactId artifact;
    ArtifactKind kind;
    JobId job;
    CheckpointId checkpoint;
    std::int64_t t;
  };
  std::vector<Entry> left;
  std::vector<ArtifactId> left_at_second;  // when the second execution was submitted
  bool second_submitted = false;
  GrowingMap<CheckpointId, std::int64_t>
      written_first;  // of the first execution, beside periodic checkpoints: checkpoint -> t

  void on(const CheckpointTriggered& e, const Stamp&) {
    if (e.job == 0 && e.kind != SnapshotKind::checkpoint) asked_.push_back(e.checkpoint);
  }
  void on(const ArtifactWritten& e, const Stamp& stamp) {
    if (e.job == 0 && std::find(asked_.begin(), asked_.end(), e.checkpoint) != asked_.end())
      written_first.get(e.checkpoint) = stamp.t;
    const Entry entry{e.artifact, e.kind, e.job, e.checkpoint, stamp.t};
    for (Entry& old : left)
      if (old.artifact == e.artifact) return void(old = entry);
    left.push_back(entry);
  }
  void on(const ArtifactDeleted& e, const Stamp&) {
    std::erase_if(left, [&](const Entry& entry) { return entry.artifact == e.artifact; });
  }
  void on(const JobSubmitted& e, const Stamp&) {
    if (e.job == 0 || second_submitted) return;
    second_submitted = true;
    for (const Entry& entry : left) left_at_second.push_back(entry.artifact);
  }

 private:
  std::vector<CheckpointId> asked_;
};

}  // namespace history
