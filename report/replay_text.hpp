#pragma once
// What is said of a trace that was followed: its steps, and where it stops fitting, why, and what was possible there.
// Tested in tests/report/explain_test.cpp.
#include <string>
#include <vector>

#include "report/style.hpp"
#include "scenarios/outcome.hpp"

namespace report {

// `differences`: between what the trace was made with and what it is followed with.
std::string misfit_text(const scenarios::Replayed& replayed, const std::vector<std::string>& differences,
                        const Style& style);

}  // namespace report
