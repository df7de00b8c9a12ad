#pragma once
// The oracle of sim/explore.hpp: whole states in a set, full scans, no fingerprints, nothing packed. Slow on purpose.
#include <deque>
#include <set>
#include <vector>

#include "sim/machine.hpp"

namespace toy {

using Bytes = std::vector<std::byte>;

struct SlowExploration {
  std::set<Bytes> states;
  std::uint64_t edges = 0, depth = 0;
};

template <sim::World W>
SlowExploration explore_slowly(W& world) {
  const auto bytes = [&] { return Bytes(world.block().begin(), world.block().end()); };
  const auto load = [&](const Bytes& b) { std::copy(b.begin(), b.end(), world.block().begin()); };
  const Bytes initial = bytes();
  SlowExploration result;
  result.states.insert(initial);
  std::deque<std::pair<Bytes, std::uint64_t>> queue{{initial, 0}};
  while (!queue.empty()) {
    const auto [parent, depth] = queue.front();
    queue.pop_front();
    result.depth = depth;
    std::vector<sim::Step> steps;
    load(parent);
    sim::Machine<W>::enabled(world, steps);
    for (const sim::Step s : steps) {
      load(parent);
      sim::Machine<W>::apply(world, s);
      ++result.edges;
      if (result.states.insert(bytes()).second) queue.push_back({bytes(), depth + 1});
    }
  }
  load(initial);
  return result;
}

}  // namespace toy
