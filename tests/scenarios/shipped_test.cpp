// Every file below scenarios/ is read without an error, and says what the golden numbers say.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "scenarios/writer.hpp"
#include "support.hpp"

namespace scenarios {
namespace {

std::vector<std::string> shipped_files() {
  std::vector<std::string> files;
  const std::filesystem::path root(QUIESCE_ROOT);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "scenarios"))
    if (entry.path().extension() == ".yaml")
      files.push_back(std::filesystem::relative(entry.path(), root).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

// Files whose story is what they would be warned of: a subtask without a split.
constexpr std::string_view idle_on_purpose[] = {"scenarios/defects/idle-subtask-1.13.yaml",
                                                "scenarios/defects/two-readers-failure.yaml"};

TEST(shipped, every_file_is_read_without_an_error_or_a_warning) {
  const auto files = shipped_files();
  EXPECT_GE(files.size(), 5U);
  for (const auto& file : files) {
    const Read result = read(file, file_text(file), {});
    EXPECT_TRUE(result.ok()) << to_text(result.errors);
    const bool idle =
        std::find(std::begin(idle_on_purpose), std::end(idle_on_purpose), file) != std::end(idle_on_purpose);
    EXPECT_EQ(result.warnings.size(), idle ? 1U : 0U) << to_text(result.warnings);
    for (const Scenario& s : result.scenarios) {
      EXPECT_FALSE(s.story.empty()) << file;
      const Read back = read(file, write(s), {});
      ASSERT_TRUE(back.ok()) << to_text(back.errors);
      EXPECT_TRUE(same(back.scenarios.at(0), s)) << file;
    }
  }
}

TEST(shipped, g1_has_one_case_for_each_row_and_sink) {
  const Read result = read("g1.yaml", file_text("scenarios/golden/g1.yaml"), {});
  ASSERT_TRUE(result.ok()) << to_text(result.errors);
  const Scenario& g1 = result.scenarios.at(0);
  std::vector<std::string> ways;
  for (const Way& way : g1.ways) ways.push_back(way.name);
  EXPECT_EQ(ways, (std::vector<std::string>{"cancel", "killed", "legacy stop, checkpoints kept", "legacy stop",
                                            "stop-with-savepoint", "stop-with-checkpoint", "stop refused"}));
  EXPECT_EQ(g1.cases.size(), 14U);
  const model::Spec& spec = g1.cases[0].spec;
  EXPECT_EQ(spec.vertices[0].record_every, 10 * sim::millisecond);
  EXPECT_EQ(spec.network.data, sim::Delay::constant(250 * sim::millisecond));
  EXPECT_EQ(spec.storage.write, sim::Delay::constant(300 * sim::millisecond));
  EXPECT_EQ(spec.timeline[0].at, 27 * sim::second);
  EXPECT_EQ(g1.cases[0].expect.figures.at("duplicates"), 650);
  EXPECT_EQ(g1.cases[1].expect.figures.at("duplicates"), 0);
  EXPECT_EQ(g1.cases[4].semantics, "flink-1.8 + checkpoints_on_finished: keep");
  EXPECT_EQ(g1.cases[12].expect.command, false);
  EXPECT_EQ(g1.cases[12].expect.figures.at("reread"), Figure{});
}

TEST(shipped, flip_45_can_be_explored) {
  const Read result = read("flip-45.yaml", file_text("scenarios/flip-45.yaml"), {});
  ASSERT_TRUE(result.ok()) << to_text(result.errors);
  const Scenario& s = result.scenarios.at(0);
  EXPECT_EQ(s.ways.size(), 5U);
  EXPECT_EQ(s.cases.size(), 10U);
  for (const Case& c : s.cases) {
    EXPECT_EQ(c.spec.explore.records, 3U);
    EXPECT_EQ(c.spec.explore.checkpoints, 2U);
    EXPECT_EQ(c.spec.faults.any, 1U);
    EXPECT_EQ(c.spec.faults[model::FaultKind::task_failure], 1U);
    EXPECT_TRUE(c.here);
  }
}

}  // namespace
}  // namespace scenarios
