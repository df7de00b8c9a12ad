#pragma once
// Where each split stands in the newest attempt: what that attempt hands on next, and what it has to store. Decides
// whether sources read on in order, and whether they go on behind their part of a stop's snapshot. In exploration 12
// bytes, all of it in the model's own state.
//
// A split of which the attempt has said nothing yet may begin anywhere: until 1.14 sources say nothing where they begin
// from scratch.
#include "history/store.hpp"
#include "properties/monitors/flags.hpp"
#include "properties/monitors/marked_numbers.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class ReadingMarks {
 public:
  static constexpr std::string_view name = "reading marks";

  bool any() const {
    if constexpr (Store::bounded)
      return !next_.empty();
    else
      return seen_ & any_place;
  }
  bool out_of_order() const { return seen_ & (jumped | stored_elsewhere); }
  bool emitted_after_end() const { return seen_ & after_end; }
  bool stored_for_stop() const {
    if constexpr (Store::bounded)
      return !stopping_.empty();
    else
      return seen_ & stop_stored;
  }
  bool emitted_behind_stop() const { return seen_ & behind_stop; }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    stops_.clear();
    forget();
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    using K = history::SnapshotKind;
    if (e.kind != K::suspend && e.kind != K::terminate) return;
    stops_.mark(e.checkpoint);
  }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    for (const history::Position& p : e.positions) stands(p.split, p.next);
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    const auto [split, offset] = e.rec;
    if (next_.has(split) && next_.at(split) != offset) seen_ |= jumped;
    if (ended_.contains(e.at.task)) seen_ |= after_end;
    if (stopping_.contains(split)) seen_ |= behind_stop;
    stands(split, offset + 1);
  }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    const bool of_stop = stops_.has(e.checkpoint);
    for (const history::Position& p : e.positions) {
      if (next_.has(p.split) && next_.at(p.split) != p.next) seen_ |= stored_elsewhere;
      if (!of_stop) continue;
      stopping_.insert(p.split);
      if constexpr (!Store::bounded) seen_ |= stop_stored;
    }
  }
  void on(const history::SourceEnd& e, const history::Stamp&) { end(e.at); }
  void on(const history::OpClose& e, const history::Stamp&) { end(e.at); }

 private:
  enum : std::uint8_t {
    any_place = 1,
    jumped = 2,
    stored_elsewhere = 4,
    after_end = 8,
    stop_stored = 16,
    behind_stop = 32
  };
  void forget() {
    next_ = {};
    ended_.clear(), stopping_.clear();
  }
  void stands(history::SplitId split, history::Offset next) {
    next_.set(split, next);
    if constexpr (!Store::bounded) seen_ |= any_place;
  }
  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) forget();
    return step != NewestAttempt<Store>::Step::older;
  }
  void end(const history::At& at) {
    if (belongs(at)) ended_.insert(at.task);
  }

  typename Store::Positions next_;
  TaskFlags<Store> ended_;
  Flags<Store> stopping_;  // splits whose part of a stop's snapshot is taken
  std::uint8_t seen_ = 0;
  NewestAttempt<Store> attempt_;
  MarkedNumbers<Store> stops_;  // the snapshots of stops
};

}  // namespace properties
