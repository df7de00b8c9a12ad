#include "report/fuzz_pool.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "report/progress.hpp"

namespace report {
namespace {

constexpr std::uint64_t size = scenarios::fuzz_block_runs;

}  // namespace

FuzzPool::FuzzPool(std::shared_ptr<const scenarios::FuzzPlan> plan, const FuzzLimits& limits)
    : plan_(std::move(plan)), limits_(limits) {}

void FuzzPool::run(double seconds, const Hears& progress) {
  began_ = now();
  std::vector<std::thread> others;
  for (unsigned i = 1; i < limits_.jobs; ++i) others.emplace_back([&] { work(seconds, progress); });
  work(seconds, progress);
  for (std::thread& t : others) t.join();
  spent_ += now() - began_;
}

void FuzzPool::work(double until, const Hears& progress) {
  scenarios::Fuzzer fuzzer(plan_);
  for (std::uint64_t block; take(block, until);) {
    const std::uint64_t first = block * size;
    scenarios::FuzzBlock done = fuzzer.run(first, std::min(size, limits_.runs - first));
    const std::lock_guard lock(mutex_);
    hand_in(block, std::move(done));
    progress(all_.runs);
  }
}

bool FuzzPool::take(std::uint64_t& block, double until) {
  const std::lock_guard lock(mutex_);
  if (broken_ || next_ * size >= limits_.runs) return false;
  if (until > 0 && next_ > 0 && spent_ + now() - began_ >= until) return false;
  if (limits_.bytes > 0 && next_ > 0 && memory_used() > limits_.bytes) return false;
  block = next_++;
  return true;
}

void FuzzPool::hand_in(std::uint64_t block, scenarios::FuzzBlock done) {
  waiting_.emplace(block, std::move(done));
  while (!broken_ && !waiting_.empty() && waiting_.begin()->first == merged_) {
    all_.add(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    ++merged_;
    broken_ = has_alarm(*plan_, all_);
  }
}

double FuzzPool::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace report
