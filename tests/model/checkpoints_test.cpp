// Checkpoints, told by the histories they leave (semantics.md 2(d)).
#include <gtest/gtest.h>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using sim::millisecond;
using sim::second;

TEST(checkpoint, is_durable_before_anybody_is_told_and_commits_after) {
  const History h = run(job());
  EXPECT_TRUE(h.in_order({"checkpoint.triggered checkpoint 1", "source.snapshot source/0 0 1",
                          "op.snapshot count/0 0 1", "txn.precommit sink/0 0 1 sink/0#1", "txn.begin sink/0 0 sink/0#2",
                          "artifact.written checkpoint 1 run-1/chk-1", "checkpoint.completed 1 run-1/chk-1",
                          "notify.completed sink/0 0 1", "txn.commit sink/0 0 sink/0#1 false"}));
}

TEST(checkpoint, completed_ones_push_out_the_oldest_retained) {
  const History h = run(job());
  EXPECT_EQ(h.count("checkpoint.completed"), 4U);
  EXPECT_EQ(h.count("artifact.deleted"), 3U);
  model::Spec three = job();
  three.checkpoints.retained = 3;
  EXPECT_EQ(run(three).count("artifact.deleted"), 1U);
}

TEST(checkpoint, that_expires_fails_the_job_since_1_11_and_is_only_given_up_before) {
  for (const std::string version : {"flink-1.8", "flink-1.15"}) {
    model::Spec s = job(version);
    s.checkpoints.timeout = 20 * millisecond;  // a task's state takes 30 ms
    const History h = run(s);
    EXPECT_FALSE(h.has("artifact.written"));
    EXPECT_EQ(h.figures.final_status.front().second, version == "flink-1.8" ? "RUNNING" : "FAILED");
    EXPECT_EQ(h.count("job.status run-1 RESTARTING"), version == "flink-1.8" ? 0U : 3U);
    EXPECT_GE(h.count("checkpoint.failed"), 4U);
  }
}

// CheckpointFailureManager: the row ends with any snapshot that completes, and when it has failed the job.
TEST(checkpoint, failures_in_a_row_are_counted_anew_when_they_have_failed_the_job) {
  model::Spec s = job();
  s.checkpoints.timeout = 20 * millisecond;
  s.checkpoints.tolerable = 1;
  const History h = run(s);
  EXPECT_EQ(h.count("checkpoint.failed"), 4U);
  EXPECT_EQ(h.count("job.status run-1 RESTARTING"), 2U);
}

TEST(checkpoint, failures_may_be_tolerated_by_the_hundred) {
  model::Spec s = job();
  s.checkpoints.interval = s.checkpoints.first = 10 * millisecond;
  s.checkpoints.timeout = 5 * millisecond;
  s.network.data = sim::Delay::constant(millisecond);
  s.storage.write = sim::Delay::constant(8 * millisecond);
  s.checkpoints.tolerable = 255;
  const History h = run(s);
  ASSERT_GT(h.count("checkpoint.failed"), 256U) << h.overflow;
  EXPECT_EQ(h.count("job.status run-1 RESTARTING"), 1U);
}

TEST(checkpoint, a_savepoint_that_completes_ends_a_row_of_failed_ones) {
  const auto restarts = [](bool savepoint) {
    model::Spec s = job();
    s.checkpoints.tolerable = 1;
    fail(s, 900 * millisecond, 1, 0, model::FaultKind::async_snapshot_failure);
    if (savepoint) give(s, 1500 * millisecond, CommandKind::savepoint, "between");
    fail(s, 1900 * millisecond, 1, 0, model::FaultKind::async_snapshot_failure);
    const History h = run(s);
    EXPECT_EQ(h.count("checkpoint.failed"), 2U);
    return h.count("job.status run-1 RESTARTING");
  };
  EXPECT_EQ(restarts(false), 1U);
  EXPECT_EQ(restarts(true), 0U);
}

// 2(d).4: only savepoints are forced.
TEST(checkpoint, on_demand_waits_for_its_turn_and_a_savepoint_does_not) {
  for (const CommandKind kind : {CommandKind::checkpoint, CommandKind::savepoint}) {
    model::Spec s = job("flink-1.20");
    give(s, 1005 * millisecond, kind, "now");
    const History h = run(s);
    const std::size_t triggered = h.find("checkpoint.triggered", h.find("command now"));
    ASSERT_LT(triggered, h.lines.size());
    EXPECT_EQ(triggered > h.find("checkpoint.completed 1"), kind == CommandKind::checkpoint);
    EXPECT_TRUE(h.has("command.result now run-1/"));
  }
}

TEST(checkpoint, waits_for_the_barriers_of_all_inputs_and_is_a_consistent_cut) {
  model::Spec s = job("flink-1.15", 3);
  s.network.data = {0, 5 * millisecond, 50 * millisecond, 150 * millisecond, 200 * millisecond};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const History h = run(s, seed);
    EXPECT_TRUE(h.has("checkpoint.completed 1")) << seed;
    EXPECT_EQ(h.count("op.snapshot count/1 0 1"), 1U);
    EXPECT_EQ(h.figures.duplicates, 0U);
  }
}

// 2(d).3: what counts is that it is no savepoint, whoever asked for it.
TEST(checkpoint, on_demand_counts_when_it_fails) {
  const auto restarts = [](CommandKind kind, bool expires) {
    model::Spec s = job("flink-1.17");
    s.checkpoints.interval = 0;
    if (expires)
      s.checkpoints.timeout = 20 * millisecond;  // a task's state takes 30 ms
    else
      fail(s, 1400 * millisecond, 0, 0, model::FaultKind::storage_failure);
    give(s, 1500 * millisecond, kind, "now");
    const History h = run(s);
    EXPECT_EQ(h.count("checkpoint.failed"), 1U);
    return h.count("job.status run-1 RESTARTING");
  };
  for (const bool expires : {false, true}) {
    EXPECT_EQ(restarts(CommandKind::checkpoint, expires), 1U);
    EXPECT_EQ(restarts(CommandKind::savepoint, expires), 0U);
  }
}

// Tasks hear at once that the savepoint comes to nothing, before the barrier of the checkpoint that is in progress.
TEST(checkpoint, goes_on_when_a_savepoint_beside_it_is_refused_for_its_directory) {
  for (const std::string version : {"flink-1.14", "flink-1.20"}) {
    model::Spec s = job(version);
    s.savepoints = model::SavepointDirectory::unusable;
    give(s, 1003 * millisecond, CommandKind::savepoint, "refused");
    const History h = run(s);
    EXPECT_TRUE(h.in_order({"checkpoint.triggered checkpoint 1", "checkpoint.failed 2", "notify.aborted sink/0 0 2",
                            "txn.precommit sink/0 0 1", "checkpoint.completed 1"}));
    EXPECT_TRUE(h.has("checkpoint.completed 3"));
  }
}

}  // namespace
