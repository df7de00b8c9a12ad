#pragma once
// Which records the operators of the first execution took, and how many any operator dropped as late. Figures only.
// Written by op.process.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Processed {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "processed";

  IntervalSet by_first;
  std::uint64_t late = 0;

  void on(const OpProcess& e, const Stamp&) {
    if (e.at.job == 0) by_first.insert(e.rec);
    late += e.late;
  }
};

}  // namespace history
