#pragma once
// What to do after a way of ending, and why, in sentences made from what was seen: from what to resume, what is then
// read, shown or lost twice or never, and what it costs beside the baseline. Tested in tests/report/advice_test.cpp.
#include <span>
#include <string>
#include <vector>

#include "report/result.hpp"

namespace report {

// The cases of one way and one version, which differ by their sinks only.
using Group = std::vector<const CaseResult*>;
std::vector<Group> grouped(std::span<const CaseResult> results);

// `baseline`: the group that costs are told against; null, or the group itself: none are.
std::string advice(const Group& group, const Group* baseline);

}  // namespace report
