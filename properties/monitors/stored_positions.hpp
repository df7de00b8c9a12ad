#pragma once
// The positions that each stored snapshot holds, to hold against what an execution that starts from it is given. (What
// a restart inside the execution is given: `SnapshotMarks`.) Without a snapshot every split begins at 0. In exploration
// 84 bytes, all of it in the model's own state.
//
// Only the first position that an execution gives a split is judged: a FLIP-27 source says again where its splits stand
// when it is handed one more.
#include "history/store.hpp"
#include "properties/monitors/flags.hpp"

namespace properties {

template <class Store>
class StoredPositions {
 public:
  static constexpr std::string_view name = "stored positions";

  bool compared() const {
    if constexpr (Store::bounded)
      return !given_.empty();
    else
      return seen_ & compared_once;
  }
  bool differed() const { return seen_ & other; }
  bool overflow() const { return taken_.overflow() || kept_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    taken_.clear(), given_.clear();
    expected_ = {};
    from_scratch_ = e.restored_from == history::no_artifact;
    if (from_scratch_) return;
    if (const Positions* kept = kept_.find(Store::artifact(e.restored_from))) expected_ = *kept;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) { taken_.get(Store::checkpoint(e.checkpoint)); }
  void on(const history::CheckpointFailed& e, const history::Stamp&) { taken_.erase(Store::checkpoint(e.checkpoint)); }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    if (Positions* taken = taken_.find(Store::checkpoint(e.checkpoint)))
      for (const history::Position& p : e.positions) taken->set(p.split, p.next);
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const Positions* taken = taken_.find(Store::checkpoint(e.checkpoint));
    if (!taken) return;
    kept_.get(Store::artifact(e.artifact)) = *taken;
    taken_.erase(Store::checkpoint(e.checkpoint));
  }
  void on(const history::ArtifactDeleted& e, const history::Stamp&) { kept_.erase(Store::artifact(e.artifact)); }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    for (const history::Position& p : e.positions) {
      const bool known = from_scratch_ || expected_.has(p.split);
      if (e.at.attempt != 0 || given_.contains(p.split) || !known) continue;
      given_.insert(p.split);
      if constexpr (!Store::bounded) seen_ |= compared_once;
      if (p.next != (from_scratch_ ? 0 : expected_.at(p.split))) seen_ |= other;
    }
  }

 private:
  enum : std::uint8_t { compared_once = 1, other = 2 };
  using Positions = typename Store::Positions;

  typename Store::template Map<typename Store::Checkpoint, Positions, 4> taken_;
  typename Store::template Map<typename Store::Artifact, Positions, 8> kept_;
  Positions expected_;  // by the execution, where it was started from a snapshot
  Flags<Store> given_;  // splits that it has given a position
  std::uint8_t from_scratch_ = 0, seen_ = 0, zero_ = 0;
};

}  // namespace properties
