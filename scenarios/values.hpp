#pragma once
// Values that are written with a unit, as text and back. Exact: what is no whole number of microseconds is refused,
// never rounded.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sim/time.hpp"

namespace scenarios {

// Why a text is not the value that was asked for.
struct Complaint {
  std::string what, expected, nearest;
};
template <class T>
using Parsed = std::variant<T, Complaint>;

inline constexpr std::int64_t most_faults = 1'000;                             // of a budget
inline constexpr sim::Time longest_duration = 100'000LL * 3600 * sim::second;  // 11 years

// "10s", "0.5s", "50ms", "2min", "3us", "1h".
Parsed<sim::Time> parse_duration(std::string_view text);
// The time from one record to the next: "100/s", "5/min", "2/ms", "1/20ms".
Parsed<sim::Time> parse_rate(std::string_view text);
// Within [least, most]; where `suffixes` are allowed, "10k", "10M" and "1G" too.
Parsed<std::int64_t> parse_whole(std::string_view text, std::int64_t least, std::int64_t most, bool suffixes = false);
// "0..1" or "1": the most that may happen.
Parsed<std::int64_t> parse_budget(std::string_view text);

// The shortest exact spelling that the functions above read back.
std::string duration_text(sim::Time);
std::string rate_text(sim::Time record_every);

}  // namespace scenarios
