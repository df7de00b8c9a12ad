// Each recording of real Flink that some versions cannot have produced (tests/recordings/refused.tsv: which, and why),
// followed with the version of these that is nearest to its own: it has to be refused, which is a proof, and for what
// the table says. Where another difference comes first, that is let pass, and the reason has to be among those that
// follow.
//
// A reason that is only the existence of a command or a hook needs no behaviour to be seen; such rows are scored apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "scenarios/follow_recording.hpp"
#include "tests/laws/refused_rows.hpp"

namespace laws {
namespace {

using scenarios::Difference;
using Outcome = scenarios::Followed::Outcome;

// What has to be among the differences, by a word of the row's reason; any of several. Numbers are of rows, as
// measured.
struct Reason {
  const char* word;
  int refused, first, named;         // at least: refused; for this first; for this
  int explained;                     // at most
  std::vector<std::string_view> of;  // none: only the existence of a command or hook
  std::uint64_t states = 12'000;     // that may be looked at
};
const std::vector<Reason>& reasons() {
  static const std::vector<Reason> all{
      // Of 115; two are of jobs whose barriers overtake records, where nothing is proved.
      {"emitted behind", 113, 108, 112, 0, {"source.emit"}},
      // In one a checkpoint was in flight, which takes more states.
      {"endInput called on suspend", 26, 26, 26, 0, {"op.endInput"}, 60'000},
      {"cancel during a stop ended FAILED", 6, 6, 6, 0, {"job.status FAIL"}, 20'000},
      {"a checkpoint triggered after", 14, 12, 14, 0, {"checkpoint.triggered"}},
      // Until 1.14 the savepoint itself would have pushed out the checkpoint before it (M1), which comes first.
      {"StopWithSavepointStoppingException", 29, 2, 29, 0, {"job.status", "answer"}},
      // Since 1.15 tasks would not have heard that the savepoint was complete, which comes first.
      {"a plain savepoint used for recovery", 4, 0, 2, 0, {"source.restored"}},
      // A command that failed at once looks the same in a version that does not know it. What is undecided has parts
      // that the version lacks altogether, or barriers that overtake records.
      {"stop-with-savepoint", 382, 0, 0, 12, {}},
      {"finish() exists", 113, 0, 0, 0, {}},
      {"legacy stop", 8, 0, 0, 1, {}},
  };
  return all;
}
const Reason& reason_of(const RefusedRow& row) {
  return *std::find_if(reasons().begin(), reasons().end(),
                       [&](const Reason& r) { return row.because.find(r.word) != std::string::npos; });
}

const scenarios::Trail& trail_of(const std::string& recording) {
  static std::pair<std::string, std::unique_ptr<scenarios::Trail>> last;
  if (last.first == recording && last.second) return *last.second;
  auto trail = scenarios::read_trail(text_of_recording(QUIESCE_ROOT "/tests/recordings", recording));
  last = {recording, std::make_unique<scenarios::Trail>(std::move(std::get<scenarios::Trail>(trail)))};
  return *last.second;
}

struct Score {
  int rows = 0, refused = 0, undecided = 0, explained = 0;
  int first = 0, later = 0;  // of those refused: for the reason, at once or behind other differences
};

bool is_named(const Difference& d, const Reason& reason) {
  return std::any_of(reason.of.begin(), reason.of.end(),
                     [&](std::string_view word) { return d.event.find(word) != std::string::npos; });
}

void note(Score& s, const RefusedRow& row) {
  const Reason& reason = reason_of(row);
  constexpr std::size_t most_differences = 6;
  scenarios::FollowLimits limits;
  limits.states = reason.states;
  const auto on = scenarios::follow_on(trail_of(row.recording), nearest_version(row), limits,
                                       reason.of.empty() ? 1 : most_differences);
  ++s.rows;
  ++(on.followed.outcome == Outcome::refused     ? s.refused
     : on.followed.outcome == Outcome::explained ? s.explained
                                                 : s.undecided);
  const auto at = std::find_if(on.differences.begin(), on.differences.end(),
                               [&](const Difference& d) { return is_named(d, reason); });
  if (at != on.differences.end()) ++(at == on.differences.begin() ? s.first : s.later);
  if (on.followed.outcome == Outcome::refused && (reason.of.empty() || at != on.differences.end())) return;
  fmt::print("{} as {} ({}): {} after {} states, event {}: {}\n", row.recording, nearest_version(row), row.because,
             static_cast<int>(on.followed.outcome), on.followed.states, on.followed.seq, on.followed.event);
}

TEST(refused, a_version_that_cannot_have_produced_a_recording_is_refused_for_what_the_table_says) {
  std::map<std::string, Score> scores;
  for (const RefusedRow& row : refused_rows(QUIESCE_ROOT "/tests/recordings/refused.tsv"))
    note(scores[reason_of(row).word], row);
  for (const Reason& reason : reasons()) {
    const Score& s = scores[reason.word];
    fmt::print("{}: {} rows, {} refused (for this: {} at once, {} later), {} undecided, {} explained\n", reason.word,
               s.rows, s.refused, s.first, s.later, s.undecided, s.explained);
    EXPECT_GE(s.refused, reason.refused) << reason.word;
    EXPECT_GE(s.first, reason.first) << reason.word;
    EXPECT_GE(s.first + s.later, reason.named) << reason.word;
    EXPECT_LE(s.explained, reason.explained) << reason.word;
  }
}

// What 1.15 does otherwise than 1.10, one after the other: sources stop before the savepoint (M6), the checkpoint
// before it is kept until the end (M1), nobody is told of an end of data on suspend.
TEST(refused, a_difference_that_is_let_pass_shows_the_next_one) {
  scenarios::FollowLimits limits;
  limits.states = 12'000;
  const auto on =
      scenarios::follow_on(trail_of("1.10.3/stop-with-savepoint-plain-suspend-pass"), "flink-1.15", limits, 6);
  std::vector<std::string> events;
  for (const Difference& d : on.differences) events.push_back(d.event);
  const auto at = [&](std::string_view word) {
    return std::find_if(events.begin(), events.end(), [&](const std::string& e) { return e.find(word) != e.npos; }) -
           events.begin();
  };
  const auto none = static_cast<std::ptrdiff_t>(events.size());
  EXPECT_EQ(at("source.emit"), 0);
  EXPECT_LT(at("artifact.deleted"), at("op.endInput"));
  EXPECT_LT(at("op.endInput"), none);
}

}  // namespace
}  // namespace laws
