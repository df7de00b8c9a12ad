// Each recording of real Flink that some versions cannot have produced (tests/recordings/refused.tsv: which, and why),
// followed with the version of these that is nearest to its own: the way has to end, and at what the table says.
//
// A reason that is only the existence of a command or a hook needs no behaviour to be seen; such rows are scored apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "scenarios/follow_recording.hpp"

namespace laws {
namespace {

using scenarios::Followed;

struct Row {
  std::string recording, lowest, highest, because;
};

std::vector<Row> rows() {
  std::ifstream in(QUIESCE_ROOT "/tests/recordings/refused.tsv");
  std::vector<Row> all;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    Row r;
    std::string versions;
    std::getline(fields, r.recording, '\t');
    std::getline(fields, versions, '\t');
    std::getline(fields, r.because, '\t');
    r.lowest = versions.substr(0, versions.find('-'));
    r.highest = versions.substr(versions.find('-') == std::string::npos ? 0 : versions.find('-') + 1);
    all.push_back(std::move(r));
  }
  return all;
}

// What the end of the way has to name, by a word of the reason; any of several.
struct Reason {
  const char* word;
  int named_percent;  // at least so many of its rows end there; others end at an earlier difference
  std::vector<std::string_view> ends_at;
};
const std::vector<Reason>& reasons() {
  static const std::vector<Reason> all{
      {"emitted behind", 90, {"source.emit"}},
      {"endInput called on suspend", 90, {"op.endInput"}},
      {"cancel during a stop ended FAILED", 90, {"job.status FAIL"}},
      {"a checkpoint triggered after", 70, {"checkpoint.triggered"}},
      // Until 1.14 the savepoint itself would have pushed out the checkpoint before it (M1), which comes first.
      {"StopWithSavepointStoppingException", 0, {"job.status", "answer"}},
      // Since 1.15 tasks would not have heard that the savepoint was complete, which comes first.
      {"a plain savepoint used for recovery", 0, {"source.restored"}},
      // Only the existence of a command or hook.
      {"stop-with-savepoint", 0, {}},
      {"finish() exists", 0, {}},
      {"legacy stop", 0, {}},
  };
  return all;
}
const Reason& reason_of(const Row& row) {
  const auto found = std::find_if(reasons().begin(), reasons().end(),
                                  [&](const Reason& r) { return row.because.find(r.word) != std::string::npos; });
  return *found;
}

std::pair<int, int> number(const std::string& version) {
  const auto dot = version.find('.');
  return {std::atoi(version.c_str()), std::atoi(version.c_str() + dot + 1)};
}
std::string nearest(const Row& row) {
  return "flink-" + (number(row.recording) < number(row.lowest) ? row.lowest : row.highest);
}

const scenarios::Trail& trail_of(const std::string& recording) {
  static std::pair<std::string, std::unique_ptr<scenarios::Trail>> last;
  if (last.first == recording && last.second) return *last.second;
  std::string path = QUIESCE_ROOT "/tests/recordings/" + recording + ".jsonl.gz";
  auto text = history::read_file(path);
  if (!std::holds_alternative<std::string>(text)) {  // some lie beside the folders
    std::string flat = recording;
    std::replace(flat.begin(), flat.end(), '/', '-');
    text = history::read_file(QUIESCE_ROOT "/tests/recordings/" + flat + ".jsonl.gz");
  }
  auto trail = scenarios::read_trail(std::get<std::string>(text));
  last = {recording, std::make_unique<scenarios::Trail>(std::move(std::get<scenarios::Trail>(trail)))};
  return *last.second;
}

struct Score {
  int rows = 0, refused = 0, undecided = 0, elsewhere = 0, explained = 0;
};

bool ends_where_it_should(const Followed& f, const Reason& reason) {
  if (reason.ends_at.empty()) return true;
  for (const std::string_view word : reason.ends_at)
    if (f.event.find(word) != std::string::npos) return true;
  return false;
}

std::map<std::string, Score> scores() {
  std::map<std::string, Score> all;
  for (const Row& row : rows()) {
    const Reason& reason = reason_of(row);
    scenarios::FollowLimits limits;
    limits.states = 3000;
    const Followed f = scenarios::follow(trail_of(row.recording), nearest(row), limits);
    Score& s = all[reason.word];
    ++s.rows;
    if (f.outcome == Followed::Outcome::explained)
      ++s.explained;
    else if (!ends_where_it_should(f, reason))
      ++s.elsewhere;
    else
      ++(f.outcome == Followed::Outcome::refused ? s.refused : s.undecided);
    if (f.outcome == Followed::Outcome::explained || !ends_where_it_should(f, reason))
      fmt::print("{} as {} ({}): event {}: {}\n", row.recording, nearest(row), row.because, f.seq,
                 f.outcome == Followed::Outcome::explained ? "all of it is explained" : f.event);
  }
  return all;
}

TEST(refused, a_version_that_cannot_have_produced_a_recording_does_not_explain_it_and_stops_where_it_differs) {
  for (const auto& [word, s] : scores()) {
    fmt::print("{}: {} rows, {} refused, {} undecided there, {} elsewhere, {} explained\n", word, s.rows, s.refused,
               s.undecided, s.elsewhere, s.explained);
    const auto reason =
        std::find_if(reasons().begin(), reasons().end(), [&word = word](const Reason& r) { return word == r.word; });
    EXPECT_GE((s.refused + s.undecided) * 100, s.rows * reason->named_percent) << word;
    // A command that failed at once looks the same in a version that does not know it.
    EXPECT_LE(s.explained, word == "stop-with-savepoint" ? 6 : 0) << word;
  }
}

}  // namespace
}  // namespace laws
