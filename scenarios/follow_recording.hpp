#pragma once
// A recording, followed with the model of a version (follow.hpp). The job, its commands and its faults are those of the
// recording; so is the way that records take, since an engine's hash is its own. Tested in tests/laws/follow_test.cpp.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scenarios/differences.hpp"
#include "scenarios/recorded_course.hpp"

namespace scenarios {

// What is needed to follow it with any version. The clean-up that only ends an experiment is left out.
struct Trail {
  RecordedCourse course;
  Sights sights;
  std::string cannot;  // not empty: why it cannot be followed
};
std::variant<Trail, history::Error> read_trail(std::string_view text);

// `version`: a known profile; empty: the recording's own, which is known.
Followed follow(const Trail& trail, const std::string& version, const FollowLimits& limits);
// The same, and on past what cannot be.
FollowedOn follow_on(const Trail& trail, const std::string& version, const FollowLimits& limits, std::size_t most);

}  // namespace scenarios
