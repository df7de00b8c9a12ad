#pragma once
// Does the model do what real Flink did? Each recording becomes a scenario (scenarios/from_recording.hpp), which is run
// with many seeds, which also go through what a recording leaves open (scenarios::Untold); how the recording ended has
// to be among the endings. An ending is what is the same from run to run where nothing is left to chance: how commands
// were answered, what became of each execution, which kinds of artifacts are left (the *protocol part*), and which
// figures are zero (the *figures part*).
#include <map>
#include <string>
#include <vector>

#include "history/figures.hpp"
#include "model/rulebook.hpp"
#include "scenarios/from_recording.hpp"

namespace laws {

// Field -> value, in words: "status run-1" -> "FINISHED", "reread" -> "some".
using Fields = std::map<std::string, std::string>;
struct Ending {
  Fields protocol, figures;
  friend auto operator<=>(const Ending&, const Ending&) = default;
};
Ending ending_of(const history::Figures& figures);

struct Recording {
  std::string name;      // "1.20.5/stop-suspend-plain-twice-restart"
  std::string version;   // "1.20.5", "1.20.5 adaptive"
  std::string scenario;  // the same for repetitions of one experiment
  scenarios::RecordedCourse course;
  Ending ending;
  std::string error;  // not empty: it cannot be read
};
// Of all *.jsonl below the folder, in order of their paths; `only`: whose name contains it.
std::vector<Recording> load_recordings(const std::string& folder, const std::string& only = {});

struct Endings {
  std::map<Ending, std::uint32_t> seen;  // with how many seeds
  std::string error;                     // not empty: the model cannot run it, or ran into a limit of its own
};
struct Seeds {
  std::uint32_t first, last;  // `first`: one behind a multiple of the number of untold combinations
};
Endings run_model(const Recording& recording, Seeds seeds, const model::World::Rules& rules);

// The lines of the history that the model writes with one of those seeds, or why it cannot.
std::string history_of(const Recording& recording, std::uint32_t seed);

struct Verdict {
  bool whole = false, protocol = false;  // whether some ending is the recorded one; in its protocol part
  std::uint32_t whole_seeds = 0, protocol_seeds = 0;
  const Ending* nearest = nullptr;       // where none is: the one with the fewest differences, then most seeds
  std::vector<std::string> differences;  // "status run-1: FINISHED, model FAILED"
  std::vector<std::string> fields;       // the names alone
};
Verdict judge(const Recording& recording, const Endings& endings);

std::string to_string(const Fields& fields);

// All of them, by as many threads as the machine has. `seeds` for each; where the recorded ending is not among theirs,
// up to `patience` times as many.
inline constexpr std::uint32_t patience = 20;
std::vector<Endings> run_all(const std::vector<Recording>& recordings, std::uint32_t seeds);

}  // namespace laws
