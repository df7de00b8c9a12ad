#pragma once
// Makes a failing case small: first what the scenario says, then the order of steps.
//
// A candidate leaves one thing out (a command, a fault, a vertex, a record, ...) and is valid by construction. Whether
// it still fails, under a promise where the case was under one, is asked in three ways, cheapest first: the trace so
// far, followed as far as it fits; random runs; where the candidate is small, every order of steps. What fails replaces
// the case. Passes are repeated until nothing can be left out any more: a local minimum in every dimension. Tested in
// tests/laws/shrink_test.cpp.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/outcome.hpp"

namespace scenarios {

// In the order in which they are tried.
enum class Dimension : std::uint8_t { commands, faults, topology, records, delays };

// A case with one thing less.
struct Removal {
  Dimension dimension;
  std::string what;  // "command savepoint", "1 of 2 task failures", "vertex count"
  Case smaller;
  std::optional<std::size_t> entry = {};  // of the timeline: the one that is gone
};
// Valid ones only: each reads back from what is written of it.
std::vector<Removal> removals(const Case& subject, Dimension dimension);

struct ShrinkOptions {
  const model::World::Rules* rules = nullptr;  // null: the clean rulebook
  std::uint64_t seed = 1;
  std::uint64_t runs = 512;             // random runs of each candidate
  std::uint64_t probe_states = 20'000;  // a candidate is explored up to here; 0: never
  std::uint64_t states = 500'000;       // the result is explored up to here for the shortest way; 0: not at all
  std::function<void(std::uint64_t executions)> progress = {};  // called now and then; may be empty
};

struct Shrunk {
  Case subject;                                 // fails, and no case with one thing less was seen to fail
  Story story;                                  // of the violation; replay_case follows its trace_text
  bool at_rest = false;                         // the promise is broken because nothing can happen any more
  std::vector<std::string> removed;             // what was left out, in order
  std::uint64_t executions = 0;                 // runs, of all kinds, that were needed
  std::uint64_t states = 0;                     // visited by explorations
  std::uint64_t steps_before = 0;               // of the trace that was given
  std::uint64_t steps_shrunk = 0;               // of the trace that shrinking alone came to
  std::optional<std::uint64_t> steps_shortest;  // known by exploring: no shorter way exists
  std::string error;                            // not empty: the trace does not show the violation; says why
};

// `trace`: sim/trace.hpp text, of the plan of Loop::explore (replay_case, Fuzzer::trace_of, explore's counterexamples).
Shrunk shrink(const Case& subject, const properties::Property& property, std::string_view trace,
              const ShrinkOptions& options);

// Whether a trace fits the case to its end and violates the property there, and if not, why.
struct Judged {
  bool violated = false, at_rest = false;
  bool promised = false;  // by the version, to this case
  std::string misfit;     // not empty: at which step it stops fitting, and why
};
Judged judge_trace(const Case& subject, const properties::Property& property, std::string_view trace,
                   const model::World::Rules* rules);

}  // namespace scenarios
