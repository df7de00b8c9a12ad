#pragma once
// What audit says of one history, in plain text. Tested in tests/report/audit_test.cpp.
#include <string>

#include "report/result.hpp"
#include "report/style.hpp"

namespace report {

std::string audit_report(const std::string& file, const CaseResult& result, const Style& style);

// A promise that the history breaks: the promise, the events that tell it, and why. `story`: the events up to the one
// after which it is broken.
std::string audit_counterexample(const scenarios::PropertyOutcome& property, const CaseResult& result,
                                 const std::string& again, const Style& style);

}  // namespace report
