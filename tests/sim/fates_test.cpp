#include "sim/fates.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

#include "tests/generators.hpp"
#include "tests/sim/slow_explorer.hpp"
#include "tests/sim/toy.hpp"

namespace {

using sim::Fate, sim::FateLimits, toy::Bytes, toy::Relay, toy::RelayPlan;
using Fates = sim::Fates<Relay>;

// Bad is: an item was lost in a flushed inbox, or the relay rests with items missing. The goal: all collected.
struct Judge {
  bool loss = true, rest = true;
  sim::Looked look(const Relay& w, bool at_rest) {
    unsigned lost = 0;
    for (unsigned i = 0; i < w.plan().workers; ++i) lost += w.record().worker[i].lost;
    const bool all = w.record().got == w.plan().items * w.plan().workers;
    return {(loss && lost > 0) || (rest && at_rest && !all), all, w.record().rounds > 0};
  }
};

struct Slow {
  bool bad = false, at_rest = false, goal = false, tested = false, doomed = false, reaches = false, testable = false;
  std::vector<std::pair<sim::Step, Bytes>> next;
  std::vector<bool> engine;
};
using SlowGraph = std::map<Bytes, Slow>;

void load(Relay& w, const Bytes& b) { std::copy(b.begin(), b.end(), w.block().begin()); }

SlowGraph graph_of(Relay& world, Judge judge, const FateLimits& limits) {
  const Bytes initial(world.block().begin(), world.block().end());
  SlowGraph graph;
  std::vector<Bytes> queue{initial};
  graph[initial];
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Bytes b = queue[at];
    std::vector<sim::Step> steps;
    load(world, b);
    sim::Machine<Relay>::enabled(world, steps);
    if (!limits.faults)
      std::erase_if(steps, [&](sim::Step s) { return sim::Machine<Relay>::role(world, s) == sim::Role::fault; });
    Slow& s = graph[b];
    const sim::Looked looked = judge.look(world, steps.empty());
    s.at_rest = steps.empty(), s.goal = looked.goal, s.tested = looked.tested;
    s.bad = looked.bad && !limits.by_goal;
    for (const sim::Step step : steps) {
      if (s.bad) break;
      load(world, b);
      s.engine.push_back(sim::Machine<Relay>::role(world, step) == sim::Role::engine);
      sim::Machine<Relay>::apply(world, step);
      const Bytes next(world.block().begin(), world.block().end());
      s.next.emplace_back(step, next);
      if (graph.emplace(next, Slow{}).second) queue.push_back(next);
    }
  }
  load(world, initial);
  return graph;
}

// Grows both sets until nothing changes.
void decide(SlowGraph& graph, bool by_goal) {
  for (bool grew = true; grew;) {
    grew = false;
    for (auto& [bytes, s] : graph) {
      if (s.reaches) continue;
      bool reaches = s.goal;
      for (std::size_t i = 0; i < s.next.size(); ++i) reaches |= s.engine[i] && graph[s.next[i].second].reaches;
      if (reaches) s.reaches = grew = true;
    }
  }
  if (by_goal)
    for (auto& [bytes, s] : graph) s.bad = !s.reaches;
  for (bool grew = true; grew;) {
    grew = false;
    for (auto& [bytes, s] : graph) {
      if (s.doomed) continue;
      bool doomed = !s.next.empty();
      for (const auto& [step, next] : s.next) doomed &= graph[next].doomed;
      if (s.bad || doomed) s.doomed = grew = true;
    }
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (auto& [bytes, s] : graph) {
      if (s.testable || s.doomed) continue;
      bool testable = s.tested;
      for (const auto& [step, next] : s.next) testable |= graph[next].testable;
      if (testable) s.testable = grew = true;
    }
  }
}

// Calls f(state, its slow twin) for all states that both have.
template <class F>
void together(const Fates& fates, const SlowGraph& graph, const Bytes& initial, F&& f) {
  std::map<Fates::State, const Bytes*> twins{{0, &initial}};
  std::vector<Fates::State> queue{0};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Fates::State s = queue[at];
    const Slow& slow = graph.at(*twins[s]);
    f(s, slow);
    for (const auto& [step, next] : slow.next)
      if (const auto to = fates.after(s, step); to && twins.emplace(*to, &next).second) queue.push_back(*to);
  }
}

struct Example {
  RelayPlan plan = generators::small_relay();
  Judge judge{*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
  FateLimits limits;
  Example() { limits.faults = *rc::gen::arbitrary<bool>(), limits.by_goal = *rc::gen::arbitrary<bool>(); }
};

TEST(fates, are_those_of_a_fixpoint_that_is_grown_slowly) {
  EXPECT_TRUE(rc::check("doomed", [] {
    Example x;
    Relay world(x.plan);
    const Bytes initial(world.block().begin(), world.block().end());
    SlowGraph graph = graph_of(world, x.judge, x.limits);
    decide(graph, x.limits.by_goal);
    const Fates fates(world, x.judge, x.limits);
    RC_ASSERT(fates.complete());
    RC_ASSERT(fates.states() == graph.size());
    RC_ASSERT(Bytes(world.block().begin(), world.block().end()) == initial);
    together(fates, graph, initial, [&](Fates::State s, const Slow& slow) {
      RC_ASSERT((fates.of(s) == Fate::doomed) == slow.doomed);
      RC_ASSERT((fates.of_test(s) == Fate::saved) == slow.testable);
      RC_ASSERT(fates.is_bad(s) == slow.bad);
    });
  }));
}

TEST(fates, a_bound_leaves_some_unknown_and_says_nothing_that_is_not_so) {
  EXPECT_TRUE(rc::check("bounded", [] {
    Example x;
    Relay world(x.plan);
    const Bytes initial(world.block().begin(), world.block().end());
    SlowGraph graph = graph_of(world, x.judge, x.limits);
    decide(graph, x.limits.by_goal);
    x.limits.states = *rc::gen::inRange<std::uint64_t>(1, graph.size() + 1);
    const Fates fates(world, x.judge, x.limits);
    RC_ASSERT(fates.complete() == (x.limits.states >= graph.size()));
    together(fates, graph, initial, [&](Fates::State s, const Slow& slow) {
      RC_ASSERT(fates.of(s) != Fate::doomed || slow.doomed);
      RC_ASSERT(fates.of(s) != Fate::saved || !slow.doomed);
      RC_ASSERT(fates.of_test(s) != Fate::saved || slow.testable);
      RC_ASSERT(fates.of_test(s) != Fate::doomed || !slow.testable);
    });
  }));
}

TEST(fates, a_way_out_exists_where_one_is_saved_and_ends_well) {
  EXPECT_TRUE(rc::check("ways", [] {
    Example x;
    Relay world(x.plan);
    const Fates fates(world, x.judge, x.limits);
    const auto way = fates.way_to_good_end(0);
    RC_ASSERT(way.has_value() == (fates.of(0) == Fate::saved));  // a relay never goes round
    if (!way) return;
    Fates::State s = 0;
    for (const sim::Step step : way->steps) {
      RC_ASSERT(sim::Machine<Relay>::ready(world, step) == sim::Ready::yes);
      sim::Machine<Relay>::apply(world, step);
      s = *fates.after(s, step);
      RC_ASSERT(fates.of(s) == Fate::saved);
    }
    std::vector<sim::Step> enabled;
    sim::Machine<Relay>::enabled(world, enabled);
    if (!x.limits.faults)
      std::erase_if(enabled, [&](sim::Step e) { return sim::Machine<Relay>::role(world, e) == sim::Role::fault; });
    RC_ASSERT(enabled.empty());
    RC_ASSERT(x.limits.by_goal || !x.judge.look(world, true).bad);
  }));
}

TEST(fates, an_item_in_a_broken_worker_decides_it_before_anything_is_seen) {
  RelayPlan plan;
  plan.workers = 1, plan.items = 1, plan.markers = 0, plan.breaks = 1;
  Relay world(plan);
  Judge judge{false, true};
  FateLimits calm;
  calm.faults = false;
  std::vector<sim::Step> steps;
  EXPECT_EQ(Fates(world, judge, {}).of(0), Fate::saved);
  sim::Machine<Relay>::enabled(world, steps);
  const auto breaks = std::find_if(
      steps.begin(), steps.end(), [&](sim::Step s) { return sim::Machine<Relay>::role(world, s) == sim::Role::fault; });
  ASSERT_NE(breaks, steps.end());
  const Fates from_start(world, judge, {});
  EXPECT_EQ(from_start.of(*from_start.after(0, *breaks)), Fate::doomed);
  EXPECT_FALSE(from_start.is_bad(*from_start.after(0, *breaks)));  // nothing is missing yet
  EXPECT_FALSE(Fates(world, judge, calm).after(0, *breaks));
}

}  // namespace
