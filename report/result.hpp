#pragma once
// One case with what became of it, over all its runs: what every rendering reads. Tested in
// tests/report/result_test.cpp.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history/names.hpp"
#include "report/costs.hpp"
#include "report/half_way.hpp"
#include "report/observed.hpp"
#include "scenarios/outcome.hpp"

namespace report {

struct Spread {
  std::string figure;
  std::int64_t least, most;
};

struct CaseResult {
  scenarios::CaseOutcome outcome;  // of the first seed; its verdicts and expectations are those of all runs
  std::uint64_t runs = 1;
  std::optional<std::uint64_t> violated_seed;  // first seed that broke a promise that was made
  std::vector<Spread> spread;                  // of figures that differ between runs
  Costs costs;                                 // of timed runs, over all of them
  std::shared_ptr<const HalfWay> half_way;     // where it was asked for, and there is one
  Observed observed;
  std::shared_ptr<const history::Names> names;     // of the first run, or of the recording
  double wall_seconds = 0;                         // of all its runs, or of its exploration
  std::map<std::string, std::string> trace_files;  // id of a violated property -> where its trace was stored
};

// Puts another run of the same case into the result.
void merge(CaseResult& into, const scenarios::CaseOutcome& run);
// Verdict of several runs from two of them.
properties::Verdict worse(properties::Verdict a, properties::Verdict b);

// Promises of a case by what became of them. Sightings (`sometimes`) are not promises.
struct Tally {
  std::vector<const scenarios::PropertyOutcome*> kept, broken, untested, undecided;  // promised
  std::vector<const scenarios::PropertyOutcome*> not_promised;                       // and can be judged, or not
  std::vector<const scenarios::PropertyOutcome*> found;                              // of those: violated, a finding
};
Tally tally(const scenarios::CaseOutcome& outcome);

// Of a violated property: "BROKEN", "BROKEN AS EXPECTED" (the file says so: no alarm), "NOT PROMISED, NOT KEPT" (a
// finding).
std::string_view breach(const scenarios::PropertyOutcome& p);
// "not violated in 20 runs", "holds", "violated", ...
std::string verdict_text(const scenarios::PropertyOutcome& p);

// What the whole came to; exit codes in catalogue.hpp.
struct Conclusion {
  std::uint64_t cases = 0, alarms = 0, unmet = 0, undecided = 0, impossible = 0;  // cases, but for unmet: expectations
  std::uint64_t expected = 0;  // cases with a promise broken as the file expects
  int exit() const;
  std::string_view word() const;  // "violated", "expectation not met", "undecided", "impossible", "ok"
};
void conclude(Conclusion& all, const CaseResult& result);

// "cancel · flink-1.15 · plain"
std::string title(const scenarios::Case& c);
// "flip-45-cancel-flink-1.15-plain", for names of files; changed knobs become four digits.
std::string file_name(const scenarios::Scenario& s, const scenarios::Case& c);

}  // namespace report
