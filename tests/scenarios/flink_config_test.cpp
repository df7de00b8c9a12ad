// Flink's own configuration keys in place of checkpoints, restart, savepoints and cluster.
#include <gtest/gtest.h>

#include "support.hpp"

namespace scenarios {
namespace {

std::string with_config(std::string_view config) {
  return spoilt("checkpoints: {interval: 10s}", "flink-config: " + std::string(config));
}

Read read_config(std::string_view config) { return read("f.yaml", with_config(config), some_names()); }

model::Spec spec_of(std::string_view config) {
  const Read result = read_config(config);
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
  return result.ok() ? result.scenarios[0].ways[0].spec : model::Spec{};
}

TEST(flink_config, sets_what_the_blocks_would) {
  const auto spec = spec_of(
      "{execution.checkpointing.interval: 10 s, execution.checkpointing.mode: EXACTLY_ONCE, "
      "execution.checkpointing.timeout: 5 min,"
      " execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION, "
      "execution.checkpointing.num-retained: 3,"
      " execution.checkpointing.max-concurrent-checkpoints: 2, state.savepoints.dir: 's3://bucket/savepoints',"
      " restart-strategy.type: fixed-delay, restart-strategy.fixed-delay.attempts: 7, "
      "restart-strategy.fixed-delay.delay: 10 s}");
  EXPECT_EQ(spec.checkpoints.interval, 10 * sim::second);
  EXPECT_EQ(spec.checkpoints.first, 10 * sim::second);
  EXPECT_EQ(spec.checkpoints.timeout, 300 * sim::second);
  EXPECT_EQ(spec.checkpoints.retention, history::Retention::retain_on_cancel);
  EXPECT_EQ(spec.checkpoints.retained, 3U);
  EXPECT_EQ(spec.checkpoints.max_concurrent, 2U);
  EXPECT_EQ(spec.savepoints, model::SavepointDirectory::usable);
  EXPECT_EQ(spec.restart.strategy, model::RestartStrategy::fixed_delay);
  EXPECT_EQ(spec.restart.attempts, 7U);
  EXPECT_EQ(spec.restart.delay, 10 * sim::second);
}

TEST(flink_config, may_be_nested_as_in_newer_files_and_a_bare_number_is_milliseconds) {
  const auto spec =
      spec_of("{execution: {checkpointing: {interval: 2500, savepoint-dir: ''}}, restart-strategy: none}");
  EXPECT_EQ(spec.checkpoints.interval, 2500 * sim::millisecond);
  EXPECT_EQ(spec.savepoints, model::SavepointDirectory::none);
  EXPECT_EQ(spec.restart.strategy, model::RestartStrategy::none);
}

TEST(flink_config, an_unknown_key_proposes_the_nearest) {
  const Read result = read_config("{execution.checkpointing.intervall: 10s}");
  ASSERT_EQ(result.errors.size(), 1U) << to_text(result.errors);
  EXPECT_EQ(result.errors[0].nearest, "execution.checkpointing.interval");
  EXPECT_EQ(read_config("{nonsense: 1}").errors.size(), 1U);
}

TEST(flink_config, a_key_without_a_model_is_named_and_ignored_where_that_does_no_harm) {
  const Read result = read_config("{execution.checkpointing.interval: 10s, taskmanager.memory.process.size: 4g}");
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].what, "taskmanager.memory.process.size is known to Flink but not modelled: ignored");
}

TEST(flink_config, a_key_that_would_change_the_outcome_is_refused_unless_it_is_off) {
  const Read refused = read_config("{execution.checkpointing.interval: 10s, scheduler-mode: reactive}");
  ASSERT_EQ(refused.errors.size(), 1U);
  EXPECT_NE(refused.errors[0].what.find("not modelled yet: scheduler-mode"), std::string::npos);
  EXPECT_TRUE(
      read_config("{execution.checkpointing.interval: 10s, execution.checkpointing.during-recovery.enabled: false}")
          .ok());
  EXPECT_FALSE(read_config("{restart-strategy: exponential-delay}").ok());
  EXPECT_FALSE(read_config("{jobmanager.scheduler: AdaptiveBatch}").ok());
}

TEST(flink_config, says_how_checkpoints_are_taken_under_old_names_and_new_ones) {
  const auto old_names = spec_of(
      "{execution.checkpointing.interval: 10s, execution.checkpointing.unaligned: true, "
      "execution.checkpointing.tolerable-failed-checkpoints: 5, "
      "execution.checkpointing.checkpoints-after-tasks-finish.enabled: true}");
  EXPECT_TRUE(old_names.checkpoints.unaligned);
  EXPECT_EQ(old_names.checkpoints.tolerable, 5U);
  EXPECT_EQ(old_names.checkpoints.after_tasks_finish, true);
  const auto new_names = spec_of(
      "{execution.checkpointing: {interval: 10s, mode: AT_LEAST_ONCE, unaligned.enabled: FALSE, "
      "checkpoints-after-tasks-finish: false}}");
  EXPECT_FALSE(new_names.checkpoints.unaligned);
  EXPECT_EQ(new_names.checkpoints.mode, history::Mode::at_least_once);
  EXPECT_EQ(new_names.checkpoints.after_tasks_finish, false);
  EXPECT_EQ(spec_of("{execution.checkpointing.interval: 10s}").checkpoints.after_tasks_finish, std::nullopt);
}

TEST(flink_config, unaligned_checkpoints_of_a_job_that_is_at_least_once_are_refused) {
  const Read result = read_config("{execution.checkpointing: {mode: AT_LEAST_ONCE, unaligned: true, interval: 10s}}");
  ASSERT_EQ(result.errors.size(), 1U) << to_text(result.errors);
  EXPECT_EQ(result.errors[0].expected, "mode: EXACTLY_ONCE");
}

// CheckpointCoordinatorConfiguration asks for it.
TEST(flink_config, several_unaligned_checkpoints_at_once_are_refused) {
  const Read result =
      read_config("{execution.checkpointing: {max-concurrent-checkpoints: 2, unaligned: true, interval: 10s}}");
  ASSERT_EQ(result.errors.size(), 1U) << to_text(result.errors);
  EXPECT_EQ(result.errors[0].expected, "max-concurrent-checkpoints: 1");
}

TEST(flink_config, high_availability_is_any_service_but_none) {
  EXPECT_TRUE(spec_of("{high-availability: zookeeper}").cluster.high_availability);
  EXPECT_TRUE(spec_of("{high-availability.type: org.example.Services}").cluster.high_availability);
  EXPECT_FALSE(spec_of("{high-availability.type: NONE}").cluster.high_availability);
  EXPECT_FALSE(read_config("{high-availability.type: none, high-availability: none}").ok());
}

TEST(flink_config, joins_a_cluster_block_that_says_nothing_of_high_availability) {
  const std::string config = with_config("{high-availability.type: zookeeper}");
  const Read joined = read("f.yaml", config + "cluster: {taskmanagers: 3}\n", some_names());
  ASSERT_TRUE(joined.ok()) << to_text(joined.errors);
  EXPECT_TRUE(joined.scenarios[0].ways[0].spec.cluster.high_availability);
  EXPECT_EQ(joined.scenarios[0].ways[0].spec.cluster.taskmanagers, 3U);
  const Read both = read("f.yaml", config + "cluster: {high-availability: true}\n", some_names());
  ASSERT_EQ(both.errors.size(), 1U) << to_text(both.errors);
  EXPECT_NE(both.errors[0].what.find("beside flink-config, which says it too"), std::string::npos);
  std::string way = config;
  way.replace(way.find("  - name: stop\n"), 15, "  - name: stop\n    cluster: {high-availability: false}\n");
  const Read nearer = read("f.yaml", way, some_names());
  ASSERT_TRUE(nearer.ok()) << to_text(nearer.errors);
  EXPECT_TRUE(nearer.scenarios[0].ways[0].spec.cluster.high_availability);
  EXPECT_FALSE(nearer.scenarios[0].ways[1].spec.cluster.high_availability);
}

TEST(flink_config, the_scheduler_turns_the_knob_of_every_semantics) {
  std::string text = with_config("{jobmanager.scheduler: Adaptive}");
  text.replace(text.find("flink-1.15"), 10, "[{base: flink-1.15, half_success: restarts}, flink-1.20]");
  const Read result = read("f.yaml", text, some_names());
  ASSERT_TRUE(result.ok()) << to_text(result.errors);
  for (const Case& c : result.scenarios[0].cases) {
    EXPECT_EQ(c.spec.semantics.scheduler, model::Scheduler::adaptive);
    EXPECT_NE(c.semantics.find("scheduler: adaptive"), std::string::npos) << c.semantics;
  }
  EXPECT_EQ(result.scenarios[0].cases[0].spec.semantics.half_success, model::HalfSuccess::restarts);
  const auto unchanged = read("f.yaml", with_config("{jobmanager.scheduler: default}"), some_names());
  ASSERT_TRUE(unchanged.ok());
  EXPECT_EQ(unchanged.scenarios[0].cases[0].semantics, "flink-1.15");
}

TEST(flink_config, the_scheduler_beside_the_knob_is_a_mistake_unless_the_knob_is_the_ways_own) {
  const std::string config = with_config("{jobmanager.scheduler: adaptive}");
  std::string shared = config;
  shared.replace(shared.find("flink-1.15"), 10, "{base: flink-1.15, scheduler: default}");
  const Read both = read("f.yaml", shared, some_names());
  ASSERT_EQ(both.errors.size(), 1U) << to_text(both.errors);
  EXPECT_EQ(both.errors[0].expected, "one of the two");
  std::string own = config;
  own.replace(own.find("  - name: stop\n"), 15,
              "  - name: stop\n    semantics: {base: flink-1.15, scheduler: default}\n");
  const Read nearer = read("f.yaml", own, some_names());
  ASSERT_TRUE(nearer.ok()) << to_text(nearer.errors);
  EXPECT_EQ(nearer.scenarios[0].ways[0].spec.semantics.scheduler, model::Scheduler::adaptive);
  EXPECT_EQ(nearer.scenarios[0].ways[1].spec.semantics.scheduler, model::Scheduler::default_scheduler);
}

TEST(flink_config, the_same_setting_twice_is_a_mistake) {
  const Read both_names = read_config("{state.checkpoints.num-retained: 2, execution.checkpointing.num-retained: 3}");
  ASSERT_EQ(both_names.errors.size(), 1U);
  EXPECT_NE(both_names.errors[0].what.find("say the same"), std::string::npos);
  const Read both_blocks =
      read("f.yaml", spoilt("until:", "flink-config: {execution.checkpointing.interval: 5s}\nuntil:"), some_names());
  ASSERT_EQ(both_blocks.errors.size(), 1U) << to_text(both_blocks.errors);
  EXPECT_NE(both_blocks.errors[0].what.find("beside flink-config, which says it too"), std::string::npos);
}

TEST(flink_config, a_block_of_a_way_wins_over_the_scenarios_config) {
  std::string text = with_config("{execution.checkpointing.interval: 10s, restart-strategy: none}");
  text.replace(text.find("  - name: stop\n"), 15, "  - name: stop\n    restart: {strategy: fixed-delay}\n");
  const Read result = read("f.yaml", text, some_names());
  ASSERT_TRUE(result.ok()) << to_text(result.errors);
  EXPECT_EQ(result.scenarios[0].ways[0].spec.restart.strategy, model::RestartStrategy::none);
  EXPECT_EQ(result.scenarios[0].ways[1].spec.restart.strategy, model::RestartStrategy::fixed_delay);
  EXPECT_EQ(result.scenarios[0].ways[1].spec.checkpoints.interval, 10 * sim::second);
}

}  // namespace
}  // namespace scenarios
