#pragma once
// Why a path breaks a promise, beyond its steps: from which step on every way on breaks it (the point of no return),
// and the least that would have to go otherwise (the nearest passing sibling). Both are computed from all states that
// can be reached from the states of the path; sim/fates.hpp says how. Tested in tests/scenarios/explain_test.cpp.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/outcome.hpp"

namespace scenarios {

struct ExplainOptions {
  std::uint64_t states = 2'000'000;  // of one search; as many as it takes from the last states of the path
  std::uint64_t bytes = std::uint64_t{4} << 30;
  const model::World::Rules* rules = nullptr;  // null: the clean rulebook
};

struct NoReturn {
  std::uint64_t step =
      0;               // number of the step behind which every way on breaks the promise; 0: it is so from the start
  bool exact = false;  // false: this step or one before it
};

// Where it was decided in a stricter sense, before the point of no return.
struct Decided {
  std::uint64_t step = 0;  // number of the step
  bool by_test = false;    // behind it the promise is broken, or never comes to the test
  bool no_faults = false;  // if no fault comes any more
};

// What happens before, or in place of, the step that decides (of `decided` where there is one, else of the point of no
// return), and how it then ends well.
struct Sibling {
  std::uint64_t before = 0;  // number of the step that it comes before
  bool replaces = false;     // that step does not come at all any more
  Story story;               // from the start, all steps up to the good end
  std::uint64_t shared = 0;  // steps that it has in common with the path
  std::uint64_t changed =
      0;  // steps behind those that make the difference; 0: it is enough that the step does not come
  std::vector<std::uint64_t> later;  // of these, by number in the path: those that come later there
  bool tested = false;               // on it the promise is put to the test, and kept
  bool goes_on = false;              // there is no end, the job goes on for ever, and keeps the promise
};

struct Explanation {
  std::string error;                       // not empty: there is nothing to explain; says why
  std::optional<Replayed> misfit;          // the trace does not fit
  std::optional<PropertyOutcome> outcome;  // of the property, with the path to its violation
  std::vector<std::string> also;           // ids of other promises that are broken where the path ends
  std::optional<NoReturn> no_return;
  std::optional<Decided> decided;
  std::optional<Sibling> sibling;
  std::string undecided;     // not empty: what could not be found out, and by which bound
  std::uint64_t states = 0;  // looked at, in the largest search
};

// `property`: an id; empty: the first promise that is broken where the trace ends.
Explanation explain_trace(const Case& subject, std::string_view trace, const std::string& property,
                          const ExplainOptions& options);

}  // namespace scenarios
