#include "sequences.hpp"

namespace properties::test {
namespace {

const std::string running = "submit\n job RUNNING\n";

TEST(answered_once, holds_for_one_answer) {
  const Answers a = run("answered-once", running + "ask 0 cancel\n answer 0 ok\n job CANCELED");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
  EXPECT_FALSE(a.at_rest);
}

TEST(answered_once, is_violated_by_a_second_answer) {
  EXPECT_TRUE(violated("answered-once", running + "ask 0 cancel\n answer 0 ok\n answer 0 error"));
}

TEST(answered_once, is_violated_at_rest_by_a_command_of_an_ended_job_without_an_answer) {
  EXPECT_FALSE(run("answered-once", running + "ask 0 cancel").at_rest);
  const Answers a = run("answered-once", running + "ask 0 cancel\n job CANCELED");
  EXPECT_FALSE(a.violated);  // the answer may be on its way
  EXPECT_TRUE(a.at_rest);
  EXPECT_FALSE(run("answered-once", running + "ask 0 cancel cleanup\n job CANCELED").at_rest);
  EXPECT_TRUE(run("answered-once", running + "ask 0 cancel\n submit\n job RUNNING").at_rest);
}

const std::string stopping = running + "ask 0 stop-with-savepoint\n trigger 1 suspend\n written 1 savepoint\n";

TEST(outcome_truthful, holds_for_a_stop_answered_after_finished) {
  const Answers a = run("outcome-truthful", stopping + "job FINISHED\n answer 0 ok 0/s1");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
  EXPECT_FALSE(a.at_rest);
}

TEST(outcome_truthful, is_violated_by_the_name_of_what_is_not_there) {
  EXPECT_TRUE(violated("outcome-truthful", running + "ask 0 savepoint\n answer 0 ok 0/s1"));
  EXPECT_TRUE(violated("outcome-truthful",
                       running + "ask 0 savepoint\n written 1 savepoint\n deleted 0/s1\n answer 0 ok 0/s1"));
  EXPECT_FALSE(violated("outcome-truthful", running + "ask 0 savepoint\n written 1 savepoint\n answer 0 ok 0/s1"));
}

TEST(outcome_truthful, is_violated_by_an_ok_stop_whose_job_ends_otherwise) {
  EXPECT_TRUE(violated("outcome-truthful", stopping + "job FAILED\n answer 0 ok 0/s1"));
  EXPECT_FALSE(violated("outcome-truthful", stopping + "job FAILED\n answer 0 error"));
}

TEST(outcome_truthful, remembers_a_false_answer_when_the_job_is_resumed) {
  const Answers a = run("outcome-truthful", stopping + "job FAILED\n answer 0 ok 0/s1\n submit from 0/s1");
  EXPECT_TRUE(a.violated);
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(
      violated("outcome-truthful", stopping + "job FINISHED\n answer 0 ok 0/s1\n submit from 0/s1\n job FAILED"));
}

TEST(outcome_truthful, accepts_an_answer_that_comes_after_the_job_was_resumed) {
  EXPECT_FALSE(violated("outcome-truthful", stopping + "job FINISHED\n submit from 0/s1\n answer 0 ok 0/s1"));
}

TEST(outcome_truthful, lets_only_the_adaptive_scheduler_answer_before_finished) {
  history::Header h = header();
  h.scheduler = "adaptive";
  const auto adaptive = expected("1.20.5", h);
  EXPECT_TRUE(violated("outcome-truthful", stopping + "answer 0 ok 0/s1"));
  EXPECT_FALSE(violated("outcome-truthful", stopping + "answer 0 ok 0/s1\n job FINISHED", adaptive));
  EXPECT_TRUE(run("outcome-truthful", stopping + "answer 0 ok 0/s1", adaptive).at_rest);
  EXPECT_TRUE(violated("outcome-truthful", stopping + "answer 0 ok 0/s1\n job FAILED", adaptive));
}

TEST(stop_terminates, reaches_its_goal_by_the_end_of_the_job_or_by_an_error) {
  const Answers pending = run("stop-terminates", stopping);
  EXPECT_TRUE(pending.arose);
  EXPECT_FALSE(pending.goal);
  EXPECT_TRUE(pending.at_rest);
  EXPECT_TRUE(run("stop-terminates", stopping + "job FINISHED").goal);
  EXPECT_TRUE(run("stop-terminates", stopping + "answer 0 error").goal);
  EXPECT_TRUE(run("stop-terminates", running).goal);
}

// FLIP-147: a task of a bounded job waits for a checkpoint behind its data, and an exploration may have none left.
TEST(stop_terminates, asks_for_no_end_of_a_bounded_job_once_the_budget_of_checkpoints_is_spent) {
  auto e = expected();
  e.bounded = true;
  EXPECT_FALSE(run("stop-terminates", stopping, e).goal);
  e.checkpoint_budget = 1;
  EXPECT_FALSE(run("stop-terminates", stopping, e).goal);
  e.checkpoint_budget = 0;
  EXPECT_TRUE(run("stop-terminates", stopping, e).goal);
}

// FLIP-147: a younger trigger may overtake the barrier of a snapshot, which then waits for its expiry.
TEST(stop_terminates,
     asks_for_no_end_while_a_snapshot_of_a_bounded_job_waits_for_an_expiry_that_an_exploration_has_not) {
  const std::string legacy = running + "ask 0 stop\n answer 0 ok\n";
  const std::string checkpoint = running + "trigger 1 checkpoint\n ask 0 stop\n answer 0 ok\n";
  auto e = expected("flip-45");
  const auto goal = [&](const std::string& history) { return run("stop-terminates", history, e).goal; };
  e.bounded = true, e.snapshots_expire = false;
  EXPECT_FALSE(goal(legacy));
  EXPECT_TRUE(goal(checkpoint));
  EXPECT_FALSE(goal(checkpoint + "completed 1\n"));
  EXPECT_TRUE(goal(legacy + "ask 1 savepoint\n"));
  EXPECT_FALSE(goal(legacy + "ask 1 savepoint\n answer 1 error"));
  e.snapshots_expire = true;
  EXPECT_FALSE(goal(checkpoint));
  e.snapshots_expire = false, e.final_checkpoint = false;
  EXPECT_FALSE(goal(checkpoint));
  e.final_checkpoint = true, e.bounded = false;
  EXPECT_FALSE(goal(checkpoint));
}

TEST(stop_terminates, waits_for_the_job_after_the_early_answer_of_a_legacy_stop) {
  EXPECT_FALSE(run("stop-terminates", running + "ask 0 stop\n answer 0 ok").goal);
  EXPECT_TRUE(run("stop-terminates", running + "ask 0 stop\n answer 0 ok\n job FINISHED").goal);
}

TEST(stop_terminates, is_not_promised_where_flip_27_sources_never_end) {
  history::Header h = header();
  h.source_api = "flip-27";
  const Property& p = *find("stop-terminates");
  for (const char* engine : {"1.11.3", "1.11.6", "1.12.1"})
    EXPECT_FALSE(p.promised(expected(engine, h)).made) << engine;
  for (const char* engine : {"1.12.7", "1.15.4"}) EXPECT_TRUE(p.promised(expected(engine, h)).made) << engine;
  EXPECT_TRUE(p.promised(expected("1.11.6", header())).made);
  EXPECT_FALSE(p.promised(expected("flink-1.8")).made);  // a failure forgets the stop
}

TEST(cancel_terminates, reaches_its_goal_when_the_job_has_ended) {
  const Answers pending = run("cancel-terminates", running + "ask 0 cancel\n answer 0 ok\n job CANCELLING");
  EXPECT_TRUE(pending.arose);
  EXPECT_FALSE(pending.goal);
  EXPECT_TRUE(pending.at_rest);
  EXPECT_TRUE(run("cancel-terminates", running + "ask 0 cancel\n answer 0 ok\n job CANCELLING\n job CANCELED").goal);
  EXPECT_TRUE(run("cancel-terminates", running + "ask 0 cancel-with-savepoint\n answer 0 error").goal);
}

// M29 with a SourceFunction beside the FLIP-27 source: the one ends, the other reads on, and a trigger is lost.
TEST(cancel_terminates, asks_for_nothing_of_a_savepoint_whose_trigger_one_source_has_lost_in_a_stop_that_hangs) {
  const std::string both = running + "ask 0 stop-with-savepoint\n ask 1 cancel-with-savepoint\n";
  history::Header h = header();
  EXPECT_FALSE(run("cancel-terminates", both, expected("1.11.3", h)).goal);
  h.source_api = "flip-27";
  EXPECT_TRUE(run("cancel-terminates", both, expected("1.11.3", h)).goal);
  EXPECT_FALSE(run("cancel-terminates", running + "ask 1 cancel-with-savepoint", expected("1.11.3", h)).goal);
  EXPECT_FALSE(run("cancel-terminates", both, expected("1.15.4", h)).goal);
}

TEST(stop_failure_leaves_job_running, waits_for_a_periodic_checkpoint_after_the_failure) {
  const std::string id = "stop-failure-leaves-job-running";
  const std::string failed =
      running + "trigger 1 checkpoint\n ask 0 stop-with-savepoint\n trigger 2 suspend\n failed 2\n answer 0 error\n";
  const Answers a = run(id, failed);
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.goal);
  EXPECT_TRUE(a.at_rest);
  EXPECT_TRUE(run(id, failed + "trigger 3 checkpoint").goal);
  EXPECT_FALSE(run(id, failed + "trigger 3 savepoint").goal);
  EXPECT_TRUE(run(id, failed + "job FAILED").goal);
  EXPECT_TRUE(run(id, running + "ask 0 stop-with-savepoint\n job FAILED\n answer 0 error").goal);
}

TEST(stop_failure_leaves_job_running, is_satisfied_with_a_spent_budget) {
  const std::string id = "stop-failure-leaves-job-running";
  const std::string failed = running + "trigger 1 checkpoint\n ask 0 stop-with-savepoint\n answer 0 error\n";
  auto e = expected();
  e.checkpoint_budget = 2;
  EXPECT_FALSE(run(id, failed, e).goal);
  e.checkpoint_budget = 1;
  EXPECT_TRUE(run(id, failed, e).goal);
}

TEST(stop_failure_leaves_job_running, is_not_promised_by_1_9) {
  const Property& p = *find("stop-failure-leaves-job-running");
  EXPECT_FALSE(p.promised(expected("1.9.3")).made);
  EXPECT_TRUE(p.promised(expected("1.10.0")).made);
  EXPECT_TRUE(p.promised(expected("flip-45")).made);
}

TEST(no_early_firing_on_suspend, holds_while_windows_fire_by_their_watermark) {
  const std::string id = "no-early-firing-on-suspend";
  const Answers a =
      run(id, running + "watermark o0 100\n ask 0 stop-with-savepoint\n timer o0 event 99\n timer o0 processing 500");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(no_early_firing_on_suspend, is_violated_by_what_belongs_to_a_drain) {
  const std::string id = "no-early-firing-on-suspend";
  const std::string suspended = running + "watermark o0 100\n ask 0 stop-with-savepoint\n";
  const std::string drained = running + "watermark o0 100\n ask 0 stop-with-savepoint drain\n";
  for (const char* end : {"timer o0 event 101", "watermark o0 max", "endinput o0", "finish o0"}) {
    EXPECT_TRUE(violated(id, suspended + end)) << end;
    EXPECT_FALSE(violated(id, drained + end)) << end;
    EXPECT_FALSE(violated(id, running + "ask 0 cancel\n" + end)) << end;
    EXPECT_FALSE(violated(id, suspended + "submit\n" + end)) << end;
  }
}

// Recorded: 1.12.7, two stops.
TEST(no_early_firing_on_suspend, lets_a_task_forget_two_stops_until_1_13) {
  const std::string id = "no-early-firing-on-suspend";
  const std::string first = running + "ask 0 stop-with-savepoint\n trigger 1 suspend\n written 1 savepoint\n";
  const std::string second = first + "ask 1 stop-with-savepoint\n trigger 2 suspend\n failed 2\n endinput k0";
  EXPECT_FALSE(violated(id, second, expected("1.13.6")));
  EXPECT_TRUE(violated(id, second, expected("1.14.6")));
  EXPECT_TRUE(violated(id, first + "endinput k0", expected("1.13.6")));
  EXPECT_TRUE(violated(id, first + "trigger 2 checkpoint\n failed 2\n endinput k0", expected("1.13.6")));
}

TEST(no_early_firing_on_suspend, blames_no_stop_that_failed_and_nothing_after_cancelling) {
  const std::string id = "no-early-firing-on-suspend";
  const std::string suspended = running + "ask 0 stop-with-savepoint\n";
  EXPECT_FALSE(violated(id, suspended + "answer 0 error\n endinput o0"));
  EXPECT_TRUE(violated(id, suspended + "answer 0 ok\n endinput o0"));
  EXPECT_TRUE(violated(id, suspended + "ask 1 stop-with-savepoint\n answer 1 error\n endinput o0"));
  EXPECT_FALSE(violated(id, suspended + "job CANCELLING\n endinput o0"));
}

TEST(no_early_firing_on_suspend, is_promised_by_measured_versions) {
  const Property& p = *find("no-early-firing-on-suspend");
  for (const char* engine : {"1.9.3", "1.10.3", "1.11.3", "1.12.1"})
    EXPECT_FALSE(p.promised(expected(engine)).made) << engine;
  for (const char* engine : {"1.8.3", "1.11.6", "1.12.7", "1.13.6", "1.14.6", "1.15.4"})
    EXPECT_TRUE(p.promised(expected(engine)).made) << engine;
  history::Header h = header();
  h.source_api = "flip-27";
  EXPECT_FALSE(p.promised(expected("1.13.6", h)).made);
}

TEST(a_stop_completes, is_seen_when_a_stop_is_answered_ok) {
  EXPECT_FALSE(run("a-stop-completes", stopping + "answer 0 error").reached);
  EXPECT_TRUE(run("a-stop-completes", stopping + "job FINISHED\n answer 0 ok 0/s1").reached);
  EXPECT_FALSE(run("a-stop-completes", running + "ask 0 cancel\n answer 0 ok").reached);
}

TEST(a_failover_happens_during_a_stop, is_seen_while_the_stop_is_pending) {
  const std::string id = "a-failover-happens-during-a-stop";
  EXPECT_FALSE(run(id, running + "task o0 FAILED").reached);
  EXPECT_TRUE(run(id, stopping + "task o0 FAILED").reached);
  EXPECT_TRUE(run(id, stopping + "job RESTARTING").reached);
  EXPECT_FALSE(run(id, stopping + "answer 0 error\n job RESTARTING").reached);
}

TEST(outcome_truthful, lets_a_checkpoint_on_demand_go_like_any_other) {
  const std::string subsumed =
      running + "ask 0 checkpoint\n written 1 checkpoint\n written 2 checkpoint\n deleted 0/1\n";
  EXPECT_FALSE(violated("outcome-truthful", subsumed + "answer 0 ok 0/1"));
}

TEST(outcome_truthful, lets_an_execution_delete_what_it_has_claimed_before_the_client_hears_of_it) {
  history::Header h = header();
  h.claim = "claim";
  const std::string claimed =
      running + "ask 0 savepoint\n written 1 savepoint\n submit from 0/s1\n deleted 0/s1\n answer 0 ok 0/s1";
  EXPECT_FALSE(violated("outcome-truthful", claimed, expected("flink-1.15", h)));
  EXPECT_TRUE(violated("outcome-truthful", claimed));
}

TEST(stop_terminates, lets_a_failure_make_only_a_legacy_stop_of_flip_45_forgotten) {
  history::Header h = header();
  h.retention = history::Retention::delete_on_cancel, h.fault = "task-failure";
  const auto drains = expected("flip-45", h);
  const std::string failed_over = "job RESTARTING\n job RUNNING\n";
  EXPECT_TRUE(run("stop-terminates", running + "ask 0 stop\n answer 0 ok\n" + failed_over, drains).goal);
  EXPECT_FALSE(run("stop-terminates", running + "ask 0 stop\n" + failed_over, drains).goal);
  EXPECT_FALSE(run("stop-terminates", running + "ask 0 stop\n answer 0 ok\n", drains).goal);
  EXPECT_FALSE(run("stop-terminates", running + failed_over + "ask 0 stop\n answer 0 ok\n", drains).goal);
  EXPECT_FALSE(run("stop-terminates", running + "ask 0 stop-with-savepoint\n" + failed_over, drains).goal);
  h.retention = history::Retention::retain_on_cancel;
  EXPECT_FALSE(
      run("stop-terminates", running + "ask 0 stop\n answer 0 ok\n" + failed_over, expected("flip-45", h)).goal);
}

// M3: in 1.14 a task that hears that a stop was given up before it has its barrier stays blocked.
TEST(cancel_terminates, waits_for_no_savepoint_that_a_blocked_task_may_owe_in_1_14) {
  const std::string blocked = running + "ask 0 stop-with-savepoint\n answer 0 error\n ";
  EXPECT_TRUE(run("cancel-terminates", blocked + "ask 1 cancel-with-savepoint", expected("1.14.6")).goal);
  EXPECT_FALSE(run("cancel-terminates", blocked + "ask 1 cancel-with-savepoint", expected("1.15.4")).goal);
  EXPECT_FALSE(run("cancel-terminates", running + "ask 1 cancel-with-savepoint", expected("1.14.6")).goal);
  EXPECT_FALSE(run("cancel-terminates", blocked + "ask 1 cancel", expected("1.14.6")).goal);
}

TEST(stop_failure_leaves_job_running, asks_nothing_of_a_job_that_another_stop_may_hang_until_1_14) {
  const std::string id = "stop-failure-leaves-job-running";
  const std::string refused = running + "ask 0 stop-with-savepoint\n ask 1 stop-with-savepoint\n answer 1 error\n";
  EXPECT_TRUE(run(id, refused, expected("1.11.3")).goal);
  EXPECT_FALSE(run(id, refused, expected("1.15.4")).goal);
  EXPECT_FALSE(run(id, running + "ask 0 stop-with-savepoint\n answer 0 error", expected("1.11.3")).goal);
}

// FLIP-147: a source that a snapshot holds as finished ends by itself, whatever else is under way.
TEST(no_firing_on_cancel, blames_no_cancel_for_a_source_that_was_restored_as_finished) {
  const std::string ends = "job CANCELLING\n endinput o0";
  EXPECT_TRUE(violated("no-firing-on-cancel", running + "restored s0 0:0 chk 1\n ask 0 cancel\n " + ends));
  EXPECT_FALSE(violated("no-firing-on-cancel", running + "restored s0 chk 1\n ask 0 cancel\n " + ends));
  EXPECT_TRUE(violated("no-firing-on-cancel", running + "restored s0\n ask 0 cancel\n " + ends));
}

// M3: a source that is closing does not say no, until 1.14.
TEST(stop_terminates, lets_a_source_that_ends_by_itself_lose_a_trigger_until_1_14) {
  history::Header h = header();
  h.bounds["s0"] = 1;
  const std::string two = running + "ask 0 savepoint\n ask 1 stop-with-savepoint\n";
  EXPECT_TRUE(run("stop-terminates", two, expected("1.12.7", h)).goal);
  EXPECT_FALSE(run("stop-terminates", two, expected("1.12.7")).goal);
  EXPECT_FALSE(run("stop-terminates", two, expected("1.15.4", h)).goal);
  EXPECT_FALSE(run("stop-terminates", running + "ask 1 stop-with-savepoint", expected("1.12.7", h)).goal);
  // It is so in each execution of the job.
  const std::string next =
      "ask 1 cancel-with-savepoint\n job CANCELED\n submit from 0/s1\n job RUNNING\n ask 2 stop-with-savepoint";
  EXPECT_TRUE(run("stop-terminates", running + "ask 0 savepoint\n" + next, expected("1.12.7", h)).goal);
  EXPECT_FALSE(run("stop-terminates", running + next, expected("1.12.7", h)).goal);
}

// A snapshot behind a stop holds the sources as finished, so what comes of it ends by itself (FLIP-147).
TEST(error_truthful, lets_a_job_end_whose_sources_were_restored_as_finished) {
  const auto ends = [](const std::string& sources) {
    return run("error-truthful",
               "submit from 0/s1\n job RUNNING\n" + sources + "ask 0 stop\n answer 0 error\n job FINISHED")
        .at_rest;
  };
  EXPECT_FALSE(ends("restored s0 chk 1\n"));
  EXPECT_TRUE(ends("restored s0 0:1 chk 1\n"));
  EXPECT_TRUE(ends("restored s0\n"));
  EXPECT_TRUE(ends("restored s0 chk 1\n restored s1 1:0 chk 1\n"));
  EXPECT_TRUE(ends("restored s0 chk 1\n emit s0 0:0\n"));  // it was handed a split
}

}  // namespace
}  // namespace properties::test
