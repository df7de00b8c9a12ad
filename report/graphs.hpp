#pragma once
// The explored graph of a small case as data of the stored document, and as Graphviz. Tested in
// tests/report/graphs_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/world.hpp"
#include "report/checks.hpp"

namespace report {

// {"title", "entry", "states": [{"depth", "phase", "rest", "broken": [ids]}], "edges": [{"from", "to", "step",
// "role"}]}. Null: it has more states than a picture can bear, which are most_drawn, or was not explored to the end.
nlohmann::ordered_json graph_of(const CaseView& view, std::size_t entry, const model::World::Rules& rules,
                                const std::vector<std::string>& only);
inline constexpr std::uint64_t most_drawn = 2'000;

// A digraph for each. Commands are bold and faults dashed, a state of rest has two borders, one in which a promise is
// broken is an octagon: no colour is needed.
std::string dot_of_graphs(const nlohmann::ordered_json& document);
// In quotes, with what Graphviz would understand taken out.
std::string dot_literal(std::string_view text);

}  // namespace report
