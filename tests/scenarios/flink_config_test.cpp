// Flink's own configuration keys in place of checkpoints, restart and savepoints.
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
  const Read refused = read_config("{execution.checkpointing.interval: 10s, execution.checkpointing.unaligned: true}");
  ASSERT_EQ(refused.errors.size(), 1U);
  EXPECT_NE(refused.errors[0].what.find("not modelled yet: execution.checkpointing.unaligned"), std::string::npos);
  EXPECT_TRUE(read_config("{execution.checkpointing.interval: 10s, execution.checkpointing.unaligned: false}").ok());
  EXPECT_FALSE(read_config("{restart-strategy: exponential-delay}").ok());
  EXPECT_FALSE(read_config("{execution.checkpointing.mode: AT_LEAST_ONCE}").ok());
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
