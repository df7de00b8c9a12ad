// Made-up scenarios are valid files, depend on seed and number only, differ from each other, and go where earlier ones
// have seldom been.
#include <gtest/gtest.h>

#include <set>

#include "scenarios/fuzz_case.hpp"
#include "scenarios/generate.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/writer.hpp"

namespace laws {
namespace {

using scenarios::Coverage, scenarios::generate, scenarios::Scenario;

TEST(generate, every_scenario_is_a_valid_file_that_reads_back) {
  for (std::uint64_t n = 0; n < 300; ++n) {
    const Scenario s = generate(7, n, {});
    const scenarios::Read read = scenarios::read("made up", write(s), {});
    ASSERT_TRUE(read.ok()) << n << "\n" << write(s) << scenarios::to_text(read.errors.front());
    EXPECT_TRUE(same(read.scenarios.front(), s)) << n;
    ASSERT_EQ(s.cases.size(), 1U);
    EXPECT_EQ(scenarios::make_fuzz_plan(s.cases.front(), {}).error, "") << n;
  }
}

TEST(generate, the_same_seed_and_number_give_the_same_scenario) {
  for (std::uint64_t n = 0; n < 20; ++n) EXPECT_EQ(write(generate(3, n, {})), write(generate(3, n, {})));
  EXPECT_NE(write(generate(3, 1, {})), write(generate(4, 1, {})));
}

TEST(generate, scenarios_differ_in_version_commands_faults_and_graph) {
  std::set<std::string> versions;
  std::set<history::CommandKind> commands;
  std::set<std::size_t> faults, vertices;
  unsigned windows = 0, bounded = 0, unaligned = 0, without_faults = 0, handed_out = 0;
  for (std::uint64_t n = 0; n < 400; ++n) {
    const Scenario s = generate(1, n, {});
    const model::Spec& spec = s.cases.front().spec;
    versions.insert(spec.profile);
    for (const auto& e : spec.timeline)
      if (e.command && !e.command->resume) commands.insert(e.command->kind);
    for (std::size_t k = 0; k < model::fault_kinds; ++k)
      if (spec.faults.of[k] > 0) faults.insert(k);
    vertices.insert(spec.vertices.size());
    for (const auto& v : spec.vertices) {
      windows += v.window_ms > 0, bounded += !v.bounds.empty();
      handed_out += v.assignment != model::Assignment::fixed;
    }
    unaligned += spec.checkpoints.unaligned;
    without_faults += spec.faults.any == 0;
  }
  EXPECT_GT(versions.size(), 10U);
  EXPECT_EQ(commands.size(), 7U);
  EXPECT_EQ(faults.size(), model::fault_kinds);
  EXPECT_GE(vertices.size(), 3U);
  for (const unsigned n : {windows, bounded, unaligned, without_faults, handed_out}) EXPECT_GT(n, 10U);
}

TEST(generate, what_was_met_seldom_is_drawn_more_often) {
  Coverage met;
  for (std::size_t i = 0; i < met.met.size(); ++i)
    if (Coverage::cell(i).command != static_cast<std::uint8_t>(history::CommandKind::checkpoint) + 1)
      met.met[i] = 1'000;
  const auto checkpoints = [](const Coverage& c) {
    unsigned times = 0;
    for (std::uint64_t n = 0; n < 200; ++n) {
      const Scenario s = generate(5, n, c);
      for (const auto& e : s.cases.front().spec.timeline)
        times += e.command && !e.command->resume && e.command->kind == history::CommandKind::checkpoint;
    }
    return times;
  };
  EXPECT_GT(checkpoints(met), checkpoints({}) * 3 / 2);
}

TEST(coverage, a_cell_and_its_index_are_one) {
  for (std::size_t i = 0; i < Coverage{}.met.size(); ++i) EXPECT_EQ(Coverage::index(Coverage::cell(i)), i);
}

}  // namespace
}  // namespace laws
