// Drain, windows, the natural end, chains, losses and restore modes: what is the same in every version that has them.
#include <gtest/gtest.h>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using model::FaultKind;
using sim::millisecond;
using sim::second;

void stop(model::Spec& s, bool drain = false) {
  give(s, 1555 * millisecond, CommandKind::stop_with_savepoint, "end");
  s.timeline.back().command->drain = drain;
}
void strike(model::Spec& s, sim::Time at, FaultKind kind, std::uint32_t vertex = 0, std::uint32_t manager = 0) {
  model::TimelineEntry e;
  e.at = at;
  e.fault = model::FaultSpec{kind, vertex, 0, manager};
  s.timeline.push_back(e);
}
model::Spec windowed(const std::string& version = "flink-1.20", std::uint32_t parallelism = 2) {
  model::Spec s = job(version, parallelism);
  s.vertices[1].window_ms = 200;
  s.vertices[2].delivery = history::Delivery::plain;
  return s;
}

TEST(windows, fire_when_the_watermark_passes_their_end_and_hold_each_record_once) {
  for (const std::uint32_t parallelism : {1U, 2U, 3U}) {
    const History h = run(windowed("flink-1.20", parallelism));
    EXPECT_GT(h.count("timer.fired"), 100U);
    EXPECT_EQ(h.figures.duplicates, 0U);
    EXPECT_EQ(h.figures.fired_early, 0U);
    EXPECT_EQ(h.figures.late_dropped, 0U);
    EXPECT_EQ(h.figures.same_out, 0U);
  }
}

TEST(windows, of_a_suspended_job_wait_in_its_savepoint_and_fire_once) {
  model::Spec s = windowed();
  stop(s);
  resume(s);
  const History h = run(s);
  EXPECT_EQ(h.figures.fired_early, 0U);
  EXPECT_EQ(h.figures.same_out, 0U);
  EXPECT_EQ(h.figures.missing, 0U);
  EXPECT_EQ(h.figures.duplicates, 0U);
}

TEST(windows, of_a_drained_job_fire_early_and_fire_again_with_the_rest) {
  model::Spec s = windowed();
  stop(s, true);
  resume(s);
  const History h = run(s);
  EXPECT_GT(h.figures.fired_early, 0U);
  EXPECT_GT(h.figures.same_out, 0U);
  EXPECT_EQ(h.figures.duplicates, 0U);
  EXPECT_EQ(h.figures.reread, 0U);
}

TEST(windows, drop_what_leaks_behind_a_drain_as_late_until_1_13) {
  model::Spec s = windowed("flink-1.13");
  s.vertices[0].api = model::SourceApi::source_function;
  stop(s, true);
  const History h = run(s);
  EXPECT_GT(*h.figures.leaked, 0U);
  EXPECT_EQ(h.figures.late_dropped, *h.figures.leaked);
}

TEST(windows, fire_behind_the_savepoint_of_a_suspend_with_a_flip_27_source_in_1_13_only) {
  for (const std::string v : {"flink-1.12.7", "flink-1.13", "flink-1.14", "flink-1.15"}) {
    model::Spec s = windowed(v);
    stop(s);
    const bool fires = v == "flink-1.12.7" || v == "flink-1.13";
    EXPECT_EQ(run(s).figures.fired_early > 0, fires) << v;
    s.vertices[0].api = model::SourceApi::source_function;
    EXPECT_EQ(run(s).figures.fired_early, 0U) << v;
  }
}

TEST(natural_end, commits_everything_behind_a_final_checkpoint_since_1_15_and_loses_the_tail_before) {
  for (const std::string v : {"flink-1.8", "flink-1.13", "flink-1.14", "flink-1.15", "flink-1.17", "flink-1.18"}) {
    model::Spec s = job(v, 2);
    s.vertices[0].bounds = {120, 140};
    const History h = run(s);
    EXPECT_EQ(h.figures.final_status.front().second, "FINISHED") << v;
    const bool complete = v == "flink-1.15" || v == "flink-1.17" || v == "flink-1.18";
    EXPECT_EQ(h.figures.aborted_run1 == 0, complete) << v;
    EXPECT_EQ(h.count("checkpoint.completed"), complete ? 2U : 1U) << v;
    const std::size_t final_one = h.find("checkpoint.triggered checkpoint 2");
    const bool at_once = final_one < h.lines.size() && h.lines[final_one].t < 1600 * millisecond;
    EXPECT_EQ(at_once, v == "flink-1.18") << v;
    EXPECT_TRUE(h.figures.left_run1.empty()) << v;
  }
  model::Spec opted = job("flink-1.14", 2);
  opted.vertices[0].bounds = {120, 140};
  opted.checkpoints.after_tasks_finish = true;
  EXPECT_EQ(run(opted).figures.aborted_run1, 0U);
}

TEST(natural_end, without_checkpoints_aborts_everything_a_two_phase_sink_has) {
  model::Spec s = job("flink-1.20", 2);
  s.checkpoints.interval = 0;
  s.vertices[0].bounds = {50, 50};
  const History h = run(s);
  EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
  EXPECT_EQ(h.figures.aborted_run1, 100U);
}

TEST(natural_end, survives_a_failure_at_its_final_checkpoint) {
  model::Spec s = job("flink-1.20", 2);
  s.vertices[0].bounds = {120, 140};
  strike(s, 1300 * millisecond, FaultKind::commit_failure, 2);
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"checkpoint.completed 2", "job.status run-1 RESTARTING", "job.status run-1 FINISHED"}));
  EXPECT_EQ(h.figures.duplicates, 0U);
  EXPECT_EQ(h.figures.missing, 0U);
}

TEST(drain, is_followed_by_a_checkpoint_that_never_completes_since_1_18) {
  for (const std::string v : {"flink-1.15", "flink-1.17", "flink-1.18", "flink-2.3"}) {
    model::Spec s = job(v, 2);
    stop(s, true);
    const History h = run(s);
    EXPECT_EQ(h.has("checkpoint.triggered checkpoint 3"), v == "flink-1.18" || v == "flink-2.3") << v;
    EXPECT_FALSE(h.has("checkpoint.completed 3")) << v;
    EXPECT_EQ(h.figures.left_run1, std::vector<std::string>{"run-1/savepoint-2"}) << v;
  }
}

TEST(chain, takes_snapshots_and_notices_from_its_last_operator_to_its_first) {
  model::Spec s = job("flink-1.20", 2);
  s.vertices[1].inputs[0] = {"source", model::Exchange::forward, true};
  s.vertices[2].inputs[0].chained = true;
  stop(s, true);
  resume(s);
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"txn.precommit sink/0", "op.snapshot count/0", "source.snapshot source/0",
                          "txn.commit sink/0", "notify.completed count/0"}));
  EXPECT_TRUE(h.in_order({"op.endInput count/0", "op.finish count/0", "op.endInput sink/0", "op.close sink/0",
                          "op.close count/0", "op.close source/0"}));
  EXPECT_EQ(h.figures.reread, 0U);
  EXPECT_EQ(h.figures.lost_in_flight, 0U);
  EXPECT_EQ(h.figures.duplicates, 0U);
}

TEST(chain, leaks_as_much_as_a_job_with_channels_and_shows_it_in_a_plain_sink) {
  model::Spec s = job("flink-1.14", 1);
  s.vertices[1].inputs[0] = {"source", model::Exchange::forward, true};
  s.vertices[2].inputs[0].chained = true;
  s.vertices[2].delivery = history::Delivery::plain;
  stop(s);
  resume(s);
  const History h = run(s);
  EXPECT_GT(*h.figures.leaked, 0U);
  EXPECT_EQ(h.figures.duplicates, *h.figures.leaked);
}

TEST(at_least_once, lets_leaked_records_of_a_fast_channel_into_the_savepoint_and_commits_them) {
  model::Spec s = job("flink-1.14", 2);
  s.vertices[0].api = model::SourceApi::source_function;
  s.vertices[0].holds = {{model::HoldSpec::What::trigger, 1, 200 * millisecond}};
  stop(s);
  resume(s);
  EXPECT_EQ(run(s).figures.state_ahead, 0U);
  s.checkpoints.mode = history::Mode::at_least_once;
  const History h = run(s);
  EXPECT_GT(*h.figures.state_ahead, 0U);
  EXPECT_EQ(h.figures.duplicates, *h.figures.state_ahead);
}

TEST(unaligned, checkpoints_of_a_backpressured_job_do_not_wait_for_the_records_before_their_barrier) {
  std::int64_t took[2];
  for (const bool unaligned : {false, true}) {
    model::Spec s = job("flink-1.20", 2);
    s.vertices[2].delivery = history::Delivery::plain;
    s.vertices[2].inputs[0].exchange = model::Exchange::hash;
    s.vertices[2].keys = 8;
    s.vertices[2].service = sim::Delay::constant(30 * millisecond);  // a third of what comes
    s.checkpoints.unaligned = unaligned;
    s.network.capacity = 100;
    s.until = 30 * second;
    const History h = run(s);
    const std::size_t begun = h.find("checkpoint.triggered checkpoint 2"), done = h.find("checkpoint.completed 2");
    ASSERT_LT(done, h.lines.size());
    took[unaligned] = h.lines[done].t - h.lines[begun].t;
  }
  EXPECT_GT(took[0], second);
  EXPECT_LT(took[1], 100 * millisecond);
}

TEST(unaligned, records_overtaken_by_a_barrier_come_back_with_the_checkpoint_and_none_is_lost_or_doubled) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    model::Spec s = job("flink-1.20", 3);
    s.network.data = {0, 5 * millisecond, 50 * millisecond, 150 * millisecond, 200 * millisecond};
    s.vertices[1].service = sim::Delay::constant(8 * millisecond);
    s.checkpoints.unaligned = true;
    s.network.capacity = 50;
    s.until = 20 * second;
    fail(s, 2300 * millisecond + static_cast<sim::Time>(seed) * 37 * millisecond, 1);
    give(s, 4 * second, CommandKind::cancel, "end");
    resume(s);
    give(s, 9 * second, CommandKind::stop_with_savepoint, "stop");
    const History h = run(s, seed);
    EXPECT_EQ(h.overflow, "");
    EXPECT_TRUE(h.has("source.restored source/0 1")) << seed;
    EXPECT_EQ(h.figures.duplicates, 0U) << seed;
    EXPECT_EQ(h.figures.missing, 0U) << seed;
    EXPECT_TRUE(h.has("command.result stop run-2/savepoint")) << seed;
  }
}

TEST(loss, of_a_taskmanager_is_one_failure) {
  model::Spec s = job("flink-1.20", 2);
  s.cluster.taskmanagers = 2;
  s.restart.attempts = 1;
  strike(s, 1500 * millisecond, FaultKind::taskmanager_loss, 0, 1);
  const History h = run(s);
  EXPECT_EQ(h.count("job.status run-1 RESTARTING"), 1U);
  EXPECT_EQ(h.figures.final_status.front().second, "RUNNING");
  s.cluster.replacement = false;
  const History stuck = run(s);
  EXPECT_EQ(stuck.figures.final_status.front().second, "RUNNING");
  EXPECT_FALSE(stuck.has("source.restored source/0 1"));
}

TEST(loss, of_the_leader_costs_no_restart_attempt_and_keeps_checkpoints) {
  model::Spec s = job("flink-1.20", 2);
  s.restart.strategy = model::RestartStrategy::none;
  s.checkpoints.retention = history::Retention::none;
  s.cluster.high_availability = true;
  strike(s, 1500 * millisecond, FaultKind::jobmanager_loss);
  EXPECT_TRUE(run(s).in_order({"job.status run-1 SUSPENDED", "job.status run-1 RUNNING", "checkpoint.completed 2"}));
  s.timeline.back().fault->kind = FaultKind::cluster_shutdown;
  const History h = run(s);
  EXPECT_EQ(h.figures.final_status.front().second, "SUSPENDED");
  EXPECT_EQ(h.figures.left_run1.size(), 1U);
  s.cluster.high_availability = false;
  EXPECT_TRUE(run(s).figures.left_run1.empty());
}

// history.md: with high availability RUNNING may follow SUSPENDED; only then the client has something to resume.
TEST(loss, of_the_leader_is_no_end_that_a_resume_waits_for) {
  model::Spec s = job("flink-1.20", 2);
  s.cluster.high_availability = true;
  strike(s, 1500 * millisecond, FaultKind::jobmanager_loss);
  resume(s);
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"job.status run-1 SUSPENDED", "job.status run-1 RUNNING"}));
  EXPECT_FALSE(h.has("job.submitted run-2"));
  s.timeline.front().fault->kind = FaultKind::cluster_shutdown;
  EXPECT_TRUE(run(s).in_order({"job.status run-1 SUSPENDED", "job.submitted run-2"}));
}

TEST(claim, deletes_what_the_job_was_started_from_with_its_first_checkpoint) {
  for (const model::Claim mode : {model::Claim::no_claim, model::Claim::claim, model::Claim::legacy}) {
    model::Spec s = job("flink-1.20", 2);
    stop(s);
    resume(s);
    s.timeline.back().command->claim = mode;
    const History h = run(s);
    const std::size_t first = h.find("checkpoint.completed 3");
    EXPECT_EQ(h.find("artifact.deleted run-1/savepoint-2", first) < h.lines.size(), mode == model::Claim::claim);
  }
}

TEST(claim, of_a_job_cancelled_before_its_first_checkpoint_leaves_nothing_where_the_policy_deletes) {
  model::Spec s = job("flink-1.20", 2);
  s.checkpoints.retention = history::Retention::delete_on_cancel;
  stop(s);
  resume(s);
  s.timeline.back().command->claim = model::Claim::claim;
  give(s, 2000 * millisecond, CommandKind::cancel, "early");
  EXPECT_TRUE(run(s).figures.artifacts_left.empty());
}

TEST(savepoint, then_a_fallback_then_a_resume_from_it_loses_with_a_two_phase_function_and_doubles_with_sink_v2) {
  for (const model::SinkApi api : {model::SinkApi::two_phase_function, model::SinkApi::sink_v2}) {
    model::Spec s = job("flink-1.20", 2);
    s.vertices[2].sink_api = api;
    s.restart.attempts = 1;
    give(s, 1500 * millisecond, CommandKind::savepoint, "save");
    fail(s, 1700 * millisecond, 1);
    give(s, 3100 * millisecond, CommandKind::cancel, "end");
    resume(s, model::ResumeFrom::savepoint);
    const History h = run(s);
    if (api == model::SinkApi::two_phase_function) {
      EXPECT_TRUE(h.has("txn.refused"));
    } else {
      EXPECT_FALSE(h.has("txn.refused"));
      EXPECT_GT(h.figures.duplicates, 0U);
    }
  }
}

// FLINK-28386, M10, M23: behind the savepoint of a drain, and of a suspend that ends the data of all tasks: a chain
// behind a SourceFunction (recorded: 1.20.5).
TEST(extra_checkpoint, follows_a_drain_and_the_suspend_of_one_chain_with_a_source_function_since_1_18) {
  for (const std::string version : {"flink-1.17", "flink-1.18", "flink-1.20"})
    for (const bool drain : {false, true})
      for (const bool chained : {false, true})
        for (const model::SourceApi api : {model::SourceApi::source_function, model::SourceApi::flip_27}) {
          model::Spec s = job(version);
          s.vertices[0].api = api;
          s.vertices[1].inputs[0].exchange = chained ? model::Exchange::forward : model::Exchange::hash;
          s.vertices[1].inputs[0].chained = s.vertices[2].inputs[0].chained = chained;
          stop(s);
          s.timeline.back().command->drain = drain;
          const History h = run(s);
          const bool follows = drain || (chained && api == model::SourceApi::source_function);
          EXPECT_EQ(h.has("checkpoint.triggered checkpoint 3"), follows && version != "flink-1.17")
              << version << drain << chained << static_cast<int>(api);
          EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
        }
}

// 22 of 22 recordings with a Sink V2: no transaction without an output, none pre-committed where nothing was written.
TEST(sink_v2, begins_a_transaction_with_its_first_output_and_pre_commits_none_without) {
  for (const model::SinkApi api : {model::SinkApi::two_phase_function, model::SinkApi::sink_v2}) {
    model::Spec s = job("flink-1.20");
    s.vertices[2].sink_api = api;
    s.vertices[0].record_every = 400 * millisecond;  // and checkpoints every 100
    s.checkpoints.interval = s.checkpoints.first = 100 * millisecond;
    const History h = run(s);
    const bool v2 = api == model::SinkApi::sink_v2;
    ASSERT_GT(h.count("sink.write"), 3U);
    EXPECT_EQ(h.count("txn.begin") == h.count("sink.write"), v2);
    EXPECT_EQ(h.count("txn.precommit") > h.count("sink.write"), !v2);
    EXPECT_EQ(h.find("sink.write") < h.find("txn.begin"), false);
    EXPECT_EQ(h.figures.missing, 0U);
  }
}

TEST(checkpoint_on_demand, exists_since_1_17) {
  for (const std::string v : {"flink-1.16", "flink-1.17"}) {
    model::Spec s = job(v);
    give(s, 1500 * millisecond, CommandKind::checkpoint, "now");
    const History h = run(s);
    EXPECT_EQ(h.has("command.result now run-1/chk-2 true"), v == "flink-1.17");
    EXPECT_EQ(h.has("command.result now false"), v == "flink-1.16");
  }
}

// A chain is one task, with one status.
TEST(ends, a_chain_fails_as_a_whole_when_a_close_throws) {
  for (const std::uint32_t vertex : {0U, 1U}) {
    model::Spec s = job();
    s.vertices[1].inputs[0].exchange = model::Exchange::forward;
    s.vertices[1].inputs[0].chained = true;
    fail(s, 1500 * millisecond, vertex, 0, model::FaultKind::close_failure);
    give(s, 2500 * millisecond, CommandKind::stop_with_savepoint, "end");
    const History h = run(s);
    EXPECT_TRUE(h.has("task.status source/0 0 FAILED"));
    EXPECT_TRUE(h.has("task.status count/0 0 FAILED"));
    EXPECT_FALSE(h.has("task.status count/0 0 FINISHED"));
    EXPECT_EQ(h.count("op.close count/0 0"), 1U);
  }
}

TEST(answers, name_their_artifact_though_it_is_gone_when_the_client_hears_of_it) {
  model::Spec s = job("flink-1.17");
  s.checkpoints.interval = s.checkpoints.first = 10 * millisecond;
  s.checkpoints.max_concurrent = 50;
  s.network.control =
      sim::Delay::constant(100 * millisecond);  // ten checkpoints complete while the answer is on its way
  give(s, 1500 * millisecond, CommandKind::checkpoint, "now");
  const History h = run(s);
  const std::size_t answered = h.find("command.result now run-1/chk-");
  ASSERT_LT(answered, h.lines.size());
  const std::string artifact = h.lines[answered].text.substr(19, h.lines[answered].text.find(' ', 19) - 19);
  EXPECT_LT(h.find("artifact.deleted " + artifact), answered);
}

}  // namespace
