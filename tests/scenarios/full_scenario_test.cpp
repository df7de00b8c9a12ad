// A scenario in which nothing is left at its default, and where each key of it ends up.
#include <gtest/gtest.h>

#include "support.hpp"

namespace scenarios {
namespace {

constexpr std::string_view full = R"(scenario: full
semantics: {base: flink-1.14, scheduler: adaptive}
job:
  vertices:
    - {name: src, kind: source, api: source-function, parallelism: 2, splits: 2, rate: 1/30ms, pacing: pauses,
       pace changes: [{from: 900ms, rate: 1/3ms}, {from: 1500ms, rate: 1/30ms}], records: [500, endless],
       event time: 20ms, watermarks: 100ms, watermark lag: 25ms, ignores end: 1s, stoppable: false,
       holds: [{what: trigger, subtask: 1, time: 250ms}]}
    - {name: count, kind: keyed-count, parallelism: 2, inputs: [{from: src, exchange: forward, chained: true}], keys: 4,
       window: 200ms, holds: [{what: snapshot, time: 300ms}, {what: notice, subtask: 1, time: 1s}]}
    - {name: out, kind: sink, parallelism: 2, inputs: [{from: count, exchange: hash}], keys: 8, delivery: transactional,
       api: sink-v2}
checkpoints: {interval: 300ms, mode: at-least-once, tolerable-failed-checkpoints: 3, after-tasks-finish: true}
cluster: {taskmanagers: 2, replacement: true, high-availability: true}
until: 5s
timeline:
  - {at: 500ms, command: {kind: checkpoint}}
  - {at: 600ms, fault: {kind: commit-failure, task: out/1}}
  - {at: 700ms, fault: {kind: taskmanager-loss, taskmanager: 1}}
  - {at: 1s, command: {kind: stop-with-savepoint, drain: true, id: end}}
  - {when: job ended, command: {kind: resume, from: savepoint, claim: legacy}}
  - {at: 4s, command: {kind: cancel-with-savepoint}}
faults: {any: 0..1, task-failure: 0..1, storage-failure: 0..2}
)";

model::Spec read_full() {
  const Read result = read("f.yaml", full, {});
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
  EXPECT_TRUE(result.warnings.empty());
  return result.ok() ? result.scenarios[0].cases[0].spec : model::Spec{};
}

TEST(full_scenario, its_source_is_read_key_by_key) {
  const auto spec = read_full();
  ASSERT_EQ(spec.vertices.size(), 3U);
  const model::VertexSpec& source = spec.vertices[0];
  EXPECT_EQ(source.api, model::SourceApi::source_function);
  EXPECT_EQ(source.record_every, 30 * sim::millisecond);
  EXPECT_EQ(source.pacing, model::Pacing::pauses);
  ASSERT_EQ(source.pace_changes.size(), 2U);
  EXPECT_EQ(source.pace_changes[0].from, 900 * sim::millisecond);
  EXPECT_EQ(source.pace_changes[0].every, 3 * sim::millisecond);
  EXPECT_EQ(source.bounds, (std::vector<std::uint32_t>{500, UINT32_MAX}));
  EXPECT_EQ(source.event_ms, 20U);
  EXPECT_EQ(source.watermark_every, 100 * sim::millisecond);
  EXPECT_EQ(source.ignores_end, sim::second);
  EXPECT_FALSE(source.stoppable);
  ASSERT_EQ(source.holds.size(), 1U);
  EXPECT_EQ(source.holds[0].what, model::HoldSpec::What::trigger);
  EXPECT_EQ(source.holds[0].subtask, 1U);
  EXPECT_EQ(source.holds[0].time, 250 * sim::millisecond);
}

TEST(full_scenario, its_operator_and_sink_are_read_key_by_key) {
  const auto spec = read_full();
  ASSERT_EQ(spec.vertices.size(), 3U);
  const model::VertexSpec &count = spec.vertices[1], &out = spec.vertices[2];
  EXPECT_EQ(count.window_ms, 200U);
  EXPECT_TRUE(count.inputs.at(0).chained);
  EXPECT_EQ(count.inputs.at(0).exchange, model::Exchange::forward);
  ASSERT_EQ(count.holds.size(), 2U);
  EXPECT_EQ(count.holds[0].what, model::HoldSpec::What::snapshot);
  EXPECT_EQ(count.holds[0].subtask, 0U);
  EXPECT_EQ(count.holds[1].what, model::HoldSpec::What::notice);
  EXPECT_FALSE(out.inputs.at(0).chained);
  EXPECT_EQ(out.keys, 8U);
  EXPECT_EQ(out.delivery, history::Delivery::transactional);
  EXPECT_EQ(out.sink_api, model::SinkApi::sink_v2);
}

TEST(full_scenario, its_settings_are_read_key_by_key) {
  const auto spec = read_full();
  EXPECT_EQ(spec.profile, "flink-1.14");
  EXPECT_EQ(spec.semantics.scheduler, model::Scheduler::adaptive);
  EXPECT_EQ(spec.checkpoints.mode, history::Mode::at_least_once);
  EXPECT_EQ(spec.checkpoints.tolerable, 3U);
  EXPECT_FALSE(spec.checkpoints.unaligned);
  EXPECT_EQ(spec.checkpoints.after_tasks_finish, true);
  EXPECT_EQ(spec.cluster.taskmanagers, 2U);
  EXPECT_TRUE(spec.cluster.replacement);
  EXPECT_TRUE(spec.cluster.high_availability);
  EXPECT_EQ(spec.faults.any, 1U);
  EXPECT_EQ(spec.faults[model::FaultKind::task_failure], 1U);
  EXPECT_EQ(spec.faults[model::FaultKind::storage_failure], 2U);
  EXPECT_EQ(spec.faults[model::FaultKind::commit_failure], 0U);
}

TEST(full_scenario, its_timeline_is_read_key_by_key) {
  using history::CommandKind;
  const auto spec = read_full();
  ASSERT_EQ(spec.timeline.size(), 6U);
  EXPECT_EQ(spec.timeline[0].command->kind, CommandKind::checkpoint);
  EXPECT_EQ(spec.timeline[1].fault->kind, model::FaultKind::commit_failure);
  EXPECT_EQ(spec.timeline[1].fault->vertex, 2U);
  EXPECT_EQ(spec.timeline[1].fault->subtask, 1U);
  EXPECT_EQ(spec.timeline[2].fault->taskmanager, 1U);
  EXPECT_TRUE(spec.timeline[3].command->drain);
  EXPECT_TRUE(spec.timeline[4].command->resume);
  EXPECT_EQ(spec.timeline[4].command->claim, model::Claim::legacy);
  EXPECT_EQ(spec.timeline[5].command->kind, CommandKind::cancel_with_savepoint);
}

TEST(full_scenario, what_it_leaves_out_is_as_in_flink) {
  const Read result = read("f.yaml", good, some_names());
  ASSERT_TRUE(result.ok()) << to_text(result.errors);
  const model::Spec& spec = result.scenarios[0].ways[0].spec;
  const model::VertexSpec& source = spec.vertices[0];
  EXPECT_EQ(source.pacing, model::Pacing::log);
  EXPECT_TRUE(source.bounds.empty());
  EXPECT_TRUE(source.stoppable);
  EXPECT_EQ(source.event_ms, 10U);
  EXPECT_EQ(spec.vertices[1].window_ms, 0U);
  EXPECT_EQ(spec.checkpoints.after_tasks_finish, std::nullopt);
  EXPECT_EQ(spec.cluster.taskmanagers, 1U);
  EXPECT_TRUE(spec.cluster.replacement);
  EXPECT_FALSE(spec.cluster.high_availability);
  EXPECT_EQ(spec.timeline[1].command->claim, model::Claim::no_claim);
}

TEST(full_scenario, one_number_of_records_stands_for_all_splits) {
  const auto bounds = [](const std::string& records) {
    const Read result = read("f.yaml", spoilt("rate: 100/s", "rate: 100/s, splits: 2, records: " + records), {});
    EXPECT_TRUE(result.ok()) << to_text(result.errors);
    return result.ok() ? result.scenarios[0].ways[0].spec.vertices[0].bounds : std::vector<std::uint32_t>{7};
  };
  EXPECT_EQ(bounds("40"), (std::vector<std::uint32_t>{40}));
  EXPECT_EQ(bounds("[40, 0]"), (std::vector<std::uint32_t>{40, 0}));
  EXPECT_TRUE(bounds("endless").empty());
  EXPECT_TRUE(bounds("[endless, endless]").empty());
}

TEST(full_scenario, a_window_may_hold_as_many_records_of_a_key_as_the_engine_can_count) {
  EXPECT_TRUE(read("f.yaml", spoilt("keys: 4", "keys: 4, window: 2520ms"), some_names()).ok());  // 63 x 4 x 10 ms
  EXPECT_FALSE(read("f.yaml", spoilt("keys: 4", "keys: 4, window: 5081ms"), some_names()).ok());
}

TEST(full_scenario, two_sources_may_meet_where_one_may_not_come_on_two_ways) {
  const std::string text = spoilt("keys: 4}\n", "keys: 4}\n    - {name: s2, kind: source, rate: 1/s}\n");
  std::string both = text;
  both.replace(both.find("inputs: [count]"), 15, "inputs: [count, s2]");
  EXPECT_TRUE(read("f.yaml", both, some_names()).ok()) << to_text(read("f.yaml", both, some_names()).errors);
}

}  // namespace
}  // namespace scenarios
