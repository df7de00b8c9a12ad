// What `quiesce new` writes can be used at once.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/drafts.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

TEST(new_scenario, every_kind_is_valid_and_comes_to_what_it_expects) {
  for (const report::Draft& d : report::drafts()) {
    const Folder folder;
    const std::string file = folder / "job.yaml", kind(d.kind);
    const Called made = call({"new", kind, file});
    EXPECT_EQ(made.code, 0) << kind << made.err;
    EXPECT_NE(made.out.find("check " + file), std::string::npos) << made.out;
    EXPECT_EQ(content(file), d.text());
    EXPECT_EQ(call({"check", file}).code, 0) << kind << call({"check", file}).err;
    const Called run = call({"run", file});
    EXPECT_EQ(run.code, 0) << kind << run.out << run.err;
    EXPECT_EQ(call({"new", kind}).out, d.text());
    EXPECT_EQ(call({"compare", "-", "--quiet"}, d.text()).code, 0) << kind;
  }
}

TEST(new_scenario, its_small_job_can_be_explored) {
  const Called called =
      call({"explore", "-", "--property", "no-replay-after-stop"}, report::find_draft("stop")->text());
  EXPECT_EQ(called.code, 0) << called.out << called.err;
}

TEST(new_scenario, every_line_of_settings_is_explained) {
  for (const report::Draft& d : report::drafts()) {
    const std::string text = d.text();
    EXPECT_GE(std::count(text.begin(), text.end(), '#'), 12) << d.kind;
  }
}

TEST(new_scenario, nothing_is_overwritten) {
  const Folder folder;
  std::ofstream(folder / "mine.yaml") << "precious";
  const Called called = call({"new", "stop", folder / "mine.yaml"});
  EXPECT_EQ(called.code, 3);
  EXPECT_NE(called.err.find("is there already"), std::string::npos) << called.err;
  EXPECT_EQ(content(folder / "mine.yaml"), "precious");
  std::filesystem::create_symlink("nowhere", folder.path() / "link.yaml");
  EXPECT_EQ(call({"new", "stop", folder / "link.yaml"}).code, 3);
}

TEST(new_scenario, an_unknown_kind_is_told_the_known_ones) {
  const Called called = call({"new", "stopp"});
  EXPECT_EQ(called.code, 3);
  EXPECT_NE(called.err.find("did you mean \"stop\"?"), std::string::npos) << called.err;
  EXPECT_EQ(call({"new"}).code, 3);
  EXPECT_EQ(call({"new", "stop", "a.yaml", "b.yaml"}).code, 3);
  EXPECT_EQ(call({"new", "stop", "/proc/no/such.yaml"}).code, 3);
}

TEST(schema, is_printed_for_scenarios_and_for_results) {
  const auto scenarios = nlohmann::json::parse(call({"schema"}).out, nullptr, false);
  ASSERT_TRUE(scenarios.is_object());
  EXPECT_TRUE(scenarios["$defs"].contains("scenario"));
  EXPECT_EQ(call({"schema", "scenarios"}).out, call({"schema"}).out);
  const auto results = nlohmann::json::parse(call({"schema", "results"}).out, nullptr, false);
  EXPECT_TRUE(results["$defs"].contains("case"));
  EXPECT_EQ(call({"schema", "resluts"}).code, 3);
}

}  // namespace
}  // namespace report_test
