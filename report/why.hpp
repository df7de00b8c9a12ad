#pragma once
// Why a promise is broken, in three to six sentences: what led to the last step, along causes, and what is wrong after
// it. Tested in tests/report/story_test.cpp.
#include <string>

#include "scenarios/outcome.hpp"

namespace report {

std::string why(const scenarios::PropertyOutcome& outcome);

}  // namespace report
