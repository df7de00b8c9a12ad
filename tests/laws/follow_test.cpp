// Recordings of real Flink, followed with states of the model: what a version did, its model can do, event by event;
// and what it did that another version cannot is where that one's model stops.
#include <gtest/gtest.h>

#include <filesystem>

#include "scenarios/follow_recording.hpp"

namespace laws {
namespace {

using scenarios::Followed;

// Some of each version.
constexpr const char* samples[] = {"1.8.3-stop-plain-retain-on-cancel-best",
                                    "1.9.3/stop-with-savepoint-plain-drain-pass-skew",
                                    "1.10.3/stop-with-savepoint-plain-suspend-pass-slowsnap",
                                    "1.11.3/stop-with-savepoint-plain-suspend-pass-flip27",
                                    "1.11.6/stop-with-savepoint-transactional-drain-fault-storage-finalize-fixed-delay",
                                    "1.12.1/stop-with-savepoint-transactional-suspend-fault-close-failure-fixed-delay",
                                    "1.12.7/stop-with-savepoint-plain-drain-pass-flip27",
                                    "1.13.6/stop-with-savepoint-plain-suspend-fault-two-stops-fixed-delay",
                                    "1.14.6/stop-with-savepoint-plain-drain-pass-chained",
                                    "1.15.4/none-plain-suspended-none",
                                    "1.16.3/stop-suspend-plain-twiceatonce",
                                    "1.19.3/stop-suspend-plain-pass-legacysource",
                                    "1.20.5-adaptive/stop-drain-transactional-fault-close-restart",
                                    "1.20.5/stop-drain-transactional-fault-snapshotasync-norestart"};

// Where another version stops: a record that left its source behind the barrier of the stop's savepoint; endInput.
struct Stop {
  const char *name, *as, *at;
};
constexpr Stop stops[] = {
    {"1.14.6/stop-with-savepoint-transactional-suspend-pass-alo", "flink-1.15", "source.emit"},
    {"1.14.6/stop-with-savepoint-plain-suspend-pass-flip27", "flink-1.15", "source.emit"},
    {"1.10.3/stop-with-savepoint-plain-suspend-pass", "flink-1.13", "op.endInput"},
};

Followed follow(const std::string& name, const std::string& as = {}, std::uint64_t states = 6000) {
  const auto text = history::read_file(QUIESCE_ROOT "/tests/recordings/" + name + ".jsonl.gz");
  EXPECT_TRUE(std::holds_alternative<std::string>(text)) << name;
  scenarios::FollowLimits limits;
  limits.states = states;
  const auto followed = scenarios::follow_recording(std::get<std::string>(text), as, limits);
  EXPECT_TRUE(std::holds_alternative<Followed>(followed)) << name;
  return std::get<Followed>(followed);
}

TEST(follow, the_version_that_was_recorded_explains_every_event) {
  for (const char* name : samples) {
    const Followed f = follow(name);
    EXPECT_EQ(f.outcome, Followed::Outcome::explained) << name << ": event " << f.seq << ", " << f.event;
  }
}

TEST(follow, a_version_stops_at_what_it_does_not_do) {
  for (const auto& [name, as, at] : stops) {
    const Followed f = follow(name, as);
    EXPECT_NE(f.outcome, Followed::Outcome::explained) << name << " as " << as;
    EXPECT_NE(f.event.find(at), std::string::npos) << name << " as " << as << ": event " << f.seq << ", " << f.event;
  }
}

TEST(follow, a_record_that_was_never_read_is_not_explained) {
  scenarios::FollowLimits limits;
  limits.states = 3000;
  const auto text = history::read_file(QUIESCE_ROOT "/tests/recordings/" + std::string(samples[2]) + ".jsonl.gz");
  std::string changed = std::get<std::string>(text);
  const std::size_t at = changed.find("\"ev\":\"op.process\"", changed.size() / 2);
  const std::size_t rec = changed.find("\"rec\":\"", at) + 7, end = changed.find('"', rec);
  changed.replace(rec, end - rec, "0:9999");
  const auto followed = scenarios::follow_recording(changed, "", limits);
  ASSERT_TRUE(std::holds_alternative<Followed>(followed));
  EXPECT_NE(std::get<Followed>(followed).outcome, Followed::Outcome::explained);
}

}  // namespace
}  // namespace laws
