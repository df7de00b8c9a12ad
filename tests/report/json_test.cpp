// The keys of the documents are a contract with whoever reads them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/options.hpp"
#include "report/selection.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> all;
  for (const auto& [key, value] : object.items()) all.push_back(key);
  return all;
}

const Json& g1() {
  static const Json document =
      Json::parse(call({"run", "scenarios/golden/g1.yaml", "--format", "json"}).out, nullptr, false);
  return document;
}

TEST(json, the_keys_of_a_document_are_as_documented) {
  ASSERT_TRUE(g1().is_object());
  EXPECT_EQ(keys(g1()), (std::vector<std::string>{"tool", "version", "verb", "scenarios", "verdict", "exit"}));
  const std::vector<std::string> entry{
      "name",       "way",   "semantics", "sink",  "seed", "commands", "executions", "figures",
      "properties", "scope", "unmet",     "error", "runs", "spread",   "costs",      "duplicatesToCome"};
  for (const Json& e : g1()["scenarios"]) {
    EXPECT_EQ(keys(e), entry);
    for (const Json& c : e["commands"])
      EXPECT_EQ(keys(c), (std::vector<std::string>{"id", "kind", "ok", "artifact", "error"}));
    for (const Json& x : e["executions"])
      EXPECT_EQ(keys(x), (std::vector<std::string>{"job", "finalStatus", "restoredFrom"}));
    for (const Json& p : e["properties"])
      EXPECT_EQ(keys(p), (std::vector<std::string>{"id", "kind", "promised", "verdict", "bound", "trace", "traceFile",
                                                   "violatedAtStep", "reason"}));
  }
}

TEST(json, there_is_one_entry_for_each_way_semantics_and_sink) {
  report::Options options;
  options.files = {std::string(QUIESCE_ROOT) + "/scenarios/golden/g1.yaml"};
  const report::Selection selection = report::select(options);
  ASSERT_TRUE(selection.errors.empty());
  const auto& cases = selection.scenarios.front().cases;
  ASSERT_EQ(g1()["scenarios"].size(), cases.size());
  std::set<std::string> seen;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Json& e = g1()["scenarios"][i];
    EXPECT_EQ(e["way"], cases[i].way);
    EXPECT_EQ(e["semantics"], cases[i].semantics);
    EXPECT_EQ(e["sink"], cases[i].sink);
    EXPECT_TRUE(seen.insert(e["way"].get<std::string>() + "|" + e["semantics"].get<std::string>() + "|" +
                            e["sink"].get<std::string>())
                    .second);
  }
}

TEST(json, every_known_figure_is_there_as_a_number_or_the_word_unknown) {
  for (const Json& e : g1()["scenarios"])
    for (const std::string& figure : report::known_figures()) {
      const Json& value = e["figures"].at(figure);
      EXPECT_TRUE(value.is_number() || value == "unknown") << figure << " is " << value;
    }
}

TEST(json, a_cancel_of_g1_has_the_golden_figures) {
  const Json& cancel = g1()["scenarios"][0];
  EXPECT_EQ(cancel["figures"]["reread"], 700);
  EXPECT_EQ(cancel["figures"]["duplicates"], 650);
  EXPECT_EQ(cancel["figures"]["endedAfterMs"], 0);
  EXPECT_EQ(cancel["executions"][1]["restoredFrom"], "run-1/chk-2");
  EXPECT_EQ(cancel["commands"][0]["ok"], true);
}

TEST(json, the_same_call_gives_the_same_bytes) {
  const auto once = [] { return call({"compare", "scenarios/flip-45.yaml", "--format", "json"}).out; };
  EXPECT_EQ(once(), once());
}

TEST(json, an_exploration_has_a_scope_and_the_trace_of_what_is_violated) {
  const Folder folder;
  const Called called = call({"explore", "scenarios/flip-45.yaml", "--way", "stop-with-savepoint", "--sink", "plain",
                              "--semantics", "flink-1.15 + sources_stop: after-completion", "--property",
                              "no-replay-after-stop", "--format", "json", "--out", folder.path().string()});
  EXPECT_EQ(called.code, 1) << called.err;
  const Json document = Json::parse(called.out, nullptr, false);
  ASSERT_TRUE(document.is_object());
  const Json& e = document["scenarios"][0];
  EXPECT_TRUE(e["scope"]["complete"].get<bool>());
  EXPECT_GT(e["scope"]["states"].get<std::uint64_t>(), 0U);
  EXPECT_TRUE(e["figures"].is_null());
  const Json& p = e["properties"][0];
  EXPECT_EQ(p["verdict"], "violated");
  ASSERT_TRUE(p["trace"].is_array());
  EXPECT_TRUE(std::filesystem::exists(p["traceFile"].get<std::string>()));
  Json kept = Json::parse(content(folder / "explore.json"), nullptr, false);
  for (const char* key : {"sentences", "jobs", "diagrams", "diagramsLeftOut", "graphs", "graphsLeftOut", "text"})
    EXPECT_EQ(kept.erase(key), 1U) << key;
  EXPECT_EQ(kept, document);

  const std::vector<std::string> again{"replay",      "scenarios/flip-45.yaml",
                                       "--way",       "stop-with-savepoint",
                                       "--sink",      "plain",
                                       "--semantics", "flink-1.15 + sources_stop: after-completion",
                                       "--trace",     p["traceFile"].get<std::string>(),
                                       "--format",    "json"};
  const Called replayed = call(again);
  EXPECT_EQ(replayed.code, 1);
  const Json story = Json::parse(replayed.out, nullptr, false);
  EXPECT_TRUE(story["fits"].get<bool>());
  EXPECT_EQ(story["steps"].size(), p["trace"].size());
  std::vector<std::string> clean = again;
  clean.erase(clean.begin() + 6, clean.begin() + 8);  // without --semantics the source may not read on
  const Called misfit = call(clean);
  EXPECT_EQ(misfit.code, 2);
  EXPECT_NE(Json::parse(misfit.out, nullptr, false)["misfit"].get<std::string>().find("stops fitting at step"),
            std::string::npos);
}

TEST(json, a_budget_that_is_too_small_leaves_the_exploration_undecided) {
  const Called called = call({"explore", "scenarios/flip-45.yaml", "--way", "cancel", "--sink", "plain", "--property",
                              "single-active-attempt", "--budget", "1k-states", "--format", "json"});
  EXPECT_EQ(called.code, 2) << called.err;
  const Json document = Json::parse(called.out, nullptr, false);
  EXPECT_EQ(document["verdict"], "undecided");
  EXPECT_FALSE(document["scenarios"][0]["scope"]["complete"].get<bool>());
}

}  // namespace
}  // namespace report_test
