// Verdicts of several runs, and what a whole comes to.
#include "report/result.hpp"

#include <gtest/gtest.h>

#include "report/advice.hpp"
#include "report/catalogue.hpp"
#include "report/options.hpp"
#include "report/runs.hpp"
#include "report/selection.hpp"

namespace report {
namespace {

using properties::Verdict;

scenarios::PropertyOutcome outcome_of(std::string_view id, bool promised, Verdict v) {
  return {properties::find(id), {promised, "", true}, v, promised && v == Verdict::violated, "1 run", std::nullopt, {}};
}

CaseResult result_with(Verdict v, bool promised) {
  CaseResult r;
  r.outcome.run = model::TimedRun{sim::Ending::stopped, true, 1, 1};
  r.outcome.properties.push_back(outcome_of("no-loss", promised, v));
  return r;
}

TEST(result, one_violated_run_of_many_is_a_violation) {
  CaseResult r = result_with(Verdict::not_violated, true);
  for (const Verdict v : {Verdict::vacuous, Verdict::violated, Verdict::not_violated}) {
    scenarios::CaseOutcome more = result_with(v, true).outcome;
    more.seed = 10 + r.runs;
    merge(r, more);
  }
  EXPECT_EQ(r.runs, 4U);
  EXPECT_EQ(r.outcome.properties[0].verdict, Verdict::violated);
  EXPECT_TRUE(r.outcome.properties[0].alarm);
  EXPECT_EQ(r.violated_seed, 12U);
  EXPECT_EQ(r.outcome.properties[0].bound, "4 runs");
}

TEST(result, what_arose_in_no_run_stays_vacuous) {
  CaseResult r = result_with(Verdict::vacuous, true);
  merge(r, result_with(Verdict::vacuous, true).outcome);
  EXPECT_EQ(r.outcome.properties[0].verdict, Verdict::vacuous);
  merge(r, result_with(Verdict::not_violated, true).outcome);
  EXPECT_EQ(verdict_text(r.outcome.properties[0], r.runs), "not violated in 3 runs");
}

TEST(result, only_a_promise_that_was_made_can_be_broken) {
  Conclusion c;
  conclude(c, result_with(Verdict::violated, false));
  EXPECT_EQ(c.exit(), ok);
  EXPECT_EQ(tally(result_with(Verdict::violated, false).outcome).found.size(), 1U);
  conclude(c, result_with(Verdict::violated, true));
  EXPECT_EQ(c.exit(), violated);
  EXPECT_EQ(c.word(), "violated");
}

TEST(result, the_worst_of_several_cases_is_the_exit_code) {
  Conclusion c;
  CaseResult cut = result_with(Verdict::undecided, true);
  cut.outcome.run->ending = sim::Ending::overflow;
  conclude(c, cut);
  EXPECT_EQ(c.exit(), undecided);
  CaseResult impossible;
  impossible.outcome.error = "17 subtasks";
  conclude(c, impossible);
  EXPECT_EQ(c.exit(), bad_input);
  CaseResult unmet = result_with(Verdict::not_violated, true);
  unmet.outcome.unmet = {"reread is 1, expected 0"};
  conclude(c, unmet);
  EXPECT_EQ(c.exit(), violated);
  EXPECT_EQ(c.word(), "expectation not met");
}

// ---- advice, from runs of the golden scenario

const Selection& g1() {
  static const Selection selection = [] {
    Options o;
    o.files = {std::string(QUIESCE_ROOT) + "/scenarios/golden/g1.yaml"};
    return select(o);
  }();
  return selection;
}

std::string advice_on(const std::string& way) {
  const auto rules = std::get<model::World::Rules>(rules_for({}));
  std::vector<CaseResult> results;
  for (const scenarios::Case& c : g1().scenarios.front().cases)
    if (c.way == way || c.way == "cancel") results.push_back(run_all(c, {}, rules, {}));
  const auto groups = grouped(results);
  for (const Group& g : groups)
    if (g.front()->outcome.subject->way == way) return advice(g, &groups.front());
  return "";
}

void expect_says(const std::string& text, const std::vector<std::string>& all) {
  for (const std::string& part : all)
    EXPECT_NE(text.find(part), std::string::npos) << "should say: " << part << "\nsays: " << text;
}

TEST(advice, after_a_cancel_says_how_old_the_checkpoint_is_and_what_that_costs) {
  expect_says(advice_on("cancel"), {"Resume from run-1/chk-2", "7 s older than the cancel", "700 records",
                                    "plain sink shows 650 of them twice", "transactional sink shows none twice"});
}
TEST(advice, after_a_stop_with_a_snapshot_says_that_nothing_is_read_again) {
  expect_says(advice_on("stop-with-savepoint"),
              {"Resume from run-1/savepoint-3", "the savepoint that the stop itself took", "nothing is read again",
               "700 fewer records", "1.3 s longer"});
}
TEST(advice, after_a_legacy_stop_says_what_was_deleted_and_what_will_be_doubled) {
  expect_says(advice_on("legacy stop"), {"start from scratch", "FINISHED deleted run-1/chk-2", "all 2700 records",
                                         "will show 2000 records twice"});
}
TEST(advice, after_a_refused_stop_says_that_the_job_runs_on) {
  expect_says(advice_on("stop refused"), {"was refused (No savepoint directory configured)", "the job runs on"});
}

}  // namespace
}  // namespace report
