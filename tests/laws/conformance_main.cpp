// conformance [--seeds N] [--only SUBSTRING] [--verbose] [--history SEED] [FOLDER]: one line for each recording, then
// what the model permits and no recording shows, then a table by version. With --history, only the history that the
// model writes for the first recording with that seed. A tool for whoever changes the model.
#include <fmt/format.h>
#include <cstdlib>
#include <string>

#include "tests/laws/conformance_table.hpp"

namespace {

using namespace laws;

struct Wanted {
  std::uint32_t history = 0;
  std::uint32_t seeds = 72;
  std::string only, folder = QUIESCE_ROOT "/../shared/histories";
  bool verbose = false;
};

void print(const Recording& r, const Endings& e, bool verbose) {
  const Verdict v = judge(r, e);
  const std::string error = r.error.empty() ? e.error : r.error;
  const char* word = v.whole                                ? "match"
                     : !e.error.empty() || !r.error.empty() ? "error"
                     : v.protocol                           ? "figures"
                                                            : "protocol";
  std::string line = fmt::format(
      "{:<8} {} whole {} protocol {} of {} endings {}", word, r.name, v.whole_seeds, v.protocol_seeds,
      [&] {
        std::uint32_t sum = 0;
        for (const auto& [ending, seeds] : e.seen) sum += seeds;
        return sum;
      }(),
      e.seen.size());
  for (const std::string& d : v.differences) line += " | " + d;
  if (!error.empty()) line += " | ERROR " + error;
  fmt::print("{}\n", line);
  if (!verbose) return;
  fmt::print("    recorded: {} || {}\n", to_string(r.ending.protocol), to_string(r.ending.figures));
  for (const auto& [ending, seeds] : e.seen)
    fmt::print("    {:>3} seeds: {} || {}\n", seeds, to_string(ending.protocol), to_string(ending.figures));
}

}  // namespace

int main(int argc, char** argv) {
  Wanted w;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg == "--verbose")
      w.verbose = true;
    else if (arg == "--seeds" && i + 1 < argc)
      w.seeds = static_cast<std::uint32_t>(std::atoi(argv[++i]));
    else if (arg == "--history" && i + 1 < argc)
      w.history = static_cast<std::uint32_t>(std::atoi(argv[++i]));
    else if (arg == "--only" && i + 1 < argc)
      w.only = argv[++i];
    else if (!arg.starts_with("--"))
      w.folder = arg;
    else
      return fmt::print(stderr,
                        "usage: conformance [--seeds N] [--only SUBSTRING] [--verbose] [--history SEED] [FOLDER]\n"),
             3;
  }
  const auto recordings = load_recordings(w.folder, w.only);
  if (w.history) {
    if (!recordings.empty()) fmt::print("{}", history_of(recordings.front(), w.history));
    return 0;
  }
  const auto endings = run_all(recordings, w.seeds);
  for (std::size_t i = 0; i < recordings.size(); ++i) print(recordings[i], endings[i], w.verbose);
  for (const NotSeen& n : not_seen(recordings, endings)) {
    fmt::print("not-seen {} ({} recordings): {} of {} seeds{}\n", n.recording, n.recordings, n.seeds, n.of, to_text(n));
  }
  fmt::print("{}", table_of(by_version(recordings, endings)));
  return 0;
}
