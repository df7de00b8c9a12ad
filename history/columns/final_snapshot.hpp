#pragma once
// The snapshots that may end the first execution: those a command asked for. For each, where its sources stood, what
// its operators stored, and what sources emitted after their own part of it (records that leak behind the barrier).
// Figures only. Written by command, checkpoint.*, source.snapshot, source.emit and op.snapshot.
#include "history/store.hpp"

namespace history {

template <class Store>
struct FinalSnapshot {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "final snapshot";

  struct Leak {
    std::uint64_t emissions = 0;
    IntervalSet records;
  };
  struct Candidate {
    CheckpointId checkpoint;
    SnapshotKind kind;
    std::uint16_t commands;                     // bit CommandKind: asked for before it was triggered, clean-up excepted
    bool completed = false, operators = false;  // `operators`: at least one stored its state
    PositionList positions;
    IntervalSet state;           // in the operators' state
    GrowingMap<At, Leak> leaks;  // of each source attempt that took its part
  };
  std::vector<Candidate> candidates;  // the completed ones first, in order of completion

  void on(const Command& e, const Stamp&) {
    if (!e.cleanup) asked_ = static_cast<std::uint16_t>(asked_ | 1U << static_cast<int>(e.kind));
  }
  void on(const CheckpointTriggered& e, const Stamp&) {
    if (e.job != 0 || e.kind == SnapshotKind::checkpoint || asked_ == 0) return;
    candidates.push_back({e.checkpoint, e.kind, asked_, false, false, {}, {}, {}});
  }
  void on(const CheckpointCompleted& e, const Stamp&) {
    if (e.job != 0) return;
    const auto open =
        std::find_if(candidates.begin(), candidates.end(), [](const Candidate& c) { return !c.completed; });
    const auto found =
        std::find_if(open, candidates.end(), [&](const Candidate& c) { return c.checkpoint == e.checkpoint; });
    if (found == candidates.end()) return;
    found->completed = true;
    std::rotate(open, found, found + 1);
  }
  void on(const CheckpointFailed& e, const Stamp&) {
    if (e.job == 0)
      std::erase_if(candidates, [&](const Candidate& c) { return c.checkpoint == e.checkpoint && !c.completed; });
  }
  void on(const SourceSnapshot& e, const Stamp&) {
    Candidate* c = find(e.at.job, e.checkpoint);
    if (!c) return;
    c->leaks.get(e.at) = {};
    for (const Position& p : e.positions) c->positions.set(p.split, p.next);
  }
  void on(const SourceEmit& e, const Stamp&) {
    if (candidates.empty() || e.at.job != 0) return;
    for (Candidate& c : candidates) {
      Leak* leak = c.leaks.find(e.at);
      if (!leak) continue;
      ++leak->emissions;
      leak->records.insert(e.rec);
    }
  }
  void on(const OpSnapshot& e, const Stamp&) {
    Candidate* c = find(e.at.job, e.checkpoint);
    if (!c) return;
    c->operators = true;
    for (const RecordRange& range : e.state.recs) c->state.insert(range);
  }

 private:
  Candidate* find(JobId job, CheckpointId checkpoint) {
    if (job != 0) return nullptr;
    const auto c = std::find_if(candidates.begin(), candidates.end(),
                                [&](const Candidate& x) { return x.checkpoint == checkpoint; });
    return c == candidates.end() ? nullptr : &*c;
  }

  std::uint16_t asked_ = 0;
};

}  // namespace history
