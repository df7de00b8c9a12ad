#pragma once
// What run and compare say of their cases in plain text. Tested in tests/report (golden files).
#include <span>
#include <string>

#include "report/result.hpp"
#include "report/style.hpp"

namespace report {

// Name and story of a scenario.
std::string heading(const scenarios::Scenario& scenario, const Style& style);

std::string comparison(const scenarios::Scenario& scenario, std::span<const CaseResult> results, const Style& style);
std::string run_report(const CaseResult& result, const Style& style);
// Its parts: commands, executions and figures; the properties with their verdicts.
std::string outcome_lines(const scenarios::CaseOutcome& outcome, const Style& style);
std::string property_table(const scenarios::CaseOutcome& outcome, const Style& style);
// For --quiet: "cancel · flink-1.15 · plain: ok".
std::string one_line(const CaseResult& result, const Style& style);

// "verdict: …" of all cases, and why.
std::string verdict_line(const Conclusion& conclusion, const Style& style);
// The same of histories, which expect nothing.
std::string verdict_of_histories(const Conclusion& conclusion, const Style& style);

}  // namespace report
