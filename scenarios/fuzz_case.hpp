#pragma once
// Many random runs of one case: random order, random timing, faults within the budgets, commands at any moment their
// `when` allows.
//
// A run is a path of the same graph that exploring visits (the plan of Loop::explore), so that its trace replays, can
// be shrunk, and a shorter way can be looked for. Runs are numbered from 0; run n depends on the seed and on n only, so
// whoever does it, and in which order, the result is the same: workers take blocks of run numbers, and blocks are put
// together in order. Threads belong to the caller (report/fuzz_pool.hpp). Tested in tests/laws/fuzz_test.cpp.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/coverage.hpp"
#include "scenarios/outcome.hpp"

namespace scenarios {

struct FuzzOptions {
  std::uint64_t seed = 1;
  const model::World::Rules* rules = nullptr;  // null: the clean rulebook
  std::vector<std::string> only = {};          // ids of the properties to judge; empty: all
};

// What a block of runs came to. Blocks are put together with `add`, in the order of their runs.
struct FuzzBlock {
  std::uint64_t runs = 0, steps = 0, events = 0;
  std::uint64_t overflowed = 0;                   // runs cut short by a capacity, a bounded column or too many steps
  std::string overflow;                           // what the first of them ran into
  std::uint64_t arose = 0, reached = 0;           // bits by property
  std::vector<std::optional<std::uint64_t>> run;  // by property: lowest number of a run that violates it
  Coverage coverage;
  DistinctRuns distinct;
  void add(const FuzzBlock& later);
};

// Everything that runs of one case share: made once, read by all workers.
class FuzzPlan;
struct MadeFuzzPlan {
  std::shared_ptr<const FuzzPlan> plan;
  std::string error;  // not empty: the case cannot be run; says why
};
MadeFuzzPlan make_fuzz_plan(const Case& subject, const FuzzOptions& options);

// One worker: a world that is used again and again. Not to be shared between threads.
class Fuzzer {
 public:
  explicit Fuzzer(std::shared_ptr<const FuzzPlan> plan);
  ~Fuzzer();
  Fuzzer(const Fuzzer&) = delete;
  Fuzzer& operator=(const Fuzzer&) = delete;

  FuzzBlock run(std::uint64_t first, std::uint64_t count);
  // Run n again, up to where this property is first violated, as a trace (sim/trace.hpp text).
  std::string trace_of(std::uint64_t n, const properties::Property& property);
  std::vector<sim::Step> steps_of(std::uint64_t n, const properties::Property& property);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether a block shows a broken promise (promised, violated, not expected to be `broken` by the scenario).
bool has_alarm(const FuzzPlan& plan, const FuzzBlock& block);
// Verdicts of all runs; `trace` is filled in for what is violated, by running again.
CaseOutcome outcome_of(const Case& subject, const std::shared_ptr<const FuzzPlan>& plan, const FuzzBlock& all);

// In one thread: blocks of `fuzz_block_runs` until `runs` are done or, with `stop_at_first_alarm`, to the end of the
// block in which a promise is broken.
inline constexpr std::uint64_t fuzz_block_runs = 512;
CaseOutcome fuzz_case(const Case& subject, const FuzzOptions& options, std::uint64_t runs,
                      bool stop_at_first_alarm = true);

}  // namespace scenarios
