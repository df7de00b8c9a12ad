#pragma once
// The Store of timed runs and recordings: interval sets and maps without a bound. See store.hpp.
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "history/event.hpp"
#include "history/interval_set.hpp"

namespace history {

// A map whose keys come out in order.
template <class Key, class Value>
class GrowingMap {
 public:
  Value* find(const Key& k) {
    auto it = map_.find(k);
    return it == map_.end() ? nullptr : &it->second;
  }
  const Value* find(const Key& k) const { return const_cast<GrowingMap*>(this)->find(k); }
  Value& get(const Key& k) { return map_[k]; }  // made empty where missing
  void erase(const Key& k) { map_.erase(k); }
  void clear() { map_.clear(); }
  std::size_t size() const { return map_.size(); }
  bool overflow() const { return false; }
  template <class F>
  void for_each(F&& f) {
    for (auto& [k, v] : map_) f(k, v);
  }
  template <class F>
  void for_each(F&& f) const {
    for (const auto& [k, v] : map_) f(k, v);
  }

 private:
  std::map<Key, Value> map_;
};

// The ids that have been marked, as ranges: ids are handed out in order, so that most of them touch.
class MarkedIds {
 public:
  void mark(std::uint64_t id) {
    auto next = ranges_.upper_bound(id);
    const bool joins_right = next != ranges_.end() && next->first == id + 1;
    if (next != ranges_.begin()) {
      auto before = std::prev(next);
      if (id < before->second) return;
      if (before->second == id) {
        before->second = joins_right ? next->second : id + 1;
        if (joins_right) ranges_.erase(next);
        return;
      }
    }
    const std::uint64_t end = joins_right ? next->second : id + 1;
    if (joins_right) ranges_.erase(next);
    ranges_[id] = end;
  }
  bool marked(std::uint64_t id) const {
    auto next = ranges_.upper_bound(id);
    return next != ranges_.begin() && id < std::prev(next)->second;
  }
  // The first id behind a marked one that is not marked.
  std::uint64_t end_of(std::uint64_t id) const { return std::prev(ranges_.upper_bound(id))->second; }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  // first -> end
};

// How each transaction ended. A column that asks inherits it: as an empty base it takes no byte where nothing is
// remembered, while g++ 12 takes an empty member for padding.
class RememberedEndings {
 public:
  void mark_committed(TxnId txn) { committed_.mark(txn); }
  void mark_aborted(TxnId txn) { aborted_.mark(txn); }
  bool was_committed(TxnId txn) const { return committed_.marked(txn); }
  bool was_aborted(TxnId txn) const { return aborted_.marked(txn); }

 private:
  MarkedIds committed_, aborted_;
};

// The next offset of each split that has one.
class PositionList {
 public:
  bool has(SplitId s) const { return s < next_.size() && next_[s] != none; }
  Offset at(SplitId s) const { return next_[s]; }
  void set(SplitId s, Offset next) {
    if (s >= next_.size()) next_.resize(s + 1, none);
    next_[s] = next;
  }
  bool empty() const {
    return std::all_of(next_.begin(), next_.end(), [](Offset o) { return o == none; });
  }
  // Calls f(SplitId, Offset) in order of splits.
  template <class F>
  void for_each(F&& f) const {
    for (SplitId s = 0; s < next_.size(); ++s)
      if (next_[s] != none) f(s, next_[s]);
  }

 private:
  static constexpr Offset none = ~Offset{0};
  std::vector<Offset> next_;
};

struct Growing {
  static constexpr bool bounded = false;
  using Records = IntervalSet;
  template <class Key, class Value, std::size_t>
  using Map = GrowingMap<Key, Value>;
  using Positions = PositionList;
  using Endings = RememberedEndings;
  using Count = std::uint64_t;  // small counters: of answers, of attempts
  using Total = std::uint64_t;  // counters of records
  using Next = std::uint32_t;   // a position in a split
  using Job = JobId;
  using Task = TaskId;
  using Attempt = std::uint32_t;
  using Checkpoint = CheckpointId;
  using Command = CommandId;
  using Artifact = ArtifactId;
  using Txn = TxnId;
  static constexpr Job job(JobId j) { return j; }
  static constexpr Task task(TaskId t) { return t; }
  static constexpr Attempt attempt(std::uint32_t a) { return a; }
  static constexpr Checkpoint checkpoint(CheckpointId c) { return c; }
  static constexpr Command command(CommandId c) { return c; }
  static constexpr Artifact artifact(ArtifactId a) { return a; }
  static constexpr ArtifactId artifact_id(Artifact a) { return a; }
  static constexpr Txn txn(TxnId t) { return t; }
  static constexpr TxnId txn_id(Txn t) { return t; }
};

}  // namespace history
