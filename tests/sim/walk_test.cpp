// Random walks: the enabled steps that are kept equal the full scan after each step, whatever the manner; a walk
// depends on its seed only; rare orders come up.
#include "sim/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "sim/run.hpp"
#include "sim/uniform.hpp"
#include "tests/sim/toy.hpp"

namespace {

using toy::Relay, toy::RelayPlan;
using Machine = sim::Machine<Relay>;

static_assert(sim::Chooser<sim::Walk<Relay>>);

RelayPlan everything() {
  RelayPlan plan;
  plan.workers = 3, plan.items = 5, plan.markers = 2;
  plan.sleeps = 2, plan.flushes = 1, plan.breaks = 1;
  plan.any_order = true;
  return plan;
}

std::vector<sim::Step> sorted(std::vector<sim::Step> steps) {
  std::sort(steps.begin(), steps.end(), [](const sim::Step& a, const sim::Step& b) {
    return std::tuple(a.of_channel(), a.subject, a.rule, a.binding) <
           std::tuple(b.of_channel(), b.subject, b.rule, b.binding);
  });
  return steps;
}

std::vector<sim::Step> kept(const sim::EnabledSet<Relay>& set) {
  std::vector<sim::Step> all;
  for (const auto* list : {&set.of_engine(), &set.held()})
    for (const auto subject : *list) all.insert(all.end(), set.of(subject).begin(), set.of(subject).end());
  return sorted(all);
}

std::vector<sim::Step> walk_steps(std::uint64_t seed, const sim::WalkHints& hints) {
  Relay world(everything());
  sim::Walk<Relay> walk(world, hints);
  walk.begin(seed);
  std::vector<sim::Step> steps;
  sim::run(world, walk, [&](sim::Step s, sim::Time) { return steps.push_back(s), true; });
  return steps;
}

TEST(walk, kept_steps_equal_the_full_scan_after_each_step_in_every_manner) {
  std::set<sim::Manner> manners;
  std::uint64_t steps = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Relay world(everything());
    const sim::WalkHints hints;
    sim::Walk<Relay> walk(world, hints);
    walk.begin(seed);
    manners.insert(walk.manner());
    std::vector<sim::Step> scan;
    while (const auto step = walk.next()) {
      Machine::enabled(world, scan);
      ASSERT_EQ(kept(walk.enabled()), sorted(scan)) << "seed " << seed << ", step " << steps;
      Machine::apply(world, *step);
      walk.applied(*step);
      ++steps;
    }
  }
  EXPECT_EQ(manners.size(), 4U);
  EXPECT_GT(steps, 2'000U);
}

TEST(walk, the_same_seed_gives_the_same_walk_also_on_a_chooser_used_before) {
  const sim::WalkHints hints;
  Relay world(everything());
  sim::Walk<Relay> used(world, hints);
  const std::vector<std::byte> first(world.block().begin(), world.block().end());
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    std::copy(first.begin(), first.end(), world.block().begin());
    used.begin(seed);
    std::vector<sim::Step> again;
    sim::run(world, used, [&](sim::Step s, sim::Time) { return again.push_back(s), true; });
    EXPECT_EQ(again, walk_steps(seed, hints)) << "seed " << seed;
  }
}

TEST(walk, different_seeds_give_different_walks) {
  std::set<std::vector<std::uint32_t>> all;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    std::vector<std::uint32_t> subjects;
    for (const sim::Step s : walk_steps(seed, {})) subjects.push_back(s.subject);
    all.insert(subjects);
  }
  EXPECT_GT(all.size(), 45U);
}

// Emitting everything before anything is passed on is one order of very many.
TEST(walk, walks_reach_an_order_that_uniform_walks_do_not) {
  RelayPlan plan;
  plan.workers = 1, plan.items = 12, plan.markers = 0, plan.feed = 12, plan.forward = 12;
  const auto meets = [&](auto begin) {
    unsigned times = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      Relay world(plan);
      auto chooser = begin(world, seed);
      bool all = false;
      sim::run(world, chooser, [&](sim::Step, sim::Time) {
        all |= world.record().emitted == 12 && world.record().worker[0].passed == 0;
        return !all;
      });
      times += all;
    }
    return times;
  };
  const sim::WalkHints hints;
  const unsigned uniform = meets([](Relay& w, std::uint64_t seed) { return sim::Uniform<Relay>(w, seed); });
  const unsigned walks = meets([&](Relay& w, std::uint64_t seed) {
    sim::Walk<Relay> walk(w, hints);
    walk.begin(seed);
    return walk;
  });
  EXPECT_LT(uniform, 3U);
  EXPECT_GT(walks, 20U);
}

}  // namespace
