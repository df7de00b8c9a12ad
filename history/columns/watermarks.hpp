#pragma once
// The watermark of each task attempt, and how many event-time timers fired only because of the final one. Figures only.
// Written by watermark, timer.fired and op.process.
#include <vector>

#include "history/store.hpp"

namespace history {

template <class Store>
struct Watermarks {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "watermarks";

  struct Entry {
    std::int64_t last = 0;  // the final one included
    std::int64_t before_final = -max_watermark;
  };
  GrowingMap<At, Entry> attempts;
  std::uint64_t fired_early = 0;
  std::vector<bool> processes;  // by task: it has taken a record, so it is an operator, whatever it is called

  void on(const Watermark& e, const Stamp&) {
    Entry& entry = attempts.get(e.at);
    entry.last = e.value;
    if (e.value != max_watermark) entry.before_final = e.value;
  }
  void on(const OpProcess& e, const Stamp&) {
    if (e.at.task >= processes.size()) processes.resize(e.at.task + 1);
    processes[e.at.task] = true;
  }
  void on(const TimerFired& e, const Stamp&) {
    if (e.domain != TimerDomain::event) return;
    const Entry* entry = attempts.find(e.at);
    fired_early += e.time > (entry ? entry->before_final : -max_watermark);
  }
};

}  // namespace history
