#pragma once
// Could the model have produced this history? It is followed with states of the model: each is a state that the model
// can be in after some order of steps that shows, lane by lane, exactly what was recorded so far. Steps that show
// nothing are taken only where no other goes on. Tested in tests/laws/follow_test.cpp.
#include <cstdint>
#include <string>
#include <vector>

#include "history/event.hpp"
#include "model/spec.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

struct Seen {
  Sighting sighting;
  std::uint64_t seq;
  std::int64_t t;
};

struct FollowLimits {
  std::uint64_t states = 200'000;  // that are looked at
  // Events by which one lane may run before the earliest that is still unexplained. Threads are seen in an order of
  // their own, and what is polled or logged is seen late; what the JobManager does is not seen early.
  std::uint64_t ahead = 60, early = 8;
};

struct Followed {
  enum class Outcome : std::uint8_t { explained, refused, undecided } outcome = Outcome::undecided;
  std::uint64_t states = 0;     // looked at
  std::uint64_t explained = 0;  // events, on the way that came farthest
  // Where the way that came farthest ends: the earliest event that it leaves unexplained, and what the model would have
  // shown in its lane instead.
  std::uint64_t seq = 0;
  std::string event;
  std::vector<std::string> instead;
  std::vector<std::string> steps;  // that the model could take there, by name
};

// `routes`: subtask of the operator that takes a key, as recorded; empty: as the model routes.
Followed follow(const model::Spec& spec, const std::vector<std::uint32_t>& routes, const std::vector<Seen>& seen,
                const FollowLimits& limits);

}  // namespace scenarios
