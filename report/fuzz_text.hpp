#pragma once
// What fuzz says of a case: how much was tried and what that is worth, what was never reached, and each violation with
// its shrunk counterexample. Tested in tests/report/fuzz_test.cpp.
#include <string>

#include "report/result.hpp"
#include "report/style.hpp"
#include "scenarios/shrink.hpp"

namespace report {

// The 95 % upper bound of the probability that one run fails, if none of `runs` did: 3 / runs (rule of three: 0.95 =
// 1 - (1 - p)^runs).
double failure_bound(std::uint64_t runs);
// Whether a promise is broken that was made, so that there is no such bound.
bool any_alarm(const scenarios::CaseOutcome& outcome);
// How many runs were different, about.
std::uint64_t distinct_runs(const scenarios::DistinctRuns& sketch);

std::string fuzz_report(const CaseResult& result, unsigned jobs, const Style& style);
// Where the commands, phases, faults and outcomes that the case can meet were not met.
std::string never_reached(const scenarios::CaseOutcome& outcome);
// `shrunk` of the property `p`; `again`: the line that shows it again.
std::string shrunk_counterexample(const scenarios::PropertyOutcome& p, const scenarios::Shrunk& shrunk,
                                  const std::string& again, const Style& style);

}  // namespace report
