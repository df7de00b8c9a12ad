#include "sim/run.hpp"

#include <gtest/gtest.h>

#include "sim/timed.hpp"
#include "sim/uniform.hpp"
#include "tests/sim/slow_explorer.hpp"
#include "tests/sim/toy.hpp"

namespace {

using sim::Ending, toy::Relay, toy::RelayPlan;

const auto go_on = [](sim::Step, sim::Time) { return true; };

static_assert(sim::Chooser<sim::Timed<Relay>>);
static_assert(sim::Chooser<sim::Uniform<Relay>>);

RelayPlan paced() {
  RelayPlan plan;
  plan.pace = sim::Delay::constant(1'000);
  return plan;
}

TEST(run, ends_quiet_when_nothing_is_left) {
  Relay world(paced());
  sim::Timed<Relay> timed(world, 1);
  EXPECT_EQ(sim::run(world, timed, go_on), Ending::quiet);
  EXPECT_EQ(world.record().got, 6);
}

TEST(run, ends_before_the_first_step_behind_the_limit_of_time_and_can_go_on) {
  Relay world(paced());
  sim::Timed<Relay> timed(world, 1);
  EXPECT_EQ(sim::run(world, timed, go_on, {1'999, UINT64_MAX}), Ending::until_time);
  EXPECT_EQ(world.record().emitted, 2);
  EXPECT_LE(timed.now(), 1'999);
  EXPECT_EQ(sim::run(world, timed, go_on, {2'000, UINT64_MAX}), Ending::until_time);
  EXPECT_EQ(world.record().emitted, 3);
  EXPECT_EQ(sim::run(world, timed, go_on), Ending::quiet);
}

TEST(run, ends_at_the_limit_of_steps) {
  Relay world(paced());
  sim::Timed<Relay> timed(world, 1);
  EXPECT_EQ(sim::run(world, timed, go_on, {sim::never, 4}), Ending::step_limit);
  EXPECT_EQ(timed.step_number(), 4U);
}

TEST(run, ends_when_the_watcher_says_so) {
  Relay world(paced());
  sim::Timed<Relay> timed(world, 1);
  int seen = 0;
  EXPECT_EQ(sim::run(world, timed, [&](sim::Step, sim::Time) { return ++seen < 3; }), Ending::stopped);
  EXPECT_EQ(seen, 3);
}

TEST(run, ends_as_undecided_when_a_capacity_overflows) {
  RelayPlan plan = paced();
  plan.acks = 1;
  plan.latency[Relay::acks] = sim::Delay::constant(sim::second);
  Relay world(plan);
  sim::Timed<Relay> timed(world, 1);
  EXPECT_EQ(sim::run(world, timed, go_on), Ending::overflow);
  EXPECT_EQ(world.tape().overflow, "the channel collector to producer is full");
}

TEST(run, uniform_walks_stay_within_the_explored_states_and_differ_by_seed) {
  RelayPlan plan;
  plan.sleeps = plan.flushes = 1;
  plan.items = 2;
  Relay world(plan);
  const auto explored = toy::explore_slowly(world);
  std::set<std::vector<std::uint32_t>> walks;
  const toy::Bytes initial(world.block().begin(), world.block().end());
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::copy(initial.begin(), initial.end(), world.block().begin());
    sim::Uniform<Relay> uniform(world, seed);
    std::vector<std::uint32_t> subjects;
    EXPECT_EQ(sim::run(world, uniform,
                       [&](sim::Step s, sim::Time) {
                         subjects.push_back(s.subject);
                         return explored.states.contains(toy::Bytes(world.block().begin(), world.block().end()));
                       }),
              Ending::quiet);
    walks.insert(subjects);
  }
  EXPECT_GT(walks.size(), 45U);
}

}  // namespace
