#pragma once
// The chooser of untimed random walks: every enabled step is equally likely. It scans the whole machine for each step,
// so it is for small worlds. Tested in tests/sim/run_test.cpp.
#include <optional>
#include <vector>

#include "sim/machine.hpp"
#include "sim/random.hpp"

namespace sim {

template <World W>
class Uniform {
 public:
  // `world` outlives the chooser.
  Uniform(const W& world, std::uint64_t seed) : world_(&world), random_(stream(seed, "uniform")) {}

  std::optional<Step> next(Time /*until*/ = never) {
    Machine<W>::enabled(*world_, enabled_);
    if (enabled_.empty()) return std::nullopt;
    return enabled_[random_.below(enabled_.size())];
  }
  void applied(Step) {}
  bool idle() const { return enabled_.empty(); }
  Time now() const { return 0; }

 private:
  const W* world_;
  Random random_;
  std::vector<Step> enabled_;
};

}  // namespace sim
