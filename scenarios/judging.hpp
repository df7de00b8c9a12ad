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

// `bound`: what a verdict rests on, where it is not undecided.
std::vector<PropertyOutcome> outcomes_of(const std::vector<properties::RunVerdict>& verdicts, std::string_view bound);

// Compares the outcome with what its case expects and fills in `unmet`.
void check_expectations(CaseOutcome& outcome);

}  // namespace scenarios
