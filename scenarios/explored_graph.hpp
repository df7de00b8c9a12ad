#pragma once
// The states and steps of a small exploration, for a picture. Numbers and depths are those of exploring the same case
// (explore_case): breadth first, the same columns in the state. Tested in tests/scenarios/explored_graph_test.cpp.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/outcome.hpp"

namespace scenarios {

struct ExploredGraph {
  struct State {
    std::uint64_t depth;                   // steps from the first
    std::string_view phase;                // of the job: "no job yet", "running", "stopping", ...
    bool rest;                             // nothing can happen any more
    std::vector<std::string_view> broken;  // ids of promises that were made and are broken in it
  };
  struct Edge {
    std::uint64_t from, to;
    std::string step;  // as in traces: "take_barrier count/0>sink/0"
    sim::Role role;
  };
  std::vector<State> states;
  std::vector<Edge> edges;  // by `from`
};

// Nothing: there are more than `most` states, or a capacity of the plan was exceeded. `only`: ids of the properties to
// judge; empty: all. Expects a case that can be explored.
std::optional<ExploredGraph> explored_graph(const Case& subject, const model::World::Rules& rules,
                                            const std::vector<std::string>& only, std::uint64_t most);

}  // namespace scenarios
