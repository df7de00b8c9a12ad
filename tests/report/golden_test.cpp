// Whole outputs against files. UPDATE_GOLDEN=1 rewrites the files; the difference is then reviewed like code.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/report/program.hpp"

namespace report_test {
namespace {

void expect_golden(const std::string& name, const std::vector<std::string>& arguments, int code = 0) {
  const Called called = call(arguments);
  EXPECT_EQ(called.code, code) << called.err;
  const std::string path = std::string(QUIESCE_ROOT) + "/tests/golden/" + name + ".txt";
  if (std::getenv("UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << called.out;
  EXPECT_EQ(called.out, content(path)) << "if the new output is right: UPDATE_GOLDEN=1, then look at the difference";
}

TEST(golden, the_comparison_of_flip_45_is_as_it_was) {
  expect_golden("compare-flip-45", {"compare", "scenarios/flip-45.yaml"});
}
TEST(golden, the_comparison_of_g1_is_as_it_was) {
  expect_golden("compare-g1", {"compare", "scenarios/golden/g1.yaml"});
}
TEST(golden, one_run_of_g1_is_as_it_was) {
  expect_golden("run-g1-cancel", {"run", "scenarios/golden/g1.yaml", "--way", "cancel", "--sink", "plain"});
}
TEST(golden, list_is_as_it_was) { expect_golden("list", {"list"}); }
TEST(golden, list_of_properties_is_as_it_was) { expect_golden("list-properties", {"list", "properties"}); }
TEST(golden, list_of_differences_is_as_it_was) {
  expect_golden("list-between", {"list", "semantics", "--between", "flink-1.8", "flink-1.15"});
}
TEST(golden, help_is_as_it_was) {
  expect_golden("help", {"--help"});
  for (const std::string verb : {"run", "explore", "compare", "replay", "check", "list"})
    expect_golden("help-" + verb, {verb, "--help"});
}

}  // namespace
}  // namespace report_test
