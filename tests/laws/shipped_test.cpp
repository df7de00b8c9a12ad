// Every shipped scenario comes out as its file says. (The truth table has a test of its own, and the files that are
// meant for exploring are explored in the small.)
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/laws/support.hpp"

namespace laws {
namespace {

std::vector<std::string> files() {
  namespace fs = std::filesystem;
  std::vector<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(QUIESCE_ROOT "/scenarios")) {
    const std::string name = fs::relative(entry.path(), QUIESCE_ROOT).generic_string();
    const bool elsewhere = name.find("truth-table") != name.npos || name.find("every-version") != name.npos;
    if (entry.path().extension() == ".yaml" && !elsewhere) all.push_back(name);
  }
  std::sort(all.begin(), all.end());
  return all;
}

class Shipped : public ::testing::TestWithParam<std::string> {};

TEST_P(Shipped, comes_out_as_its_file_says) {
  for (const scenarios::Scenario& s : shipped(GetParam()))
    for (const scenarios::Case& c : s.cases) {
      SCOPED_TRACE(s.name + " | " + c.way + " | " + c.semantics + " | " + c.sink);
      const scenarios::CaseOutcome o = scenarios::run_case(c, {});
      EXPECT_EQ(o.error, "");
      for (const std::string& line : o.unmet) ADD_FAILURE() << line;
      for (const scenarios::PropertyOutcome& p : o.properties) EXPECT_FALSE(p.alarm) << p.property->id;
    }
}
INSTANTIATE_TEST_SUITE_P(files, Shipped, ::testing::ValuesIn(files()), [](const auto& file) {
  std::string name = file.param.substr(file.param.find('/') + 1);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace laws
