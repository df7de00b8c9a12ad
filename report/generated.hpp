#pragma once
// Fuzzing of made-up scenarios: rounds of scenarios, each with a thousand runs, on several threads. What a round has
// met steers the next one; a round ends at its first scenario with a broken promise, so that the result is the same for
// any number of threads. Tested in tests/report/fuzz_test.cpp.
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/fuzz_pool.hpp"
#include "report/options.hpp"
#include "report/result.hpp"
#include "report/style.hpp"

namespace report {

struct GeneratedRuns {
  std::uint64_t scenarios = 0, impossible = 0;
  scenarios::FuzzBlock all;
  std::vector<std::string> judged;  // ids of the properties, in the order of their bits
  std::uint64_t promised = 0;       // bits: some scenario was promised it
  double wall_seconds = 0;
  std::uint64_t seed = 1;
  std::shared_ptr<scenarios::Scenario> failing;  // the first with a broken promise
  std::uint64_t failing_number = 0;
  CaseResult result;  // of the failing one
};

// The limits of a command line; a budget of time is divided among the cases.
FuzzLimits fuzz_limits(const Options& options, std::size_t cases);

GeneratedRuns fuzz_generated(const Options& options, const model::World::Rules& rules, const FuzzLimits& limits);
std::string generated_report(const GeneratedRuns& runs, const Style& style);
nlohmann::ordered_json generated_entry(const GeneratedRuns& runs);

}  // namespace report
