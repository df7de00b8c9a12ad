// What fuzzing made-up scenarios has found on clean profiles, each made small and explored in whole: a fault of the
// model or of a promise, which its file tells. A new find that turned out to be a fault is one more file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/laws/support.hpp"

namespace laws {
namespace {

std::vector<std::string> files() {
  namespace fs = std::filesystem;
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(QUIESCE_ROOT "/tests/laws/found"))
    all.push_back(fs::relative(entry.path(), QUIESCE_ROOT).generic_string());
  std::sort(all.begin(), all.end());
  return all;
}

class Found : public ::testing::TestWithParam<std::string> {};

TEST_P(Found, keeps_the_promise_that_its_file_names) {
  const auto scenarios = shipped(GetParam());
  ASSERT_FALSE(scenarios.empty());
  for (const scenarios::Scenario& s : scenarios)
    for (const scenarios::Case& c : s.cases) {
      const scenarios::CaseOutcome o = scenarios::explore_case(c, {});
      EXPECT_EQ(o.error, "");
      EXPECT_TRUE(o.scope && o.scope->complete);
      EXPECT_FALSE(c.expect.promises.empty());
      for (const std::string& line : o.unmet) ADD_FAILURE() << line;
    }
}
INSTANTIATE_TEST_SUITE_P(files, Found, ::testing::ValuesIn(files()), [](const auto& file) {
  std::string name = std::filesystem::path(file.param).stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace laws
