// follow [--only SUBSTRING] [--as VERSION] [--states N] [FOLDER]: whether the model of a version could have produced
// each recording, and where the way that comes farthest ends. With --refused WORD only the recordings of the folder's
// refused.tsv are followed whose reason has this word, with a version that cannot have made them. A tool for whoever
// changes the model.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "scenarios/follow_recording.hpp"
#include "tests/laws/refused_rows.hpp"

namespace {

constexpr std::size_t most_differences = 6;

void print(const std::string& name, const scenarios::Followed& f, bool in_full) {
  constexpr std::string_view words[] = {"explained", "refused", "undecided"};
  fmt::print("{} {} {} events, {} states", words[static_cast<std::size_t>(f.outcome)], name, f.explained, f.states);
  if (f.outcome != scenarios::Followed::Outcome::explained) {
    fmt::print(" | event {}: {}", f.seq, f.event);
    const std::string lane = f.event.substr(0, f.event.find(':'));
    for (const std::string& other : f.instead)
      if (in_full || other.starts_with(lane)) fmt::print(" || {}", other);
  }
  fmt::print("\n");
  if (!in_full) return;
  for (const std::string& step : f.steps) fmt::print("    {}\n", step);
  for (const std::string& event : f.next) fmt::print("  next: {}\n", event);
}

void print_sums(std::map<scenarios::Followed::Outcome, int>& sums) {
  using Outcome = scenarios::Followed::Outcome;
  fmt::print("explained {}, refused {}, undecided {}\n", sums[Outcome::explained], sums[Outcome::refused],
             sums[Outcome::undecided]);
}

// Each row of the table whose reason has WORD in it, with the version of the row that is nearest to the recording's
// own.
void follow_refused(const std::string& folder, const std::string& word, const std::string& only,
                    const scenarios::FollowLimits& limits) {
  std::map<scenarios::Followed::Outcome, int> sums;
  for (const laws::RefusedRow& row : laws::refused_rows(folder + "/refused.tsv")) {
    if (row.because.find(word) == std::string::npos || row.recording.find(only) == std::string::npos) continue;
    const std::string text = laws::text_of_recording(folder, row.recording);
    const auto read = scenarios::read_trail(text);
    const auto* trail = std::get_if<scenarios::Trail>(&read);
    if (!trail || !trail->cannot.empty()) continue;
    const std::string version = laws::nearest_version(row);
    const scenarios::FollowedOn on = follow_on(*trail, version, limits, most_differences);
    ++sums[on.followed.outcome];
    print(row.recording + " as " + version + " (" + row.because + ")", on.followed, false);
    for (const scenarios::Difference& d : on.differences)
      fmt::print("    {} {}{}\n", d.seq, d.event, d.unrecorded ? " (not recorded)" : "");
    if (on.all) fmt::print("    and that is all\n");
  }
  print_sums(sums);
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder = QUIESCE_ROOT "/tests/recordings", only, as, refused;
  scenarios::FollowLimits limits;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (i + 1 < argc && arg == "--only")
      only = argv[++i];
    else if (i + 1 < argc && arg == "--as")
      as = argv[++i];
    else if (i + 1 < argc && arg == "--refused")
      refused = argv[++i];
    else if (i + 1 < argc && arg == "--states")
      limits.states = std::strtoull(argv[++i], nullptr, 10);
    else
      folder = arg;
  }
  if (!refused.empty()) return follow_refused(folder, refused, only, limits), 0;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (path.find(only) != std::string::npos && path.find(".jsonl") != std::string::npos) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  std::map<scenarios::Followed::Outcome, int> sums;
  for (const std::string& file : files) {
    const auto text = history::read_file(file);
    if (!std::holds_alternative<std::string>(text)) continue;
    const auto read = scenarios::read_trail(std::get<std::string>(text));
    const auto* trail = std::get_if<scenarios::Trail>(&read);
    if (!trail || !trail->cannot.empty()) {
      fmt::print("{}\n", trail ? file + ": " + trail->cannot : to_string(std::get<history::Error>(read), file));
      continue;
    }
    const scenarios::Followed f = follow(*trail, as, limits);
    ++sums[f.outcome];
    print(file.substr(folder.size() + 1), f, files.size() == 1);
  }
  print_sums(sums);
}
