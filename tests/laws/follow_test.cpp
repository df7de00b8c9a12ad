// Recordings of real Flink, followed with states of the model: what a version did, its model can do, event by event;
// and what it did that another version cannot is where that one's model stops.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "scenarios/follow_recording.hpp"
#include "tests/history/recordings.hpp"

namespace laws {
namespace {

using scenarios::Followed;

// Where another version stops: a record that left its source behind the barrier of the stop's savepoint; endInput.
struct Stop {
  const char *name, *as, *at;
};
constexpr Stop stops[] = {
    {"1.14.6/stop-with-savepoint-transactional-suspend-pass-alo", "flink-1.15", "source.emit"},
    {"1.14.6/stop-with-savepoint-plain-suspend-pass-flip27", "flink-1.15", "source.emit"},
    {"1.10.3/stop-with-savepoint-plain-suspend-pass", "flink-1.13", "op.endInput"},
};

Followed follow_text(const std::string& text, const std::string& as, std::uint64_t states) {
  const auto trail = scenarios::read_trail(text);
  EXPECT_TRUE(std::holds_alternative<scenarios::Trail>(trail));
  scenarios::FollowLimits limits;
  limits.states = states;
  return scenarios::follow(std::get<scenarios::Trail>(trail), as, limits);
}

Followed follow(const std::string& name, const std::string& as = {}, std::uint64_t states = 6000) {
  const auto text = history::read_file(QUIESCE_ROOT "/tests/recordings/" + name + ".jsonl.gz");
  EXPECT_TRUE(std::holds_alternative<std::string>(text)) << name;
  return follow_text(std::get<std::string>(text), as, states);
}

std::map<std::string, std::string> exceptions() {
  std::map<std::string, std::string> all;
  std::ifstream in(QUIESCE_ROOT "/tests/laws/follow_exceptions.tsv");
  for (std::string line; std::getline(in, line);)
    if (const auto tab = line.find('\t'); !line.starts_with('#') && tab != std::string::npos)
      all[line.substr(0, tab)] = line.substr(tab + 1);
  return all;
}

TEST(follow, the_version_that_was_recorded_explains_every_event_save_in_the_recordings_that_are_listed) {
  const auto listed = exceptions();
  std::size_t recordings = 0;
  for (const std::string& path : history_test::kept_recordings()) {
    const std::string folder = QUIESCE_ROOT "/tests/recordings/";
    const std::string name = path.substr(folder.size(), path.find(".jsonl") - folder.size());
    const Followed f = follow(name, {}, 9000);
    ++recordings;
    if (listed.contains(name))
      EXPECT_NE(f.outcome, Followed::Outcome::explained) << name << " is explained; strike it off the list";
    else
      EXPECT_EQ(f.outcome, Followed::Outcome::explained) << name << ": event " << f.seq << ", " << f.event;
  }
  EXPECT_GE(recordings, 500U);
  EXPECT_LE(listed.size() * 25, recordings);  // 4 %
}

TEST(follow, a_version_stops_at_what_it_does_not_do) {
  for (const auto& [name, as, at] : stops) {
    const Followed f = follow(name, as);
    EXPECT_NE(f.outcome, Followed::Outcome::explained) << name << " as " << as;
    EXPECT_NE(f.event.find(at), std::string::npos) << name << " as " << as << ": event " << f.seq << ", " << f.event;
  }
}

TEST(follow, a_record_that_was_never_read_is_not_explained) {
  const auto text =
      history::read_file(QUIESCE_ROOT "/tests/recordings/" +
                         std::string("1.10.3/stop-with-savepoint-plain-suspend-pass-slowsnap") + ".jsonl.gz");
  std::string changed = std::get<std::string>(text);
  const std::size_t at = changed.find("\"ev\":\"op.process\"", changed.size() / 2);
  const std::size_t rec = changed.find("\"rec\":\"", at) + 7, end = changed.find('"', rec);
  changed.replace(rec, end - rec, "0:9999");
  EXPECT_NE(follow_text(changed, "", 3000).outcome, Followed::Outcome::explained);
}

}  // namespace
}  // namespace laws
