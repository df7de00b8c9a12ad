#pragma once
// A timed run as a story: which steps, when, because of which step. The run is made once for its steps, which are then
// followed on a fresh world that tells them (scenarios/story.hpp). Tested in tests/report/diagram_test.cpp.
#include <cstdint>

#include "scenarios/outcome.hpp"

namespace report {

struct ToldRun {
  scenarios::Story story;   // of the window
  std::uint64_t steps = 0;  // of the whole run
};
// At most `most` steps are told: a longer run is told from somewhat before the first command or fault on.
ToldRun told_run(const scenarios::Case& subject, std::uint64_t seed, const model::World::Rules& rules,
                 std::uint64_t most);

}  // namespace report
