#pragma once
// Model time: whole microseconds since the start of the run. No wall clock is ever read left of report/.
#include <cstdint>

namespace sim {

using Time = std::int64_t;
inline constexpr Time never = INT64_MAX;
inline constexpr Time microsecond = 1;
inline constexpr Time millisecond = 1000;
inline constexpr Time second = 1000 * millisecond;

}  // namespace sim
