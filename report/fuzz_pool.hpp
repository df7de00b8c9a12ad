#pragma once
// Random runs of one case on several threads. Workers take blocks of run numbers in order; blocks are put together in
// order, up to the first one with a broken promise, so that the result is the same for any number of threads, and for
// one call or several: a call takes up where the one before it ended. A budget of runs is exact; one of time or memory
// ends when the blocks under way are done. Tested in tests/report/fuzz_test.cpp.
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "scenarios/fuzz_case.hpp"

namespace report {

struct FuzzLimits {
  std::uint64_t runs = UINT64_MAX;
  double seconds = 0;       // 0: no limit
  std::uint64_t bytes = 0;  // of the whole program; 0: no limit
  unsigned jobs = 1;
};

class FuzzPool {
 public:
  // Hears the number of runs done, from one thread at a time.
  using Hears = std::function<void(std::uint64_t)>;

  FuzzPool(std::shared_ptr<const scenarios::FuzzPlan> plan, const FuzzLimits& limits);
  // Until `seconds` of all calls are spent (0: no limit), another limit is reached or a promise is broken.
  void run(double seconds, const Hears& progress);
  bool broken() const { return broken_; }
  double seconds() const { return spent_; }
  const scenarios::FuzzBlock& all() const { return all_; }
  const std::shared_ptr<const scenarios::FuzzPlan>& plan() const { return plan_; }

 private:
  void work(double until, const Hears& progress);
  bool take(std::uint64_t& block, double until);
  void hand_in(std::uint64_t block, scenarios::FuzzBlock done);
  double now() const;

  std::shared_ptr<const scenarios::FuzzPlan> plan_;
  FuzzLimits limits_;
  std::mutex mutex_;
  std::uint64_t next_ = 0, merged_ = 0;                    // blocks
  std::map<std::uint64_t, scenarios::FuzzBlock> waiting_;  // for those before them
  scenarios::FuzzBlock all_;
  bool broken_ = false;
  double spent_ = 0, began_ = 0;  // seconds: in earlier calls; of a steady clock, when this one began
};

}  // namespace report
