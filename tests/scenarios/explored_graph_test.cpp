// The drawn graph is that of exploring.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "model/defects/defect.hpp"
#include "model/rulebook.hpp"
#include "scenarios/explored_graph.hpp"
#include "scenarios/reader.hpp"

namespace scenarios_test {
namespace {

scenarios::Scenario shipped(const std::string& name) {
  std::ifstream file(std::string(QUIESCE_ROOT) + "/scenarios/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return scenarios::read(name, text.str(), {}).scenarios.at(0);
}
constexpr std::uint64_t many = 100'000;

TEST(explored_graph, has_the_states_the_steps_and_the_depth_of_exploring) {
  const auto rules = model::make_rulebook();
  for (const std::string name : {"defects/cancel.yaml", "defects/stop.yaml"}) {
    const scenarios::Scenario s = shipped(name);
    const scenarios::CaseOutcome explored = scenarios::explore_case(s.cases.front(), {});
    ASSERT_TRUE(explored.scope->complete);
    const auto graph = scenarios::explored_graph(s.cases.front(), rules, {}, many);
    ASSERT_TRUE(graph) << name << " " << explored.scope->states;
    EXPECT_EQ(graph->states.size(), explored.scope->states);
    EXPECT_EQ(graph->edges.size(), explored.scope->edges);
    std::uint64_t depth = 0;
    for (const auto& state : graph->states) depth = std::max(depth, state.depth);
    EXPECT_EQ(depth, explored.scope->depth);
    for (const auto& state : graph->states) EXPECT_TRUE(state.broken.empty()) << state.broken.front();
    for (const auto& e : graph->edges) EXPECT_LE(graph->states[e.to].depth, graph->states[e.from].depth + 1);
  }
}

TEST(explored_graph, marks_the_states_in_which_a_promise_is_broken) {
  const model::Defect& defect = *model::find_defect("FLINK-13969");  // a checkpoint behind the savepoint of a stop
  scenarios::Scenario s = shipped("defects/stop.yaml");
  auto rules = model::make_rulebook();
  defect.plant(rules);
  model::plant(defect, s.cases.front().spec);
  scenarios::ExploreOptions options;
  options.rules = &rules;
  const scenarios::CaseOutcome explored = scenarios::explore_case(s.cases.front(), options);
  const auto graph = scenarios::explored_graph(s.cases.front(), rules, {}, many);
  ASSERT_TRUE(graph) << explored.scope->states;
  for (const scenarios::PropertyOutcome& p : explored.properties) {
    if (p.property->kind == properties::Kind::can_always || p.property->kind == properties::Kind::sometimes) continue;
    std::uint64_t first = UINT64_MAX;
    for (const auto& state : graph->states)
      if (std::count(state.broken.begin(), state.broken.end(), p.property->id)) first = std::min(first, state.depth);
    EXPECT_EQ(first < UINT64_MAX, p.alarm) << p.property->id;
    if (p.alarm) {
      EXPECT_EQ(first, p.trace.size()) << p.property->id;  // a shortest way
    }
  }
}

TEST(explored_graph, is_not_drawn_where_it_is_too_large) {
  const scenarios::Scenario s = shipped("defects/stop.yaml");
  EXPECT_FALSE(scenarios::explored_graph(s.cases.front(), model::make_rulebook(), {}, 10));
}

}  // namespace
}  // namespace scenarios_test
