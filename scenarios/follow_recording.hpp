#pragma once
// A recording, followed with the model of a version (follow.hpp). The job, its commands and its faults are those of the
// recording; so is the way that records take, since an engine's hash is its own. Tested in tests/laws/follow_test.cpp.
#include <string>
#include <string_view>
#include <variant>

#include "history/reader.hpp"
#include "scenarios/follow.hpp"

namespace scenarios {

// `version`: a profile; empty: the recording's own. The clean-up that only ends an experiment is not followed.
std::variant<Followed, history::Error> follow_recording(std::string_view text, const std::string& version,
                                                        const FollowLimits& limits);

}  // namespace scenarios
