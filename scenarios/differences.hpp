#pragma once
// In what a recording differs from all that a version can do, beyond the first thing (follow.hpp): that is let pass,
// and the recording is followed once more. Tested in tests/laws/refused_test.cpp.
#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/follow.hpp"

namespace scenarios {

struct Difference {
  std::uint64_t seq = 0;    // of the recorded event at which it shows
  std::string event;        // as in Followed
  bool unrecorded = false;  // the version would have shown this; else it would not have
};

struct FollowedOn {
  Followed followed;
  std::vector<Difference> differences;  // proved, in the order in which they were met; none but where it is refused
  bool all = false;                     // with these let pass, everything is explained
};

// `most`: differences that are looked for.
FollowedOn follow_on(const model::Spec& spec, Sights sights, const FollowLimits& limits, std::size_t most);

}  // namespace scenarios
