// The timed driver keeps the enabled steps from what each step touched. Asking every guard of everything, after each
// step of random runs of the modelled engine, must give the same: a rule that changes a record without touching its
// actor would be noticed here.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "model/defects/defect.hpp"
#include "sim/timed.hpp"
#include "tests/laws/small_jobs.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

using Machine = sim::Machine<model::World>;

bool before(const sim::Step& a, const sim::Step& b) {
  return std::tuple(a.subject, a.rule, a.binding) < std::tuple(b.subject, b.rule, b.binding);
}

// Channels that can be taken from, whatever their guards say, then the enabled steps of actors.
std::vector<sim::Step> full_scan(const model::World& w) {
  std::vector<sim::Step> steps, own;
  for (sim::ChannelId c = 0; c < w.channels().size(); ++c)
    if (w.channels().takeable(c)) steps.push_back({c, sim::Step::take, 0});
  for (sim::ActorId a = 0; a < w.actor_count(); ++a) Machine::enabled_of(w, a, own);
  std::sort(own.begin(), own.end(), before);
  steps.insert(steps.end(), own.begin(), own.end());
  return steps;
}

// The number of steps of the run.
std::uint64_t compare_each_step(const model::Spec& spec, std::uint64_t seed,
                                const model::World::Rules& rules = model::make_rulebook()) {
  const model::Plan plan = plan_of(spec, model::Loop::explore);  // with fault budgets
  model::World world(plan, rules);
  sim::Timed<model::World> timed(world, seed);
  std::vector<sim::Step> known;
  while (const auto step = timed.next()) {
    Machine::apply(world, *step);
    timed.applied(*step);
    timed.clocks().known(known, true);
    const std::string apart = difference(world, known, full_scan(world));
    EXPECT_EQ(apart, "") << "seed " << seed << ", step " << timed.step_number();
    if (!apart.empty() || timed.step_number() > 2'000) break;
  }
  return timed.step_number();
}

TEST(incremental, enabled_steps_of_the_model_equal_the_full_scan_after_each_step) {
  std::uint64_t steps = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    steps += compare_each_step(small_job(Ends::stop_with_savepoint, 8, 3, 1), seed);
    steps += compare_each_step(small_job(Ends::cancel, 8, 3, 1, true, 3), seed);
    steps += compare_each_step(small_job(Ends::stop, 8, 3, 1, true, 2), seed);
    for (const Ends ends : {Ends::stop_with_savepoint, Ends::cancel, Ends::nothing}) {
      steps += compare_each_step(with_enumerator(small_job(ends, 8, 3, 1), model::Assignment::on_request, 0), seed);
      steps +=
          compare_each_step(with_enumerator(small_job(ends, 8, 3, 1, true, 2), model::Assignment::on_request, 3), seed);
      steps += compare_each_step(with_enumerator(small_job(ends, 8, 3, 1), model::Assignment::parent_first, 2), seed);
    }
  }
  EXPECT_GT(steps, 20'000U);
}

// A defect may break promises, not what the drivers rest on.
TEST(incremental, enabled_steps_of_the_engine_with_a_defect_equal_the_full_scan_too) {
  for (const model::Defect& d : model::defects()) {
    SCOPED_TRACE(d.id);
    auto rules = model::make_rulebook();
    d.plant(rules);
    std::uint64_t steps = 0;
    for (const scenarios::Scenario& s : shipped(std::string(d.scenario)))
      for (scenarios::Case c : s.cases) {
        model::plant(d, c.spec);
        for (std::uint64_t seed = 1; seed <= 150; ++seed) steps += compare_each_step(c.spec, seed, rules);
      }
    EXPECT_GT(steps, 1'000U);
  }
}

}  // namespace
}  // namespace laws
