#pragma once
// What became of one case: the same struct for a timed run and an exploration, so that every report reads one thing.
// Made by run_case (run_case.cpp) and explore_case (explore_case.cpp). Tested in tests/laws.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history/figures.hpp"
#include "model/names.hpp"
#include "model/timed_run.hpp"
#include "properties/run_judge.hpp"
#include "scenarios/coverage.hpp"
#include "scenarios/scenario.hpp"
#include "sim/rule.hpp"

namespace scenarios {

// One step of a path, told for people: what happened and because of which earlier step.
struct StoryStep {
  std::uint64_t number;           // from 1
  std::uint64_t cause;            // number of the step that caused it; 0: the start
  std::optional<sim::Time> time;  // microseconds; explorations have none
  sim::Role role;
  std::string actor, rule, subject;  // "sink/0", "take_barrier", "count/0>sink/0"
  std::uint16_t binding;
  std::vector<std::string> events;  // lines of the history format, without seq and t
};
using Story = std::vector<StoryStep>;

struct PropertyOutcome {
  const properties::Property* property;
  properties::Promise promise;
  properties::Verdict verdict;
  bool alarm;         // promised and violated, and not expected to be `broken` by the scenario
  std::string bound;  // "every reachable state", "1 run", "10000000 states"; of a recording what makes it undecided
  std::optional<std::uint64_t> violated_at;  // timed runs: number of the first step in whose state it was violated
  Story trace;  // a path to the violation: a shortest one in explorations, shrunk in fuzzing; empty where there is none
};

struct Scope {
  std::uint64_t states, edges, depth;
  bool complete;
  std::string bound;                    // if not complete
  std::uint64_t bytes;                  // visited set, ancestry and packed frontier together, at their largest
  std::uint32_t block_bytes;            // one state, what properties remember included
  std::vector<std::string> budgets;     // "3 records of each split", "1 fault", ...
  std::vector<std::string> reductions;  // what is atomic or fused
};

// A history that was read from a file.
struct Recorded {
  std::uint64_t events;
  std::vector<history::Gap> gaps;          // kinds of events that it leaves out
  std::vector<std::string> still_running;  // executions without a terminal status
};

// Many random runs of one case (fuzz_case.hpp).
struct Fuzzed {
  std::uint64_t runs, steps, events;
  std::uint64_t overflowed;                       // runs that were cut short
  std::string overflow;                           // what the first of them ran into
  std::vector<std::optional<std::uint64_t>> run;  // by property: lowest number of a run that violates it
  std::shared_ptr<const Coverage> coverage;
  std::shared_ptr<const DistinctRuns> distinct;
  std::uint32_t block_bytes;            // one state, what properties remember included
  std::vector<std::string> budgets;     // as in Scope
  std::vector<std::string> reductions;  // as in Scope
};

struct CaseOutcome {
  const Case* subject = nullptr;
  std::uint64_t seed = 1;
  std::string error;  // not empty: the case could not be run at all; says why and what to change
  std::shared_ptr<const model::Plan> plan;
  history::Header header;
  std::optional<history::Figures> figures;                           // timed runs
  std::vector<std::pair<std::string, std::uint64_t>> left_by_run_1;  // timed runs: kind of artifact -> number
  std::optional<std::int64_t>
      ended_after_us;  // timed runs: from the command, or the fault in its place, to the terminal status of run-1
  std::optional<model::TimedRun> run;                               // timed runs
  std::optional<Scope> scope;                                       // explorations
  std::optional<Recorded> recorded;                                 // audits
  std::optional<Fuzzed> fuzzed;                                     // random runs
  std::vector<PropertyOutcome> properties;                          // in the order of the catalogue
  std::vector<std::string> unmet;                                   // expectations not met: "reread is 0, expected 700"
  bool undecided() const;                                           // something that was asked could not be finished
  bool made() const { return run || scope || recorded || fuzzed; }  // false: it could not be run or read at all
};

struct RunOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = 200'000'000;
  model::EventSink history = {};  // hears every event as well; may be empty. The header comes from header_of(plan).
  const model::World::Rules* rules = nullptr;  // null: the clean rulebook
  std::vector<std::string> only = {};          // ids of the properties to judge; empty: all
};
CaseOutcome run_case(const Case& subject, const RunOptions& options);

struct ExploreOptions {
  std::uint64_t states = 0;  // 0: as the scenario says
  std::uint64_t bytes = std::uint64_t{12} << 30;
  const model::World::Rules* rules = nullptr;
  std::vector<std::string> only = {};
  bool stop_at_first_alarm = false;
  // Called now and then with the number of states so far; may be empty.
  std::function<void(std::uint64_t states)> progress = {};
};
CaseOutcome explore_case(const Case& subject, const ExploreOptions& options);

// The story of a trace of named steps (sim/trace.hpp text) on a fresh world; where it stops fitting, why.
struct Unfitting {
  std::uint64_t step = 0;       // from 1: the first that is not possible
  StoryStep asked;              // the step as the trace names it; no events
  std::string reason;           // "its guard says no"
  Story possible;               // what could have happened instead; no events
  std::uint64_t left_over = 0;  // steps of the trace behind it
};
struct Replayed {
  Story story;
  std::string misfit;  // empty: it fits to the end
  std::optional<Unfitting> unfit;
};
Replayed replay_case(const Case& subject, std::string_view trace, const model::World::Rules* rules);
std::string trace_text(const Story& story);

}  // namespace scenarios
