#pragma once
// One scenario as it was read: the ways in which its job may end, each a complete model::Spec, and the cases that they
// multiply out to (way x semantics x sink). Each case is one run, or one column of a comparison. Tested in
// tests/scenarios/ways_test.cpp and round_trip_test.cpp.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/event.hpp"
#include "model/spec.hpp"

namespace scenarios {

// What a figure should be: a whole number, "unknown", or "some", which is any number above 0.
struct Figure {
  enum class Kind : std::uint8_t { unknown, number, some };
  Kind kind = Kind::unknown;
  std::int64_t number = 0;
  Figure() = default;
  Figure(std::int64_t n) : kind(Kind::number), number(n) {}
  static Figure some() {
    Figure f;
    f.kind = Kind::some;
    return f;
  }
  friend bool operator==(const Figure&, const Figure&) = default;
};

// How a command should have been answered when the run is over.
enum class Answer : std::uint8_t { failed, ok, unanswered };

// What a case should come to. Only what is mentioned is expected.
struct Expectation {
  std::map<std::string, Figure> figures;           // "reread" -> 700
  std::optional<history::JobStatus> final_status;  // of the first execution: last seen, so RUNNING for one that runs on
  std::map<std::string, bool> promises;            // id of a property -> kept (true) or broken (false)
  std::optional<bool> command;                     // the answer to the way's command: ok (true) or failed (false)
  std::map<std::string, Answer> commands;          // the answers by id
  using Artifacts = std::map<std::string, std::int64_t>;  // "checkpoint", "savepoint" -> how many
  Artifacts artifacts;                                    // left at the end
  Artifacts left_by_run_1;                                // left when the second execution begins
  bool empty() const { return *this == Expectation{}; }
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

// A profile with its overridden knobs, and how that is written: "flink-1.15", "flink-1.15 + sources_stop:
// after-completion".
struct SemanticsChoice {
  std::string text, profile;
  model::Semantics semantics;
  std::vector<std::string> overrides;  // "sources_stop: after-completion", in order of the knobs
  friend bool operator==(const SemanticsChoice&, const SemanticsChoice&) = default;
};

// One way of ending, before it is multiplied. `spec` is complete but for its semantics and the delivery of its sinks.
struct Way {
  std::string name;                        // empty: the scenario has no ways, only its timeline
  std::vector<SemanticsChoice> semantics;  // at least one
  model::Spec spec;                        // with semantics.front()
  std::optional<std::size_t> here;         // the entry of spec.timeline that is the way's own command or fault
  Expectation expect;                      // its figures: of every sink
  int line = 0;                            // of its command or fault in the file, else of itself, else of the scenario
  std::map<std::string, std::map<std::string, Figure>>
      figures_of_sink;  // sink -> figure; none of those in expect.figures
};

struct Case {
  std::string way, semantics, sink;  // the keys of an entry in a report
  model::Spec spec;
  std::optional<std::size_t> here;  // the entry of spec.timeline that ends the job in this way
  Expectation expect;
  int line = 0;  // of the way, as Way says
};

struct Scenario {
  std::string name, story;
  std::string place;                     // "scenarios/flip-45.yaml:12"
  std::vector<Way> ways;                 // at least one
  std::vector<history::Delivery> sinks;  // empty: the sinks stay as the job says
  std::string baseline;                  // name of a way; the first where nothing is said
  std::vector<Case> cases;               // ways in order, for each its semantics, for each the sinks
};

// The cases of a scenario's ways. The reader has called it; it is here for callers that change `ways` (`--semantics`).
std::vector<Case> multiply(const Scenario&);

// Equal in everything but `place` and `line`.
bool same(const Scenario&, const Scenario&);
bool same(const Way&, const Way&);
bool same(const Case&, const Case&);
bool same(const model::Spec&, const model::Spec&);
// Equal in their job: vertices, network and storage.
bool same_job(const model::Spec&, const model::Spec&);

}  // namespace scenarios
