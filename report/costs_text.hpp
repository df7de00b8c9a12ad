#pragma once
// Costs as a table, as JSON and in words. Tested in tests/report/costs_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "report/result.hpp"
#include "report/style.hpp"

namespace report {

// "700", "1.3 s"; where runs differ "700 / 760 / 800": median, 95 % of the runs are not above, most.
std::string cost_words(const Costs& costs, std::size_t kind);
// Of one run only what the comparison's own table does not say; of many, each cost with its spread.
std::string costs_text(std::span<const CaseResult> results, const Style& style);
// By kind: {"unit", "runs" that could tell, "median", "p95", "max"} or "unknown". Times in milliseconds.
nlohmann::ordered_json costs_json(const Costs& costs);

}  // namespace report
