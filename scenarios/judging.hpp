#pragma once
// What run_case and explore_case share: which properties are judged, under which expectations, and how a verdict
// becomes an outcome.
#include <string>
#include <vector>

#include "history/expectations.hpp"
#include "scenarios/outcome.hpp"

namespace scenarios {

struct Judging {
  history::Expectations expectations;
  std::vector<const properties::Property*> properties;
  std::vector<properties::Promise> promises;
  history::ColumnMask columns = 0;  // of the properties that can be judged
};
// `only`: ids, empty for all. The promise comes from the base profile, never from overridden knobs.
Judging judging_for(const model::Plan& plan, const history::Header& header, const std::vector<std::string>& only);

// Compares the outcome with what its case expects and fills in `unmet`.
void check_expectations(CaseOutcome& outcome);

}  // namespace scenarios
