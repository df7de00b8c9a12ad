// What recordings of real Flink showed event by event when they were followed: statuses on the way to a failover, what
// a refused savepoint leaves, which hooks are called in a chain, when a watermark is sent.
#include <gtest/gtest.h>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using model::FaultKind;
using sim::millisecond;

std::vector<std::string> statuses(const History& h) {
  std::vector<std::string> all;
  constexpr std::string_view start = "job.status run-1 ";
  for (const Heard& line : h.lines)
    if (line.text.starts_with(start))
      all.push_back(line.text.substr(start.size(), line.text.find(' ', start.size()) - start.size()));
  return all;
}

using Words = std::vector<std::string>;

TEST(failover, says_failing_first_until_1_9_and_restarting_at_once_since_1_10) {
  for (const std::string version : {"flink-1.8", "flink-1.9", "flink-1.10", "flink-1.20"}) {
    model::Spec s = job(version);
    s.restart = {model::RestartStrategy::fixed_delay, 1, 100 * millisecond};
    fail(s, 1500 * millisecond, 1);
    const bool old = version == "flink-1.8" || version == "flink-1.9";
    const Words expected = old ? Words{"RUNNING", "FAILING", "RESTARTING", "CREATED", "RUNNING"}
                               : Words{"RUNNING", "RESTARTING", "RUNNING"};
    EXPECT_EQ(statuses(run(s)), expected) << version;
  }
}

TEST(failover, in_1_9_the_restart_delay_begins_when_all_tasks_have_ended) {
  model::Spec s = job("flink-1.9");
  s.restart = {model::RestartStrategy::fixed_delay, 1, 500 * millisecond};
  s.cluster.teardown = sim::Delay::constant(50 * millisecond);
  fail(s, 1500 * millisecond, 1);
  const History h = run(s);
  const std::size_t restarting = h.find("job.status run-1 RESTARTING");
  ASSERT_LT(restarting, h.lines.size());
  EXPECT_GE(h.lines[h.find("job.status run-1 RUNNING", restarting)].t - h.lines[restarting].t, 500 * millisecond);
}

TEST(shutdown, of_the_cluster_may_come_while_the_job_restarts) {
  model::Spec s = job("flink-1.20");
  s.restart = {model::RestartStrategy::fixed_delay, 3, 2000 * millisecond};
  fail(s, 1500 * millisecond, 1);
  fail(s, 1600 * millisecond, 0, 0, FaultKind::cluster_shutdown);
  EXPECT_EQ(statuses(run(s)), (Words{"RUNNING", "RESTARTING", "SUSPENDED"}));
}

TEST(half_success, fails_a_job_that_may_restart_by_way_of_restarting) {
  for (const std::uint32_t attempts : {0U, 1U}) {
    model::Spec s = job("flink-1.17");
    s.restart = {model::RestartStrategy::fixed_delay, attempts, 100 * millisecond};
    give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
    fail(s, 1556 * millisecond, 2);  // told that the savepoint is complete, not yet ended
    const Words expected =
        attempts ? Words{"RUNNING", "RESTARTING", "FAILING", "FAILED"} : Words{"RUNNING", "FAILING", "FAILED"};
    EXPECT_EQ(statuses(run(s)), expected) << attempts;
  }
}

TEST(unusable_directory, costs_a_number_since_1_10_and_is_told_to_the_tasks_since_1_14) {
  for (const std::string version : {"flink-1.9", "flink-1.12", "flink-1.14", "flink-1.20"}) {
    model::Spec s = job(version);
    s.savepoints = model::SavepointDirectory::unusable;
    give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
    give(s, 1501 * millisecond, CommandKind::savepoint, "end");
    const History h = run(s);
    const bool told = version == "flink-1.14" || version == "flink-1.20";
    EXPECT_EQ(h.has("checkpoint.triggered suspend 2"), told) << version;
    EXPECT_EQ(h.has("notify.aborted count/0 0 2"), told) << version;
    if (version == "flink-1.9") continue;  // its periodic trigger stays off
    EXPECT_FALSE(h.has("checkpoint.completed 2")) << version;
    EXPECT_FALSE(h.has("checkpoint.completed 3")) << version;
    EXPECT_TRUE(h.has("checkpoint.completed 4")) << version;
  }
}

TEST(end_input, reaches_no_operator_behind_a_source_in_one_chain_in_1_9) {
  for (const std::string version : {"flink-1.9", "flink-1.10"}) {
    model::Spec s = job(version);
    s.vertices[0].api = model::SourceApi::source_function;
    s.vertices[1].inputs[0] = {"source", model::Exchange::forward, true};
    give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
    s.timeline.back().command->drain = true;
    const History h = run(s);
    EXPECT_EQ(h.has("op.endInput count/0"), version == "flink-1.10") << version;
    EXPECT_TRUE(h.has("op.endInput sink/0")) << version;
  }
}

TEST(hooks, that_throw_have_been_called) {
  const auto with = [](FaultKind kind, bool drain) {
    model::Spec s = job("flink-1.20");
    s.timeline.emplace_back();
    s.timeline.back().at = 1499 * millisecond;
    s.timeline.back().fault = model::FaultSpec{kind, 1, 0, 0};
    give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
    s.timeline.back().command->drain = drain;
    return run(s);
  };
  EXPECT_TRUE(with(FaultKind::end_input_failure, true).in_order({"op.endInput count/0", "fault task-failure"}));
  EXPECT_TRUE(with(FaultKind::finish_failure, true).in_order({"op.finish count/0", "fault task-failure"}));
  EXPECT_TRUE(
      with(FaultKind::notify_failure, false).in_order({"notify.completed count/0 0 2", "fault notify-failure"}));
}

TEST(watermark, stays_behind_by_the_lag_that_is_set) {
  const auto greatest_before_end = [](std::uint32_t lag_ms) {
    model::Spec s = job();
    s.vertices[0].watermark_lag_ms = lag_ms;
    s.vertices[0].watermark_every = 100 * millisecond;
    s.vertices[1].window_ms = 200;
    const History h = run(s);
    std::string last;
    for (const Heard& line : h.lines)
      if (line.text.starts_with("watermark count/0")) last = line.text;
    return std::atoi(last.substr(last.rfind(' ') + 1).c_str());
  };
  EXPECT_EQ(greatest_before_end(0) - greatest_before_end(10), 10);
}

}  // namespace
