// What differs from version to version in a stop, as measured (semantics.md 7 and table 7.1), told by one small job.
#include <gtest/gtest.h>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using model::FaultKind;
using model::SourceApi;
using sim::millisecond;
using sim::second;

constexpr const char* with_stop[] = {"flink-1.9",    "flink-1.10",   "flink-1.11.3", "flink-1.11.6",
                                     "flink-1.12.1", "flink-1.12.7", "flink-1.13",   "flink-1.14",
                                     "flink-1.15",   "flink-1.17",   "flink-1.20",   "flink-2.3"};

bool before(const std::string& version, const std::string& border) {
  const auto all = std::vector<std::string>(std::begin(with_stop), std::end(with_stop));
  return std::find(all.begin(), all.end(), version) < std::find(all.begin(), all.end(), border);
}

model::Spec stopping(const std::string& version, bool drain = false, SourceApi api = SourceApi::source_function) {
  model::Spec s = job(version, 2);
  s.vertices[0].api = api;
  s.restart = {model::RestartStrategy::fixed_delay, 1, 100 * millisecond};
  give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "stop");
  s.timeline.back().command->drain = drain;
  return s;
}

void lay(model::Spec& s, FaultKind kind, std::uint32_t vertex = 1, std::uint32_t subtask = 0) {
  model::TimelineEntry e;
  e.at = 1499 * millisecond;
  e.fault = model::FaultSpec{kind, vertex, subtask, 0};
  s.timeline.insert(s.timeline.begin(), e);
}

std::string final_status(const History& h) { return h.figures.final_status.front().second; }

TEST(versions, a_suspend_leaks_records_until_1_14_and_a_drain_until_1_13) {
  for (const std::string v : with_stop)
    for (const bool drain : {false, true}) {
      model::Spec s = stopping(v, drain);
      resume(s);
      const History h = run(s);
      const bool leaks = before(v, drain ? "flink-1.14" : "flink-1.15");
      EXPECT_EQ(*h.figures.leaked > 0, leaks) << v << drain;
      EXPECT_EQ(*h.figures.reread > 0, leaks) << v << drain;
      EXPECT_EQ(h.figures.duplicates, 0U) << v << drain;  // the leak lies in a transaction that close() aborts
      EXPECT_EQ(h.figures.missing, 0U) << v << drain;
    }
}

TEST(versions, end_input_on_suspend_comes_and_goes_as_measured) {
  for (const std::string v : with_stop) {
    const History h = run(stopping(v));
    const bool yes = v == "flink-1.9" || v == "flink-1.10" || v == "flink-1.11.3" || v == "flink-1.12.1";
    EXPECT_EQ(h.has("op.endInput"), yes) << v;
    EXPECT_FALSE(h.has("op.finish")) << v;
    EXPECT_EQ(run(stopping(v, true)).has("op.finish"), !before(v, "flink-1.14")) << v;
  }
}

TEST(versions, a_stop_with_a_flip_27_source_never_ends_from_1_11_to_1_12_1) {
  for (const std::string v : with_stop) {
    if (before(v, "flink-1.11.3")) continue;  // no such sources
    const History h = run(stopping(v, false, SourceApi::flip_27));
    const bool hangs = before(v, "flink-1.12.7");
    EXPECT_EQ(final_status(h), hangs ? "RUNNING" : "FINISHED") << v;
    EXPECT_EQ(h.has("command.result stop"), !hangs) << v;
    EXPECT_TRUE(h.has("txn.commit")) << v;
    EXPECT_FALSE(h.has("checkpoint.triggered checkpoint 3")) << v;
  }
}

TEST(versions, a_cancel_during_a_stop_fails_the_job_as_measured) {
  for (const std::string v : with_stop)
    for (const bool restarts : {false, true}) {
      model::Spec s = stopping(v);
      if (!restarts) s.restart.strategy = model::RestartStrategy::none;
      give(s, 1520 * millisecond, CommandKind::cancel, "cancel");
      const History h = run(s);
      const bool fails = v == "flink-1.9" || (!restarts && before(v, "flink-1.14"));
      EXPECT_EQ(final_status(h), fails ? "FAILED" : "CANCELED") << v << restarts;
      EXPECT_TRUE(h.has("command.result cancel true")) << v;
      EXPECT_TRUE(h.has("command.result stop false")) << v;
      EXPECT_EQ(h.figures.left_run1, std::vector<std::string>{"run-1/chk-1"}) << v;
    }
}

TEST(versions, a_commit_that_fails_after_the_savepoint_is_complete) {
  for (const std::string v : with_stop)
    for (const std::uint32_t attempts : {1U, 3U}) {
      model::Spec s = stopping(v);
      s.restart.attempts = attempts;
      lay(s, FaultKind::commit_failure, 2);
      const History h = run(s);
      const bool one_attempt = v == "flink-1.9" || v == "flink-1.10" || v == "flink-1.11.3" || v == "flink-1.12.1";
      const bool comes_back = one_attempt || (before(v, "flink-1.15") && attempts == 3);
      EXPECT_EQ(final_status(h), comes_back ? "RUNNING" : "FAILED") << v << attempts;
      EXPECT_EQ(h.has("command.result stop false"), !one_attempt) << v;  // before that it waits for the end of the job
      EXPECT_EQ(h.has("source.restored source/0 1"), comes_back);
      EXPECT_EQ(h.has("txn.commit sink/0 1"), comes_back) << v;  // what was pre-committed, from the savepoint
      const std::vector<std::string> both{"run-1/chk-1", "run-1/savepoint-2"};
      EXPECT_EQ(h.figures.left_run1 == both, !before(v, "flink-1.15")) << v;
    }
}

TEST(versions, a_snapshot_that_throws_before_the_savepoint_is_complete_costs_two_attempts_from_1_10_to_1_13) {
  for (const std::string v : with_stop) {
    model::Spec s = stopping(v);
    lay(s, FaultKind::snapshot_failure);
    const History h = run(s);
    const bool twice = !before(v, "flink-1.10") && before(v, "flink-1.14");
    EXPECT_EQ(final_status(h), twice ? "FAILED" : "RUNNING") << v;
    EXPECT_TRUE(h.has("command.result stop false")) << v;
    EXPECT_EQ(h.has("checkpoint.completed 3"), !twice) << v;  // checkpoints go on
  }
}

// Recorded: 1.11.6, 1.12.7, 1.13.6 (snapshot failure), 1.14.6 (two stops): an operator goes on with a record behind its
// barrier before it is cancelled.
TEST(versions, a_job_that_leaves_running_wakes_the_tasks_that_have_stopped_before_it_cancels_them) {
  for (const std::string v : with_stop) {
    model::Spec s = stopping(v);
    give(s, 1530 * millisecond, CommandKind::cancel, "cancel");
    const History h = run(s);
    const std::size_t leaves = h.find("job.status run-1 CANCELLING"), wakes = h.find("notify.aborted count/0 0 2");
    ASSERT_LT(leaves, h.find("op.close count/0 0")) << v;
    const bool hears = v == "flink-1.11.6" || v == "flink-1.12.7" || v == "flink-1.13" || v == "flink-1.14";
    EXPECT_EQ(wakes < h.lines.size(), hears) << v;
    if (hears) EXPECT_TRUE(leaves < wakes && wakes < h.find("task.status count/0 0 CANCELING")) << v;
  }
}

TEST(versions, the_client_hears_why_a_task_failed_in_1_9_and_from_the_adaptive_scheduler) {
  for (const std::string v : with_stop)
    for (const bool adaptive : {false, true}) {
      if (adaptive && before(v, "flink-1.13")) continue;  // there is no such scheduler
      model::Spec s = stopping(v);
      if (adaptive) s.semantics.scheduler = model::Scheduler::adaptive;
      s.semantics.adaptive_stop_failure = model::AdaptiveStopFailure::fails_over;
      lay(s, FaultKind::snapshot_failure);
      const History h = run(s);
      ASSERT_EQ(h.figures.commands.size(), 1U);
      const std::string told = adaptive || v == "flink-1.9" ? "a task failed before the snapshot was complete"
                                                            : "Checkpoint Coordinator is suspending.";
      EXPECT_EQ(h.figures.commands[0].error, told) << v << adaptive;
    }
}

TEST(versions, a_savepoint_that_cannot_be_finalised_leaves_a_suspended_job_of_1_14_running_without_a_restart) {
  for (const std::string v : with_stop) {
    model::Spec s = stopping(v);
    lay(s, FaultKind::storage_failure);
    const History h = run(s);
    EXPECT_EQ(final_status(h), "RUNNING") << v;
    EXPECT_EQ(h.has("job.status run-1 RESTARTING"), v != "flink-1.14") << v;
    EXPECT_TRUE(h.has("checkpoint.completed 3")) << v;
    EXPECT_FALSE(h.has("artifact.written savepoint")) << v;
  }
  model::Spec drained = stopping("flink-1.14", true);
  lay(drained, FaultKind::storage_failure);
  EXPECT_TRUE(run(drained).has("job.status run-1 RESTARTING"));
}

TEST(versions, checkpoints_stay_off_after_an_unusable_directory_in_1_9_only) {
  for (const std::string v : with_stop) {
    model::Spec s = stopping(v);
    s.savepoints = model::SavepointDirectory::unusable;
    const History h = run(s);
    EXPECT_EQ(final_status(h), "RUNNING") << v;
    EXPECT_EQ(h.count("checkpoint.completed") > 1, v != "flink-1.9") << v;
    s.savepoints = model::SavepointDirectory::none;  // found out before the trigger is stopped (M8)
    EXPECT_GT(run(s).count("checkpoint.completed"), 1U) << v;
  }
}

TEST(versions, a_savepoint_pushes_the_last_checkpoint_out_as_measured) {
  for (const std::string v : with_stop) {
    model::Spec s = job(v, 2);
    give(s, 1500 * millisecond, CommandKind::cancel_with_savepoint, "end");
    const std::size_t left = run(s).figures.left_run1.size();
    EXPECT_EQ(left, before(v, "flink-1.12.7") ? 1U : 2U) << v;
    const History stopped = run(stopping(v));
    const bool early = stopped.find("artifact.deleted run-1/chk-1") < stopped.find("notify.completed source/0 0 2");
    EXPECT_EQ(early, before(v, "flink-1.15")) << v;
  }
}

TEST(versions, a_second_stop_always_fails_the_first_and_is_refused_by_the_adaptive_scheduler) {
  for (const std::string v : with_stop) {
    model::Spec s = stopping(v);
    give(s, 1530 * millisecond, CommandKind::stop_with_savepoint, "second");
    const History h = run(s);
    EXPECT_TRUE(h.has("command.result stop false")) << v;
    // In 1.14 the notice releases the tasks of the first, and the second may succeed.
    EXPECT_EQ(h.has("command.result second false"), v != "flink-1.14") << v;
    if (before(v, "flink-1.13")) continue;  // there is no such scheduler
    s.semantics.scheduler = model::Scheduler::adaptive;
    const History adaptive = run(s);
    EXPECT_TRUE(adaptive.has("command.result second false")) << v;
    EXPECT_EQ(final_status(adaptive), "FINISHED") << v;
  }
}

// 1.9.3: 3 of 3 recordings; its latch keeps the number that it was set to first. The operators wait for the first one.
TEST(versions, sources_take_the_snapshot_of_a_second_stop_beside_the_first_in_1_9_only) {
  for (const std::string v : {"flink-1.9", "flink-1.10"}) {  // later a notice may have ended the first by then
    model::Spec s = stopping(v);
    give(s, 1505 * millisecond, CommandKind::stop_with_savepoint, "second");
    const History h = run(s);
    ASSERT_TRUE(h.has("source.snapshot source/0 0 2")) << v;
    const std::size_t second = h.find("source.snapshot source/0 0 3");
    EXPECT_EQ(second < h.find("source.cancel source/0"), v == "flink-1.9") << v;
    if (v == "flink-1.9") EXPECT_FALSE(h.has("op.snapshot count/0 0 3"));
  }
}

TEST(versions, a_failure_in_a_stop_wedges_the_adaptive_scheduler_until_the_savepoint_expires) {
  for (const std::string v : {"flink-1.15", "flink-1.16", "flink-1.20", "flink-2.2", "flink-2.3"}) {
    model::Spec s = stopping(v);
    s.semantics.scheduler = model::Scheduler::adaptive;
    s.checkpoints.timeout = 2 * second;
    lay(s, FaultKind::snapshot_failure);
    const History h = run(s);
    const std::size_t restart = h.find("job.status run-1 RESTARTING");
    ASSERT_LT(restart, h.lines.size()) << v;
    const bool waits = v == "flink-1.16" || v == "flink-1.20" || v == "flink-2.2";
    EXPECT_EQ(h.lines[restart].t > 3 * second, waits) << v;
    EXPECT_TRUE(h.in_order({"job.status run-1 RESTARTING", "job.status run-1 CREATED", "job.status run-1 RUNNING"}));
  }
}

TEST(versions, a_finished_source_subtask_refuses_a_stop_until_1_13_and_without_the_option_in_1_14) {
  for (const std::string v : with_stop) {
    model::Spec s = stopping(v);
    s.vertices[0].bounds = {40, UINT32_MAX};
    const History h = run(s);
    EXPECT_EQ(
        h.has("command.result stop run-1/savepoint-3 true") || h.has("command.result stop run-1/savepoint-2 true"),
        !before(v, "flink-1.15"))
        << v;
    if (v != "flink-1.14") continue;
    s.checkpoints.after_tasks_finish = true;
    EXPECT_EQ(final_status(run(s)), "FINISHED");
  }
}

TEST(versions, a_lost_leader_after_the_savepoint_of_a_stop_doubles_what_it_committed) {
  model::Spec s = stopping("flink-1.20");
  s.cluster.high_availability = true;
  s.vertices[1].holds = {{model::HoldSpec::What::notice, 0, 500 * millisecond}};
  model::TimelineEntry e;
  e.at = 1800 * millisecond;
  e.fault = model::FaultSpec{FaultKind::jobmanager_loss, 0, 0, 0};
  s.timeline.push_back(e);
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"artifact.written savepoint 2", "txn.commit sink/0", "job.status run-1 SUSPENDED",
                          "command.result stop false", "job.status run-1 RUNNING", "txn.refused sink/0 1"}));
  EXPECT_GT(h.figures.duplicates, 0U);
}

}  // namespace
