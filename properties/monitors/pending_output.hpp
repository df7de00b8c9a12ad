#pragma once
// What stands in transactions that may still be committed: contents by transaction, and whether a record is in any of
// them.
//
// Exploration scans its few transactions. Elsewhere contents are ranges in a list per sink task (an open transaction is
// its last), and beside them each split has a window of counters from its first record that is not settled, so that
// every question costs O(1) whatever the number of sinks.
#include <algorithm>
#include <deque>
#include <span>
#include <vector>

#include "history/store.hpp"

namespace properties {

template <class Store>
class PendingOutput;

template <>
class PendingOutput<history::Bounded> {
 public:
  void write(history::TaskId, history::TxnId txn, std::span<const history::RecordRange> recs) {
    Contents& c = by_txn_.get(history::Bounded::txn(txn));
    for (const history::RecordRange& r : recs)
      c.once.insert(r, [&](history::RecordRange again) { c.more.insert(again); });
  }
  // Calls f(RecordRange) for every record of the transaction, twice for what it holds twice, and forgets it.
  template <class F>
  void take(history::TaskId, history::TxnId txn, F&& f) {
    const Contents* found = by_txn_.find(history::Bounded::txn(txn));
    if (!found) return;
    const Contents c = *found;
    by_txn_.erase(history::Bounded::txn(txn));
    c.once.for_each_range([&](history::RecordRange r) { f(r); });
    c.more.for_each_range([&](history::RecordRange r) { f(r); });
  }
  bool holds(history::Record r) const {
    bool found = false;
    by_txn_.for_each([&](history::Bounded::Txn, const Contents& c) { found = found || c.once.contains(r); });
    return found;
  }
  bool empty() const { return by_txn_.size() == 0; }
  bool overflow() const { return by_txn_.overflow(); }

 private:
  struct Contents {
    history::RecordBits once, more;
  };
  history::BoundedMap<history::Bounded::Txn, Contents, 8> by_txn_;
};

template <>
class PendingOutput<history::Growing> {
 public:
  void write(history::TaskId task, history::TxnId txn, std::span<const history::RecordRange> recs) {
    if (task >= tasks_.size()) tasks_.resize(task + 1);
    auto& list = tasks_[task];
    auto t = std::find_if(list.rbegin(), list.rend(), [&](const Txn& x) { return x.id == txn; });
    Txn& into = t == list.rend() ? list.emplace_back(Txn{txn, {}}) : *t;
    for (const history::RecordRange& r : recs) {
      if (!into.recs.empty() && into.recs.back().split == r.split && into.recs.back().last + 1 == r.first)
        into.recs.back().last = r.last;
      else
        into.recs.push_back(r);
      count(r, +1);
    }
  }
  template <class F>
  void take(history::TaskId task, history::TxnId txn, F&& f) {
    if (task < tasks_.size() && take_from(tasks_[task], txn, f)) return;
    for (auto& list : tasks_)  // recovered by another subtask than the one that wrote it
      if (take_from(list, txn, f)) return;
  }
  bool holds(history::Record r) const {
    if (r.split >= windows_.size()) return false;
    const Window& w = windows_[r.split];
    return r.offset >= w.first && r.offset - w.first < w.counts.size() && w.counts[r.offset - w.first] != 0;
  }
  bool overflow() const { return false; }

 private:
  struct Txn {
    history::TxnId id;
    std::vector<history::RecordRange> recs;
  };
  struct Window {
    history::Offset first = 0;
    std::deque<std::uint16_t> counts;  // in how many transactions `first + i` is
  };

  template <class F>
  bool take_from(std::vector<Txn>& list, history::TxnId txn, F&& f) {
    auto t = std::find_if(list.begin(), list.end(), [&](const Txn& x) { return x.id == txn; });
    if (t == list.end()) return false;
    const std::vector<history::RecordRange> recs = std::move(t->recs);
    list.erase(t);
    for (const history::RecordRange& r : recs) count(r, -1);
    for (const history::RecordRange& r : recs) f(r);
    return true;
  }
  void count(history::RecordRange r, int change) {
    if (r.split >= windows_.size()) windows_.resize(r.split + 1);
    Window& w = windows_[r.split];
    if (w.counts.empty()) w.first = r.first;
    for (; w.first > r.first; --w.first) w.counts.push_front(0);
    if (w.counts.size() < r.last + 1 - w.first) w.counts.resize(r.last + 1 - w.first);
    for (history::Offset o = r.first; o <= r.last; ++o)
      w.counts[o - w.first] = static_cast<std::uint16_t>(w.counts[o - w.first] + change);
    for (; !w.counts.empty() && w.counts.front() == 0; ++w.first) w.counts.pop_front();
  }

  std::vector<std::vector<Txn>> tasks_;
  std::vector<Window> windows_;
};

}  // namespace properties
