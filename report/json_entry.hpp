#pragma once
// One entry of `scenarios` in a document: keys are a contract, told in report/README.md. Tested in
// tests/report/json_test.cpp.
#include <nlohmann/json_fwd.hpp>

#include "report/result.hpp"

namespace report {

nlohmann::ordered_json entry(const scenarios::Scenario& scenario, const CaseResult& result);
// Every figure of a run that has some: counts and latencies in the order of the reference, "unknown" where they are.
nlohmann::ordered_json figures_json(const scenarios::CaseOutcome& outcome);
// Sentences of the properties that some entry names, by id.
nlohmann::ordered_json sentences_of(const nlohmann::ordered_json& entries);
// The last keys of a document.
void close(nlohmann::ordered_json& document, nlohmann::ordered_json entries, const Conclusion& conclusion);

}  // namespace report
