#pragma once
// The source positions of the newest complete snapshots, to hold against what is restored: by a restart inside the
// execution, and by the execution that is resumed after a cancel. Positions of snapshots that are still being taken
// wait in `taken_`.
//
// "Newest" is by number. There are two of them, since versions differ in whether recovery may use savepoints; which
// mark counts is asked by the property, so the fold keeps one bit for each. A snapshot is complete when the coordinator
// reports it or when it is readable, whichever is seen first; what completes after the first CANCELLING does not count.
// In exploration 44 bytes, derived from the model's own state but for the bits.
#include <algorithm>

#include "history/store.hpp"

namespace properties {

template <class Store>
class SnapshotMarks {
 public:
  static constexpr std::string_view name = "snapshot marks";

  bool resumed_after_cancel() const { return seen_ & compared; }
  // Of executions by number, a bit each; the last bit stands for all from the eighth on.
  std::uint8_t rewound_elsewhere() const { return rewound_wrong_; }
  bool restarted() const { return seen_ & restart; }
  bool restarted_off_newest_checkpoint() const { return seen_ & off_checkpoint; }
  bool restarted_off_newest_snapshot() const { return seen_ & off_snapshot; }
  bool overflow() const { return taken_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    taken_.clear();
    // From a savepoint the promise about checkpoints says nothing.
    const bool from_savepoint = (now_ & has_savepoint) && Store::artifact(e.restored_from) == savepoint_;
    const bool compares = (now_ & cancelling) && !from_savepoint;
    comparing_ = static_cast<std::uint8_t>(compares ? 1U << std::min<history::JobId>(e.job, 7) : 0);
    now_ &= has_savepoint;
    checkpoint_ = snapshot_ = 0;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (e.status == history::JobStatus::cancelling) now_ |= cancelling;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    taken_.get(Store::checkpoint(e.checkpoint)).kind = e.kind;
    comparing_ = 0;  // every source has started
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~compared);
  }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    // Of a snapshot that has failed or is complete a late part means nothing.
    if (Taken* taken = taken_.find(Store::checkpoint(e.checkpoint)))
      for (const history::Position& p : e.positions) taken->positions.set(p.split, p.next);
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) { taken_.erase(Store::checkpoint(e.checkpoint)); }
  void on(const history::CheckpointCompleted& e, const history::Stamp&) {
    // What a stop takes may be a savepoint or a checkpoint; its artifact says which.
    const auto id = Store::checkpoint(e.checkpoint);
    const Taken* taken = taken_.find(id);
    if (taken && taken->kind == history::SnapshotKind::checkpoint) complete(id, true);
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    complete(Store::checkpoint(e.checkpoint), e.kind == history::ArtifactKind::checkpoint);
    if (e.kind == history::ArtifactKind::savepoint) savepoint_ = Store::artifact(e.artifact), now_ |= has_savepoint;
  }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    for (const history::Position& p : e.positions) e.at.attempt == 0 ? started(p) : restarted(p);
  }

 private:
  enum : std::uint8_t { compared = 1, restart = 2, off_checkpoint = 4, off_snapshot = 8 };
  enum : std::uint8_t { has_savepoint = 1, cancelling = 2 };
  using Positions = typename Store::Positions;
  struct Taken {
    history::SnapshotKind kind;
    Positions positions;
  };

  void complete(typename Store::Checkpoint id, bool is_checkpoint) {
    const Taken* taken = taken_.find(id);
    if (!taken) return;
    if (!(now_ & cancelling)) {
      if (id >= snapshot_) snapshot_ = id, at_snapshot_ = taken->positions;
      if (is_checkpoint && id >= checkpoint_) checkpoint_ = id, at_checkpoint_ = taken->positions;
    }
    taken_.erase(id);
  }
  // What an execution is started from is its newest snapshot until it has taken one.
  void started(history::Position p) {
    if (comparing_ && at_checkpoint_.has(p.split)) {
      seen_ |= compared;
      if (at_checkpoint_.at(p.split) != p.next) rewound_wrong_ |= comparing_;
    }
    at_checkpoint_.set(p.split, p.next);
    at_snapshot_.set(p.split, p.next);
  }
  void restarted(history::Position p) {
    seen_ |= restart;
    if (at_checkpoint_.has(p.split) && at_checkpoint_.at(p.split) != p.next) seen_ |= off_checkpoint;
    if (at_snapshot_.has(p.split) && at_snapshot_.at(p.split) != p.next) seen_ |= off_snapshot;
  }

  typename Store::template Map<typename Store::Checkpoint, Taken, 4> taken_;
  Positions at_checkpoint_, at_snapshot_;
  typename Store::Checkpoint checkpoint_{}, snapshot_{};  // numbers of the two; 0: what the execution was started from
  typename Store::Artifact savepoint_{};                  // the newest savepoint
  std::uint8_t now_ = 0, seen_ = 0;
  std::uint8_t comparing_ = 0, rewound_wrong_ = 0;  // executions, a bit each
};

}  // namespace properties
