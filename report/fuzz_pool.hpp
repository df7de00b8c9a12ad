#pragma once
// Random runs of one case on several threads. Workers take blocks of run numbers in order; blocks are put together in
// order, up to the first one with a broken promise, so that the result is the same for any number of threads. A budget
// of runs is exact; one of time or memory ends when the blocks under way are done. Tested in
// tests/report/fuzz_test.cpp.
#include <functional>
#include <memory>

#include "scenarios/fuzz_case.hpp"

namespace report {

struct FuzzLimits {
  std::uint64_t runs = UINT64_MAX;
  double seconds = 0;       // 0: no limit
  std::uint64_t bytes = 0;  // of the whole program; 0: no limit
  unsigned jobs = 1;
};

// `progress` hears the number of runs done, from one thread at a time.
scenarios::FuzzBlock fuzz_runs(const std::shared_ptr<const scenarios::FuzzPlan>& plan, const FuzzLimits& limits,
                               const std::function<void(std::uint64_t)>& progress);

}  // namespace report
