// Whole outputs against files. UPDATE_GOLDEN=1 rewrites the files; the difference is then reviewed like code.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <sstream>

#include "tests/report/program.hpp"

namespace report_test {
namespace {

void expect_golden(const std::string& name, const std::vector<std::string>& arguments, int code = 0) {
  Called called = call(arguments);
  EXPECT_EQ(called.code, code) << called.err;
  called.out = std::regex_replace(called.out, std::regex(" time=\"[0-9.]+\""), " time=\"0\"");
  const std::string path = std::string(QUIESCE_ROOT) + "/tests/golden/" + name + ".txt";
  if (std::getenv("UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << called.out;
  EXPECT_EQ(called.out, content(path)) << "if the new output is right: UPDATE_GOLDEN=1, then look at the difference";
}

TEST(golden, the_comparison_of_flip_45_is_as_it_was) {
  expect_golden("compare-flip-45", {"compare", "scenarios/flip-45.yaml"});
}
// Where the README leaves something out, a line says so.
TEST(golden, the_readme_shows_what_the_comparison_prints) {
  const std::string readme = content(QUIESCE_ROOT "/README.md"), fence = "```\n";
  const std::size_t from = readme.find(fence) + fence.size();
  std::istringstream quoted(readme.substr(from, readme.find(fence, from) - from));
  std::istringstream printed(call({"compare", "scenarios/flip-45.yaml"}).out);
  unsigned lines = 0;
  for (std::string line, other; std::getline(quoted, line);) {
    if (line == "  …") continue;
    while (std::getline(printed, other) && other != line) {
    }
    ASSERT_EQ(other, line);
    ++lines;
  }
  EXPECT_GT(lines, 50U);
}
TEST(golden, the_comparison_of_g1_is_as_it_was) {
  expect_golden("compare-g1", {"compare", "scenarios/golden/g1.yaml"});
}
TEST(golden, the_comparison_of_flip_45_in_markdown_is_as_it_was) {
  expect_golden("compare-flip-45-markdown", {"compare", "scenarios/flip-45.yaml", "--format", "markdown"});
}
TEST(golden, costs_over_many_runs_and_a_sweep_are_as_they_were) {
  expect_golden("compare-wide-job-runs",
                {"compare", "scenarios/wide-job.yaml", "--runs", "20", "--sweep", "checkpoints.interval=2s,5s"});
}
TEST(golden, the_analogy_of_databases_is_as_it_was) {
  expect_golden("compare-databases-analogy", {"compare", "scenarios/databases.yaml", "--analogy"});
}
TEST(golden, one_run_of_g1_is_as_it_was) {
  expect_golden("run-g1-cancel", {"run", "scenarios/golden/g1.yaml", "--way", "cancel", "--sink", "plain"});
}
TEST(golden, list_is_as_it_was) { expect_golden("list", {"list"}); }
TEST(golden, list_of_properties_is_as_it_was) { expect_golden("list-properties", {"list", "properties"}); }
TEST(golden, list_of_shutdowns_is_as_it_was) { expect_golden("list-shutdowns", {"list", "shutdowns"}); }
TEST(golden, list_of_differences_is_as_it_was) {
  expect_golden("list-between", {"list", "semantics", "--between", "flink-1.8", "flink-1.15"});
}
TEST(golden, help_is_as_it_was) {
  expect_golden("help", {"--help"});
  for (const std::string verb :
       {"run", "explore", "fuzz", "compare", "replay", "explain", "check", "new", "schema", "demo", "list"})
    expect_golden("help-" + verb, {verb, "--help"});
}

std::vector<std::string> broken(std::vector<std::string> more) {
  std::vector<std::string> all{
      more[0], "scenarios/defects/flink-23532.yaml", "--defect", "FLINK-23532", "--property", "no-replay-after-stop"};
  all.insert(all.end(), more.begin() + 1, more.end());
  return all;
}

TEST(golden, the_story_of_a_violation_is_as_it_was) { expect_golden("explain-flink-23532", broken({"explain"}), 1); }
TEST(golden, the_demo_is_as_it_was) { expect_golden("demo", {"demo"}); }
TEST(golden, drafts_are_as_they_were) {
  for (const std::string kind : {"stop", "cancel", "failure", "comparison"})
    expect_golden("new-" + kind, {"new", kind});
}
TEST(golden, what_ci_reads_is_as_it_was) {
  for (const std::string format : {"junit", "sarif", "markdown"}) {
    expect_golden("explore-flink-23532-" + format, broken({"explore", "--format", format}), 1);
    expect_golden("run-g1-cancel-" + format,
                  {"run", "scenarios/golden/g1.yaml", "--way", "cancel", "--sink", "plain", "--format", format});
  }
}

}  // namespace
}  // namespace report_test
