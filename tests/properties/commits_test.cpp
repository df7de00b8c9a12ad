// When a two-phase sink has to commit: told, restored, and when its job is FINISHED.
#include "sequences.hpp"

namespace properties::test {
namespace {

const std::string id = "commits-when-due";
const std::string pre_committed = "submit\n begin k0 t1\n trigger 1 checkpoint\n precommit k0 t1 1\n";
const std::string restarts = "job RESTARTING\n job RUNNING\n task k0.1 DEPLOYING\n";

TEST(commits_when_due, holds_where_a_sink_commits_what_it_is_told_of) {
  const Answers a = run(id, pre_committed + "begin k0 t2\n written 1 checkpoint\n notify k0 1\n commit k0 t1\n");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(commits_when_due, is_violated_by_one_that_is_left_out_or_that_nobody_asked_for) {
  const std::string told = pre_committed + "begin k0 t2\n written 1 checkpoint\n notify k0 1\n";
  EXPECT_TRUE(violated(id, told + "write k0 0:0 t2"));
  EXPECT_TRUE(violated(id, pre_committed + "commit k0 t1\n commit k0 t1"));
}

TEST(commits_when_due, asks_a_restored_sink_for_what_the_snapshot_names) {
  const std::string named = pre_committed + "written 1 checkpoint\n" + restarts;
  EXPECT_TRUE(violated(id, named + "begin k0.1 t3"));
  EXPECT_FALSE(violated(id, named + "commit k0.1 t1 recovered\n begin k0.1 t3"));
  const std::string resumed = pre_committed + "written 1 checkpoint\n job FAILED\n submit from 0/1\n";
  EXPECT_TRUE(violated(id, resumed + "begin k0 t3"));
  EXPECT_FALSE(violated(id, resumed + "commit k0 t1 recovered\n begin k0 t3"));
}

// A Sink V2 begins a transaction with its first output: younger checkpoints may be complete by then, or the job over.
TEST(commits_when_due, asks_nothing_of_a_late_beginning_that_younger_checkpoints_have_passed) {
  const std::string behind = pre_committed + "failed 1\n" + restarts + "trigger 2 checkpoint\n written 2 checkpoint\n";
  EXPECT_FALSE(violated(id, behind + "begin k0.1 t2\n write k0.1 0:0 t2"));
  EXPECT_FALSE(violated(id, pre_committed + "failed 1\n" + restarts +
                                "trigger 2 suspend\n written 2 savepoint\n task k0.1 FINISHED\n job FINISHED"));
  EXPECT_TRUE(violated(id, pre_committed + "written 1 checkpoint\n" + restarts +
                               "trigger 2 checkpoint\n written 2 checkpoint\n begin k0.1 t2"));
}

TEST(commits_when_due, asks_for_the_transactions_of_a_stop_when_its_job_is_finished) {
  const std::string stopped = "submit\n begin k0 t1\n trigger 1 suspend\n precommit k0 t1 1\n written 1 savepoint\n";
  EXPECT_TRUE(violated(id, stopped + "task k0 FINISHED\n job FINISHED"));
  EXPECT_FALSE(violated(id, stopped + "notify k0 1\n commit k0 t1\n task k0 FINISHED\n job FINISHED"));
}

// A legacy stop waits for nothing: what the sink had pre-committed for a checkpoint that failed is in no later
// snapshot.
TEST(commits_when_due, asks_nothing_of_a_sink_that_had_finished_before_the_snapshot) {
  const std::string finished =
      pre_committed + "task k0 FINISHED\n failed 1\n trigger 2 suspend\n written 2 savepoint\n";
  EXPECT_FALSE(violated(id, finished + "job FINISHED"));
  EXPECT_FALSE(violated(id, finished + "job FAILED\n submit from 0/s2\n begin k0 t2"));
  EXPECT_TRUE(violated(
      id, pre_committed + "task k0 FINISHED\n written 1 checkpoint\n job FAILED\n submit from 0/1\n begin k0 t2"));
}

TEST(commits_when_due, asks_a_finished_sink_only_by_snapshots_that_were_complete_when_it_ended) {
  const std::string passed = pre_committed +
                             "written 1 checkpoint\n task k0 FINISHED\n trigger 2 checkpoint\n written 2 checkpoint\n" +
                             "job FAILED\n ";
  EXPECT_FALSE(violated(id, passed + "submit from 0/2\n begin k0 t2"));
  EXPECT_FALSE(violated(id, pre_committed + "written 1 checkpoint\n task k0 FINISHED\n trigger 2 checkpoint\n" +
                                "written 2 checkpoint\n" + restarts + "begin k0.1 t2"));
  EXPECT_TRUE(violated(id, pre_committed + "written 1 checkpoint\n task k0 FINISHED\n" + restarts + "begin k0.1 t2"));
}

// (c).2 step 2: in its chain the source has come to its end before anybody was told.
TEST(commits_when_due, excuses_chains_of_bounded_sources_in_a_stop_until_1_14) {
  const std::string untold =
      "submit\n begin k0 t1\n trigger 1 suspend\n precommit k0 t1 1\n written 1 savepoint\n task k0 FINISHED\n"
      "job FINISHED";
  history::Header h = header();
  h.bounds["0"] = 7;
  EXPECT_TRUE(violated(id, untold, expected("flink-1.12", h)));
  h.chained = true;
  EXPECT_FALSE(violated(id, untold, expected("flink-1.12", h)));
  EXPECT_TRUE(violated(id, untold, expected("flink-1.15", h)));
}

// M3: the second stop finds a source that leaves its loop for the first.
TEST(commits_when_due, excuses_chains_in_the_second_of_two_stops_until_1_14) {
  const std::string second =
      "trigger 2 suspend\n precommit k0 t2 2\n written 2 savepoint\n task k0 FINISHED\n job FINISHED";
  const std::string two =
      "submit\n begin k0 t1\n trigger 1 suspend\n written 1 savepoint\n notify k0 1\n begin k0 t2\n" + second;
  history::Header h = header();
  EXPECT_TRUE(violated(id, two, expected("flink-1.9", h)));
  h.chained = true;
  EXPECT_FALSE(violated(id, two, expected("flink-1.9", h)));
  EXPECT_FALSE(violated(id, two + "\n submit from 0/s2", expected("flink-1.9", h)));  // nor once its job is resumed
  EXPECT_TRUE(violated(id, two, expected("flink-1.15", h)));
  EXPECT_TRUE(violated(id, "submit\n begin k0 t2\n" + second, expected("flink-1.9", h)));
}

// What does not fit makes the verdict undecided, and stays so when a restart makes room again.
TEST(commits_when_due, remembers_in_exploration_that_something_did_not_fit) {
  Judges judges;
  Teller teller;
  const auto tell = [&](const std::string& line) { judges.fold(teller.read(line)); };
  tell("submit");
  for (int n = 1; n <= 9; ++n) tell("precommit k0 t" + std::to_string(n) + " " + std::to_string(n));
  ASSERT_TRUE(judges.overflow());
  tell("task k0.1 DEPLOYING");
  tell("begin k0.1 t10");
  EXPECT_TRUE(judges.overflow());
}

}  // namespace
}  // namespace properties::test
