#pragma once
// Could the model have produced this history? It is followed with states of the model: each is a state that the model
// can be in after some order of steps that shows, lane by lane, exactly what was recorded so far. Tested in
// tests/laws/follow_test.cpp, refused_test.cpp and refusal_test.cpp.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "history/event.hpp"
#include "model/spec.hpp"
#include "scenarios/receivers.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

// What was recorded, and what helps to find the way.
struct Sights {
  std::vector<Seen> seen;
  std::vector<Seen> likely;           // was not recorded, and most likely happened behind the event `seq`
  std::vector<Sighting> unheard;      // may have happened although it was not recorded
  std::vector<std::uint32_t> routes;  // key -> subtask of the operator, as recorded; empty: as the model routes
  ReceiverOf receivers = {};          // of what operators hand out one by one; empty: as the model routes
  bool outputs = true;                // false: what sinks write is not compared (event_time.hpp)
};

struct FollowLimits {
  static constexpr std::uint64_t any_distance = 100'000'000;

  std::uint64_t states = 200'000;  // that are looked at
  // Events by which one lane may run before the earliest that is still unexplained, in the first of several rounds
  // (follow.cpp). Threads are seen in an order of their own, what is polled or logged is seen late, and a slow snapshot
  // when it is over; what the JobManager does is not seen early. `any_distance`: one round, in which nothing is held
  // back.
  std::uint64_t ahead = any_distance, early = any_distance;
  bool reduced = true;  // false: every step of every state is tried. Slow; the oracle of the tests
  std::function<void(std::uint64_t states)> progress = {};  // called now and then; may be empty
};

struct Followed {
  enum class Outcome : std::uint8_t { explained, refused, undecided } outcome = Outcome::undecided;
  std::uint64_t states = 0;     // looked at
  std::uint64_t bytes = 0;      // of memory, at most: states that wait to be looked at, and those that are known
  std::uint64_t explained = 0;  // events, on the way that came farthest
  // Where the way that came farthest ends: the earliest event that it leaves unexplained or, if the model can show that
  // one only so that a later one never comes, that later one; and what the model would have shown instead.
  std::uint64_t seq = 0;
  std::string event;
  std::vector<std::string> instead;
  // What the model shows in the same step as that event, and was not recorded: it is this that differs.
  std::string beside;
  std::vector<std::string> steps;  // that the model could take there, by name
  std::vector<std::string> next;   // event of each lane, in the order in which they were recorded
};

Followed follow(const model::Spec& spec, const Sights& sights, const FollowLimits& limits);

}  // namespace scenarios
