#pragma once
// A set of records as disjoint, not touching intervals [first, end) per split: what a run of 10^8 records folds to
// stays a handful of intervals, because a split is emitted, written and committed in order but for what is in flight.
// Appending to the last interval is O(1); anything else is a binary search and a move of what lies behind. Tested in
// tests/history/interval_set_test.cpp.
//
// Offsets end one below the greatest number, so that `end` always fits.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "history/event.hpp"

namespace history {

class IntervalSet {
 public:
  struct Span {
    Offset first, end;
    friend bool operator==(const Span&, const Span&) = default;
  };

  // True: it was not there before.
  bool insert(Record r) {
    auto& list = at(r.split);
    if (!list.empty() && list.back().end == r.offset) return ++list.back().end, ++size_, true;
    if (list.empty() || list.back().end < r.offset) return list.push_back({r.offset, r.offset + 1}), ++size_, true;
    bool fresh = true;
    insert({r.split, r.offset, r.offset}, [&](RecordRange) { fresh = false; });
    return fresh;
  }
  // Calls repeated(RecordRange) for each part that was there before, in order.
  template <class F>
  void insert(RecordRange range, F&& repeated) {
    auto& list = at(range.split);
    const Offset first = range.first, end = range.last + 1;
    if (!list.empty() && list.back().end == first) return list.back().end = end, void(size_ += end - first);
    // The intervals that touch or overlap [first, end).
    auto from = std::lower_bound(list.begin(), list.end(), first, [](const Span& s, Offset o) { return s.end < o; });
    auto to = from;
    Span whole{first, end};
    size_ += end - first;
    for (; to != list.end() && to->first <= end; ++to) {
      const Offset a = std::max(first, to->first), b = std::min(end, to->end);
      if (a < b) repeated(RecordRange{range.split, a, b - 1}), size_ -= b - a;
      whole = {std::min(whole.first, to->first), std::max(whole.end, to->end)};
    }
    if (from == to) return void(list.insert(from, whole));
    *from = whole;
    list.erase(from + 1, to);
  }
  void insert(RecordRange range) {
    insert(range, [](RecordRange) {});
  }
  template <class F>
  void insert_all(const IntervalSet& other, F&& repeated) {
    other.for_each_range([&](RecordRange r) { insert(r, repeated); });
  }
  void insert_all(const IntervalSet& other) {
    insert_all(other, [](RecordRange) {});
  }

  bool contains(Record r) const {
    const auto& list = spans(r.split);
    auto next =
        std::upper_bound(list.begin(), list.end(), r.offset, [](Offset o, const Span& s) { return o < s.first; });
    return next != list.begin() && r.offset < std::prev(next)->end;
  }
  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { splits_.clear(), size_ = 0; }

  // Splits that may hold something lie in [split_begin, split_end).
  SplitId split_begin() const { return base_; }
  SplitId split_end() const { return base_ + static_cast<SplitId>(splits_.size()); }
  const std::vector<Span>& spans(SplitId s) const {
    static const std::vector<Span> none;
    return s >= base_ && s < split_end() ? splits_[s - base_] : none;
  }

  // Calls f(Record) in order of split and offset.
  template <class F>
  void for_each(F&& f) const {
    for_each_range([&](RecordRange r) {
      for (std::uint64_t o = r.first; o <= r.last; ++o) f(Record{r.split, static_cast<Offset>(o)});
    });
  }
  // Calls f(RecordRange) for each maximal run.
  template <class F>
  void for_each_range(F&& f) const {
    for (SplitId s = split_begin(); s < split_end(); ++s)
      for (const Span& span : spans(s)) f(RecordRange{s, span.first, span.end - 1});
  }
  friend bool operator==(const IntervalSet& a, const IntervalSet& b) {
    if (a.size_ != b.size_) return false;
    for (SplitId s = std::min(a.split_begin(), b.split_begin()); s < std::max(a.split_end(), b.split_end()); ++s)
      if (a.spans(s) != b.spans(s)) return false;
    return true;
  }

 private:
  // Only splits from the first that was seen on take room: what one of 100,000 sinks writes comes from few of 100,000
  // splits.
  std::vector<Span>& at(SplitId s) {
    if (splits_.empty()) base_ = s;
    if (s < base_) {
      splits_.insert(splits_.begin(), base_ - s, {});
      base_ = s;
    }
    if (s >= split_end()) splits_.resize(s - base_ + 1);
    return splits_[s - base_];
  }
  std::vector<std::vector<Span>> splits_;  // of split base_ and those behind it
  SplitId base_ = 0;
  std::uint64_t size_ = 0;
};

// Records of `a` that are not in `b`; records of both. Linear in the number of intervals.
IntervalSet minus(const IntervalSet& a, const IntervalSet& b);
IntervalSet common(const IntervalSet& a, const IntervalSet& b);

}  // namespace history
