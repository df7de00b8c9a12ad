// Clean profiles keep what they promise, in corners that few scenarios come to.
#include <gtest/gtest.h>

#include "tests/laws/support.hpp"

namespace laws {
namespace {

constexpr const char* profiles[] = {"flink-1.8.3",  "flink-1.9.3",  "flink-1.10.3", "flink-1.11.3", "flink-1.11.6",
                                    "flink-1.12.1", "flink-1.12.7", "flink-1.13.6", "flink-1.14.6", "flink-1.15.4",
                                    "flink-1.20.5", "flink-2.3.0",  "flip-45"};

std::vector<scenarios::Scenario> read(const std::string& text) {
  const scenarios::Read r = scenarios::read("corner.yaml", text, {});
  for (const scenarios::Error& e : r.errors) ADD_FAILURE() << scenarios::to_text(e);
  return r.scenarios;
}

void expect_no_alarm(const scenarios::CaseOutcome& o) {
  EXPECT_EQ(o.error, "");
  for (const scenarios::PropertyOutcome& p : o.properties)
    EXPECT_FALSE(p.alarm) << p.property->id << ": " << p.promise.reason << "\n" << scenarios::trace_text(p.trace);
}

const std::string retained_job = R"(
job:
  vertices:
    - {name: source, kind: source, api: source-function, splits: 2, rate: 100/s}
    - {name: count, kind: keyed-count, inputs: [source], keys: 4}
    - {name: sink, kind: sink, inputs: [count], delivery: transactional}
  network: {data: 10ms, control: 1ms}
  storage: {write: 50ms}
restart: {strategy: fixed-delay, attempts: 3, delay: 100ms}
until: 8s
)";

// Until 1.14 a savepoint takes a place in the store of retained checkpoints.
TEST(clean_profiles, keep_retention_when_savepoints_stand_among_retained_checkpoints) {
  for (const char* profile : profiles)
    for (const char* retained : {"1", "2", "3"})
      for (const char* command : {"savepoint", "cancel-with-savepoint", "cancel"}) {
        SCOPED_TRACE(std::string(profile) + ", retained " + retained + ", " + command);
        const auto scenarios = read("scenario: corner\nsemantics: " + std::string(profile) + retained_job +
                                    "checkpoints: {interval: 1s, retention: retain-on-cancel, retained: " + retained +
                                    "}\ntimeline:\n  - {at: 3500ms, command: {kind: savepoint, id: one}}\n"
                                    "  - {at: 4300ms, command: {kind: savepoint, id: two}}\n  - {at: 5500ms, command: "
                                    "{kind: " +
                                    command + ", id: end}}\n");
        for (const scenarios::Scenario& s : scenarios)
          for (const scenarios::Case& c : s.cases) expect_no_alarm(scenarios::run_case(c, {}));
      }
}

const std::string two_stops = R"(
job:
  vertices:
    - {name: source, kind: source, api: source-function, rate: 100/s}
    - {name: sink, kind: sink, inputs: [source], delivery: transactional}
checkpoints: {interval: 1s, retention: retain-on-cancel}
restart: {strategy: fixed-delay, attempts: 1, delay: 100ms}
until: 8s
timeline:
  - {at: 3s, when: checkpoint 1 completed, command: {kind: stop-with-savepoint, id: one}}
  - {at: +1ms, command: {kind: stop-with-savepoint, id: two}}
explore: {records: 1, checkpoints: 2, states: 3M}
)";

// M3: of two stops one may hang for ever; what a version promises is that a stop ends which is given alone.
TEST(clean_profiles, keep_their_promises_when_two_stops_come_at_once) {
  for (const char* profile : profiles) {
    if (std::string(profile) == "flink-1.8.3") continue;  // there is no such stop
    SCOPED_TRACE(profile);
    for (const scenarios::Scenario& s : read("scenario: corner\nsemantics: " + std::string(profile) + two_stops))
      for (const scenarios::Case& c : s.cases) {
        const scenarios::CaseOutcome o = scenarios::explore_case(c, {});
        expect_no_alarm(o);
        EXPECT_TRUE(o.scope->complete) << o.scope->bound;
      }
  }
}

}  // namespace
}  // namespace laws
