#pragma once
// What run_case and explore_case share: which properties are judged, under which expectations, and how a verdict
// becomes an outcome.
#include <string>
#include <vector>

#include "history/expectations.hpp"
#include "properties/run_judge.hpp"
#include "scenarios/outcome.hpp"

namespace scenarios {

// `only`: ids, empty for all. The promise comes from the base profile, never from overridden knobs.
properties::Judging judging_for(const model::Plan& plan, const history::Header& header,
                                const std::vector<std::string>& only);

// Compares the outcome with what its case expects and fills in `unmet`.
void check_expectations(CaseOutcome& outcome);

}  // namespace scenarios
