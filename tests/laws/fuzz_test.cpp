// Fuzzing: run n depends on the seed and on n only; what it finds replays; the planted defects are found from their own
// files, and the clean versions break nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "model/defects/defect.hpp"
#include "model/rulebook.hpp"
#include "scenarios/fuzz_case.hpp"
#include "scenarios/shrink.hpp"
#include "sim/walk.hpp"
#include "tests/laws/small_jobs.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

using scenarios::FuzzBlock, scenarios::Fuzzer;

const scenarios::Case& small() {
  static const std::vector<scenarios::Scenario> read = shipped("scenarios/small.yaml");
  return read.front().cases.front();
}

std::shared_ptr<const scenarios::FuzzPlan> plan_for(const scenarios::Case& c,
                                                    const model::World::Rules* rules = nullptr,
                                                    std::uint64_t seed = 1) {
  const auto made = scenarios::make_fuzz_plan(c, {seed, rules, {}});
  EXPECT_EQ(made.error, "");
  return made.plan;
}

void expect_equal(const FuzzBlock& a, const FuzzBlock& b) {
  EXPECT_EQ(std::tie(a.runs, a.steps, a.events, a.overflowed), std::tie(b.runs, b.steps, b.events, b.overflowed));
  EXPECT_EQ(std::tie(a.arose, a.reached), std::tie(b.arose, b.reached));
  EXPECT_EQ(a.run, b.run);
  EXPECT_EQ(a.coverage.met, b.coverage.met);
  EXPECT_EQ(a.distinct.most, b.distinct.most);
}

model::World::Rules with_defect(const char* id) {
  model::World::Rules rules = model::make_rulebook();
  model::find_defect(id)->plant(rules);
  return rules;
}

TEST(fuzz, blocks_of_several_workers_put_together_equal_those_of_one) {
  const auto rules = with_defect("FLINK-10354");
  const auto plan = plan_for(small(), &rules);
  Fuzzer one(plan), first(plan), second(plan);
  const FuzzBlock whole = one.run(0, 600);
  FuzzBlock parts = first.run(0, 100);
  const FuzzBlock middle = second.run(100, 300), last = first.run(400, 200);
  parts.add(middle), parts.add(last);
  expect_equal(whole, parts);
  EXPECT_TRUE(has_alarm(*plan, whole));
}

TEST(fuzz, the_same_seed_gives_the_same_runs_and_another_seed_others) {
  Fuzzer a(plan_for(small())), b(plan_for(small())), c(plan_for(small(), nullptr, 2));
  const FuzzBlock first = a.run(0, 200);
  expect_equal(first, b.run(0, 200));
  EXPECT_NE(first.distinct.most, c.run(0, 200).distinct.most);
}

TEST(fuzz, a_run_of_the_small_scenario_is_about_200_events_and_almost_all_runs_differ) {
  Fuzzer fuzzer(plan_for(small()));
  const FuzzBlock all = fuzzer.run(0, 2'000);
  EXPECT_GT(all.events, 2'000U * 150);
  EXPECT_LT(all.events, 2'000U * 250);
  EXPECT_EQ(all.overflowed, 0U);
  EXPECT_EQ(std::count(all.distinct.most.begin(), all.distinct.most.end(), 0) < 2'700, true);  // 1,600 classes are hit
}

// Of engine and commands; faults are looked at only when their moment has come.
std::vector<sim::Step> without_faults(const model::World& w, std::vector<sim::Step> steps) {
  std::erase_if(steps, [&](sim::Step s) { return sim::Machine<model::World>::role(w, s) == sim::Role::fault; });
  std::sort(steps.begin(), steps.end(), [](const sim::Step& a, const sim::Step& b) {
    return std::tuple(a.subject, a.rule, a.binding) < std::tuple(b.subject, b.rule, b.binding);
  });
  return steps;
}

// The number of steps of the walks.
std::uint64_t compare_walks(const model::Plan& plan, const model::World::Rules& rules, std::uint64_t seeds) {
  std::uint64_t steps = 0;
  sim::WalkHints hints;
  hints.trouble = model::Plan::faults;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    model::World world(plan, rules);
    sim::Walk<model::World> walk(world, hints);
    walk.begin(seed);
    std::vector<sim::Step> scan;
    for (std::uint64_t n = 0; n < 2'000; ++n, ++steps) {
      std::vector<sim::Step> kept;
      for (const auto* list : {&walk.enabled().of_engine(), &walk.enabled().held()})
        for (const auto s : *list) kept.insert(kept.end(), walk.enabled().of(s).begin(), walk.enabled().of(s).end());
      sim::Machine<model::World>::enabled(world, scan);
      const std::string apart = difference(world, without_faults(world, kept), without_faults(world, scan));
      EXPECT_EQ(apart, "") << "seed " << seed << ", step " << n;
      const auto step = apart.empty() ? walk.next() : std::nullopt;
      if (!step) break;
      sim::Machine<model::World>::apply(world, *step);
      walk.applied(*step);
    }
  }
  return steps;
}

TEST(fuzz, enabled_steps_of_the_model_equal_the_full_scan_after_each_step_of_walks) {
  std::uint64_t steps = 0;
  for (const Ends ends : {Ends::stop_with_savepoint, Ends::cancel, Ends::stop})
    steps += compare_walks(plan_of(small_job(ends, 6, 3, 2, true, ends == Ends::cancel ? 3 : 1), model::Loop::explore),
                           model::make_rulebook(), 40);
  EXPECT_GT(steps, 10'000U);
}

// A defect may break promises, not what the drivers rest on.
TEST(fuzz, enabled_steps_of_the_engine_with_a_defect_equal_the_full_scan_too) {
  for (const model::Defect& d : model::defects()) {
    SCOPED_TRACE(d.id);
    std::uint64_t steps = 0;
    for (const scenarios::Scenario& s : shipped(std::string(d.scenario)))
      for (scenarios::Case c : s.cases) {
        model::plant(d, c.spec);
        steps += compare_walks(plan_of(c.spec, model::Loop::explore), with_defect(std::string(d.id).c_str()), 100);
      }
    EXPECT_GT(steps, 500U);
  }
}

class Planted : public ::testing::TestWithParam<const char*> {};

TEST_P(Planted, is_found_from_its_own_file_and_the_trace_replays) {
  const model::Defect& defect = *model::find_defect(GetParam());
  const auto rules = with_defect(GetParam());
  const auto file = shipped(std::string(defect.scenario));
  const scenarios::Case& c = file.front().cases.front();
  const scenarios::CaseOutcome o = scenarios::fuzz_case(c, {1, &rules, {}}, 20'000);
  const scenarios::PropertyOutcome* p = find_property(o, defect.caught_by);
  ASSERT_TRUE(p);
  EXPECT_TRUE(p->alarm);
  const auto judged = scenarios::judge_trace(c, *p->property, trace_text(p->trace), &rules);
  EXPECT_EQ(judged.misfit, "");
  EXPECT_TRUE(judged.violated);
}
TEST_P(Planted, breaks_nothing_where_it_is_not_planted) {
  const auto file = shipped(std::string(model::find_defect(GetParam())->scenario));
  const scenarios::CaseOutcome o = scenarios::fuzz_case(file.front().cases.front(), {1, nullptr, {}}, 5'000);
  EXPECT_EQ(o.fuzzed->runs, 5'000U);
  for (const auto& p : o.properties) EXPECT_FALSE(p.alarm) << p.property->id;
}
INSTANTIATE_TEST_SUITE_P(defects, Planted, ::testing::Values("FLINK-23532", "FLINK-15152", "FLINK-10354"),
                         [](const auto& d) { return "FLINK_" + std::string(d.param).substr(6); });

// The defects to build first (defects.md, step 1), by the way and the version that have the rule which they change.
struct InSmall {
  const char *defect, *way, *version = "flink-1.20";
};

class Small : public ::testing::TestWithParam<InSmall> {};

TEST_P(Small, shows_a_defect_of_the_first_step_within_ten_thousand_runs) {
  const auto read = shipped("scenarios/small.yaml");
  const auto& cases = read.front().cases;
  const auto shipped_case = std::find_if(cases.begin(), cases.end(), [](const scenarios::Case& c) {
    return c.way == GetParam().way && c.semantics == GetParam().version;
  });
  ASSERT_NE(shipped_case, cases.end());
  scenarios::Case c = *shipped_case;
  const model::Defect& defect = *model::find_defect(GetParam().defect);
  model::plant(defect, c.spec);
  const auto rules = with_defect(GetParam().defect);
  const scenarios::CaseOutcome o = scenarios::fuzz_case(c, {1, &rules, {std::string(defect.caught_by)}}, 10'000);
  const scenarios::PropertyOutcome* p = find_property(o, defect.caught_by);
  EXPECT_TRUE(p && p->alarm);
  EXPECT_LT(o.fuzzed->runs, 10'000U);
}
INSTANTIATE_TEST_SUITE_P(
    scenario, Small,
    ::testing::Values(InSmall{"FLINK-21132", "stop"}, InSmall{"FLINK-21453", "drain", "flink-1.12"},
                      InSmall{"FLINK-21469", "drain of windows"}, InSmall{"FLINK-21133", "stop", "flink-1.12"},
                      InSmall{"FLINK-12858", "stop", "flink-1.10"}, InSmall{"FLINK-15152", "stop"},
                      InSmall{"FLINK-10354", "stop"}, InSmall{"FLINK-26783", "stop"}, InSmall{"FLINK-27972", "stop"},
                      InSmall{"FLINK-13969", "stop", "flink-1.10"}, InSmall{"FLINK-23532", "stop"},
                      InSmall{"FLINK-22367", "stop"}, InSmall{"FLINK-2098", "stop"}, InSmall{"FLINK-13256", "stop"},
                      InSmall{"FLINK-3011", "cancel"}, InSmall{"JET-542", "drain of windows"},
                      InSmall{"JET-2824", "stop"}, InSmall{"ARROYO-1124", "stop"}),
    [](const auto& d) {
      std::string name = d.param.defect;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST(fuzz, runs_with_the_clock_are_paths_of_the_same_graph) {
  const auto rules = with_defect("FLINK-23532");
  Fuzzer fuzzer(plan_for(small(), &rules));
  unsigned violating = 0;
  for (std::uint64_t n = 15; n < 16 * 40; n += 16) {  // every sixteenth run has a clock
    const FuzzBlock one = fuzzer.run(n, 1);
    for (std::size_t i = 0; i < one.run.size(); ++i) {
      const properties::Property& p = properties::catalogue()[i];
      if (!one.run[i] || p.id != "no-replay-after-stop") continue;
      ++violating;
      const auto judged = scenarios::judge_trace(small(), p, fuzzer.trace_of(n, p), &rules);
      EXPECT_EQ(judged.misfit, "") << "run " << n;
      EXPECT_TRUE(judged.violated) << "run " << n;
    }
  }
  EXPECT_GT(violating, 0U);
}

TEST(fuzz, a_job_too_large_for_bounded_columns_is_judged_with_growing_ones) {
  scenarios::Case c = small();
  c.spec.explore.records = 20;
  const auto rules = with_defect("FLINK-23532");
  const scenarios::CaseOutcome o = scenarios::fuzz_case(c, {1, &rules, {}}, 2'000);
  EXPECT_TRUE(find_property(o, "no-replay-after-stop")->alarm);
}

}  // namespace
}  // namespace laws
