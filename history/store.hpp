#pragma once
// Two ways of keeping the same fold. A column is written once, over a Store, and instantiated for both:
//
//   Growing  (growing.hpp) interval sets and maps without a bound: timed runs, recordings.
//   Bounded  (bounded.hpp) a few bytes in fixed places, trivially copyable, equal meaning = equal bytes: exploration
//            keeps it inside the state. What does not fit sets `overflow`, which ends an exploration as undecided.
//
// Tested against each other in tests/history/store_test.cpp.
#include "history/bounded.hpp"
#include "history/growing.hpp"

namespace history {

// Counts up, and stays at the greatest value instead of wrapping.
template <class Count>
constexpr void up(Count& c) {
  if (c != static_cast<Count>(~Count{0})) ++c;
}

}  // namespace history
