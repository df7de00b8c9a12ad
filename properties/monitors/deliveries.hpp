#pragma once
// What the external system shows, what snapshots cover and what the sources were put back to: decides loss, doubling,
// rolled back effects, and whether what transactions show is a prefix that a complete snapshot covers.
//
// A record is settled once it is visible or in a transaction that may still be committed. When a source is put back to
// position p, every record before p must be settled. From then on the split is watched below p until all of it is
// visible, because an abort may undo what was settled; `owed_` is p while it is watched and nothing otherwise, so that
// exploration does not remember old restores.
//
// A split that is handed out is given no position: when the job runs again it is not known where it stands, so what was
// emitted before need not be visible when the job is FINISHED (that it is read again: `CoverageMarks`).
//
// Bits of `seen_` are the verdicts of steps and what was met. Of what is kept, the model's own state determines nearly
// all (contents of transactions, positions); in exploration 172 bytes, which cost memory but few states.
#include <algorithm>

#include "history/expectations.hpp"
#include "history/store.hpp"
#include "properties/monitors/lineage.hpp"
#include "properties/monitors/pending_output.hpp"

namespace properties {

template <class Store>
class Deliveries {
 public:
  static constexpr std::string_view name = "deliveries";

  bool lost() const { return seen_ & record_lost; }
  bool doubled() const { return seen_ & record_doubled; }
  bool unseen_at_finish() const { return seen_ & record_unseen; }
  bool losses_excused() const { return seen_ & loss_excused; }  // M13, or the external system gave something up
  bool rolled_back() const { return seen_ & effect_rolled_back; }
  bool wrote() const {
    if constexpr (Store::bounded)
      return !visible_.empty() || !pending_.empty();
    else
      return seen_ & written;
  }
  bool resumed() const { return seen_ & put_back; }
  bool restarted_after_commit() const { return seen_ & restart_after_commit; }
  bool recovered_transaction() const { return seen_ & recovered; }
  bool finished() const { return seen_ & job_finished; }
  // A transaction showed a record that no complete snapshot covers, or a FINISHED job shows one and not those before
  // it.
  bool shown_uncovered() const { return seen_ & uncovered; }
  bool shown_with_gaps() const { return seen_ & gaps; }
  bool overflow() const { return pending_.overflow() || taken_.overflow() || lineage_.overflow(); }

  void configure(const history::Expectations& e) {
    if (!e.split_ends.empty()) seen_ |= handed_out;
  }
  void on(const history::JobSubmitted& e, const history::Stamp&) {
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint16_t>(~job_finished);
    const auto step = lineage_.submitted(e);
    if (step != Lineage<Store>::Step::on_line) seen_ |= off_line;
    if (step == Lineage<Store>::Step::behind_fallback) seen_ |= loss_excused;
    committed_ = {};
    taken_.clear();
    seen_ &= static_cast<std::uint16_t>(~source_ended);
  }
  // A source that has ended is in no later snapshot, which covers all that it has handed on (FLIP-147); those that go
  // on store where they stand.
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    auto& taken = taken_.get(Store::checkpoint(e.checkpoint));
    if (seen_ & source_ended) taken = emitted_;
  }
  void on(const history::SourceEnd&, const history::Stamp&) { seen_ |= source_ended; }
  void on(const history::CheckpointFailed& e, const history::Stamp&) { taken_.erase(Store::checkpoint(e.checkpoint)); }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    if (auto* taken = taken_.find(Store::checkpoint(e.checkpoint)))
      for (const history::Position& p : e.positions) taken->set(p.split, p.next);
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    lineage_.written(e);
    complete(Store::checkpoint(e.checkpoint));
  }
  // In a recording either may be seen first.
  void on(const history::CheckpointCompleted& e, const history::Stamp&) { complete(Store::checkpoint(e.checkpoint)); }

  void on(const history::SourceRestored& e, const history::Stamp&) {
    if (e.at.attempt > 0) lineage_.restarted(e.from_checkpoint);
    for (const history::Position& p : e.positions) {
      if (e.at.attempt > 0 && committed_.has(p.split)) {
        seen_ |= restart_after_commit;
        if (p.next < committed_.at(p.split)) seen_ |= effect_rolled_back;
      }
      if (p.next > 0) seen_ |= put_back;
      emitted_.set(p.split, p.next);
      owe(p.split, p.next);
    }
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint16_t>(~(put_back | restart_after_commit | recovered));
    emitted_.set(e.rec.split, e.rec.offset + 1);
  }

  void on(const history::SinkWrite& e, const history::Stamp&) {
    if constexpr (!Store::bounded) seen_ |= written;
    if (e.txn != history::no_txn) return pending_.write(e.at.task, e.txn, e.recs);
    for (const history::RecordRange& r : e.recs) show(r);
  }
  void on(const history::TxnCommit& e, const history::Stamp&) {
    if (e.recovered && !e.repeat) seen_ |= recovered;
    pending_.take(e.at.task, e.txn, [&](history::RecordRange r) {
      show(r);
      if (!covered_.has(r.split) || covered_.at(r.split) <= r.last) seen_ |= uncovered;
      if (!committed_.has(r.split) || committed_.at(r.split) < r.last + 1) committed_.set(r.split, r.last + 1);
    });
  }
  void on(const history::TxnAbort& e, const history::Stamp&) { drop(e.at.task, e.txn, true); }
  // What the external system gives up by itself is a documented loss (R7 column 7), so it is not held against the
  // engine.
  void on(const history::TxnExpire& e, const history::Stamp&) { drop(history::TaskId{0}, e.txn, false); }

  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (e.status == history::JobStatus::running) {
      seen_ &= static_cast<std::uint16_t>(~source_ended);
      if (seen_ & handed_out) emitted_ = {};
    }
    if (e.status != history::JobStatus::finished) return;
    seen_ |= job_finished;
    emitted_.for_each([&](history::SplitId s, history::Offset next) {
      if (first_unseen(s, next) < next) seen_ |= record_unseen;
      if (!(seen_ & (off_line | loss_excused)) && seen_behind(s, first_unseen(s, far))) seen_ |= gaps;
    });
  }

 private:
  enum : std::uint16_t {
    record_lost = 1,
    record_doubled = 2,
    record_unseen = 4,
    effect_rolled_back = 8,
    off_line = 16,
    loss_excused = 32,
    written = 64,
    put_back = 128,
    restart_after_commit = 256,
    recovered = 512,
    job_finished = 1024,
    uncovered = 2048,
    gaps = 4096,
    source_ended = 8192,  // of the attempt
    handed_out = 16384
  };

  static constexpr history::Offset far = Store::bounded ? history::bounded_offsets : UINT32_MAX;

  void complete(typename Store::Checkpoint number) {
    const auto* taken = taken_.find(number);
    if (!taken) return;
    taken->for_each([&](history::SplitId s, history::Offset next) {
      if (!covered_.has(s) || covered_.at(s) < next) covered_.set(s, next);
    });
    taken_.erase(number);
  }
  void show(history::RecordRange range) {
    visible_.insert(range, [&](history::RecordRange) {
      if (!(seen_ & off_line)) seen_ |= record_doubled;
    });
    settle(range.split);
  }

  // The first record of the split below `end` that is not visible, or `end`.
  history::Offset first_unseen(history::SplitId s, history::Offset end) const {
    if constexpr (Store::bounded) {
      history::Offset o = 0;
      while (o < end && visible_.contains({s, o})) ++o;
      return o;
    } else {
      const auto& spans = visible_.spans(s);
      return spans.empty() || spans.front().first != 0 ? 0 : std::min(end, spans.front().end);
    }
  }
  bool seen_behind(history::SplitId s, history::Offset from) const {
    if constexpr (Store::bounded) {
      for (history::Offset o = from; o < history::bounded_offsets; ++o)
        if (visible_.contains({s, o})) return true;
      return false;
    } else {
      const auto& spans = visible_.spans(s);
      return !spans.empty() && spans.back().end > from;
    }
  }
  void owe(history::SplitId s, history::Offset next) {
    owed_.set(s, next);
    for (history::Offset o = first_unseen(s, next); o < next; ++o)
      if (!visible_.contains({s, o}) && !pending_.holds({s, o})) note_loss();
    settle(s);
  }
  void settle(history::SplitId s) {
    if (owed_.has(s) && owed_.at(s) != 0 && first_unseen(s, owed_.at(s)) == owed_.at(s)) owed_.set(s, 0);
  }
  void drop(history::TaskId task, history::TxnId txn, bool by_engine) {
    pending_.take(task, txn, [&](history::RecordRange range) {
      if (!owed_.has(range.split)) return;
      const history::Offset end = std::min(range.last + 1, owed_.at(range.split));
      for (history::Offset o = range.first; o < end; ++o) {
        if (visible_.contains({range.split, o}) || pending_.holds({range.split, o})) continue;
        if (by_engine)
          note_loss();
        else
          seen_ |= loss_excused;
      }
    });
  }
  void note_loss() {
    if (!(seen_ & loss_excused)) seen_ |= record_lost;
  }

  typename Store::Records visible_;
  PendingOutput<Store> pending_;
  typename Store::Positions emitted_, owed_;
  typename Store::Positions committed_;  // after the last record that this execution committed
  typename Store::template Map<typename Store::Checkpoint, typename Store::Positions, 4> taken_;
  typename Store::Positions covered_;  // by the complete snapshot that reaches farthest
  Lineage<Store> lineage_;
  std::uint16_t seen_ = 0;
};

}  // namespace properties
