#pragma once
// How long something takes: a constant, or a table of quantiles with straight lines between them. Whole numbers only.
// Tested in tests/sim/delay_test.cpp.
#include <cstdint>

#include "sim/time.hpp"

namespace sim {

__extension__ typedef __int128 WideTime;  // a product of two times

struct Delay {
  Time least = 0, p50 = 0, p90 = 0, p99 = 0, max = 0;

  static constexpr Delay constant(Time t) { return {t, t, t, t, t}; }
  constexpr bool is_constant() const { return least == max; }

  // `random` is uniform over all 64-bit values; the result lies in [least, max].
  constexpr Time draw(std::uint64_t random) const {
    if (is_constant()) return max;
    constexpr std::uint64_t scale = 1'000'000;
    const std::uint64_t u = (random >> 32) * scale >> 32;  // parts per million, 0 .. scale - 1
    const auto between = [](Time a, Time b, std::uint64_t part,
                            std::uint64_t whole) {  // no product exceeds b - a or 10^12
      const auto span = static_cast<std::uint64_t>(b - a);
      return a + static_cast<Time>(span / whole * part + span % whole * part / whole);
    };
    if (u < 500'000) return between(least, p50, u, 500'000);
    if (u < 900'000) return between(p50, p90, u - 500'000, 400'000);
    if (u < 990'000) return between(p90, p99, u - 900'000, 90'000);
    return between(p99, max, u - 990'000, 10'000 - 1);
  }
  friend constexpr bool operator==(const Delay&, const Delay&) = default;
};

}  // namespace sim
