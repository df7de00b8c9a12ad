// Costs over many runs: what percentiles are, and what is not known.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/costs_text.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

scenarios::CaseOutcome run_with(std::optional<std::uint64_t> reread) {
  scenarios::CaseOutcome o;
  o.figures.emplace();
  o.figures->reread = reread;
  return o;
}
std::size_t kind(std::string_view name) {
  for (std::size_t k = 0; k < report::cost_count; ++k)
    if (report::cost_kinds()[k].name == name) return k;
  ADD_FAILURE() << name;
  return 0;
}

TEST(costs, percentiles_are_values_that_some_run_had) {
  const std::vector<std::int64_t> ten{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(report::at_percent(ten, 50), 5);
  EXPECT_EQ(report::at_percent(ten, 95), 10);
  const std::vector<std::int64_t> one{7};
  EXPECT_EQ(report::at_percent(one, 50), 7);
  EXPECT_EQ(report::at_percent(one, 95), 7);
  std::vector<std::int64_t> hundred(100);
  for (std::size_t i = 0; i < hundred.size(); ++i) hundred[i] = static_cast<std::int64_t>(i + 1);
  EXPECT_EQ(report::at_percent(hundred, 50), 50);
  EXPECT_EQ(report::at_percent(hundred, 95), 95);
}

RC_GTEST_PROP(costs, at_least_so_many_values_are_not_above_a_percentile, ()) {
  auto values = *rc::gen::nonEmpty(rc::gen::arbitrary<std::vector<std::int64_t>>());
  const unsigned percent = *rc::gen::inRange(1U, 101U);
  std::sort(values.begin(), values.end());
  const std::int64_t v = report::at_percent(values, percent);
  const auto not_above = static_cast<std::size_t>(std::upper_bound(values.begin(), values.end(), v) - values.begin());
  const auto below = static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), v) - values.begin());
  RC_ASSERT(not_above * 100 >= values.size() * percent);
  RC_ASSERT(below * 100 < values.size() * percent);
}

TEST(costs, where_runs_differ_each_twentieth_of_them_is_in_the_document) {
  report::Costs costs, steady;
  for (std::uint64_t n = 0; n < 40; ++n) costs.add(run_with(n), {}), steady.add(run_with(7), {});
  const auto all = report::costs_json(costs).at("reread").at("percentiles");
  ASSERT_EQ(all.size(), 21U);
  EXPECT_EQ(all[0], 0);
  EXPECT_EQ(all[1], 1);
  EXPECT_EQ(all[10], 19);
  EXPECT_EQ(all[20], 39);
  EXPECT_FALSE(report::costs_json(steady).at("reread").contains("percentiles"));
}

TEST(costs, the_order_of_runs_does_not_matter) {
  report::Costs up, down;
  for (std::uint64_t n = 0; n < 20; ++n) up.add(run_with(n), {}), down.add(run_with(19 - n), {});
  const auto a = up.of(kind("reread")), b = down.of(kind("reread"));
  EXPECT_EQ(a->median, 9);
  EXPECT_EQ(a->p95, 18);
  EXPECT_EQ(a->most, 19);
  EXPECT_EQ(a->median, b->median);
  EXPECT_EQ(a->p95, b->p95);
}

TEST(costs, what_no_run_can_tell_is_unknown_and_never_0) {
  report::Costs costs;
  costs.add(run_with(std::nullopt), {});
  EXPECT_FALSE(costs.of(kind("reread")));
  EXPECT_EQ(report::cost_words(costs, kind("reread")), "unknown");
  EXPECT_EQ(report::costs_json(costs).at("reread"), "unknown");
  costs.add(run_with(5), {});
  EXPECT_EQ(costs.of(kind("reread"))->known, 1U);
  EXPECT_EQ(report::cost_words(costs, kind("reread")), "5 (1 of 2)");
  costs.add(run_with(9), {});
  EXPECT_EQ(report::cost_words(costs, kind("reread")), "5 / 9 / 9 (2 of 3)");
}

TEST(costs, those_of_g1_are_its_golden_numbers) {
  const Json doc = Json::parse(call({"compare", "scenarios/golden/g1.yaml", "--format", "json"}).out);
  for (const Json& e : doc["scenarios"]) {
    if (e["way"] != "cancel" && e["way"] != "stop-with-savepoint") continue;
    const bool cancel = e["way"] == "cancel";
    EXPECT_EQ(e["costs"]["reread"]["median"], cancel ? 700 : 0);
    EXPECT_EQ(e["costs"]["endedAfter"]["max"], cancel ? 0.0 : 1300.0);
    EXPECT_EQ(e["costs"]["snapshotBytes"], "unknown");
    if (e["sink"] == "plain") {
      EXPECT_EQ(e["costs"]["duplicates"]["p95"], cancel ? 650 : 0);
    }
    // What had piled up when the resumed job began has left the job no earlier than half a second later.
    EXPECT_GE(e["costs"]["caughtUpAfter"]["median"].get<double>(), cancel ? 500.0 : 1800.0);
  }
}

TEST(costs, several_runs_have_a_spread_and_the_same_seeds_the_same_one) {
  const std::vector<std::string> arguments{"compare", "scenarios/wide-job.yaml", "--runs", "20", "--format", "json"};
  const std::string first = call(arguments).out;
  EXPECT_EQ(first, call(arguments).out);
  const Json doc = Json::parse(first);
  EXPECT_LT(doc["scenarios"][0]["costs"]["duplicates"]["median"], doc["scenarios"][0]["costs"]["duplicates"]["max"]);
  for (const Json& e : doc["scenarios"])
    for (const auto& [name, cost] : e["costs"].items()) {
      if (!cost.is_object()) continue;
      EXPECT_LE(cost["median"], cost["p95"]) << name;
      EXPECT_LE(cost["p95"], cost["max"]) << name;
      EXPECT_LE(cost["runs"], 20) << name;
    }
}

}  // namespace
}  // namespace report_test
