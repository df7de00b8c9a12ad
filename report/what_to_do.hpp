#pragma once
// For each way of ending, in each version: the advice, and the runbook with its evidence. As text, and as the key
// `ways` of the JSON document. Tested in tests/report/runbook_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "report/advice.hpp"
#include "report/style.hpp"

namespace report {

std::string what_to_do(const scenarios::Scenario& scenario, const std::vector<Group>& groups, const Style& style);
nlohmann::ordered_json ways_json(const scenarios::Scenario& scenario, const std::vector<Group>& groups);

}  // namespace report
