#include "sim/explore.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/sim/slow_explorer.hpp"
#include "tests/sim/toy.hpp"
#include "tests/sim/two_phase_commit.hpp"

namespace {

using toy::Relay, toy::RelayPlan, toy::TwoPhaseCommit;

std::uint64_t states_of_two_phase_commit(std::uint32_t n) {
  TwoPhaseCommit world(n);
  const auto result = sim::explore(world);
  EXPECT_TRUE(result.complete);
  return result.states;
}

TEST(explore, two_phase_commit_has_the_published_numbers_of_states) {
  EXPECT_EQ(states_of_two_phase_commit(3), 288U);
  EXPECT_EQ(states_of_two_phase_commit(5), 8832U);
  EXPECT_EQ(states_of_two_phase_commit(7), 296448U);
}

RelayPlan any_small_plan() {
  RelayPlan plan;
  plan.workers = *rc::gen::inRange<std::uint8_t>(1, 3);
  plan.items = *rc::gen::inRange<std::uint8_t>(1, 3);
  plan.markers = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.sleeps = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.flushes = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.any_order = *rc::gen::arbitrary<bool>();
  plan.fused_acks = *rc::gen::arbitrary<bool>();
  return plan;
}

TEST(explore, agrees_with_the_slow_explorer) {
  EXPECT_TRUE(rc::check("states, edges and depth", [] {
    Relay world(any_small_plan());
    const auto slow = toy::explore_slowly(world);
    const auto fast = sim::explore(world);
    RC_ASSERT(fast.complete);
    RC_ASSERT(fast.states == slow.states.size());
    RC_ASSERT(fast.edges == slow.edges);
    RC_ASSERT(fast.depth == slow.depth);
  }));
}

constexpr std::uint64_t all_collected = 1, aligned = 2, lost_one = 4, rested = 8;

struct RelayJudge {
  std::uint64_t on_state(const Relay& w) {
    const bool all = w.record().got == w.plan().items * w.plan().workers;
    return (all ? all_collected : 0) | (w.record().rounds ? aligned : 0);
  }
  std::uint64_t on_edge(const Relay& before, sim::Step, const Relay& after) {
    const auto lost = [](const Relay& w) { return w.record().worker[0].lost; };
    return lost(after) > lost(before) ? lost_one : 0;
  }
  std::uint64_t on_rest(const Relay&) { return rested; }
};

TEST(explore, traces_lead_to_what_was_found_and_are_shortest) {
  RelayPlan plan;
  plan.flushes = 1;
  Relay world(plan), before(plan);
  RelayJudge judge;
  const auto result = sim::explore(world, judge, {}, &before);
  ASSERT_TRUE(result.complete);
  EXPECT_EQ(result.found, all_collected | aligned | lost_one | rested);

  const auto collected = result.trace(world, result.first[0]);
  EXPECT_EQ(judge.on_state(world) & all_collected, all_collected);
  EXPECT_EQ(collected.size(), 3U * (1 + 2 + 2));  // three times: emit, two workers pass, two items are collected

  ASSERT_TRUE(result.first[2].step.has_value());
  const auto lost = result.trace(world, result.first[2]);
  EXPECT_EQ(world.record().worker[0].lost, 1);
  EXPECT_EQ(lost.size(), 3U);  // emit, order the flush, flush
}

// The same findings as those of RelayJudge, in the second word.
struct FarJudge {
  static sim::Findings far(std::uint64_t bits) {
    sim::Findings moved;
    sim::Findings(bits).for_each([&](unsigned n) { moved |= sim::Findings::bit(64 + n); });
    return moved;
  }
  sim::Findings on_state(const Relay& w) { return far(near.on_state(w)); }
  sim::Findings on_edge(const Relay& before, sim::Step s, const Relay& after) {
    return far(near.on_edge(before, s, after));
  }
  sim::Findings on_rest(const Relay& w) { return far(near.on_rest(w)); }
  RelayJudge near;
};

TEST(explore, findings_of_the_second_word_are_found_where_those_of_the_first_are) {
  RelayPlan plan;
  plan.flushes = 1;
  Relay world(plan), before(plan);
  RelayJudge near_judge;
  FarJudge far_judge;
  const auto near = sim::explore(world, near_judge, {}, &before);
  const auto far = sim::explore(world, far_judge, {}, &before);
  EXPECT_EQ(far.states, near.states);
  EXPECT_FALSE(far.found.has(0) || far.found.has(3));
  for (unsigned n = 0; n < 4; ++n) {
    EXPECT_EQ(far.found.has(64 + n), near.found.has(n)) << n;
    EXPECT_EQ(far.first[64 + n].state, near.first[n].state) << n;
    EXPECT_EQ(far.first[64 + n].step, near.first[n].step) << n;
  }
  sim::ExploreLimits limits;
  limits.enough = sim::Findings::bit(65);
  EXPECT_LT(sim::explore(world, far_judge, limits, &before).states, far.states);
}

TEST(explore, stops_when_enough_has_been_found) {
  Relay world(RelayPlan{}), before(RelayPlan{});
  RelayJudge judge;
  const auto all = sim::explore(world, judge, {}, &before);
  sim::ExploreLimits limits;
  limits.enough = aligned;
  const auto some = sim::explore(world, judge, limits, &before);
  EXPECT_FALSE(some.complete);
  EXPECT_NE(some.bound, "");
  EXPECT_LT(some.states, all.states);
  EXPECT_EQ(some.first[1].state, all.first[1].state);
}

TEST(explore, a_bound_on_states_is_kept_and_named) {
  Relay world(RelayPlan{});
  const auto all = sim::explore(world);
  sim::ExploreLimits limits;
  limits.states = all.states;
  EXPECT_TRUE(sim::explore(world, limits).complete);
  limits.states = all.states - 1;
  const auto cut = sim::explore(world, limits);
  EXPECT_FALSE(cut.complete);
  EXPECT_EQ(cut.states, limits.states);
  EXPECT_EQ(cut.bound, std::to_string(limits.states) + " states");
}

TEST(explore, a_bound_on_memory_is_kept_and_named) {
  TwoPhaseCommit world(7);
  sim::ExploreLimits limits;
  limits.bytes = 2'000'000;
  const auto cut = sim::explore(world, limits);
  EXPECT_FALSE(cut.complete);
  EXPECT_LE(cut.bytes, limits.bytes);
  EXPECT_GT(cut.states, 10'000U);
  EXPECT_EQ(cut.bound, "2000000 bytes of memory");
}

TEST(explore, a_capacity_that_overflows_ends_it_as_incomplete_with_its_place) {
  RelayPlan plan;
  plan.acks = 1;
  Relay world(plan);
  const auto result = sim::explore(world);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.bound, "the channel collector to producer is full");
  world.tape().overflow.clear();
  const auto trace = result.trace(world, result.overflow);
  EXPECT_EQ(world.tape().overflow, result.bound);
  EXPECT_EQ(trace.size(), 5U);  // emit, two workers pass, two items are collected
}

TEST(explore, leaves_the_world_as_it_was_and_does_the_same_twice) {
  Relay world(RelayPlan{});
  const toy::Bytes initial(world.block().begin(), world.block().end());
  const auto first = sim::explore(world), second = sim::explore(world);
  EXPECT_EQ(initial, toy::Bytes(world.block().begin(), world.block().end()));
  EXPECT_EQ(first.states, second.states);
  EXPECT_EQ(first.bytes, second.bytes);
}

TEST(explore, memory_of_a_large_space_is_below_forty_bytes_a_state) {
  TwoPhaseCommit world(7);
  const auto result = sim::explore(world);
  EXPECT_LT(result.bytes, result.states * 40);
}

}  // namespace
