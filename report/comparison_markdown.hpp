#pragma once
// A comparison in Markdown: promises x ways, costs, and the runbook with its evidence. Tested in tests/report (golden
// files).
#include <span>
#include <string>

#include "report/advice.hpp"

namespace report {

std::string comparison_markdown(const scenarios::Scenario& scenario, std::span<const CaseResult> results);

}  // namespace report
