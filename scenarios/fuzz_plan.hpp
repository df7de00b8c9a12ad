#pragma once
// What the runs of one case share; see fuzz_case.hpp. Made by make_fuzz_plan (fuzz_plan.cpp).
#include <memory>
#include <string>
#include <vector>

#include "scenarios/fuzz_case.hpp"
#include "scenarios/path_judge.hpp"
#include "sim/walk.hpp"

namespace scenarios {

class FuzzPlan {
 public:
  FuzzPlan(const Case& subject, const FuzzOptions& options, model::Plan plan);
  FuzzPlan(const FuzzPlan&) = delete;
  FuzzPlan& operator=(const FuzzPlan&) = delete;

  // One run in so many is made by the timed driver, with delays of its own.
  static constexpr std::uint64_t timed_every = 16;
  static constexpr std::uint32_t variants = 8;  // of the delays
  bool is_timed(std::uint64_t run) const { return run % timed_every == timed_every - 1; }
  const model::Plan& variant(std::uint64_t run) const { return *timed[run / timed_every % timed.size()]; }
  std::uint64_t seed_of(std::uint64_t run) const;

  std::uint64_t seed;
  model::World::Rules rules;
  std::shared_ptr<const model::Plan> plan;
  std::vector<std::unique_ptr<const model::Plan>> timed;  // the same plan with other delays; same layout, same steps
  history::Header header;
  properties::Judging judging;
  bool bounded;             // what properties remember has a fixed size
  PropertyBits alarms = 0;  // promised, can be judged, and not expected to be broken
  sim::WalkHints hints;
  std::uint64_t most_steps = 10'000;  // of one run
};

// The spec with delays, times of its timeline and paces drawn at random, for the timed driver.
model::Spec with_other_delays(const model::Spec& spec, sim::Random random);

}  // namespace scenarios
