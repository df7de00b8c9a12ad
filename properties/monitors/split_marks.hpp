#pragma once
// Which reader of the newest attempt has each split, and which splits the parts of each snapshot in progress hold.
// Decides whether a split is read by one reader at a time, and whether each snapshot holds it once. In exploration 28
// bytes, all of it in the model's own state.
//
// A reader has a split once it was given a position of it or has handed on a record. A snapshot owes the splits that
// some reader had when it was triggered: a FLIP-27 source may be handed one more behind the barrier, and before its
// first one it holds none.
#include <algorithm>
#include <array>
#include <vector>

#include "history/store.hpp"
#include "properties/monitors/flags.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class SplitMarks {
 public:
  static constexpr std::string_view name = "split marks";

  bool any() const {
    if constexpr (Store::bounded)
      return readers_.any();
    else
      return seen_ & any_reader;
  }
  bool read_twice() const { return seen_ & two_readers; }
  bool stored_twice() const { return seen_ & two_parts; }
  bool left_out() const { return seen_ & no_part; }
  bool overflow() const { return taken_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    begin();
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job)) return;
    Taken& taken = taken_.get(Store::checkpoint(e.checkpoint));
    taken = {};
    readers_.for_each([&](history::SplitId s, history::TaskId reader) {
      if (!finished_.contains(reader)) taken.due.insert(s);
    });
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (attempt_.of_newest(e.job)) taken_.erase(Store::checkpoint(e.checkpoint));
  }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    for (const history::Position& p : e.positions) reads(p.split, e.at.task);
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if (belongs(e.at)) reads(e.rec.split, e.at.task);
  }
  // A reader that has FINISHED takes no part in later snapshots.
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (belongs(e.at) && e.status == history::TaskStatus::finished) finished_.insert(e.at.task);
  }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    Taken* taken = taken_.find(Store::checkpoint(e.checkpoint));
    for (const history::Position& p : e.positions) {
      if (!taken) continue;
      if (taken->stored.contains(p.split)) seen_ |= two_parts;
      taken->stored.insert(p.split);
    }
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    const Taken* taken = attempt_.of_newest(e.job) ? taken_.find(number) : nullptr;
    if (!taken) return;
    readers_.for_each([&](history::SplitId s, history::TaskId reader) {
      if (taken->due.contains(s) && !taken->stored.contains(s) && !finished_.contains(reader)) seen_ |= no_part;
    });
    taken_.erase(number);
  }

 private:
  enum : std::uint8_t { any_reader = 1, two_readers = 2, two_parts = 4, no_part = 8 };
  struct Taken {
    Flags<Store> due, stored;
  };
  // Of each split the task that reads it, plus one; 0: nobody.
  class Readers {
   public:
    bool any() const {
      return std::any_of(plus_one_.begin(), plus_one_.end(), [](auto t) { return t != 0; });
    }
    // The reader before; `t` itself where there was none.
    history::TaskId exchange(history::SplitId s, history::TaskId t) {
      if constexpr (Store::bounded)
        s %= history::bounded_splits;
      else if (s >= plus_one_.size())
        plus_one_.resize(s + 1);
      const auto before = plus_one_[s];
      plus_one_[s] = static_cast<Task>(t + 1);
      return before == 0 ? t : before - 1U;
    }
    template <class F>
    void for_each(F&& f) const {
      for (history::SplitId s = 0; s < plus_one_.size(); ++s)
        if (plus_one_[s] != 0) f(s, plus_one_[s] - 1U);
    }
    void clear() { plus_one_ = {}; }

   private:
    using Task = typename Store::Task;
    std::conditional_t<Store::bounded, std::array<Task, history::bounded_splits>, std::vector<Task>> plus_one_{};
  };

  void reads(history::SplitId split, history::TaskId task) {
    if (readers_.exchange(split, task) != task) seen_ |= two_readers;
    if constexpr (!Store::bounded) seen_ |= any_reader;
  }
  void begin() {
    readers_.clear(), taken_.clear();
    finished_.clear();
  }
  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) begin();
    return step != NewestAttempt<Store>::Step::older;
  }

  typename Store::template Map<typename Store::Checkpoint, Taken, 4> taken_;
  Readers readers_;
  TaskFlags<Store> finished_;
  NewestAttempt<Store> attempt_;
  std::uint8_t seen_ = 0, zero_[3] = {};
};

}  // namespace properties
