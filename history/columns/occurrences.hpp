#pragma once
// Faults in order, and the highest attempt of any task. Figures only. Written by fault and by every event of a task.
#include <string>

#include "history/store.hpp"

namespace history {

template <class Store>
struct Occurrences {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "occurrences";

  std::vector<std::string> faults;
  std::uint32_t highest_attempt = 0;

  void on(const Fault& e, const Stamp&) { faults.emplace_back(e.kind); }
  template <class E>
  requires requires(const E& e) { e.at.attempt; }
  void on(const E& e, const Stamp&) { highest_attempt = std::max(highest_attempt, e.at.attempt); }
};

}  // namespace history
