// explain, demo and replay as a user calls them.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <regex>

#include "report/explanation_text.hpp"
#include "report/options.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;
const std::vector<std::string> broken{"scenarios/defects/flink-23532.yaml", "--defect", "FLINK-23532"};

Called with(std::string verb, std::vector<std::string> more) {
  std::vector<std::string> arguments{std::move(verb)};
  arguments.insert(arguments.end(), broken.begin(), broken.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments);
}

std::ptrdiff_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(explain, a_violation_that_it_finds_itself_is_told_within_40_lines) {
  const Folder folder;
  const Called called = with("explain", {"--property", "no-replay-after-stop", "--out", folder.path().string()});
  EXPECT_EQ(called.code, 1) << called.err;
  EXPECT_LE(lines(called.out), 40) << called.out;
  for (const char* part : {"BROKEN: no-replay-after-stop", "Why", "Point of no return", "It is decided by step",
                           "There is no return after step", "What would have saved it", "Again",
                           "replay scenarios/defects/flink-23532.yaml"})
    EXPECT_NE(called.out.find(part), std::string::npos) << part << "\n" << called.out;
  EXPECT_TRUE(std::regex_search(called.out, std::regex("\n  [>*]*#X? +[0-9]+ "))) << called.out;
}

TEST(explain, the_trace_that_it_keeps_is_explained_in_the_same_words_and_the_saved_one_fits_and_breaks_nothing) {
  const Folder folder;
  const Json found = Json::parse(
      with("explain", {"--property", "no-replay-after-stop", "--out", folder.path().string(), "--format", "json"}).out);
  const std::string trace = found["traceFile"].get<std::string>();
  const Called again = with("explain", {"--trace", trace, "--format", "json"});
  EXPECT_EQ(again.code, 1) << again.err;
  Json told = Json::parse(again.out);
  for (const char* key : {"property", "steps", "why", "noReturn", "decided", "saved", "undecided"})
    EXPECT_EQ(told[key], found[key]);
  std::string saved;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().string().ends_with("-saved.trace")) saved = entry.path();
  ASSERT_FALSE(saved.empty());
  EXPECT_EQ(with("replay", {"--trace", saved}).code, 0);
  const Called kept = with("explain", {"--trace", saved});
  EXPECT_EQ(kept.code, 2);
  EXPECT_NE(kept.out.find("no-replay-after-stop is not broken"), std::string::npos) << kept.out;
}

TEST(explain, a_budget_that_is_too_small_ends_undecided_and_says_the_bound) {
  const Folder folder;
  with("explain", {"--property", "no-replay-after-stop", "--out", folder.path().string()});
  std::string trace;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().extension() == ".trace" && !entry.path().string().ends_with("-saved.trace")) trace = entry.path();
  const Called called = with("explain", {"--trace", trace, "--budget", "2-states"});
  EXPECT_EQ(called.code, 2) << called.err;
  EXPECT_NE(called.out.find("the search stopped at 2 states"), std::string::npos) << called.out;
}

TEST(explain, what_holds_has_nothing_to_explain) {
  const Called called = call({"explain", "scenarios/defects/flink-23532.yaml", "--property", "no-replay-after-stop"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_NE(called.out.find("nothing to explain"), std::string::npos) << called.out;
}

TEST(explain, bad_use_is_refused) {
  EXPECT_EQ(call({"explain", "scenarios/flip-45.yaml"}).code, 3);  // several cases
  EXPECT_EQ(with("explain", {"--trace", "no-such-file"}).code, 3);
  EXPECT_EQ(with("explain", {"--property", "no-loss", "--property", "retention"}).code, 3);
}

TEST(demo, shows_a_broken_promise_and_what_to_do_next_in_no_time) {
  const auto before = std::chrono::steady_clock::now();
  const Called called = call({"demo"});
  const auto took = std::chrono::steady_clock::now() - before;
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_LT(took, std::chrono::seconds(60));  // no more than a guard against a demo that never ends
  for (const char* part : {"FLINK-23532", "BROKEN: no-replay-after-stop", "Point of no return", "Next", "explore "})
    EXPECT_NE(called.out.find(part), std::string::npos) << part << "\n" << called.out;
}

TEST(demo, what_it_leaves_can_be_replayed) {
  const Folder folder;
  const Called called = call({"demo", "--out", folder.path().string()});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(content(folder / "demo.yaml"), content(std::string(QUIESCE_ROOT) + "/scenarios/defects/flink-23532.yaml"));
  EXPECT_EQ(call({"replay", folder / "demo.yaml", "--defect", "FLINK-23532", "--trace", folder / "demo.trace"}).code,
            1);
}

TEST(replay, a_trace_that_does_not_fit_says_where_why_and_what_was_possible) {
  const Folder folder;
  call({"demo", "--out", folder.path().string()});
  const Called called = call({"replay", folder / "demo.yaml", "--trace", folder / "demo.trace"});  // without the defect
  EXPECT_EQ(called.code, 2);
  for (const char* part : {"the trace stops fitting at step", "asked for: ", "but: ", "possible instead:",
                           "the trace was made with the defect \"FLINK-23532\"; this is none"})
    EXPECT_NE(called.out.find(part), std::string::npos) << part << "\n" << called.out;
  const Json document =
      Json::parse(call({"replay", folder / "demo.yaml", "--trace", folder / "demo.trace", "--format", "json"}).out);
  EXPECT_EQ(document["unfit"]["asked"]["rule"], "emit_record");
  EXPECT_GT(document["unfit"]["possible"].size(), 0U);
  EXPECT_EQ(document["unfit"]["step"].get<std::uint64_t>(), document["steps"].size() + 1);
  EXPECT_EQ(document["differences"].size(), 1U);
}

TEST(replay, a_scenario_that_has_changed_since_is_said_even_where_the_trace_still_fits) {
  const Folder folder;
  call({"demo", "--out", folder.path().string()});
  std::string text = content(folder / "demo.yaml");
  const std::size_t at = text.find("write: 30ms");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 11, "write: 40ms");  // exploring forgets the clock
  const Called called =
      call({"replay", "-", "--defect", "FLINK-23532", "--trace", folder / "demo.trace", "--quiet"}, text);
  EXPECT_EQ(called.code, 1) << called.out << called.err;
  EXPECT_NE(called.out.find("BROKEN: no-replay-after-stop"), std::string::npos) << called.out;
  EXPECT_NE(called.out.find("the file says something else of this case"), std::string::npos) << called.out;
}

}  // namespace
}  // namespace report_test
