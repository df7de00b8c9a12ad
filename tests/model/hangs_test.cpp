// Jobs that neither end nor go on, each as a recording of real Flink shows it (M3), and what ends them.
#include <gtest/gtest.h>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using sim::millisecond;
using sim::second;

model::Spec with_source_function(const std::string& profile) {
  model::Spec s = job(profile);
  s.vertices[0].api = model::SourceApi::source_function;
  return s;
}

bool writes_after(const History& h, sim::Time t) {
  return std::any_of(h.lines.begin(), h.lines.end(), [&](const Heard& line) {
    return line.t > t / sim::microsecond && line.text.starts_with("sink.write");
  });
}

TEST(hang, a_source_that_fails_in_a_mail_read_on_in_1_11_3_and_told_nobody) {
  for (const std::string version : {"flink-1.10.3", "flink-1.11.3", "flink-1.11.6", "flink-1.12.1", "flink-1.12.7"}) {
    SCOPED_TRACE(version);
    model::Spec s = with_source_function(version);
    fail(s, 1500 * millisecond, 0, 0, model::FaultKind::snapshot_failure);
    const History h = run(s);
    const bool waits = version == "flink-1.11.3" || version == "flink-1.12.1";
    EXPECT_TRUE(h.has("checkpoint.triggered checkpoint 2"));
    EXPECT_EQ(h.has("task.status source/0 0 FAILED"), !waits);
    EXPECT_EQ(h.has("job.status run-1 RESTARTING"), !waits);
    if (waits) {
      EXPECT_FALSE(h.has("checkpoint.completed 2"));
      EXPECT_GT(h.count("source.emit"), 450U);  // 100 a second, all the time
    }
  }
}

TEST(hang, of_a_source_that_reads_on_ends_with_its_function_or_a_cancel) {
  model::Spec bounded = with_source_function("flink-1.11.3");
  bounded.vertices[0].bounds = {300};
  fail(bounded, 1500 * millisecond, 0, 0, model::FaultKind::snapshot_failure);
  EXPECT_TRUE(run(bounded).in_order({"checkpoint.triggered checkpoint 2", "source.emit source/0 0 0:299",
                                     "task.status source/0 0 FAILED", "job.status run-1 RESTARTING"}));
  model::Spec canceled = with_source_function("flink-1.11.3");
  fail(canceled, 1500 * millisecond, 0, 0, model::FaultKind::snapshot_failure);
  give(canceled, 3 * second, CommandKind::cancel, "end");
  EXPECT_EQ(run(canceled).figures.final_status.front().second, "CANCELED");
}

// The stop expires while its barrier is on its way. Until 1.13 that fails the job; since 1.15 the notice fails the
// sources.
TEST(hang, a_sink_that_hears_of_the_end_of_a_stop_before_its_barrier_stops_for_it_in_1_14) {
  for (const std::string version : {"flink-1.13.6", "flink-1.14.6", "flink-1.15.4"}) {
    SCOPED_TRACE(version);
    model::Spec s = with_source_function(version);
    s.checkpoints.interval = 0;
    s.checkpoints.timeout = 60 * millisecond;
    s.network.data = sim::Delay::constant(45 * millisecond);  // the counter has the barrier in time, the sink has not
    give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
    const History h = run(s);
    EXPECT_FALSE(h.figures.commands.at(0).ok);
    const bool hangs = version == "flink-1.14.6";
    EXPECT_EQ(h.has("job.status run-1 RESTARTING"), !hangs);
    EXPECT_EQ(writes_after(h, 2 * second), !hangs);
  }
}

TEST(hang, a_task_that_is_blocked_so_tells_those_behind_it_not_to_wait) {
  model::Spec s = with_source_function("flink-1.14.6");
  s.checkpoints.interval = 0;
  s.checkpoints.timeout = 30 * millisecond;
  s.network.data = sim::Delay::constant(45 * millisecond);  // not even the counter has it in time
  give(s, 1500 * millisecond, CommandKind::stop_with_savepoint, "end");
  give(s, 3 * second, CommandKind::cancel, "kill");
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"notify.aborted count/0", "job.status run-1 CANCELED"}));
  EXPECT_FALSE(h.has("op.snapshot count/0"));
  EXPECT_FALSE(h.has("op.process count/0 0 0:200"));  // nothing is processed behind the barrier
}

}  // namespace
