// The protocols, told by the histories they leave. Order inside one snapshot, one stop, one failure: reference
// semantics.md 2 and 7.
#include <gtest/gtest.h>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using history::Retention;
using sim::millisecond;
using sim::second;

TEST(cancel, drops_what_is_in_flight_and_leaves_the_last_checkpoint) {
  model::Spec s = job();
  give(s, 1500 * millisecond, CommandKind::cancel, "end");
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"command end cancel", "job.status run-1 CANCELLING", "source.cancel source/0",
                          "txn.abort sink/0 0 sink/0#2", "job.status run-1 CANCELED"}));
  EXPECT_GT(h.figures.lost_in_flight, 0U);
  EXPECT_EQ(h.figures.left_run1, std::vector<std::string>{"run-1/chk-1"});
}

TEST(cancel, while_restarting_ends_at_once_as_canceled) {
  model::Spec s = job();
  s.restart.delay = 2 * second;
  fail(s, 1500 * millisecond, 1);
  give(s, 1700 * millisecond, CommandKind::cancel, "end");
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"job.status run-1 RESTARTING", "command end cancel", "job.status run-1 CANCELLING",
                          "job.status run-1 CANCELED"}));
  EXPECT_EQ(h.count("job.status run-1 RUNNING"), 1U);
}

TEST(cancel, during_a_stop_wins_and_the_stop_fails) {
  model::Spec s = job();
  give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "stop");
  give(s, 1520 * millisecond, CommandKind::cancel, "cancel");
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"command stop", "command cancel", "checkpoint.failed 2", "job.status run-1 CANCELED"}));
  ASSERT_EQ(h.figures.commands.size(), 2U);
  EXPECT_FALSE(h.figures.commands[0].ok);
  EXPECT_TRUE(h.figures.commands[1].ok);
}

TEST(retention, follows_the_table_at_each_terminal_status) {
  struct {
    Retention policy;
    bool cancel, kept;
  } const table[] = {{Retention::none, true, false},
                     {Retention::none, false, false},
                     {Retention::delete_on_cancel, true, false},
                     {Retention::delete_on_cancel, false, true},
                     {Retention::retain_on_cancel, true, true},
                     {Retention::retain_on_cancel, false, true}};
  for (const auto& row : table) {
    model::Spec s = job();
    s.checkpoints.retention = row.policy;
    s.restart.strategy = model::RestartStrategy::none;
    if (row.cancel)
      give(s, 1500 * millisecond, CommandKind::cancel, "end");
    else
      fail(s, 1500 * millisecond, 1);
    const History h = run(s);
    EXPECT_EQ(h.figures.final_status.front().second, row.cancel ? "CANCELED" : "FAILED");
    EXPECT_EQ(!h.figures.left_run1.empty(), row.kept);
  }
}

TEST(stop_with_savepoint, reads_nothing_behind_the_barrier_and_is_answered_after_finished) {
  model::Spec s = job("flink-1.15", 2);
  give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
  resume(s);
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"command end", "checkpoint.triggered suspend 2", "source.stop source/0",
                          "source.snapshot source/0 0 2", "artifact.written savepoint 2 run-1/savepoint-2",
                          "txn.commit", "job.status run-1 FINISHED", "artifact.deleted run-1/chk-1",
                          "command.result end run-1/savepoint-2 true", "job.submitted run-2 run-1/savepoint-2"}));
  EXPECT_EQ(h.figures.leaked, 0U);
  EXPECT_EQ(h.figures.reread, 0U);
  EXPECT_EQ(h.figures.duplicates, 0U);
}

TEST(stop_with_savepoint, with_sources_that_stop_late_leaks_what_the_resumed_job_reads_again) {
  model::Spec s = job();
  s.semantics.sources_stop = model::SourcesStop::after_completion;
  give(s, 1505 * millisecond, CommandKind::stop_with_savepoint, "end");
  resume(s);
  const History h = run(s);
  EXPECT_GT(h.figures.leaked, 0U);
  EXPECT_EQ(h.figures.reread, h.figures.leaked);
  EXPECT_EQ(h.figures.duplicates, 0U);  // they sat in a new transaction, which close() aborted
}

TEST(stop_with_savepoint, gives_up_a_checkpoint_in_progress) {
  model::Spec s = job();
  give(s, 1010 * millisecond, CommandKind::stop_with_savepoint, "end");
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"checkpoint.triggered checkpoint 1", "command end", "checkpoint.failed 1",
                          "checkpoint.triggered suspend 2", "job.status run-1 FINISHED"}));
  EXPECT_FALSE(h.has("artifact.written checkpoint"));
}

TEST(stop_with_savepoint, that_expires_fails_over_and_the_job_runs_on) {
  model::Spec s = job();
  s.checkpoints.interval = 0;  // no periodic one that would expire as well
  s.checkpoints.timeout = 60 * millisecond;
  s.storage.write = {0, 10 * millisecond, 10 * millisecond, 10 * millisecond, 10 * millisecond};
  s.network.data = sim::Delay::constant(15 * millisecond);
  give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
  model::Spec slow = s;
  slow.network.data = sim::Delay::constant(45 * millisecond);  // two channels: the barrier is too late
  EXPECT_EQ(run(s).figures.final_status.front().second, "FINISHED");
  const History h = run(slow);
  EXPECT_TRUE(h.in_order({"command end", "checkpoint.failed", "task.status source/0 0 FAILED",
                          "job.status run-1 RESTARTING", "job.status run-1 RUNNING"}));
  EXPECT_FALSE(h.figures.commands[0].ok);
}

TEST(stop_with_savepoint, without_directory_touches_nothing_and_with_an_unusable_one_goes_on_with_checkpoints) {
  for (const model::SavepointDirectory d : {model::SavepointDirectory::none, model::SavepointDirectory::unusable}) {
    model::Spec s = job();
    s.savepoints = d;
    give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
    const History h = run(s);
    EXPECT_FALSE(h.figures.commands.at(0).ok);
    EXPECT_EQ(h.figures.final_status.front().second, "RUNNING");
    EXPECT_TRUE(h.has("checkpoint.completed 3"));
  }
}

TEST(stop_with_savepoint, a_failure_before_completion_fails_over_and_after_it_ends_the_job) {
  model::Spec before = job();
  give(before, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
  model::Spec after = before;
  fail(before, 1515 * millisecond, 2);
  fail(after, 1556 * millisecond, 2);  // trigger 1 + barriers 20 + write 30 + acknowledge 1 ms: told, not yet ended
  const History b = run(before), a = run(after);
  EXPECT_EQ(b.figures.final_status.front().second, "RUNNING");
  EXPECT_EQ(b.figures.restored_in_run, std::vector<std::string>{"checkpoint 1"});
  EXPECT_EQ(a.figures.final_status.front().second, "FAILED");
  EXPECT_TRUE(a.has("artifact.written savepoint 2"));
  EXPECT_FALSE(a.figures.commands.at(0).ok);
}

TEST(legacy_stop, processes_what_is_in_flight_takes_no_snapshot_and_leaves_no_checkpoint) {
  model::Spec s = job("flink-1.8", 2);
  give(s, 1500 * millisecond, CommandKind::stop, "end");
  const History h = run(s);
  EXPECT_TRUE(h.in_order(
      {"command end stop", "command.result end true", "job.status run-1 FINISHED"}));  // answered long before (M20)
  EXPECT_EQ(h.figures.lost_in_flight, 0U);
  EXPECT_TRUE(h.figures.left_run1.empty());
  EXPECT_EQ(h.count("checkpoint.triggered"), 1U);
}

TEST(legacy_stop, is_forgotten_by_a_job_that_fails_over) {
  model::Spec s = job("flink-1.8");
  s.vertices[2].service = sim::Delay::constant(15 * millisecond);  // slower than the source: there is much to drain
  give(s, 1500 * millisecond, CommandKind::stop, "end");
  fail(s, 1600 * millisecond, 2);
  const History h = run(s);
  EXPECT_TRUE(h.in_order(
      {"source.end source/0 0", "job.status run-1 RESTARTING", "job.status run-1 RUNNING", "source.emit source/0 1"}));
  EXPECT_EQ(h.figures.final_status.front().second, "RUNNING");
}

TEST(flip_45, stop_keeps_exactly_its_checkpoint) {
  model::Spec s = job("flip-45");
  give(s, 1500 * millisecond, CommandKind::stop, "end");
  resume(s);
  const History h = run(s);
  EXPECT_EQ(h.figures.left_run1, std::vector<std::string>{"run-1/chk-2"});
  EXPECT_EQ(h.figures.reread, 0U);
}

TEST(flip_45, stop_with_checkpoint_by_name_takes_it_whatever_the_policy) {
  model::Spec s = job("flip-45");
  s.checkpoints.retention = Retention::delete_on_cancel;
  give(s, 1500 * millisecond, CommandKind::stop_with_checkpoint, "end");
  EXPECT_EQ(run(s).figures.left_run1, std::vector<std::string>{"run-1/chk-2"});
}

TEST(resume, twice_waits_for_the_end_of_the_execution_in_between) {
  model::Spec s = job();
  give(s, 1500 * millisecond, CommandKind::cancel, "first");
  resume(s);
  resume(s);
  EXPECT_FALSE(run(s).has("job.submitted run-3"));
  model::Spec again = job();
  give(again, 1500 * millisecond, CommandKind::cancel, "first");
  resume(again);
  give(again, 3 * second, CommandKind::cancel, "second");
  resume(again);
  EXPECT_TRUE(run(again).in_order({"job.submitted run-2", "job.status run-2 CANCELED", "job.submitted run-3"}));
}

TEST(flip_45, stop_without_retained_checkpoints_is_the_old_stop) {
  model::Spec s = job("flip-45");
  s.checkpoints.retention = Retention::delete_on_cancel;
  give(s, 1500 * millisecond, CommandKind::stop, "end");
  const History h = run(s);
  EXPECT_FALSE(h.has("checkpoint.triggered suspend"));
  EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
}

TEST(failure, restarts_from_the_last_checkpoint_until_the_attempts_are_used_up) {
  model::Spec s = job();
  s.restart.attempts = 2;
  for (const sim::Time at : {1500, 2500, 3500}) fail(s, at * millisecond, 1);
  const History h = run(s);
  EXPECT_EQ(h.count("job.status run-1 RESTARTING"), 2U);
  EXPECT_EQ(h.figures.final_status.front().second, "FAILED");
  EXPECT_EQ(h.figures.restarts, 2U);
  EXPECT_EQ(h.figures.duplicates, 0U);
}

TEST(failure, before_the_first_checkpoint_starts_from_scratch_and_a_resumed_job_from_its_snapshot) {
  model::Spec s = job();
  fail(s, 500 * millisecond, 1);
  EXPECT_GT(run(s).figures.reread_in_run, 0U);
  model::Spec r = job();
  give(r, 1500 * millisecond, CommandKind::cancel, "end");
  resume(r);
  fail(r, 1700 * millisecond, 1);
  const History h = run(r);
  EXPECT_TRUE(
      h.in_order({"job.submitted run-2 run-1/chk-1", "job.status run-2 RESTARTING", "source.restored source/0 1"}));
  EXPECT_EQ(h.figures.missing, 0U);
}

TEST(savepoint, commits_and_recovers_until_1_14_and_neither_since_1_15) {
  for (const std::string version : {"flink-1.8", "flink-1.15"}) {
    model::Spec s = job(version);
    give(s, 1500 * millisecond, CommandKind::savepoint, "sp");
    fail(s, 1800 * millisecond, 1);
    const History h = run(s);
    const bool old = version == "flink-1.8";
    EXPECT_EQ(h.has("notify.completed sink/0 0 2"), old);
    EXPECT_EQ(h.figures.restored_in_run, std::vector<std::string>{old ? "savepoint 2" : "checkpoint 1"});
    EXPECT_EQ(h.figures.duplicates, 0U);
  }
}

// RegularOperatorChain came with 1.14: it tells all of the chain, and throws what failed first.
TEST(chain, hears_of_a_snapshot_to_its_first_operator_since_1_14_though_a_later_one_fails) {
  for (const std::string version : {"flink-1.13", "flink-1.14", "flink-1.20"}) {
    model::Spec s = job(version);
    s.vertices[1].inputs[0].exchange = model::Exchange::forward;
    s.vertices[1].inputs[0].chained = s.vertices[2].inputs[0].chained = true;
    fail(s, 1100 * millisecond, 2, 0, model::FaultKind::commit_failure);
    const History h = run(s);
    ASSERT_TRUE(h.has("notify.completed sink/0 0 2") && h.has("source.restored source/0 1")) << version;
    EXPECT_EQ(h.has("notify.completed count/0 0 2"), version != "flink-1.13") << version;
    EXPECT_EQ(h.has("notify.completed source/0 0 2"), version != "flink-1.13") << version;
    EXPECT_FALSE(h.has("txn.commit sink/0 0 sink/0#2")) << version;
  }
}

TEST(backpressure, a_slow_sink_holds_the_source_back_and_loses_nothing) {
  model::Spec s = job();
  s.network.capacity = 4;
  s.vertices[2].service = sim::Delay::constant(50 * millisecond);
  give(s, 3 * second, CommandKind::stop_with_savepoint, "end");
  s.until = 20 * second;
  const History h = run(s);
  EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
  EXPECT_EQ(h.figures.lost_in_flight, 0U);
  EXPECT_LT(h.count("source.emit"), 90U);  // 60 records of 50 ms fit into 3 s, and what the channels hold
  EXPECT_GT(h.count("source.emit"), 55U);
}

TEST(two_stops, the_second_makes_the_first_fail_and_no_record_is_lost) {
  model::Spec s = job("flink-1.15", 2);
  give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "first");
  give(s, 1510 * millisecond, CommandKind::stop_with_savepoint, "second");
  const History h = run(s);
  ASSERT_EQ(h.figures.commands.size(), 2U);
  for (const history::CommandOutcome& c : h.figures.commands)
    EXPECT_TRUE(c.answered && !c.ok) << c.text;  // M3: from 1.15 on both always fail
}

TEST(limits, a_capacity_that_overflows_ends_the_run_and_is_named) {
  model::Spec s = job();
  s.checkpoints.max_concurrent = 1;
  for (int i = 0; i < 150; ++i) give(s, 1500 * millisecond + i, CommandKind::savepoint, "sp" + std::to_string(i));
  const History h = run(s);
  EXPECT_EQ(h.run.ending, sim::Ending::overflow);
  EXPECT_EQ(h.overflow,
            "too many snapshots in storage (63 fit); ask for fewer savepoints, or lower checkpoints.retained");
}

TEST(limits, a_job_may_resume_from_a_savepoint_that_is_hundreds_of_checkpoints_old) {
  model::Spec s = job();
  s.checkpoints.interval = s.checkpoints.first = 10 * millisecond;
  s.network.data = s.storage.write = sim::Delay::constant(millisecond);
  give(s, 500 * millisecond, CommandKind::savepoint, "old");
  give(s, 4500 * millisecond, CommandKind::cancel, "end");
  resume(s, model::ResumeFrom::savepoint);
  const History h = run(s);
  EXPECT_EQ(h.overflow, "");
  EXPECT_GT(h.count("checkpoint.completed"), 300U);
  EXPECT_TRUE(h.in_order({"artifact.written savepoint", "command end cancel", "job.submitted run-2 run-1/savepoint"}));
}

}  // namespace
