#pragma once
// What can still become of a state. A state is *doomed* if every way on from it comes, sooner or later, to a bad state;
// it is *saved* if there is a way that never does: one that ends well, or one that goes round for ever. On a path that
// ends badly the first doomed state is the point of no return, and the step into it is where it was decided.
//
// All states that can be reached from one are found, breadth first, with all steps between them; a bad state is not
// left. Bad is what the judge says, or, for a goal that must stay in reach, a state from which the steps of the engine
// do not lead to the goal: those that a search from the goals does not find on the reversed steps. The doomed states
// are then the least set that holds the bad ones and every state all of whose steps lead into the set: each state
// counts its steps, a state that joins takes one off the count of those before it, and one whose count reaches zero
// joins. Linear in the steps.
//
// A way on may also be good only because what is asked about never comes about (nobody resumes the job, say). So a
// second question is answered, too: whether a way on keeps clear of the bad states and comes to one in which the matter
// has been put to the test. The states from which one does are found backwards from those.
//
// A bound may cut the search off. States that were not left then count as harmless, so "doomed" stays true; "saved" is
// said only of what reaches a good end among the states that were left, and the others are unknown.
//
// Tested in tests/sim/fates_test.cpp against a fixpoint that is grown slowly.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/fingerprint.hpp"
#include "sim/machine.hpp"
#include "sim/state_store.hpp"

namespace sim {

enum class Fate : std::uint8_t { saved, doomed, unknown };

struct FateLimits {
  std::uint64_t states = 2'000'000;
  std::uint64_t bytes = std::uint64_t{4} << 30;
  bool faults = true;    // false: as if no fault came any more
  bool by_goal = false;  // bad: the goal is out of reach of the engine
};

// What a judge says of a state; `at_rest`: nothing can happen in it.
struct Looked {
  bool bad = false, goal = false;
  bool tested = false;  // what is asked about has come about here
};
template <class J, class W>
concept LooksAtStates = requires(J& j, const W& w, bool at_rest) {
  { j.look(w, at_rest) } -> std::same_as<Looked>;
};

template <World W>
class Fates {
 public:
  using State = std::uint32_t;  // 0: the one that `world` was in, which it is in again afterwards

  template <LooksAtStates<W> Judge>
  Fates(W& world, Judge& judge, const FateLimits& limits) : limits_(limits) {
    search(world, judge);
    turn_around();
    if (limits_.by_goal) mark_out_of_reach();
    mark_doomed();
    mark_safe();
    mark_testable();
  }

  std::uint64_t states() const { return marks_.size(); }
  bool complete() const { return bound_.empty(); }
  const std::string& bound() const { return bound_; }

  Fate of(State s) const {
    if (marks_[s] & doomed) return Fate::doomed;
    return complete() || (marks_[s] & safe) ? Fate::saved : Fate::unknown;
  }
  // saved: a way on is not bad and comes to the test. doomed: every way on is bad, or comes to no test.
  Fate of_test(State s) const {
    if (marks_[s] & testable) return Fate::saved;
    return complete() || (marks_[s] & doomed) ? Fate::doomed : Fate::unknown;
  }
  bool is_bad(State s) const { return marks_[s] & bad; }
  // Whether all steps from it are known.
  bool was_left(State s) const { return marks_[s] & left; }
  // Where a step leads; nothing: it is not possible there, or the state was not left.
  std::optional<State> after(State s, Step step) const {
    for (std::uint64_t e = first(s); e < end(s); ++e)
      if (edges_[e].step == step) return edges_[e].target;
    return std::nullopt;
  }
  struct Way {
    std::vector<Step> steps;
    State to = 0;
  };
  // A shortest way through states that are not doomed to one that `wanted` accepts.
  template <class Wanted>
  std::optional<Way> way(State from, Wanted&& wanted) const;
  // The same to where nothing more happens and nothing is bad; nothing: one can only go round for ever.
  std::optional<Way> way_to_good_end(State from) const {
    return way(from, [&](State s) { return is_good_end(s); });
  }
  // To where the matter is put to the test and kept.
  std::optional<Way> way_to_test(State from) const {
    return way(from, [&](State s) { return (marks_[s] & tested) && of(s) == Fate::saved; });
  }

 private:
  enum Mark : std::uint16_t {
    bad = 1,
    goal = 2,
    rest = 4,
    left = 8,
    doomed = 16,
    safe = 32,
    in_reach = 64,
    tested = 128,
    testable = 256
  };
  struct Edge {
    Step step;
    State target;
    bool engine;
  };

  template <class Judge>
  void search(W& world, Judge& judge);
  bool leave(W& world, FingerprintSet& seen, Frontier& frontier, const std::byte* state,
             const std::vector<Step>& steps);
  void turn_around();
  void mark_out_of_reach();
  void mark_doomed();
  void mark_safe();
  void mark_testable();

  std::uint64_t first(State s) const { return s == 0 ? 0 : s <= ends_.size() ? ends_[s - 1] : edges_.size(); }
  std::uint64_t end(State s) const { return s < ends_.size() ? ends_[s] : edges_.size(); }
  bool is_good_end(State s) const { return (marks_[s] & (rest | left | bad | doomed)) == (rest | left); }
  // Calls f(source, edge) for each step that leads to `s`.
  template <class F>
  void for_each_before(State s, F&& f) const {
    for (std::uint64_t i = s == 0 ? 0 : before_ends_[s - 1]; i < before_ends_[s]; ++i)
      f(before_[i].source, edges_[before_[i].edge]);
  }
  // Adds `mark` to all states before those in `queue`, if `goes_on` says yes of the state and the step.
  template <class GoesOn>
  void spread(std::vector<State> queue, Mark mark, GoesOn&& goes_on);

  FateLimits limits_;
  std::string bound_;
  std::vector<std::uint16_t> marks_;
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> ends_;  // by state that was left, or is bad: behind its last edge
  struct Before {
    State source;
    std::uint32_t edge;
  };
  std::vector<Before> before_;
  std::vector<std::uint64_t> before_ends_;
};

template <World W>
template <class Judge>
void Fates<W>::search(W& world, Judge& judge) {
  const auto block = world.block();
  const std::vector<std::byte> initial(block.begin(), block.end());
  std::vector<std::byte> state(initial.size());
  FingerprintSet seen(true);
  Frontier frontier(initial.size());
  std::vector<Step> steps;
  seen.insert(fingerprint(block));
  frontier.push(initial.data());
  marks_.push_back(0);
  while (!frontier.empty()) {
    const State s = static_cast<State>(ends_.size());
    frontier.pop(state.data());
    std::memcpy(block.data(), state.data(), state.size());
    Machine<W>::enabled(world, steps);
    if (!limits_.faults) std::erase_if(steps, [&](Step x) { return Machine<W>::role(world, x) == Role::fault; });
    const Looked looked = judge.look(world, steps.empty());
    if (steps.empty()) marks_[s] |= rest;
    if (looked.goal) marks_[s] |= goal;
    if (looked.tested) marks_[s] |= tested;
    if (looked.bad && !limits_.by_goal) marks_[s] |= bad;
    if (!(marks_[s] & bad) && !leave(world, seen, frontier, state.data(), steps)) break;
    marks_[s] |= left;
    ends_.push_back(edges_.size());
  }
  std::memcpy(block.data(), initial.data(), initial.size());
}

// False: a bound was hit.
template <World W>
bool Fates<W>::leave(W& world, FingerprintSet& seen, Frontier& frontier, const std::byte* state,
                     const std::vector<Step>& steps) {
  const auto block = world.block();
  const std::uint64_t known = edges_.size();
  const auto stop = [&](std::string bound) { return edges_.resize(known), bound_ = std::move(bound), false; };
  for (const Step step : steps) {
    std::memcpy(block.data(), state, block.size());
    const bool engine = Machine<W>::role(world, step) == Role::engine;
    Machine<W>::apply(world, step);
    if (!world.tape().overflow.empty()) {
      std::string what = std::move(world.tape().overflow);
      world.tape().overflow.clear();
      return stop(std::move(what));
    }
    const auto [fresh, number] = seen.insert(fingerprint(block));
    if (fresh) {
      if (marks_.size() == limits_.states) return stop(std::to_string(limits_.states) + " states");
      // Both directions of the edges, the states that wait, and what is known of them.
      const std::uint64_t bytes = seen.bytes() + frontier.bytes() + edges_.capacity() * (sizeof(Edge) + sizeof(Before));
      if (bytes > limits_.bytes) return stop(std::to_string(limits_.bytes) + " bytes of memory");
      marks_.push_back(0);
      frontier.push(block.data());
    }
    edges_.push_back({step, fresh ? static_cast<State>(marks_.size() - 1) : number, engine});
  }
  return true;
}

template <World W>
void Fates<W>::turn_around() {
  expects(edges_.size() < UINT32_MAX);
  before_ends_.assign(marks_.size(), 0);
  for (const Edge& e : edges_) ++before_ends_[e.target];
  std::uint64_t sum = 0;
  for (std::uint64_t& n : before_ends_) sum += std::exchange(n, sum);  // where each begins
  before_.resize(edges_.size());
  for (State s = 0; s < ends_.size(); ++s)
    for (std::uint64_t e = first(s); e < end(s); ++e)
      before_[before_ends_[edges_[e].target]++] = {s, static_cast<std::uint32_t>(e)};
}

template <World W>
template <class GoesOn>
void Fates<W>::spread(std::vector<State> queue, Mark mark, GoesOn&& goes_on) {
  for (const State s : queue) marks_[s] |= mark;
  while (!queue.empty()) {
    const State s = queue.back();
    queue.pop_back();
    for_each_before(s, [&](State source, const Edge& edge) {
      if ((marks_[source] & mark) || !goes_on(source, edge)) return;
      marks_[source] |= mark;
      queue.push_back(source);
    });
  }
}

template <World W>
void Fates<W>::mark_out_of_reach() {
  std::vector<State> hopeful;
  for (State s = 0; s < marks_.size(); ++s)
    if ((marks_[s] & goal) || !(marks_[s] & left)) hopeful.push_back(s);
  spread(std::move(hopeful), in_reach, [](State, const Edge& edge) { return edge.engine; });
  for (std::uint16_t& m : marks_)
    if (!(m & in_reach)) m |= bad;
}

template <World W>
void Fates<W>::mark_doomed() {
  std::vector<std::uint32_t> ways_out(marks_.size(), UINT32_MAX);  // of what was not left: never used up
  std::vector<State> queue;
  for (State s = 0; s < ends_.size(); ++s) ways_out[s] = static_cast<std::uint32_t>(end(s) - first(s));
  for (State s = 0; s < marks_.size(); ++s)
    if (marks_[s] & bad) queue.push_back(s);
  spread(std::move(queue), doomed, [&](State source, const Edge&) { return --ways_out[source] == 0; });
}

// Only where a bound was hit; otherwise all that is not doomed is saved. Whether a goal stays in reach cannot be said
// then.
template <World W>
void Fates<W>::mark_safe() {
  if (complete() || limits_.by_goal) return;
  std::vector<State> good;
  for (State s = 0; s < marks_.size(); ++s)
    if (is_good_end(s)) good.push_back(s);
  spread(std::move(good), safe, [&](State source, const Edge&) { return !(marks_[source] & (bad | doomed)); });
}

template <World W>
void Fates<W>::mark_testable() {
  std::vector<State> kept;
  for (State s = 0; s < marks_.size(); ++s)
    if ((marks_[s] & tested) && of(s) == Fate::saved) kept.push_back(s);
  spread(std::move(kept), testable, [&](State source, const Edge&) { return !(marks_[source] & doomed); });
}

template <World W>
template <class Wanted>
std::optional<typename Fates<W>::Way> Fates<W>::way(State from, Wanted&& wanted) const {
  constexpr State nobody_yet = UINT32_MAX;
  std::vector<std::pair<State, std::uint64_t>> came(marks_.size(), {nobody_yet, 0});  // from which state, by which edge
  std::vector<State> queue{from};
  came[from].first = from;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const State s = queue[at];
    if (wanted(s)) {
      Way found{{}, s};
      for (State t = s; t != from; t = came[t].first) found.steps.push_back(edges_[came[t].second].step);
      std::reverse(found.steps.begin(), found.steps.end());
      return found;
    }
    for (std::uint64_t e = first(s); e < end(s); ++e) {
      const State next = edges_[e].target;
      if (came[next].first != nobody_yet || (marks_[next] & doomed)) continue;
      came[next] = {s, e};
      queue.push_back(next);
    }
  }
  return std::nullopt;
}

}  // namespace sim
