#pragma once
// The status of each subtask, and whether two attempts of it were ever active at once. Written by task.status.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Tasks {
  static constexpr std::string_view name = "tasks";

  struct Entry {
    typename Store::Job job;  // of the attempt that changed last
    typename Store::Attempt attempt;
    TaskStatus status;
    std::uint8_t overlapped;  // 1: an attempt became active while another was
  };
  typename Store::template Map<typename Store::Task, Entry, 12> all;

  const Entry* find(TaskId task) const { return all.find(Store::task(task)); }
  bool overlapped() const {
    bool any = false;
    all.for_each([&](typename Store::Task, const Entry& e) { any |= e.overlapped != 0; });
    return any;
  }

  void on(const TaskStatusChanged& e, const Stamp&) {
    const auto task = Store::task(e.at.task);
    const bool known = all.find(task) != nullptr;
    Entry& entry = all.get(task);
    const bool same = entry.job == Store::job(e.at.job) && entry.attempt == Store::attempt(e.at.attempt);
    if (known && !same) {
      if (is_active(entry.status) && is_active(e.status)) entry.overlapped = 1;
      if (is_active(entry.status) && !is_active(e.status)) return;  // an older attempt's end, or a newer one's plan
    }
    entry = {Store::job(e.at.job), Store::attempt(e.at.attempt), e.status, entry.overlapped};
  }
};

}  // namespace history
