#include "report/fuzz_pool.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "report/progress.hpp"

namespace report {
namespace {

using scenarios::FuzzBlock;
using Clock = std::chrono::steady_clock;

class Pool {
 public:
  Pool(const std::shared_ptr<const scenarios::FuzzPlan>& plan, const FuzzLimits& limits,
       const std::function<void(std::uint64_t)>& progress)
      : plan_(plan), limits_(limits), progress_(progress) {}

  FuzzBlock run() {
    std::vector<std::thread> others;
    for (unsigned i = 1; i < limits_.jobs; ++i) others.emplace_back([this] { work(); });
    work();
    for (std::thread& t : others) t.join();
    return std::move(all_);
  }

 private:
  static constexpr std::uint64_t size = scenarios::fuzz_block_runs;

  void work() {
    scenarios::Fuzzer fuzzer(plan_);
    for (std::uint64_t block; take(block);) {
      const std::uint64_t first = block * size;
      hand_in(block, fuzzer.run(first, std::min(size, limits_.runs - first)));
    }
  }

  bool take(std::uint64_t& block) {
    const std::lock_guard lock(mutex_);
    if (over_ || next_ * size >= limits_.runs) return false;
    if (limits_.seconds > 0 && next_ > 0 &&
        std::chrono::duration<double>(Clock::now() - start_).count() >= limits_.seconds)
      return false;
    if (limits_.bytes > 0 && next_ > 0 && memory_used() > limits_.bytes) return false;
    block = next_++;
    return true;
  }

  void hand_in(std::uint64_t block, FuzzBlock done) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(block, std::move(done));
    while (!over_ && !waiting_.empty() && waiting_.begin()->first == merged_) {
      all_.add(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++merged_;
      over_ = has_alarm(*plan_, all_);
    }
    progress_(all_.runs);
  }

  const std::shared_ptr<const scenarios::FuzzPlan>& plan_;
  const FuzzLimits& limits_;
  const std::function<void(std::uint64_t)>& progress_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::uint64_t next_ = 0, merged_ = 0;         // blocks
  std::map<std::uint64_t, FuzzBlock> waiting_;  // for those before them
  FuzzBlock all_;
  bool over_ = false;
};

}  // namespace

FuzzBlock fuzz_runs(const std::shared_ptr<const scenarios::FuzzPlan>& plan, const FuzzLimits& limits,
                    const std::function<void(std::uint64_t)>& progress) {
  return Pool(plan, limits, progress).run();
}

}  // namespace report
