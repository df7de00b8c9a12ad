// Verdicts of several runs, and what a whole comes to.
#include "report/result.hpp"

#include <gtest/gtest.h>

#include "report/advice.hpp"
#include "report/catalogue.hpp"
#include "report/options.hpp"
#include "report/runs.hpp"
#include "report/selection.hpp"
#include "tests/report/program.hpp"

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
  EXPECT_EQ(verdict_text(r.outcome.properties[0]), "not violated in 3 runs");
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

// ---- when the end began

TEST(end_clock, counts_from_the_last_command_or_fault_before_the_terminal_status) {
  scenarios::EndClock clock;
  clock.hear(history::Command{0, 0, history::CommandKind::savepoint, false, false}, 10);
  clock.hear(history::Command{1, 0, history::CommandKind::cancel, false, false}, 20);
  clock.hear(history::JobStatusChanged{0, history::JobStatus::cancelling, ""}, 21);
  clock.hear(history::JobStatusChanged{0, history::JobStatus::canceled, ""}, 25);
  clock.hear(history::Command{2, 1, history::CommandKind::cancel, false, false}, 40);
  EXPECT_EQ(clock.microseconds(), 5);
  EXPECT_EQ(clock.command, history::CommandKind::cancel);
}

TEST(end_clock, a_fault_inside_a_stop_belongs_to_the_stop_and_one_after_its_answer_does_not) {
  scenarios::EndClock clock;
  clock.hear(history::Command{1, 0, history::CommandKind::stop_with_savepoint, false, false}, 20);
  clock.hear(history::Fault{"task-failure", "op/0", ""}, 30);
  EXPECT_EQ(clock.from, 20);
  clock.hear(history::CommandResult{1, false, history::no_artifact, "no", {}}, 40);
  clock.hear(history::Fault{"task-failure", "op/0", ""}, 50);
  EXPECT_EQ(clock.from, 50);
  EXPECT_FALSE(clock.command);
}

TEST(end_clock, a_job_that_runs_on_after_suspended_has_not_ended) {
  scenarios::EndClock clock;
  clock.hear(history::Fault{"jobmanager-loss", "", ""}, 10);
  clock.hear(history::JobStatusChanged{0, history::JobStatus::suspended, ""}, 11);
  EXPECT_EQ(clock.microseconds(), 1);
  clock.hear(history::JobStatusChanged{0, history::JobStatus::running, ""}, 12);
  EXPECT_FALSE(clock.microseconds());
  clock.hear(history::Command{1, 0, history::CommandKind::cancel, false, false}, 20);
  clock.hear(history::JobStatusChanged{0, history::JobStatus::canceled, ""}, 23);
  EXPECT_EQ(clock.microseconds(), 3);
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
  expect_says(advice_on("stop refused"), {"was refused (\"No savepoint directory configured\")", "the job runs on"});
}

// ---- advice on what can go wrong

constexpr const char* wrong = R"(scenario: advice
semantics: flink-1.15
job:
  vertices:
    - {name: source, kind: source, api: source-function, rate: 100/s}
    - {name: count, kind: keyed-count, inputs: [{from: source, exchange: hash}], keys: 4, window: 500ms}
    - {name: sink, kind: sink, delivery: transactional, inputs: [count]}
  network: {data: 50ms, control: 1ms}
  storage: {write: 30ms}
checkpoints: {interval: 1s, first: 1s, retention: retain-on-cancel}
restart: {strategy: fixed-delay, attempts: 3, delay: 100ms}
until: 6s
timeline:
  - {at: 2505ms, way: here}
  - {when: job ended, command: {kind: resume, from: best}}
ways:
  - {name: drain, command: {kind: stop-with-savepoint, drain: true}}
  - {name: cancel with a savepoint, command: {kind: cancel-with-savepoint}}
  - name: half success
    timeline:
      - {at: 2400ms, fault: {kind: notify-failure, task: sink/0}}
      - {at: 2505ms, way: here}
      - {when: job ended, command: {kind: resume, from: checkpoint}}
    command: {kind: stop-with-savepoint}
  - name: fallback
    timeline:
      - {at: 2100ms, command: {kind: savepoint}}
      - {at: 2400ms, way: here}
      - {at: 5s, command: {kind: cancel}}
      - {when: job ended, command: {kind: resume, from: savepoint}}
    fault: {kind: task-failure, task: sink/0}
)";

std::string advice_when_wrong(const std::string& way, const std::string& semantics, const std::string& from = "",
                              const std::string& to = "") {
  std::string text = wrong;
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  const report_test::Folder folder;
  std::ofstream(folder / "wrong.yaml") << text;
  Options o;
  o.files = {folder / "wrong.yaml"};
  o.ways = {way}, o.semantics = {semantics};
  const Selection s = select(o);
  for (const auto& e : s.errors) ADD_FAILURE() << e.what;
  if (!s.errors.empty()) return "";
  const auto rules = std::get<model::World::Rules>(rules_for({}));
  const CaseResult result = run_all(s.scenarios.front().cases.front(), {}, rules, {});
  return advice({&result}, nullptr);
}

TEST(advice, after_a_drain_says_that_windows_are_spent) {
  expect_says(advice_when_wrong("drain", "1.15"), {"Resume from run-1/savepoint-3", "partial results"});
}
TEST(advice, after_a_cancel_with_savepoint_names_that_savepoint_and_what_followed_it) {
  expect_says(advice_when_wrong("cancel with a savepoint", "1.15"),
              {"Resume from run-1/savepoint-3", "the savepoint that the cancel itself took", "are read again"});
}
TEST(advice, after_half_success_says_to_resume_from_the_savepoint) {
  expect_says(advice_when_wrong("half success", "1.15"),
              {"The stop failed, but its run-1/savepoint-3 is complete: resume from it and not from an older"});
}
TEST(advice, after_half_success_in_which_the_job_runs_on_speaks_of_no_resume) {
  const std::string text = advice_when_wrong("half success", "1.14");
  expect_says(text, {"Stop-with-savepoint failed (\"Inconsistent execution state", "the job runs on", "1 restart"});
  EXPECT_EQ(text.find("resume from it and not"), std::string::npos) << text;
}
TEST(advice, a_savepoint_before_a_fallback_is_no_safe_place) {
  expect_says(advice_when_wrong("fallback", "1.15"),
              {"run-1/savepoint-3 is no safe place any more", "fell back to run-1/chk-2", "aborted the transaction",
               "older than the cancel"});
  EXPECT_EQ(advice_when_wrong("fallback", "1.14").find("no safe place"), std::string::npos);
}
TEST(advice, a_stop_that_hangs_is_to_be_cancelled) {
  expect_says(advice_when_wrong("drain", "1.12.1", "api: source-function", "api: flip-27"),
              {"There is no answer to stop-with-savepoint", "it hangs. Cancel it", "run-1/savepoint-3"});
}

}  // namespace
}  // namespace report
