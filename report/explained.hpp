#pragma once
// Explaining one case, for every verb that does: with a stored trace, or with the shortest one that an exploration
// finds.
#include <optional>
#include <string>

#include "report/options.hpp"
#include "report/result.hpp"
#include "scenarios/explain.hpp"

namespace report {

struct Explained {
  scenarios::Explanation explanation;
  std::optional<CaseResult> exploration;  // where no trace was given
  std::string trace;                      // that was followed, as text; empty: nothing is violated
};
// `trace`: empty to explore. The property is the first of --property; empty: the first promise that is broken.
Explained explain(const Options& options, const scenarios::Case& subject, const model::World::Rules& rules,
                  const std::string& trace, const std::string& property);

}  // namespace report
