#include "sim/state_graph.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/trace.hpp"
#include "tests/sim/slow_explorer.hpp"
#include "tests/sim/toy.hpp"
#include "tests/sim/two_phase_commit.hpp"

namespace {

using sim::CanAlways, toy::Relay, toy::RelayPlan, toy::TwoPhaseCommit;

struct Decided {
  std::uint64_t goals(const TwoPhaseCommit& w) {
    return w.all(TwoPhaseCommit::committed, TwoPhaseCommit::committed) ||
           w.all(TwoPhaseCommit::aborted, TwoPhaseCommit::aborted);
  }
};

sim::ExploreLimits with_edges() {
  sim::ExploreLimits limits;
  limits.edges = true;
  return limits;
}

TEST(state_graph, two_phase_commit_can_always_still_decide) {
  TwoPhaseCommit world(4);
  Decided judge;
  const auto explored = sim::explore(world, judge, with_edges());
  EXPECT_EQ(sim::StateGraph(explored).can_always(0).answer, CanAlways::holds);
}

TEST(state_graph, a_goal_that_only_a_fault_can_reach_is_not_reachable) {
  TwoPhaseCommit world(4);
  world.rulebook().replace(TwoPhaseCommit::receive_abort(sim::Role::fault));
  Decided judge;
  const auto explored = sim::explore(world, judge, with_edges());
  const auto result = sim::StateGraph(explored).can_always(0);
  ASSERT_EQ(result.answer, CanAlways::violated);
  const auto steps = explored.trace(world, {result.wedged, {}});
  TwoPhaseCommit again(4);
  const auto trace = sim::name_all(again, steps);
  // Shortest: one has prepared and could only learn of the abort, another can no longer commit.
  EXPECT_EQ(to_text(trace), "prepare rm/0\nchoose_to_abort rm/1\n");
}

TEST(state_graph, an_exploration_that_hit_a_bound_decides_nothing) {
  TwoPhaseCommit world(4);
  Decided judge;
  auto limits = with_edges();
  limits.states = 100;
  EXPECT_EQ(sim::StateGraph(sim::explore(world, judge, limits)).can_always(0).answer, CanAlways::undecided);
}

struct RelayGoals {
  std::uint64_t on_state(const Relay&) { return 0; }
  std::uint64_t goals(const Relay& w) {
    return (w.record().got == w.plan().items * w.plan().workers) | (w.record().emitted == w.plan().items) << 1;
  }
};

// All that reaches a goal by the steps of the engine, by growing a set until it no longer grows.
std::set<toy::Bytes> saved_slowly(Relay& world, const std::set<toy::Bytes>& states, unsigned goal) {
  const auto load = [&](const toy::Bytes& b) { std::copy(b.begin(), b.end(), world.block().begin()); };
  std::set<toy::Bytes> saved;
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& s : states) {
      if (saved.contains(s)) continue;
      load(s);
      bool good = RelayGoals().goals(world) >> goal & 1;
      std::vector<sim::Step> steps;
      sim::Machine<Relay>::enabled(world, steps);
      for (const sim::Step step : steps) {
        if (sim::Machine<Relay>::role(world, step) != sim::Role::engine) continue;
        load(s);
        sim::Machine<Relay>::apply(world, step);
        good |= saved.contains(toy::Bytes(world.block().begin(), world.block().end()));
      }
      if (good) grew = saved.insert(s).second;
    }
  }
  return saved;
}

TEST(state_graph, agrees_with_a_slow_fixed_point) {
  EXPECT_TRUE(rc::check("number of wedged states", [] {
    RelayPlan plan;
    plan.workers = 1;
    plan.items = *rc::gen::inRange<std::uint8_t>(1, 4);
    plan.sleeps = *rc::gen::inRange<std::uint8_t>(0, 2);
    plan.flushes = *rc::gen::inRange<std::uint8_t>(0, 2);
    plan.breaks = *rc::gen::inRange<std::uint8_t>(0, 2);
    Relay world(plan);
    RelayGoals judge;
    const auto explored = sim::explore(world, judge, with_edges());
    const auto slow = toy::explore_slowly(world);
    const sim::StateGraph graph(explored);
    for (unsigned goal = 0; goal < 2; ++goal) {
      const auto result = graph.can_always(goal);
      const auto wedged = slow.states.size() - saved_slowly(world, slow.states, goal).size();
      RC_ASSERT(result.wedged_states == wedged);
      RC_ASSERT((result.answer == CanAlways::violated) == (wedged > 0));
    }
  }));
}

}  // namespace
