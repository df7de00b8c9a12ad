#pragma once
// The first event in which two runs differ, told in a sentence. Tested in tests/report/partings_test.cpp.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/outcome.hpp"

namespace report {

struct SeenEvent {
  std::int64_t t;
  std::string line;  // of the history format, without seq and t
  friend bool operator==(const SeenEvent&, const SeenEvent&) = default;
};
struct FirstDifference {
  std::optional<SeenEvent> older, newer;  // nothing: that run is over
  std::string words;                      // "at 1.503 s: source/0 is told to stop reading in flink-1.15, where ..."
};
std::optional<FirstDifference> first_difference(const scenarios::Case& older, const scenarios::Case& newer,
                                                std::uint64_t seed, const model::World::Rules& rules);

}  // namespace report
