// Pictures of explorations: the explored graph, and the point of no return in the way to a violation.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

// 260 states: explore scenarios/defects/stop.yaml.
TEST(graphs, a_small_exploration_is_drawn_whole) {
  const Called json = call({"explore", "scenarios/defects/stop.yaml", "--format", "json"});
  const Json scope = Json::parse(json.out).at("scenarios").at(0).at("scope");
  const Called dot = call({"explore", "scenarios/defects/stop.yaml", "--format", "graphviz"});
  ASSERT_EQ(dot.code, 0) << dot.err;
  const std::string explored = dot.out.substr(dot.out.rfind("digraph"));
  EXPECT_EQ(count(explored, "\n  "), 1 + scope.at("states").get<std::size_t>() + scope.at("edges").get<std::size_t>());
  EXPECT_EQ(count(explored, " -> "), scope.at("edges").get<std::size_t>());
  EXPECT_GT(count(explored, "peripheries=2"), 0U);
  EXPECT_GT(count(explored, "style=bold"), 0U);
  EXPECT_EQ(count(explored, "octagon"), 0U);
}

TEST(graphs, a_large_exploration_is_not_drawn_and_says_so) {
  const Called dot = call({"explore", "scenarios/defects/flink-23532.yaml", "--format", "graphviz"});
  ASSERT_EQ(dot.code, 0) << dot.err;
  EXPECT_EQ(count(dot.out, "digraph"), 1U);  // the job
  EXPECT_NE(dot.out.find("1 explored graph is not drawn: more than 2000 states"), dot.out.npos) << dot.out;
}

TEST(graphs, states_in_which_a_promise_is_broken_are_marked) {
  const Called dot =
      call({"explore", "scenarios/defects/stop.yaml", "--defect", "FLINK-13969", "--format", "graphviz"});
  EXPECT_EQ(dot.code, 1) << dot.err;
  EXPECT_GT(count(dot.out, "octagon"), 0U);
  EXPECT_GT(count(dot.out, "broken: "), 0U);
}

TEST(graphs, the_way_to_a_violation_has_its_point_of_no_return) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "graphs_test";
  std::filesystem::remove_all(folder);
  const std::vector<std::string> broken{"scenarios/defects/flink-23532.yaml", "--defect", "FLINK-23532", "--property",
                                        "no-replay-after-stop"};
  std::vector<std::string> explore{"explore"}, explain{"explain"};
  explore.insert(explore.end(), broken.begin(), broken.end());
  explain.insert(explain.end(), broken.begin(), broken.end());
  explore.insert(explore.end(), {"--out", folder.string()});
  explain.insert(explain.end(), {"--format", "json"});
  EXPECT_EQ(call(explore).code, 1);
  const Json told = Json::parse(call(explain).out);
  const Json drawn = Json::parse(content((folder / "explore.json").string())).at("diagrams").at(0);
  EXPECT_FALSE(drawn.at("noReturn").is_null());
  EXPECT_EQ(drawn.at("noReturn"), told.at("noReturn").at("step"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace report_test
