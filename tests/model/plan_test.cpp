// Tables made from a Spec: routing as Flink routes, marks only where records can come, versions resolved by patch
// level.
#include <gtest/gtest.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "history/reader.hpp"
#include "model/plan.hpp"
#include "model/routing.hpp"
#include "tests/model/experiment.hpp"

namespace {

using namespace model;

TEST(routing, sends_keys_where_a_recording_of_flink_sends_them) {
  const auto read = history::read_file(std::string(QUIESCE_ROOT) +
                                       "/tests/recordings/1.8.3-stop-plain-retain-on-cancel-best.jsonl.gz");
  ASSERT_TRUE(std::holds_alternative<std::string>(read));
  std::istringstream file(std::get<std::string>(read));
  std::uint32_t keys = 0, seen = 0;
  for (std::string line; std::getline(file, line);) {
    const auto e = nlohmann::json::parse(line);
    if (e["ev"] == "history") keys = e["scenario"]["keys"];
    if (e["ev"] != "op.process") continue;
    const std::string rec = e["rec"], task = e["task"];
    const auto offset = static_cast<std::uint32_t>(std::stoul(rec.substr(rec.find(':') + 1)));
    ASSERT_EQ(task, "op/" + std::to_string(subtask_of_key(offset % keys, 2))) << rec;
    ++seen;
  }
  EXPECT_GT(seen, 20U);
}

TEST(plan, a_forward_job_keeps_marks_in_proportion_to_its_size) {
  Spec s = experiment::job("flink-1.15", 50);
  const Plan hashed = std::get<Plan>(Plan::make(s, Loop::run));
  s.vertices[1].inputs[0].exchange = Exchange::forward;
  const Plan forward = std::get<Plan>(Plan::make(s, Loop::run));
  EXPECT_EQ(hashed.mark_count, 2500U);
  EXPECT_EQ(forward.mark_count, 50U);
  EXPECT_EQ(forward.split_of(7, 0), 7U);
  EXPECT_EQ(forward.mark_of(50 + 7, 7), 7U);
}

TEST(plan, a_job_whose_state_does_not_fit_is_refused_with_what_to_lower) {
  Spec s = experiment::job("flink-1.15", 1000);
  s.network.capacity = 5000;
  const auto made = Plan::make(s, Loop::run);
  ASSERT_TRUE(std::holds_alternative<std::string>(made));
  EXPECT_NE(std::get<std::string>(made).find("GB, and 4 fit; lower the parallelism, or network.capacity"),
            std::string::npos)
      << std::get<std::string>(made);
}

TEST(plan, splits_of_a_source_are_shared_out_whole) {
  Spec s = experiment::job("flink-1.15", 3);
  s.vertices[0].splits = 8;
  const Plan p = std::get<Plan>(Plan::make(s, Loop::run));
  std::vector<int> owners(8);
  for (TaskId t = 0; t < 3; ++t)
    for (std::uint32_t i = 0; i < p.splits_of(t); ++i) ++owners[p.split_of(t, i)];
  EXPECT_EQ(owners, std::vector<int>(8, 1));
}

TEST(plan, refuses_two_ways_from_one_source_to_one_vertex) {
  Spec s = experiment::job();
  VertexSpec other = s.vertices[1];
  other.name = "other";
  s.vertices.insert(s.vertices.begin() + 2, other);
  s.vertices[3].inputs.push_back({"other", Exchange::forward});
  EXPECT_TRUE(std::holds_alternative<std::string>(Plan::make(s, Loop::run)));
}

TEST(profiles, take_the_newest_row_that_is_not_newer_than_the_version) {
  EXPECT_EQ(profile("flink-1.8")->stop_command, StopCommand::drain_sources);
  EXPECT_EQ(profile("flink-1.15")->sources_stop, SourcesStop::before_barrier);
  EXPECT_EQ(profile("flink-1.18")->default_restart, DefaultRestart::fixed_delay_1s);
  EXPECT_EQ(profile("flink-1.20.5")->default_restart, DefaultRestart::exponential);
  EXPECT_EQ(profile("flip-45")->stop_command, StopCommand::with_checkpoint);
  EXPECT_EQ(profile("flink-1.15.4"), profile("flink-1.15"));
  EXPECT_EQ(profile("flink-1.11.3")->half_success, HalfSuccess::restarts);
  EXPECT_EQ(profile("flink-1.11.6")->half_success, HalfSuccess::second_failure);
  EXPECT_EQ(profile("flink-1.12.1")->half_success, HalfSuccess::restarts);
  EXPECT_EQ(profile("flink-1.12")->half_success, HalfSuccess::second_failure);
  for (const char* unknown : {"flink-1.7", "flink-3.0", "flink", "1.15", "flink-1.15.x", "flink-1..5", ""})
    EXPECT_FALSE(profile(unknown)) << unknown;
}

TEST(profiles, every_row_names_a_knob_one_of_its_values_and_its_evidence) {
  for (const KnobRow& row : knob_rows()) {
    const Knob* k = find_knob(row.knob);
    ASSERT_NE(k, nullptr) << row.knob;
    EXPECT_NE(std::find(k->values.begin(), k->values.end(), row.value), k->values.end())
        << row.knob << ": " << row.value;
    EXPECT_FALSE(row.evidence.empty()) << row.knob;
  }
  for (const Knob& k : knobs())
    EXPECT_TRUE(std::any_of(knob_rows().begin(), knob_rows().end(), [&](const KnobRow& r) {
      return r.knob == k.name && r.since == "1.8";
    })) << k.name;
}

}  // namespace
