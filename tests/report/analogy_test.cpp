// The words of a database for the ends of a job: which shutdown is nearest, and what the run shows of it.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "model/rulebook.hpp"
#include "report/analogy.hpp"
#include "report/runs.hpp"
#include "scenarios/reader.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using P = report::Primitive;

// "InnoDB" -> "innodb_fast_shutdown = 1" of the nearest.
std::map<std::string, std::string> nearest_to(const std::vector<P>& ending) {
  std::map<std::string, std::string> modes;
  for (const report::Nearest& n : report::nearest(ending)) modes[std::string(n.shutdown->database)] = n.shutdown->mode;
  return modes;
}

TEST(shutdowns, each_is_nearest_to_itself_or_to_one_of_the_same_steps) {
  for (const report::Shutdown& s : report::shutdowns())
    for (const report::Nearest& n : report::nearest(s.steps)) {
      if (n.shutdown->database != s.database) continue;
      EXPECT_EQ(n.shutdown->steps, s.steps) << s.database << " " << s.mode;
      EXPECT_TRUE(n.only_here.empty() && n.only_there.empty());
    }
}

// The table of engines and databases: a drain is 0, a stop without one 1, a cancel with a retained checkpoint 2,
// immediate or ABORT; bounded sources are waited for as smart and NORMAL wait.
TEST(shutdowns, ways_of_ending_have_the_twins_of_the_mapping_table) {
  using Modes = std::map<std::string, std::string>;
  EXPECT_EQ(nearest_to({P::fence, P::wait_transactions, P::deferred_work, P::sharp_checkpoint, P::mark_clean}),
            (Modes{{"InnoDB", "innodb_fast_shutdown = 0"}, {"PostgreSQL", "fast"}, {"Oracle", "TRANSACTIONAL"}}));
  EXPECT_EQ(nearest_to({P::fence, P::wait_transactions, P::sharp_checkpoint, P::mark_clean}),
            (Modes{{"InnoDB", "innodb_fast_shutdown = 1"}, {"PostgreSQL", "fast"}, {"Oracle", "TRANSACTIONAL"}}));
  EXPECT_EQ(nearest_to({P::fence, P::abort_work}),
            (Modes{{"InnoDB", "innodb_fast_shutdown = 2"}, {"PostgreSQL", "immediate"}, {"Oracle", "ABORT"}}));
  EXPECT_EQ(nearest_to({P::fence, P::wait_sessions, P::sharp_checkpoint, P::mark_clean}),
            (Modes{{"InnoDB", "innodb_fast_shutdown = 1"}, {"PostgreSQL", "smart"}, {"Oracle", "NORMAL"}}));
  EXPECT_EQ(nearest_to({P::kill}), (Modes{{"InnoDB", "killed"}, {"PostgreSQL", "immediate"}, {"Oracle", "ABORT"}}));
}

struct Told {
  explicit Told(const std::string& file) {
    auto read = scenarios::read(file, content(std::string(QUIESCE_ROOT) + "/scenarios/" + file), {});
    scenario = std::move(read.scenarios.at(0));
    for (const scenarios::Case& c : scenario.cases)
      results.push_back(report::run_all(c, {}, model::make_rulebook(), {}));
  }
  std::string of(const std::string& way, const std::string& topic) const {
    std::string all;
    for (const report::Group& g : report::grouped(results))
      if (g.front()->outcome.subject->way == way)
        for (const report::Likeness& l : report::analogy(g))
          if (l.topic == topic) all += l.words + "\n";
    return all;
  }
  scenarios::Scenario scenario;
  std::vector<report::CaseResult> results;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(analogy, of_flip_45_says_what_the_runs_show) {
  const Told flip("flip-45.yaml");
  EXPECT_TRUE(has(flip.of("cancel", "checkpoint"), "run-1/chk-2 is fuzzy")) << flip.of("cancel", "checkpoint");
  EXPECT_TRUE(has(flip.of("cancel", "checkpoint"), "7 s before the end"));
  EXPECT_TRUE(has(flip.of("cancel", "redo"), "700 records"));
  EXPECT_TRUE(has(flip.of("cancel", "but"), "a plain sink shows 650 records twice")) << flip.of("cancel", "but");
  EXPECT_TRUE(has(flip.of("stop-with-savepoint", "checkpoint"), "is sharp"));
  EXPECT_TRUE(has(flip.of("stop-with-savepoint", "backup"), "run-1/savepoint-3"));
  EXPECT_TRUE(has(flip.of("stop-with-checkpoint", "checkpoint"), "is sharp"));
  EXPECT_EQ(flip.of("stop-with-checkpoint", "backup"), "");
  EXPECT_TRUE(has(flip.of("legacy stop", "checkpoint"), "only the log were left"));
  EXPECT_TRUE(has(flip.of("failure", "like"), "PostgreSQL immediate"));
}

// Until 1.14 sources read on behind the barrier of the stop (M6): a shutdown checkpoint that lies before the end.
TEST(analogy, of_a_stop_that_leaks_says_that_its_snapshot_is_not_sharp) {
  const std::vector<std::string> command{
      "compare", "scenarios/flip-45.yaml", "--way", "stop-with-savepoint", "--semantics", "1.13", "--analogy"};
  const Called called = call(command);
  EXPECT_EQ(called.code, 1) << called.err;  // the file expects that nothing is read again
  EXPECT_TRUE(has(called.out, "should be sharp and is not")) << called.out;
}

TEST(analogy, databases_yaml_ends_as_its_ways_are_called) {
  const Told databases("databases.yaml");
  const std::vector<std::pair<std::string, std::string>> ways{
      {"innodb_fast_shutdown = 0", "InnoDB innodb_fast_shutdown = 0"},
      {"innodb_fast_shutdown = 1, fast", "InnoDB innodb_fast_shutdown = 1"},
      {"innodb_fast_shutdown = 1, fast", "PostgreSQL fast"},
      {"innodb_fast_shutdown = 2, immediate", "InnoDB innodb_fast_shutdown = 2"},
      {"innodb_fast_shutdown = 2, immediate", "PostgreSQL immediate"},
      {"killed", "InnoDB killed"}};
  for (const auto& [way, mode] : ways) EXPECT_TRUE(has(databases.of(way, "like"), mode)) << databases.of(way, "like");
}

}  // namespace
}  // namespace report_test
