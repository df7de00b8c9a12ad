// The truth table: every way of every file in scenarios/truth-table/ comes out as its row says, and where a cell
// depends on a race, every order of steps is tried: what the documents name can be reached, and nothing else can.
//
// M and R numbers are those of the reference semantics.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/laws/support.hpp"
#include "tests/laws/truth_table_race.hpp"

namespace laws {
namespace {

// ---- rows

std::vector<std::string> files() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(QUIESCE_ROOT "/scenarios/truth-table"))
    all.push_back(entry.path().filename().string());
  std::sort(all.begin(), all.end());
  return all;
}

std::string name_of_file(const std::string& file) {
  std::string name = file.substr(0, file.find('.'));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class Row : public ::testing::TestWithParam<std::string> {};

TEST_P(Row, comes_out_in_every_version_as_the_table_says) {
  std::size_t cells = 0;
  for (const scenarios::Scenario& s : shipped("scenarios/truth-table/" + GetParam())) {
    for (const scenarios::Case& c : s.cases) {
      SCOPED_TRACE(s.name + " | " + c.way + " | " + c.semantics + " | " + c.sink);
      EXPECT_FALSE(c.expect.empty());
      const scenarios::CaseOutcome o = scenarios::run_case(c, {});
      EXPECT_EQ(o.error, "");
      for (const std::string& line : o.unmet) ADD_FAILURE() << line;
      for (const scenarios::PropertyOutcome& p : o.properties) EXPECT_FALSE(p.alarm) << p.property->id << " is broken";
      ++cells;
    }
  }
  EXPECT_GE(cells, 15U);
}
INSTANTIATE_TEST_SUITE_P(table, Row, ::testing::ValuesIn(files()),
                         [](const auto& row) { return name_of_file(row.param); });

TEST(row, a_wrong_cell_is_told) {
  const auto read = shipped("scenarios/truth-table/r1-cancel.yaml");
  scenarios::Case c = *find_case(read.at(0), "checkpoints retained", "plain");
  c.expect = {};
  c.expect.figures = {{"missing", scenarios::Figure::some()}, {"reread", 101}};
  c.expect.commands = {{"end", scenarios::Answer::unanswered}, {"other", scenarios::Answer::ok}};
  c.expect.left_by_run_1 = {{"checkpoint", 2}};
  EXPECT_EQ(
      scenarios::run_case(c, {}).unmet,
      (std::vector<std::string>{
          "missing is 0, expected some", "reread is 102, expected 101", "1 checkpoints are left by run-1, expected 2",
          "command end succeeded, expected it to stay unanswered", "command other was never given"}));
}

// ---- races

using K = history::CommandKind;
using F = model::FaultKind;
using Names = std::set<std::string>;

constexpr model::RestartSpec no_restart{model::RestartStrategy::none, 0, sim::second};
constexpr model::RestartSpec three_restarts{model::RestartStrategy::fixed_delay, 3, sim::second};

struct Documented {
  Race race;
  Names outcomes;
};
// What a test is called in the list of tests.
void PrintTo(const Documented& d, std::ostream* out) { *out << d.race.name << " " << d.race.profile; }

Names operator+(Names a, const Names& b) { return a.insert(b.begin(), b.end()), a; }

class Races : public ::testing::TestWithParam<Documented> {};

TEST_P(Races, reach_what_is_documented_and_nothing_else) {
  const Outcomes reached = explore_race(GetParam().race);
  EXPECT_EQ(reached.bound, "");
  EXPECT_EQ(reached.names(), GetParam().outcomes);
  for (const auto& [name, trace] : reached.traces)
    if (!GetParam().outcomes.contains(name)) ADD_FAILURE() << "no document names \"" << name << "\":\n" << trace;
}

std::string name_of_race(const ::testing::TestParamInfo<Documented>& info) {
  std::string name = info.param.race.name + "_" + info.param.race.profile;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

// R2 column 5. Until 1.14 the notice leaves the JobManager right before the cancel; every recording has it come first
// (1.9.3 measured.md 7). Since 1.15 there is none.
std::vector<Documented> notices() {
  std::vector<Documented> all;
  const auto add = [&](const char* profile, const char* outcome) {
    Race race{"notice_against_cancel", profile, {K::cancel_with_savepoint}, no_restart};
    race.notices = true;
    all.push_back({race, {outcome}});
  };
  for (const char* v : {"flink-1.9.3", "flink-1.10.3", "flink-1.11.6", "flink-1.12.7", "flink-1.13.6", "flink-1.14.6"})
    add(v, "ok CANCELED, 1 savepoint, told");
  for (const char* v : {"flink-1.15.4", "flink-1.20.5", "flink-2.3.0"}) add(v, "ok CANCELED, 1 savepoint, not told");
  return all;
}
INSTANTIATE_TEST_SUITE_P(r2, Races, ::testing::ValuesIn(notices()), name_of_race);

// M2. Beside what the table says of a cancel before the savepoint is complete: the cancel may come between the stop and
// its trigger (1.10 and later), where nothing is given up yet that could fail the job; when the savepoint is complete,
// which stays and is told to nobody (FLINK-28127); or when the job is FINISHED (409).
std::vector<Documented> cancels() {
  std::vector<Documented> all;
  const Names others{"failed ok CANCELED, 1 savepoint", "ok failed FINISHED, 1 savepoint"};
  const auto add = [&](const char* profile, const model::RestartSpec& restart, const Names& during) {
    const bool none = restart.strategy == model::RestartStrategy::none;
    const std::string name = std::string("cancel_during_stop_") + (none ? "none" : "fixed_delay");
    all.push_back({{name, profile, {K::stop_with_savepoint, K::cancel}, restart}, others + during});
  };
  add("flink-1.9.3", three_restarts, {"failed ok FAILED"});
  add("flink-1.9.3", no_restart, {"failed ok FAILED"});
  for (const char* v :
       {"flink-1.10.3", "flink-1.11.3", "flink-1.11.6", "flink-1.12.1", "flink-1.12.7", "flink-1.13.6"}) {
    add(v, three_restarts, {"failed ok CANCELED"});
    add(v, no_restart, {"failed ok CANCELED", "failed ok FAILED"});
  }
  for (const char* v : {"flink-1.14.6", "flink-1.15.4", "flink-1.20.5", "flink-2.3.0", "flip-45"}) {
    add(v, three_restarts, {"failed ok CANCELED"});
    add(v, no_restart, {"failed ok CANCELED"});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(m2, Races, ::testing::ValuesIn(cancels()), name_of_race);

// A commit throws, in the notice of the checkpoint before the stop or in that of the savepoint; close() throws. Half
// success ((c).2 and (c).4, M4, M14), or the stop was before completion, or the fault never met its hook.
std::vector<Documented> half_successes() {
  std::vector<Documented> all;
  const auto add = [&](const char* profile, const model::RestartSpec& restart, F fault, const Names& outcomes) {
    const bool none = restart.strategy == model::RestartStrategy::none;
    const std::string name =
        std::string(fault == F::commit_failure ? "commit" : "close") + "_throws_" + (none ? "none" : "fixed_delay");
    all.push_back({{name, profile, {K::stop_with_savepoint}, restart, {{fault, 1}}}, outcomes});
  };
  const Names fine{"ok FINISHED, 1 savepoint"}, failed{"failed FAILED, 1 savepoint"};
  const auto add_version = [&](const char* v, const Names& after) {
    add(v, three_restarts, F::commit_failure, fine + after + Names{"failed RUNNING again"});
    add(v, no_restart, F::commit_failure, fine + failed + Names{"failed FAILED"});
    add(v, three_restarts, F::close_failure, fine + after);
    add(v, no_restart, F::close_failure, fine + failed);
  };
  for (const char* v : {"flink-1.9.3", "flink-1.10.3", "flink-1.11.3", "flink-1.12.1"})
    add_version(v, {"- RUNNING again, 1 savepoint"});
  for (const char* v : {"flink-1.11.6", "flink-1.12.7", "flink-1.13.6", "flink-1.14.6"})
    add_version(v, {"failed RUNNING again, 1 savepoint"});
  for (const char* v : {"flink-1.15.4", "flink-1.20.5", "flink-2.3.0"}) add_version(v, failed);
  return all;
}
INSTANTIATE_TEST_SUITE_P(m4, Races, ::testing::ValuesIn(half_successes()), name_of_race);

// M21, M22: a task fails some time around a stop; a second stop. `never`: it failed before the first checkpoint, which
// the stop waits for. 1.16 - 2.2 say nothing of a failure before the savepoint is complete.
std::vector<Documented> adaptive() {
  std::vector<Documented> all;
  const Names known{"never RUNNING again", "failed RUNNING again", "failed FAILED, 1 savepoint",
                    "ok FINISHED, 1 savepoint"};
  const auto add = [&](const char* profile, const Names& outcomes) {
    Race fails{"adaptive_task_fails", profile, {K::stop_with_savepoint}, three_restarts, {{F::task_failure, 1}}};
    Race twice{"adaptive_two_stops", profile, {K::stop_with_savepoint, K::stop_with_savepoint}, three_restarts};
    fails.adaptive = twice.adaptive = true;
    all.push_back({fails, outcomes});
    all.push_back({twice, {"ok failed FINISHED, 1 savepoint"}});
  };
  add("flink-1.15.4", known);
  add("flink-1.20.5", known + Names{"- RUNNING"});
  add("flink-2.3.0", known);
  return all;
}
INSTANTIATE_TEST_SUITE_P(m21, Races, ::testing::ValuesIn(adaptive()), name_of_race);

// M3, with the lists of outcomes in measured.md of each version. Where the second stop comes when the tasks are ending
// or have ended it is refused, or meets a task that is in a stop: then the first has its savepoint and is a half
// success.
std::vector<Documented> two_stops() {
  std::vector<Documented> all;
  const Names too_late{"ok failed FINISHED, 1 savepoint"};
  const Names both_fail{"failed failed RUNNING again"}, all_failed{"failed failed FAILED"};
  const Names client_waits{"- failed RUNNING again, 1 savepoint"},
      client_told{"failed failed RUNNING again, 1 savepoint"}, half{"failed failed FAILED, 1 savepoint"};
  const Names both_succeed{"ok ok FINISHED, 2 savepoints"}, second_succeeds{"failed ok FINISHED, 1 savepoint"};
  // Hangs. 1.11.3 and 1.12.1: the second trigger fails the source inside, which reads on and tells nobody. 1.14.6: the
  // sink hears that the first was given up, then stops for its barrier.
  const Names source_reads_on{"- - RUNNING, 1 savepoint"}, sink_blocked{"failed - RUNNING"};
  const auto add = [&](const char* profile, const Names& restarting, const Names& failing, const Names& either) {
    const std::vector<K> stops{K::stop_with_savepoint, K::stop_with_savepoint};
    all.push_back({{"two_stops_fixed_delay", profile, stops, three_restarts}, too_late + either + restarting});
    all.push_back({{"two_stops_none", profile, stops, no_restart}, too_late + either + failing});
  };
  // Both succeed: measured in 1.13 and 1.14. The steps are there from 1.9 on (1.11.6 two-stops~1: a source takes the
  // second behind the notice of the first), so it is reachable there too.
  add("flink-1.9.3", both_fail + client_waits, all_failed + half, both_succeed);
  add("flink-1.10.3", both_fail + client_waits, all_failed + half, both_succeed);
  add("flink-1.11.3", both_fail + client_waits, all_failed + half, both_succeed + source_reads_on);
  add("flink-1.11.6", both_fail + client_told, all_failed + half, both_succeed);
  add("flink-1.12.1", both_fail + client_waits, all_failed + half, both_succeed + source_reads_on);
  add("flink-1.12.7", both_fail + client_told, all_failed + half, both_succeed);
  add("flink-1.13.6", both_fail + client_told, all_failed + half, both_succeed);
  add("flink-1.14.6", both_fail + client_told, all_failed + half, both_succeed + second_succeeds + sink_blocked);
  for (const char* v : {"flink-1.15.4", "flink-1.20.5", "flink-2.3.0"}) add(v, both_fail + half, all_failed + half, {});
  return all;
}
INSTANTIATE_TEST_SUITE_P(m3, Races, ::testing::ValuesIn(two_stops()), name_of_race);

// M3 with two sources before one sink. A source that has ended closes its mailbox: the second trigger is neither taken
// nor declined. With the other source's barrier and the end of this one the sink takes the second snapshot, which then
// waits for ever for the source that is gone: the hang of 1.12.7, and one of 1.14.6. The steps are the same from 1.10
// on.
std::vector<Documented> two_stops_two_sources() {
  std::vector<Documented> all;
  const auto add = [&](const char* profile, const Names& outcomes) {
    Race race{"two_stops_two_sources", profile, {K::stop_with_savepoint, K::stop_with_savepoint}, no_restart};
    race.two_sources = true;
    race.records = 1;
    all.push_back({race, outcomes});
  };
  const Names fail{"failed failed FAILED", "failed failed FAILED, 1 savepoint"};
  const Names too_late{"ok failed FINISHED, 1 savepoint"}, hang{"- - RUNNING, 1 savepoint"};
  const Names both_succeed{"ok ok FINISHED, 2 savepoints"};
  for (const char* v : {"flink-1.10.3", "flink-1.11.6", "flink-1.12.7", "flink-1.13.6"})
    add(v, fail + too_late + both_succeed + hang);
  add("flink-1.14.6",
      fail + too_late + both_succeed + hang + Names{"failed ok FINISHED, 1 savepoint", "failed - RUNNING"});
  add("flink-1.20.5", fail + too_late);
  return all;
}
INSTANTIATE_TEST_SUITE_P(m3_two_sources, Races, ::testing::ValuesIn(two_stops_two_sources()), name_of_race);

}  // namespace
}  // namespace laws
