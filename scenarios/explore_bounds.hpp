#pragma once
// How large what exploring and fuzzing visit is: the budgets of the plan of Loop::explore, in words, and what does not
// fit into the columns of fixed size. Tested in tests/laws and tests/report.
#include <optional>
#include <string>
#include <vector>

#include "model/plan.hpp"

namespace scenarios {

// What the bounded columns cannot keep track of; nothing: all of it.
std::optional<std::string> too_large(const model::Plan& plan);

std::vector<std::string> budgets_of(const model::Plan& plan);     // "3 records of one split", "1 task failure anywhere"
std::vector<std::string> reductions_of(const model::Plan& plan);  // what is atomic or fused

}  // namespace scenarios
