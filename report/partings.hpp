#pragma once
// Where versions part: one way of ending under several versions, what differs between each and the next, and which knob
// it is that makes the difference. Tested in tests/report/partings_test.cpp.
//
// Which knob it is, is found by trying: the older version is run again with one knob turned to its newer value, the
// seed being the same; a difference belongs to the knob that alone makes it disappear. What no knob does alone is left
// to a smallest set of them that does it together: smallest in that none can be spared, not in number.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/first_difference.hpp"
#include "report/options.hpp"
#include "report/versions.hpp"
#include "scenarios/scenario.hpp"

namespace report {

enum class FactKind : std::uint8_t { run, status, answer, artifacts, figure, promise };
std::string_view to_string(FactKind kind);

// Something that can be said of a run in a word: "reread" is "14".
struct Fact {
  FactKind kind;
  std::string name, value;
};
std::vector<Fact> facts_of_run(const scenarios::CaseOutcome& outcome);

struct Difference {
  FactKind kind;
  std::string name, from, to;
};

// Differences that have one explanation.
struct Cause {
  enum class How : std::uint8_t {
    knob,      // any one of `knobs` alone makes these differences
    together,  // only all of `knobs` together do
    promised,  // nothing is done differently: the newer version promises something else
  };
  How how = How::knob;
  std::vector<KnobChange> knobs;
  std::vector<Difference> differences;
};

struct Parting {
  const scenarios::Case *older, *newer;
  std::vector<Cause> causes;             // empty: no difference seen
  std::vector<KnobChange> knobs;         // all in which the two versions differ
  std::optional<FirstDifference> first;  // of the events; nothing: they are the same
};

// Each pair of neighbours among the cases of one way and one sink, in the order of its versions. `tried` is called
// before each run.
std::vector<Parting> partings(std::span<const scenarios::Case> cases, const Options& options,
                              const model::World::Rules& rules, const std::function<void()>& tried);
// Whether some way has several versions.
bool has_versions(const scenarios::Scenario& scenario);

}  // namespace report
