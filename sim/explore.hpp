#pragma once
// Loop two: every state that can be reached, breadth first, so that the first counterexample is a shortest one.
// Deterministic: the same world gives the same numbers of states, the same findings, the same traces.
//
// A parent is expanded in two passes. First, for each enabled step: load the parent, apply, fingerprint, prefetch the
// slot. Then the children are looked up, when their slots have come. Whether a state is new is decided by its
// fingerprint (fingerprint.hpp says how sure that is). Tested in tests/sim/explore_test.cpp against a slow explorer,
// and on two-phase commit.
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "sim/findings.hpp"
#include "sim/fingerprint.hpp"
#include "sim/machine.hpp"
#include "sim/state_store.hpp"
#include "sim/stored_edges.hpp"

namespace sim {

// A judge has any of these; each returns the findings that it sees, as `Findings` or as a number:
//   on_state(const W&)                  in each new state, the initial one included
//   on_edge(const W&, Step, const W&)   on every step, also into known states
//   on_rest(const W&)                   in each state without an enabled step
//   goals(const W&)                     for can_always, one bit for each goal that the state meets; asked if edges are
//   kept
template <class J, class W>
concept JudgesStates = requires(J& j, const W& w) {
  { j.on_state(w) } -> std::convertible_to<Findings>;
};
template <class J, class W>
concept JudgesEdges = requires(J& j, const W& w, Step s) {
  { j.on_edge(w, s, w) } -> std::convertible_to<Findings>;
};
template <class J, class W>
concept JudgesRest = requires(J& j, const W& w) {
  { j.on_rest(w) } -> std::convertible_to<Findings>;
};
template <class J, class W>
concept SeesGoals = requires(J& j, const W& w) {
  { j.goals(w) } -> std::same_as<std::uint64_t>;
};

struct NoJudge {};

struct ExploreLimits {
  std::uint64_t states = 10'000'000;
  std::uint64_t bytes = std::uint64_t{8} << 30;
  Findings enough;     // stop when all of these have been seen; none: never
  bool edges = false;  // keep edges and goals, for can_always; about 4 bytes an edge and 24 a state
};

// Where something was first seen: in a state, or on the step that leaves it.
struct Place {
  std::uint64_t state = 0;
  std::optional<Step> step;
};

struct Exploration {
  std::uint64_t states = 0, edges = 0;
  std::uint64_t depth = 0;  // steps to the farthest state
  bool complete = false;
  std::string bound;                         // if not complete: why; "10000000 states"
  Findings found;                            // what the judge has seen
  std::array<Place, Findings::count> first;  // of each finding
  Place overflow;                            // where a capacity of the plan was exceeded, if `bound` says so
  std::uint64_t bytes = 0;                   // visited set, ancestry and packed frontier together, at their largest
  std::uint64_t frontier_bytes = 0;          // the part of the frontier, at its largest
  StoredEdges graph;
  Ancestry ancestry;
  std::vector<std::byte> initial;

  // The steps from the initial state to this place, by running them again: `world` is left there.
  template <World W>
  std::vector<Step> trace(W& world, const Place& place) const {
    std::memcpy(world.block().data(), initial.data(), initial.size());
    std::vector<Step> steps, enabled;
    for (const std::uint32_t position : ancestry.path(place.state)) {
      Machine<W>::enabled(world, enabled);
      steps.push_back(enabled[position]);
      Machine<W>::apply(world, steps.back());
    }
    if (place.step) {
      Machine<W>::apply(world, *place.step);
      steps.push_back(*place.step);
    }
    return steps;
  }
};

template <World W, class Judge>
class Explorer {
 public:
  Explorer(W& world, Judge& judge, const ExploreLimits& limits, W* before)
      : world_(world),
        judge_(judge),
        limits_(limits),
        before_(before),
        bytes_(world.block().size()),
        seen_(limits.edges),
        frontier_(bytes_),
        parent_(bytes_) {
    if constexpr (JudgesEdges<Judge, W>) expects(before && before->block().size() == bytes_);
  }

  Exploration run() {
    const auto block = world_.block();
    result_.initial.assign(block.begin(), block.end());
    world_.tape().overflow.clear();
    seen_.insert(fingerprint(block));
    enter();
    std::uint64_t level_end = 1, level = 0, parent = 0;
    for (bool go_on = true; go_on && !frontier_.empty(); ++parent) {
      if (parent == level_end) {
        ++level;
        level_end = result_.states;
      }
      const std::uint64_t known = result_.states;
      go_on = expand(parent) && !enough();
      if (result_.states > known) result_.depth = level + 1;
    }
    result_.complete = result_.bound.empty() && frontier_.empty();
    if (!result_.complete && result_.bound.empty()) result_.bound = "stopped: what was asked for has been found";
    std::memcpy(block.data(), result_.initial.data(), bytes_);
    return std::move(result_);
  }

 private:
  bool enough() const { return !limits_.enough.none() && result_.found.has_all(limits_.enough); }

  // False: a bound was hit.
  bool expand(std::uint64_t parent) {
    frontier_.pop(parent_.data());
    load(parent_.data());
    if (before_) std::memcpy(before_->block().data(), parent_.data(), bytes_);
    Machine<W>::enabled(world_, steps_);
    if constexpr (JudgesRest<Judge, W>)
      if (steps_.empty()) note(judge_.on_rest(world_), {parent, {}});
    if (!apply_all(parent)) return false;
    const std::uint64_t known = result_.states;
    bool fits = true;
    for (std::uint32_t k = 0; fits && k < steps_.size(); ++k) fits = insert(k);
    result_.ancestry.end_parent(static_cast<std::uint32_t>(result_.states - known));
    if (limits_.edges) result_.graph.end_source();
    return fits;
  }

  bool apply_all(std::uint64_t parent) {
    children_.resize(std::max(children_.size(), steps_.size() * bytes_));
    prints_.resize(steps_.size());
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      if (k > 0) load(parent_.data());
      Machine<W>::apply(world_, steps_[k]);
      ++result_.edges;
      if (!world_.tape().overflow.empty()) {
        result_.bound = world_.tape().overflow;
        result_.overflow = {parent, steps_[k]};
        return false;
      }
      prints_[k] = fingerprint(world_.block());
      seen_.prefetch(prints_[k]);
      if constexpr (JudgesEdges<Judge, W>) note(judge_.on_edge(*before_, steps_[k], world_), {parent, steps_[k]});
      std::memcpy(children_.data() + k * bytes_, world_.block().data(), bytes_);
    }
    return true;
  }

  bool insert(std::uint32_t k) {
    if (seen_.full() && bytes() + 2 * seen_.bytes() > limits_.bytes) return stop(limits_.bytes, " bytes of memory");
    const auto [fresh, number] = seen_.insert(prints_[k]);
    if (fresh && result_.states == limits_.states) return stop(limits_.states, " states");
    if (limits_.edges && Machine<W>::role(world_, steps_[k]) == Role::engine) result_.graph.add(number);
    if (!fresh) return true;
    result_.ancestry.add_child(k);
    load(children_.data() + k * bytes_);
    enter();
    return true;
  }

  // The world holds a new state.
  void enter() {
    frontier_.push(world_.block().data());
    if constexpr (JudgesStates<Judge, W>) note(judge_.on_state(world_), {result_.states, {}});
    if constexpr (SeesGoals<Judge, W>)
      if (limits_.edges) result_.graph.add_goals(judge_.goals(world_));
    ++result_.states;
    result_.frontier_bytes = std::max<std::uint64_t>(result_.frontier_bytes, frontier_.bytes());
    result_.bytes = std::max<std::uint64_t>(result_.bytes, bytes());
  }

  void note(const Findings& seen, const Place& place) {
    const Findings fresh = seen - result_.found;
    if (fresh.none()) return;
    fresh.for_each([&](unsigned n) { result_.first[n] = place; });
    result_.found |= fresh;
  }
  bool stop(std::uint64_t limit, const char* what) {
    result_.bound = std::to_string(limit) + what;
    return false;
  }
  std::uint64_t bytes() const {
    return seen_.bytes() + frontier_.bytes() + result_.ancestry.bytes() + result_.graph.bytes();
  }
  void load(const std::byte* state) { std::memcpy(world_.block().data(), state, bytes_); }

  W& world_;
  Judge& judge_;
  const ExploreLimits& limits_;
  W* before_;
  std::size_t bytes_;
  FingerprintSet seen_;
  Frontier frontier_;
  Exploration result_;
  std::vector<std::byte> parent_, children_;
  std::vector<Step> steps_;
  std::vector<std::uint64_t> prints_;
};

// From the state that `world` is in, which it is in again afterwards. `before` is a second view with a block of its
// own; judges of edges need it.
template <World W, class Judge>
requires(!std::same_as<Judge, ExploreLimits>) Exploration
    explore(W& world, Judge& judge, const ExploreLimits& limits = {}, W* before = nullptr) {
  return Explorer<W, Judge>(world, judge, limits, before).run();
}
template <World W>
Exploration explore(W& world, const ExploreLimits& limits = {}) {
  NoJudge nobody_judges;
  return explore(world, nobody_judges, limits);
}

}  // namespace sim
