#pragma once
// The document of an explanation, from which its page and its exports are made: the way to the violation with the point
// of no return, and beside it the nearest way that ends well. Tested in tests/report/exports_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/options.hpp"
#include "scenarios/explain.hpp"

namespace report {

// `text`: the explanation in plain text.
nlohmann::ordered_json explained_document(const Options& options, const scenarios::Scenario& scenario,
                                          const scenarios::Explanation& explanation, const std::string& text, int exit);

}  // namespace report
