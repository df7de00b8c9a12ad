#pragma once
// can_always: from every reachable state a goal stays reachable, by steps of the engine alone. It means "never wedged",
// not "will surely end". The states from which a goal can be reached are those that a search from all goal states finds
// on the reversed edges. Tested in tests/sim/state_graph_test.cpp.
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "sim/explore.hpp"

namespace sim {

enum class CanAlways : std::uint8_t { holds, violated, undecided };

struct CanAlwaysResult {
  CanAlways answer = CanAlways::undecided;
  std::uint64_t wedged = 0;  // the first state from which no goal can be reached; its trace is a shortest one
  std::uint64_t wedged_states = 0;
};

// The edges of an exploration, each turned around.
class ReversedEdges {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = std::pair<std::uint32_t, std::uint32_t>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = value_type;

  ReversedEdges() = default;
  ReversedEdges(const StoredEdges& edges, std::uint64_t edge) : edges_(&edges), edge_(edge) { skip(); }
  value_type operator*() const { return {edges_->target(edge_), static_cast<std::uint32_t>(source_)}; }
  ReversedEdges& operator++() {
    ++edge_;
    skip();
    return *this;
  }
  ReversedEdges operator++(int) {
    ReversedEdges old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const ReversedEdges& a, const ReversedEdges& b) { return a.edge_ == b.edge_; }

 private:
  void skip() {
    while (source_ < edges_->sources() && edge_ >= edges_->end(source_)) ++source_;
  }
  const StoredEdges* edges_ = nullptr;
  std::uint64_t edge_ = 0, source_ = 0;
};

class StateGraph {
 public:
  // Of an exploration that kept its edges.
  explicit StateGraph(const Exploration& explored) : explored_(&explored), reversed_(reverse(explored)) {}

  // `goal` is the number of a bit of the judge's goals(). An exploration that hit a bound decides nothing: what lies
  // behind the bound might reach the goal.
  CanAlwaysResult can_always(unsigned goal) const {
    if (!explored_->complete) return {};
    std::vector<bool> saved(explored_->states);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t s = 0; s < explored_->states; ++s)
      if (explored_->graph.goals(s) >> goal & 1) {
        saved[s] = true;
        queue.push_back(s);
      }
    while (!queue.empty()) {
      const std::uint32_t s = queue.back();
      queue.pop_back();
      for (auto [it, end] = boost::adjacent_vertices(s, reversed_); it != end; ++it) {
        if (saved[*it]) continue;
        saved[*it] = true;
        queue.push_back(static_cast<std::uint32_t>(*it));
      }
    }
    CanAlwaysResult result{CanAlways::holds, 0, 0};
    for (std::uint64_t s = explored_->states; s-- > 0;)
      if (!saved[s]) {
        ++result.wedged_states;
        result = {CanAlways::violated, s, result.wedged_states};
      }
    return result;
  }

 private:
  using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                   boost::no_property, std::uint32_t, std::uint64_t>;
  static Graph reverse(const Exploration& explored) {
    if (!explored.complete) return Graph();
    expects(explored.graph.sources() == explored.states);  // explored with ExploreLimits::edges
    const StoredEdges& edges = explored.graph;
    return Graph(boost::edges_are_unsorted_multi_pass, ReversedEdges(edges, 0), ReversedEdges(edges, edges.size()),
                 static_cast<std::uint32_t>(explored.states));
  }

  const Exploration* explored_;
  Graph reversed_;
};

}  // namespace sim
