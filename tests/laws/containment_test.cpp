// The two loops drive one set of rules, so every state that a timed run passes through is one that exploring visits;
// and the fast explorer agrees with a slow one that cannot be wrong.
#include <gtest/gtest.h>

#include <set>

#include "model/timed_run.hpp"
#include "sim/explore.hpp"
#include "sim/fingerprint.hpp"
#include "tests/laws/small_jobs.hpp"

namespace laws {
namespace {

using Bytes = std::vector<std::byte>;
using Machine = sim::Machine<model::World>;

Bytes bytes_of(model::World& w) { return {w.block().begin(), w.block().end()}; }

struct Slow {
  std::set<Bytes> states;
  std::uint64_t edges = 0;
};

// Whole states in a set, one after the other, every guard asked of everything.
Slow explore_slowly(const model::Plan& plan) {
  const auto rules = model::make_rulebook();
  model::World world(plan, rules);
  Slow slow;
  std::vector<Bytes> todo{bytes_of(world)};
  slow.states.insert(todo.back());
  std::vector<sim::Step> steps;
  while (!todo.empty()) {
    const Bytes state = std::move(todo.back());
    todo.pop_back();
    std::copy(state.begin(), state.end(), world.block().begin());
    Machine::enabled(world, steps);
    for (const sim::Step s : std::vector(steps)) {
      std::copy(state.begin(), state.end(), world.block().begin());
      Machine::apply(world, s);
      EXPECT_EQ(world.tape().overflow, "");
      ++slow.edges;
      if (Bytes next = bytes_of(world); slow.states.insert(next).second) todo.push_back(std::move(next));
    }
  }
  return slow;
}

void expect_contained(const model::Spec& spec, std::uint64_t runs) {
  const model::Plan plan = plan_of(spec, model::Loop::explore);
  const auto rules = model::make_rulebook();
  const Slow slow = explore_slowly(plan);
  model::World fast(plan, rules);
  const sim::Exploration ex = sim::explore(fast);
  EXPECT_TRUE(ex.complete);
  EXPECT_EQ(ex.states, slow.states.size());
  EXPECT_EQ(ex.edges, slow.edges);
  std::set<Bytes> passed;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    model::World world(plan, rules);
    std::uint64_t outside = 0;
    const auto watch = [&](std::uint64_t, std::uint64_t, sim::Step, sim::Time) {
      Bytes state = bytes_of(world);
      outside += !slow.states.contains(state);
      passed.insert(std::move(state));
      return true;
    };
    const model::TimedRun run = model::run_timed(world, {seed, 100'000, watch}, {});
    EXPECT_NE(run.ending, sim::Ending::overflow) << world.tape().overflow;
    ASSERT_EQ(outside, 0U) << "seed " << seed;
  }
  EXPECT_GT(passed.size(), 100U);  // the runs went somewhere
}

// Of an exploration too large to keep: the fingerprints of all states, in order.
struct Collector {
  std::vector<std::uint64_t> prints;
  std::uint64_t on_state(const model::World& w) { return prints.push_back(sim::fingerprint(w.block())), 0; }
};

TEST(containment, states_of_200_timed_runs_are_explored_three_records_two_checkpoints_one_failure) {
  const model::Plan plan = plan_of(small_job(Ends::stop_with_savepoint, 3, 2, 1), model::Loop::explore);
  const auto rules = model::make_rulebook();
  model::World explored(plan, rules);
  Collector all;
  ASSERT_TRUE(sim::explore(explored, all).complete);
  std::sort(all.prints.begin(), all.prints.end());
  EXPECT_GT(all.prints.size(), 1'000'000U);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    model::World world(plan, rules);
    std::uint64_t outside = 0;
    const auto watch = [&](std::uint64_t, std::uint64_t, sim::Step, sim::Time) {
      outside += !std::binary_search(all.prints.begin(), all.prints.end(), sim::fingerprint(world.block()));
      return true;
    };
    model::run_timed(world, {seed, 100'000, watch}, {});
    ASSERT_EQ(outside, 0U) << "seed " << seed;
  }
}

TEST(containment, states_of_200_timed_runs_are_explored_stop_with_a_failure) {
  expect_contained(small_job(Ends::stop_with_savepoint, 1, 1, 1, false), 200);
}
TEST(containment, states_of_200_timed_runs_are_explored_cancel_with_a_failure) {
  expect_contained(small_job(Ends::cancel, 2, 1, 1, false), 200);
}
TEST(containment, states_of_200_timed_runs_are_explored_stop_three_vertices) {
  expect_contained(small_job(Ends::stop_with_savepoint, 2, 2, 0), 200);
}
TEST(containment, states_of_200_timed_runs_are_explored_legacy_stop) {
  expect_contained(small_job(Ends::stop, 2, 1, 0), 200);
}

}  // namespace
}  // namespace laws
