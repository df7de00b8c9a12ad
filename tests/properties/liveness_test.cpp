// That jobs and checkpoints go on, and that failures neither spread nor hide.
#include "sequences.hpp"

namespace properties::test {
namespace {

history::Expectations with_budgets(std::uint32_t checkpoints, std::uint32_t records) {
  history::Expectations e = expected();
  e.checkpoint_budget = checkpoints;
  e.record_budget = records;
  return e;
}

const std::string failed_over =
    "submit\n job RUNNING\n restored s0 0:0\n trigger 1 checkpoint\n task o0 FAILED\n job RESTARTING\n failed 1\n";

TEST(checkpoint_liveness, waits_for_a_checkpoint_behind_a_failure) {
  const Answers a = run("checkpoint-liveness", failed_over, with_budgets(2, 0));
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.goal);
  EXPECT_TRUE(a.at_rest);
  EXPECT_FALSE(run("checkpoint-liveness", failed_over + "job RUNNING\n trigger 2 checkpoint", with_budgets(2, 0)).goal);
  EXPECT_TRUE(run("checkpoint-liveness", failed_over + "job RUNNING\n trigger 2 checkpoint\n completed 2").goal);
}

TEST(checkpoint_liveness, asks_for_none_that_no_budget_allows_or_no_job_takes) {
  EXPECT_TRUE(run("checkpoint-liveness", failed_over, with_budgets(1, 0)).goal);
  EXPECT_TRUE(run("checkpoint-liveness", failed_over + "job FAILED").goal);
}

TEST(checkpoint_liveness, is_disturbed_by_answers_and_by_failed_checkpoints) {
  const std::string running = "submit\n job RUNNING\n trigger 1 checkpoint\n";
  EXPECT_TRUE(run("checkpoint-liveness", running + "completed 1").goal);
  EXPECT_FALSE(run("checkpoint-liveness", running + "completed 1\n ask 0 savepoint\n answer 0 error").goal);
  EXPECT_FALSE(run("checkpoint-liveness", running + "failed 1 expired").goal);
}

TEST(checkpoint_liveness, is_not_promised_where_versions_leave_the_trigger_off) {
  EXPECT_FALSE(find("checkpoint-liveness")->promised(expected("1.9.3")).made);
  EXPECT_TRUE(find("checkpoint-liveness")->promised(expected("1.10.3")).made);
  EXPECT_FALSE(find("checkpoint-liveness")->promised(expected("1.14.6")).made);
}

TEST(checkpoint_failure_harmless, is_violated_by_a_failure_that_nothing_explains) {
  const std::string declined =
      "submit\n job RUNNING\n trigger 1 checkpoint\n fault snapshot-failure asynchronous\n failed 1\n";
  history::Expectations tolerant = expected();
  tolerant.tolerable = 1;
  EXPECT_TRUE(run("checkpoint-failure-harmless", declined, tolerant).arose);
  EXPECT_FALSE(violated("checkpoint-failure-harmless", declined, tolerant));
  EXPECT_TRUE(violated("checkpoint-failure-harmless", declined + "job RESTARTING", tolerant));
  EXPECT_TRUE(violated("checkpoint-failure-harmless", declined + "task o0 FAILED", tolerant));
  EXPECT_FALSE(violated("checkpoint-failure-harmless", declined + "job RESTARTING"));  // none is tolerated
  EXPECT_FALSE(
      violated("checkpoint-failure-harmless", declined + "trigger 2 checkpoint\n failed 2\n job RESTARTING", tolerant));
  EXPECT_TRUE(violated("checkpoint-failure-harmless", declined + "trigger 2 checkpoint\n completed 2\n job FAILING"));
}

TEST(checkpoint_failure_harmless, lets_other_faults_and_stops_fail_a_job) {
  EXPECT_FALSE(violated("checkpoint-failure-harmless",
                        "submit\n job RUNNING\n fault task-failure\n task o0 FAILED\n job RESTARTING"));
  EXPECT_FALSE(
      violated("checkpoint-failure-harmless", "submit\n job RUNNING\n ask 0 stop-with-savepoint\n task o0 FAILED"));
  EXPECT_TRUE(violated("checkpoint-failure-harmless", "submit\n job RUNNING\n ask 0 savepoint\n task k0 FAILED"));
}

TEST(job_liveness, is_reached_by_a_job_that_has_taken_all_or_has_ended) {
  const std::string running = "submit\n job RUNNING\n restored s0 0:0\n emit s0 0:0\n";
  EXPECT_FALSE(run("job-liveness", running).goal);
  EXPECT_TRUE(run("job-liveness", running + "process o0 0:0").goal);
  EXPECT_TRUE(run("job-liveness", running + "job FAILED").goal);
  EXPECT_FALSE(run("job-liveness", running + "process o0 0:0\n task o0 FAILED\n job RESTARTING").goal);
}

TEST(job_liveness, asks_sources_to_read_what_the_budget_allows) {
  const std::string running = "submit\n job RUNNING\n restored s0 0:0\n emit s0 0:0\n process o0 0:0\n";
  EXPECT_FALSE(run("job-liveness", running, with_budgets(0, 2)).goal);
  EXPECT_TRUE(run("job-liveness", running + "emit s0 0:1\n process o0 0:1", with_budgets(0, 2)).goal);
}

TEST(job_liveness, counts_an_attempt_that_is_restored_at_its_end) {
  EXPECT_TRUE(run("job-liveness", "submit\n job RUNNING\n restored s0 0:2", with_budgets(0, 2)).goal);
}

TEST(fail_visible, waits_for_a_status_or_an_answer) {
  const std::string fault = "submit\n job RUNNING\n ask 0 savepoint\n fault commit-failure\n";
  const Answers a = run("fail-visible", fault);
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
  EXPECT_TRUE(a.at_rest);
  for (const char* line : {"task k0 FAILED", "job RESTARTING", "job FAILED", "answer 0 error", "failed 1"})
    EXPECT_FALSE(run("fail-visible", fault + line).at_rest) << line;
  EXPECT_TRUE(violated("fail-visible", fault + "job FINISHED"));
  EXPECT_FALSE(run("fail-visible", "submit\n fault slow-snapshot").at_rest);
}

TEST(fail_visible, is_violated_by_a_job_that_goes_on_beyond_what_it_tolerates) {
  const std::string two = "submit\n job RUNNING\n trigger 1 checkpoint\n failed 1 expired\n trigger 2 checkpoint\n";
  history::Expectations tolerant = expected();
  tolerant.tolerable = 1;
  EXPECT_TRUE(violated("fail-visible", two));
  EXPECT_TRUE(run("fail-visible", "submit\n job RUNNING\n trigger 1 checkpoint\n failed 1 expired").at_rest);
  EXPECT_FALSE(
      run("fail-visible", "submit\n job RUNNING\n trigger 1 checkpoint\n failed 1 expired\n job RESTARTING").at_rest);
  EXPECT_FALSE(violated("fail-visible", two, tolerant));
  EXPECT_TRUE(violated("fail-visible", two + "failed 2 asynchronous\n trigger 3 checkpoint", tolerant));
  EXPECT_FALSE(violated(
      "fail-visible", two + "completed 2\n trigger 3 checkpoint\n failed 3 expired\n trigger 4 checkpoint", tolerant));
  EXPECT_FALSE(violated("fail-visible", two, expected("1.10.3")));  // expiry does not count yet
}

TEST(fail_visible, asks_nothing_of_the_part_of_a_snapshot_that_was_given_up_before) {
  history::Expectations tolerant = expected();
  tolerant.tolerable = 1;
  const std::string running = "submit\n job RUNNING\n trigger 1 checkpoint\n";
  const std::string strikes = "fault snapshot-failure asynchronous\n";
  EXPECT_TRUE(run("fail-visible", running + strikes, tolerant).at_rest);
  EXPECT_FALSE(run("fail-visible", running + "failed 1 expired\n" + strikes, tolerant).at_rest);
  EXPECT_FALSE(violated("fail-visible", running + "failed 1\n" + strikes + "job FINISHED", tolerant));
  EXPECT_TRUE(violated("fail-visible", running + strikes + "job FINISHED", tolerant));
  // What fails behind a restart has not failed before.
  const std::string again = "failed 1\n job RESTARTING\n job RUNNING\n trigger 2 checkpoint\n";
  EXPECT_TRUE(run("fail-visible", running + again + strikes, tolerant).at_rest);
  // Nor is a task's own failure part of a snapshot.
  EXPECT_TRUE(run("fail-visible", running + "failed 1\n fault commit-failure", tolerant).at_rest);
}

// A failed event fails a task only while that runs; the next attempt is restored without it.
TEST(fail_visible, asks_nothing_of_an_event_that_comes_to_a_job_which_has_left_running) {
  const std::string lost = "fault event-failure\n";
  EXPECT_TRUE(run("fail-visible", "submit\n job RUNNING\n" + lost).at_rest);
  EXPECT_FALSE(run("fail-visible", "submit\n job RUNNING\n job RESTARTING\n" + lost + "job RUNNING").at_rest);
  EXPECT_TRUE(run("fail-visible", "submit\n job RUNNING\n job RESTARTING\n job RUNNING\n" + lost).at_rest);
  EXPECT_TRUE(
      run("fail-visible", "submit\n job RUNNING\n job RESTARTING\n fault commit-failure\n job RUNNING").at_rest);
}

TEST(fail_visible, counts_no_snapshot_that_a_command_asked_for) {
  const std::string three = "submit\n job RUNNING\n trigger 1 suspend\n trigger 2 suspend\n trigger 3 savepoint\n";
  EXPECT_FALSE(run("fail-visible", three + "failed 1 expired").at_rest);
  EXPECT_TRUE(run("fail-visible", three + "trigger 4 checkpoint\n failed 4 expired").at_rest);
}

// FLIP-147: what a snapshot holds as finished has no position.
TEST(job_liveness, asks_for_no_records_of_a_split_that_a_snapshot_holds_as_finished) {
  const std::string restored = "submit\n job RUNNING\n restored s0 0:0 chk 1\n emit s0 0:0\n process o0 0:0\n";
  history::Expectations two = with_budgets(0, 1);
  two.splits = 2;
  EXPECT_FALSE(run("job-liveness", restored, two).goal);
  EXPECT_TRUE(run("job-liveness", restored + "restored s1 chk 1", two).goal);
  EXPECT_FALSE(run("job-liveness", restored + "restored s1", two).goal);
}

TEST(fail_visible, adds_up_no_failures_of_different_rows) {
  history::Expectations one = expected("flink-2.3");
  one.tolerable = 1;
  const std::string first =
      "submit\n job RUNNING\n trigger 1 checkpoint\n failed 1 synchronous\n trigger 2 checkpoint\n";
  EXPECT_FALSE(violated("fail-visible",
                        first + "completed 2\n trigger 3 checkpoint\n failed 3 expired\n trigger 4 checkpoint", one));
  EXPECT_TRUE(violated("fail-visible", first + "failed 2 expired\n trigger 3 checkpoint", one));
}

}  // namespace
}  // namespace properties::test
