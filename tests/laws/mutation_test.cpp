// Changed histories are noticed. Recordings of real Flink are changed in seven ways (mutations.hpp), at random places,
// and audited: of each kind at least 95 of 100 have to be refused by the reader, to break a promise that the recording
// kept, or to be refused by the model of their version (follow_recording.hpp), which is asked only where the audit is
// silent. A property that is violated without being promised, and a figure that is another one, count for nothing.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "scenarios/audit.hpp"
#include "scenarios/follow_recording.hpp"
#include "tests/history/recordings.hpp"
#include "tests/laws/mutations.hpp"

namespace laws {
namespace {

constexpr int recordings_in_a_case = 6;
constexpr std::uint64_t states = 6000;

const std::vector<std::string>& recordings() {
  static const std::vector<std::string> all = history_test::kept_recordings();
  return all;
}
const Choose by_chance = [](std::size_t n) { return *rc::gen::inRange<std::size_t>(0, n); };

// ---- what is said of a history

struct Judged {
  bool readable;
  std::set<std::string> broken, violated;  // ids: promised, not promised
};

Judged judged(const std::string& text) {
  const scenarios::Audit audit = scenarios::audit_text(text, {});
  Judged j{!audit.error, {}, {}};
  for (const scenarios::PropertyOutcome& p : audit.outcome.properties)
    if (p.verdict == properties::Verdict::violated) (p.alarm ? j.broken : j.violated).emplace(p.property->id);
  return j;
}

using Outcome = scenarios::Followed::Outcome;

Outcome followed(const std::string& text) {
  const auto read = scenarios::read_trail(text);
  const auto* trail = std::get_if<scenarios::Trail>(&read);
  if (!trail || !trail->cannot.empty()) return Outcome::undecided;
  scenarios::FollowLimits limits;
  limits.states = states;
  return scenarios::follow(*trail, "", limits).outcome;
}

// ---- how many of each kind are noticed

struct Tally {
  int applied = 0, refused = 0, broke = 0, not_followed = 0, undecided = 0, unnoticed = 0, only_violated = 0;
  std::map<std::string, int> by_property;

  double noticed() const { return applied == 0 ? 0 : 100.0 * (applied - unnoticed) / applied; }
};

// The ones of `after` that are not in `before`.
std::vector<std::string> fresh(const std::set<std::string>& before, const std::set<std::string>& after) {
  std::vector<std::string> all;
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(all));
  return all;
}

void ask_the_model(const std::string& original, const std::string& mutated, Tally& tally) {
  if (followed(original) != Outcome::explained) return void((++tally.undecided, ++tally.unnoticed));
  const Outcome outcome = followed(mutated);
  tally.not_followed += outcome == Outcome::refused;
  tally.undecided += outcome == Outcome::undecided;
  tally.unnoticed += outcome != Outcome::refused;
}

void count(const std::string& original, const Judged& before, const std::string& mutated, Tally& tally) {
  ++tally.applied;
  const Judged after = judged(mutated);
  if (!after.readable) return void(++tally.refused);
  const auto broken = fresh(before.broken, after.broken);
  for (const std::string& id : broken) ++tally.by_property[id];
  if (!broken.empty()) return void(++tally.broke);
  tally.only_violated += !fresh(before.violated, after.violated).empty();
  ask_the_model(original, mutated, tally);
}

using Table = std::map<Mutation, Tally>;

void mutate_some(Table& table, const MutationRow& row, const std::string& path) {
  const std::string original = history_test::content(path);
  const auto mutated = mutate(MutationStory(original), row.kind, by_chance);
  if (!mutated) return;
  Tally& tally = table[row.kind];
  const int unnoticed = tally.unnoticed;
  count(original, judged(original), mutated->text, tally);
  if (tally.unnoticed > unnoticed)
    std::printf("unnoticed: %s: %s\n  %s\n", row.sentence, path.c_str(), mutated->what.substr(0, 140).c_str());
}

void print(const Table& table) {
  std::printf("%-50s %7s %7s %7s %8s %9s %9s %8s\n", "", "applied", "refused", "promise", "not", "undecided",
              "unnoticed", "noticed");
  std::printf("%-50s %7s %7s %7s %8s\n", "", "", "by read", "broken", "followed");
  for (const MutationRow& row : mutation_rows) {
    const Tally& t = table.at(row.kind);
    std::printf("%-50s %7d %7d %7d %8d %9d %9d %7.1f%%\n", row.sentence, t.applied, t.refused, t.broke, t.not_followed,
                t.undecided, t.unnoticed, t.noticed());
    for (const auto& [id, n] : t.by_property) std::printf("    %5d %s\n", n, id.c_str());
    if (t.only_violated != 0) std::printf("    %5d only what is not promised\n", t.only_violated);
  }
}

TEST(mutations, of_each_kind_at_least_95_of_100_are_noticed) {
  Table table;
  rc::check("changed recordings", [&] {
    for (int i = 0; i < recordings_in_a_case; ++i)
      for (const MutationRow& row : mutation_rows) mutate_some(table, row, *rc::gen::elementOf(recordings()));
  });
  print(table);
  for (const MutationRow& row : mutation_rows) {
    EXPECT_GE(table[row.kind].applied, 50) << row.sentence;
    EXPECT_GE(table[row.kind].noticed(), 95.0) << row.sentence;
  }
}

// ---- that they are histories, and what of them is none

TEST(mutations, a_recording_taken_apart_and_put_together_is_the_same) {
  for (const std::string& path : recordings()) {
    const std::string text = history_test::content(path);
    EXPECT_EQ(MutationStory(text).text(), text) << path;
  }
}

// Some bytes changed, some cut out, an end torn off.
std::string damaged(std::string text) {
  for (std::size_t n = 1 + by_chance(8); n > 0 && !text.empty(); --n) {
    const std::size_t at = by_chance(text.size());
    switch (by_chance(4)) {
      case 0: text[at] = static_cast<char>(by_chance(256)); break;
      case 1: text.erase(at, by_chance(40)); break;
      case 2: text.insert(at, text.substr(by_chance(text.size()), by_chance(200))); break;
      default: text[at] = "0123456789\"{}[]:,-\n"[by_chance(20)]; break;
    }
  }
  if (by_chance(4) == 0) text.resize(by_chance(text.size() + 1));
  return text;
}

TEST(mutations, no_damage_to_them_crashes_the_reader) {
  EXPECT_TRUE(rc::check("changed recordings with damaged bytes", [] {
    for (const MutationRow& row : mutation_rows) {
      const std::string original = history_test::content(*rc::gen::elementOf(recordings()));
      const auto mutated = mutate(MutationStory(original), row.kind, by_chance);
      if (!mutated) continue;
      const std::string text = damaged(mutated->text);
      scenarios::AuditOptions lenient;
      lenient.lenient = true;
      const scenarios::Audit strict = scenarios::audit_text(text, {});
      RC_ASSERT(strict.error || strict.outcome.figures);
      scenarios::audit_text(text, lenient);
    }
  }));
}

}  // namespace
}  // namespace laws
