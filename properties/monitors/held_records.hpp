#pragma once
// The records that wait in windows: which task holds each, for which timer. The shape of the windows (their length, the
// event time between two records of a split, the number of keys) is the job's and is set once.
//
// Exploration keeps the task of each record: behind a hash exchange its key says which that is, behind a forward one
// the subtask that it comes from. Elsewhere they stand in order of task and timer, so that every question is about the
// first one.
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "history/store.hpp"

namespace properties {

struct WindowShape {
  std::uint32_t length_ms, event_ms, keys;

  bool known() const { return length_ms != 0 && keys != 0; }
  std::uint32_t key(history::Record r) const { return r.offset % keys; }
  std::int64_t timer(history::Record r) const {
    return (std::int64_t{r.offset} * event_ms / length_ms + 1) * length_ms - 1;
  }
};

template <class Store>
class HeldRecords;

template <>
class HeldRecords<history::Bounded> {
 public:
  void add(const WindowShape&, history::TaskId task, history::Record r) {
    owner_[place(r)] = static_cast<std::uint8_t>(task + 1);
  }
  // Forgets what this timer fires; false: that is nothing.
  bool take(const WindowShape& shape, history::TaskId task, std::int64_t timer, std::uint32_t key) {
    bool some = false;
    for_each_of(shape, task, [&](history::Record r) {
      if (shape.timer(r) == timer && shape.key(r) == key) owner_[place(r)] = 0, some = true;
    });
    return some;
  }
  // The task holds something whose timer is below `end`.
  bool any_below(const WindowShape& shape, history::TaskId task, std::int64_t end) const {
    bool any = false;
    for_each_of(shape, task, [&](history::Record r) { any = any || shape.timer(r) < end; });
    return any;
  }
  template <class F>
  void for_each_of(const WindowShape&, history::TaskId task, F&& f) const {
    for (std::uint32_t i = 0; i < owner_.size(); ++i)
      if (owner_[i] == task + 1) f(history::Record{i / history::bounded_offsets, i % history::bounded_offsets});
  }
  void clear() { *this = {}; }

 private:
  static std::uint32_t place(history::Record r) {
    return r.split % history::bounded_splits * history::bounded_offsets + r.offset % history::bounded_offsets;
  }

  std::array<std::uint8_t, history::bounded_splits * history::bounded_offsets> owner_{};  // plus one; 0: nobody
};

template <>
class HeldRecords<history::Growing> {
 public:
  void add(const WindowShape& shape, history::TaskId task, history::Record r) {
    by_timer_[{task, shape.timer(r)}][shape.key(r)].push_back(r);
  }
  bool take(const WindowShape&, history::TaskId task, std::int64_t timer, std::uint32_t key) {
    const auto at = by_timer_.find({task, timer});
    if (at == by_timer_.end() || at->second.erase(key) == 0) return false;
    if (at->second.empty()) by_timer_.erase(at);
    return true;
  }
  bool any_below(const WindowShape&, history::TaskId task, std::int64_t end) const {
    const auto first = by_timer_.lower_bound({task, 0});
    return first != by_timer_.end() && first->first.first == task && first->first.second < end;
  }
  template <class F>
  void for_each_of(const WindowShape&, history::TaskId task, F&& f) const {
    for (auto at = by_timer_.lower_bound({task, 0}); at != by_timer_.end() && at->first.first == task; ++at)
      for (const auto& [key, records] : at->second)
        for (history::Record r : records) f(r);
  }
  void clear() { by_timer_.clear(); }

 private:
  std::map<std::pair<history::TaskId, std::int64_t>, std::map<std::uint32_t, std::vector<history::Record>>> by_timer_;
};

}  // namespace properties
