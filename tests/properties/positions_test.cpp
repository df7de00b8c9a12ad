#include "sequences.hpp"

namespace properties::test {
namespace {

const std::string stopped_at_three = R"(
  submit
  restored s0 0:0
  restored s1 1:2
  emit s0 0:0
  emit s0 0:1
  emit s0 0:2
  ask 0 stop-with-savepoint
  trigger 1 suspend
  snapshot s0 1 0:3
  snapshot s1 1 1:2
  written 1 savepoint
  job FINISHED
  answer 0 ok 0/s1
)";

TEST(no_replay_after_stop, holds_when_the_next_record_comes_first) {
  const Answers a = run("no-replay-after-stop", stopped_at_three + "submit from 0/s1\n restored s0 0:3\n emit s0 0:3");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(no_replay_after_stop, is_violated_by_a_replayed_and_by_a_skipped_record) {
  EXPECT_TRUE(violated("no-replay-after-stop", stopped_at_three + "submit from 0/s1\n restored s0 0:2\n emit s0 0:2"));
  EXPECT_TRUE(violated("no-replay-after-stop", stopped_at_three + "submit from 0/s1\n restored s0 0:4\n emit s0 0:4"));
}

TEST(no_replay_after_stop, lets_a_silent_split_stand_where_it_was_restored) {
  EXPECT_FALSE(violated("no-replay-after-stop", stopped_at_three + "submit from 0/s1\n restored s1 1:2\n emit s1 1:2"));
  EXPECT_TRUE(violated("no-replay-after-stop", stopped_at_three + "submit from 0/s1\n restored s1 1:0\n emit s1 1:0"));
}

TEST(no_replay_after_stop, does_not_count_what_an_earlier_failover_had_rolled_back) {
  const std::string failover = R"(
    submit
    restored s0 0:0
    emit s0 0:0
    emit s0 0:1
    restored s0.1 0:0
    emit s0.1 0:0
    ask 0 stop-with-savepoint
    answer 0 ok 0/s1
    submit from 0/s1
    restored s0 0:1
  )";
  EXPECT_FALSE(violated("no-replay-after-stop", failover + "emit s0 0:1"));
  EXPECT_TRUE(violated("no-replay-after-stop", failover + "emit s0 0:2"));
}

TEST(no_replay_after_stop, asks_only_for_the_artifact_of_a_stop_that_went_well) {
  EXPECT_FALSE(run("no-replay-after-stop", stopped_at_three + "submit\n restored s0 0:0\n emit s0 0:0").arose);
  const std::string savepoint =
      "submit\n restored s0 0:0\n emit s0 0:0\n ask 0 savepoint\n answer 0 ok 0/s1\n emit s0 0:1\n";
  EXPECT_FALSE(run("no-replay-after-stop", savepoint + "submit from 0/s1\n restored s0 0:1\n emit s0 0:1").arose);
}

TEST(no_replay_after_stop, still_asks_when_the_resumed_execution_fails_before_its_first_record) {
  EXPECT_TRUE(violated("no-replay-after-stop",
                       stopped_at_three + "submit from 0/s1\n restored s0 0:3\n restored s0.1 0:0\n emit s0.1 0:0"));
}

TEST(no_replay_after_stop, is_promised_since_sources_stop_first) {
  const Property& p = *find("no-replay-after-stop");
  for (const char* engine : {"flink-1.8", "flink-1.9", "flink-1.13", "flink-1.14", "1.14.6"})
    EXPECT_FALSE(p.promised(expected(engine)).made) << engine;
  for (const char* engine : {"flink-1.15", "1.20.5", "flink-2.3", "flip-45"})
    EXPECT_TRUE(p.promised(expected(engine)).made) << engine;
  history::Header drained = header();
  drained.drain = true;
  EXPECT_TRUE(p.promised(expected("flink-1.14", drained)).made);
  EXPECT_FALSE(p.promised(expected("flink-1.13", drained)).made);
}

const std::string two_checkpoints = R"(
  submit
  restored s0 0:0
  trigger 1 checkpoint
  snapshot s0 1 0:2
  written 1 checkpoint
  completed 1
  trigger 2 checkpoint
  snapshot s0 2 0:4
  written 2 checkpoint
  deleted 0/1
  completed 2
  ask 0 cancel
)";

TEST(cancel_rewinds_exactly, holds_at_the_newest_complete_checkpoint) {
  const Answers a = run("cancel-rewinds-exactly",
                        two_checkpoints + "job CANCELLING\n job CANCELED\n submit from 0/2\n restored s0 0:4");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(cancel_rewinds_exactly, is_violated_by_an_older_one_a_newer_one_and_by_none) {
  const std::string canceled = two_checkpoints + "job CANCELLING\n job CANCELED\n";
  EXPECT_TRUE(violated("cancel-rewinds-exactly", canceled + "submit from 0/1\n restored s0 0:2"));
  EXPECT_TRUE(violated("cancel-rewinds-exactly", canceled + "submit from 0/2\n restored s0 0:5"));
  EXPECT_TRUE(violated("cancel-rewinds-exactly", canceled + "submit\n restored s0 0:0"));
}

TEST(cancel_rewinds_exactly, does_not_count_what_completes_after_cancelling) {
  const std::string late =
      two_checkpoints +
      "trigger 3 checkpoint\n snapshot s0 3 0:6\n job CANCELLING\n written 3 checkpoint\n job CANCELED\n";
  EXPECT_TRUE(violated("cancel-rewinds-exactly", late + "submit from 0/3\n restored s0 0:6"));
  EXPECT_FALSE(violated("cancel-rewinds-exactly", late + "submit from 0/2\n restored s0 0:4"));
}

TEST(cancel_rewinds_exactly, does_not_count_what_failed) {
  const std::string failed =
      two_checkpoints + "trigger 3 checkpoint\n snapshot s0 3 0:6\n failed 3\n job CANCELLING\n job CANCELED\n";
  EXPECT_FALSE(violated("cancel-rewinds-exactly", failed + "submit from 0/2\n restored s0 0:4"));
}

TEST(cancel_rewinds_exactly, goes_back_to_the_start_where_no_checkpoint_was_complete) {
  const std::string none = two_checkpoints +
                           "job CANCELLING\n job CANCELED\n submit from 0/2\n restored s0 0:4\n emit s0 0:4\n job "
                           "CANCELLING\n job CANCELED\n";
  EXPECT_FALSE(violated("cancel-rewinds-exactly", none + "submit from 0/2\n restored s0 0:4"));
  EXPECT_TRUE(violated("cancel-rewinds-exactly", none + "submit\n restored s0 0:0"));
}

TEST(cancel_rewinds_exactly, says_nothing_of_a_resume_from_a_savepoint) {
  const std::string savepoint =
      two_checkpoints +
      "trigger 3 savepoint\n snapshot s0 3 0:6\n written 3 savepoint\n job CANCELLING\n job CANCELED\n";
  EXPECT_FALSE(run("cancel-rewinds-exactly", savepoint + "submit from 0/s3\n restored s0 0:6").arose);
}

// Each resume for itself: of two the first may go back to the best artifact and the second to scratch.
TEST(cancel_rewinds_exactly, says_nothing_of_a_resume_that_asks_for_something_else) {
  const std::string canceled = two_checkpoints + "job CANCELLING\n job CANCELED\n submit from 0/2\n restored s0 0:4\n";
  const std::string twice = canceled + "job CANCELLING\n job CANCELED\n submit\n restored s0 0:0";
  history::Expectations e = expected();
  EXPECT_TRUE(violated("cancel-rewinds-exactly", twice, e));
  e.rewinding = 1U << 1;
  EXPECT_FALSE(violated("cancel-rewinds-exactly", twice, e));
  e.rewinding = 1U << 2;
  EXPECT_TRUE(violated("cancel-rewinds-exactly", twice, e));
}

TEST(cancel_rewinds_exactly, is_promised_where_the_policy_keeps_checkpoints) {
  const Property& p = *find("cancel-rewinds-exactly");
  history::Header h = header();
  EXPECT_TRUE(p.promised(expected("flink-1.8", h)).made);
  h.resume = "savepoint";
  EXPECT_FALSE(p.promised(expected("flink-1.15", h)).made);
  h = header();
  h.retention = history::Retention::delete_on_cancel;
  EXPECT_FALSE(p.promised(expected("flink-1.15", h)).made);
}

TEST(restore_latest, holds_at_the_newest_and_is_violated_by_the_oldest) {
  const Answers newest = run("restore-latest", two_checkpoints + "restored s0.1 0:4 chk 2");
  EXPECT_TRUE(newest.arose);
  EXPECT_FALSE(newest.violated);
  EXPECT_TRUE(violated("restore-latest", two_checkpoints + "restored s0.1 0:2 chk 1"));
}

TEST(restore_latest, asks_for_savepoints_only_of_versions_that_recover_from_them) {
  const std::string savepoint = two_checkpoints + "trigger 3 savepoint\n snapshot s0 3 0:6\n written 3 savepoint\n";
  const auto until = expected("flink-1.14"), since = expected("flink-1.15");
  EXPECT_FALSE(violated("restore-latest", savepoint + "restored s0.1 0:6", until));
  EXPECT_TRUE(violated("restore-latest", savepoint + "restored s0.1 0:4", until));
  EXPECT_FALSE(violated("restore-latest", savepoint + "restored s0.1 0:4", since));
  EXPECT_TRUE(violated("restore-latest", savepoint + "restored s0.1 0:6", since));
}

TEST(restore_latest, goes_back_to_what_the_execution_was_started_from) {
  const std::string resumed = two_checkpoints + "submit from 0/2\n restored s0 0:4\n emit s0 0:4\n";
  EXPECT_FALSE(violated("restore-latest", resumed + "restored s0.1 0:4"));
  EXPECT_TRUE(violated("restore-latest", resumed + "restored s0.1 0:0"));
}

TEST(records_are_reread, is_seen_when_the_first_one_comes_again) {
  const std::string two = "submit\n restored s0 0:0\n emit s0 0:0\n emit s0 0:1\n";
  EXPECT_FALSE(run("records-are-reread", two + "restored s0.1 0:1").reached);
  EXPECT_TRUE(run("records-are-reread", two + "restored s0.1 0:1\n emit s0.1 0:1").reached);
  EXPECT_FALSE(run("records-are-reread", two + "restored s0.1 0:2\n emit s0.1 0:2").reached);
}

const std::string two_readers = "submit\n restored s0 0:0\n restored s1 1:0\n trigger 1 checkpoint\n";

TEST(split_conservation, holds_where_each_split_has_one_reader_and_one_part) {
  const Answers a = run("split-conservation", two_readers +
                                                  "snapshot s0 1 0:0\n snapshot s1 1 1:0\n written 1 checkpoint\n"
                                                  "restored s1.1 0:0\n restored s0.1 1:0");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(split_conservation, is_violated_by_two_readers) {
  EXPECT_TRUE(violated("split-conservation", two_readers + "emit s1 0:0"));
  EXPECT_TRUE(violated("split-conservation", two_readers + "restored s1 0:0"));
}

TEST(split_conservation, is_violated_by_a_split_that_a_snapshot_holds_twice_or_not_at_all) {
  EXPECT_TRUE(violated("split-conservation", two_readers + "snapshot s0 1 0:0\n snapshot s1 1 0:0"));
  EXPECT_TRUE(violated("split-conservation", two_readers + "snapshot s0 1 0:0\n written 1 checkpoint"));
  EXPECT_FALSE(violated("split-conservation", two_readers + "snapshot s0 1 0:0\n failed 1"));
}

TEST(split_conservation, asks_no_part_of_a_reader_that_has_finished) {
  EXPECT_FALSE(violated("split-conservation",
                        "submit\n restored s0 0:0\n task s0 FINISHED\n trigger 1 checkpoint\n written 1 checkpoint"));
}

TEST(split_conservation, lets_a_split_be_handed_out_behind_the_trigger) {
  EXPECT_FALSE(
      violated("split-conservation",
               two_readers + "restored s1 2:0\n snapshot s0 1 0:0\n snapshot s1 1 1:0\n written 1 checkpoint"));
}

// ---- splits that are handed out

// Two splits of two records.
history::Expectations handed_out() {
  history::Expectations e = expected();
  e.split_ends = {2, 2};
  return e;
}

// Split 0 is read, split 1 is half read when the checkpoint is taken, which says nothing of split 0 any more.
const std::string one_read_one_half = R"(
  submit
  job RUNNING
  restored s0
  emit s0 0:0
  emit s0 0:1
  emit s0 1:0
  trigger 1 checkpoint
  snapshot s0 1 1:1
  written 1 checkpoint
)";

TEST(no_split_lost, holds_when_each_split_is_read_on_where_the_snapshot_has_it) {
  const std::string restored =
      one_read_one_half + "emit s0 1:1\n job RESTARTING\n job RUNNING\n restored s0.1 1:1 chk 1\n";
  const Answers a = run("no-split-lost", restored + "emit s0.1 1:1\n job FINISHED", handed_out());
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(no_split_lost, is_violated_by_a_finished_job_that_has_not_read_a_split) {
  EXPECT_TRUE(violated("no-split-lost", one_read_one_half + "job FINISHED", handed_out()));
  EXPECT_TRUE(
      violated("no-split-lost", "submit\n job RUNNING\n emit s0 0:0\n emit s0 0:1\n job FINISHED", handed_out()));
  // What was read behind the snapshot was read in vain.
  EXPECT_TRUE(violated("no-split-lost",
                       one_read_one_half + "emit s0 1:1\n job RUNNING\n restored s0.1 1:1 chk 1\n job FINISHED",
                       handed_out()));
}

TEST(no_split_lost, is_violated_by_a_record_that_is_passed_over) {
  EXPECT_TRUE(violated("no-split-lost", "submit\n job RUNNING\n emit s0 0:1", handed_out()));
  EXPECT_TRUE(violated("no-split-lost", one_read_one_half + "job RUNNING\n restored s0.1 1:2 chk 1\n emit s0.1 1:2",
                       handed_out()));
  EXPECT_FALSE(violated("no-split-lost", one_read_one_half + "restored s0.1 1:1 chk 1\n emit s0.1 1:0", handed_out()));
}

TEST(no_split_lost, asks_the_part_of_the_reader_that_has_read) {
  // Reader 1 took its part before it was handed split 0, so the snapshot does not have it.
  const std::string behind = R"(
    submit
    job RUNNING
    emit s0 1:0
    emit s0 1:1
    trigger 1 checkpoint
    snapshot s1 1
    emit s1 0:0
    emit s1 0:1
    snapshot s0 1
    written 1 checkpoint
    restored s0.1 chk 1
  )";
  EXPECT_TRUE(violated("no-split-lost", behind + "job FINISHED", handed_out()));
  EXPECT_FALSE(violated("no-split-lost", behind + "emit s0.1 0:0\n emit s0.1 0:1\n job FINISHED", handed_out()));
}

TEST(no_split_lost, remembers_what_a_reader_had_read_that_has_finished) {
  const std::string finished =
      "submit\n job RUNNING\n emit s0 0:0\n emit s0 0:1\n emit s1 1:0\n task s0 FINISHED\n trigger 1 checkpoint\n "
      "snapshot s1 1 1:1\n written 1 checkpoint\n restored s1.1 1:1 chk 1\n restored s0.1 chk 1\n";
  EXPECT_FALSE(violated("no-split-lost", finished + "emit s1.1 1:1\n job FINISHED", handed_out()));
  EXPECT_TRUE(violated("no-split-lost", finished + "job FINISHED", handed_out()));
}

TEST(no_split_lost, follows_the_artifact_that_an_execution_is_started_from) {
  const std::string canceled =
      one_read_one_half + "emit s0 1:1\n ask 0 cancel\n job CANCELED\n submit from 0/1\n job RUNNING\n";
  EXPECT_TRUE(violated("no-split-lost", canceled + "job FINISHED", handed_out()));
  EXPECT_FALSE(violated("no-split-lost", canceled + "emit s0 1:1\n job FINISHED", handed_out()));
}

TEST(no_split_lost, lets_a_job_that_is_stopped_leave_splits_for_the_next) {
  EXPECT_FALSE(violated("no-split-lost", one_read_one_half + "ask 0 stop-with-savepoint\n job FINISHED", handed_out()));
  EXPECT_TRUE(violated("no-split-lost", one_read_one_half + "ask 0 savepoint\n job FINISHED", handed_out()));
  // It may be told so before the engine has it.
  EXPECT_FALSE(
      violated("no-split-lost", "ask 0 stop-with-savepoint\n" + one_read_one_half + "job FINISHED", handed_out()));
}

TEST(no_split_lost, is_asked_only_where_splits_are_handed_out) {
  EXPECT_FALSE(find("no-split-lost")->promised(expected()).judged);
  EXPECT_TRUE(find("no-split-lost")->promised(handed_out()).made);
  history::Expectations old = expected("flink-1.12.2");
  old.split_ends = {2, 2};
  EXPECT_FALSE(find("no-split-lost")->promised(old).made);
}

TEST(split_liveness, wants_each_split_of_a_running_job_to_be_read_some_day) {
  EXPECT_FALSE(run("split-liveness", one_read_one_half, handed_out()).goal);
  EXPECT_TRUE(run("split-liveness", one_read_one_half + "emit s0 1:1", handed_out()).goal);
  EXPECT_FALSE(run("split-liveness", one_read_one_half + "emit s0 1:1\n restored s0.1 chk 1", handed_out()).goal);
  EXPECT_TRUE(run("split-liveness", one_read_one_half + "job FAILED", handed_out()).goal);
  EXPECT_TRUE(run("split-liveness", one_read_one_half + "ask 0 stop-with-savepoint", handed_out()).goal);
  history::Expectations endless = handed_out();
  endless.split_ends = {2, UINT32_MAX};
  EXPECT_TRUE(run("split-liveness", one_read_one_half, endless).goal);
}

// FLIP-147: tasks of a stop that have FINISHED are held as finished, and so are they in what comes of that.
TEST(split_liveness, asks_nothing_of_what_comes_of_a_snapshot_behind_a_stop) {
  const auto resumed = [](const std::string& before) {
    return "submit\n job RUNNING\n emit s0 0:0\n" + before +
           "trigger 1 savepoint\n snapshot s1 1\n written 1 savepoint\n job FINISHED\n submit from 0/s1\n job "
           "RUNNING\n restored s0 chk 1\n restored s1 chk 1\n";
  };
  const std::string stop = "ask 0 stop-with-savepoint\n", finished = "task s0 FINISHED\n";
  EXPECT_TRUE(run("split-liveness", resumed(stop + finished), handed_out()).goal);
  EXPECT_FALSE(violated("no-split-lost", resumed(stop + finished) + "job FINISHED", handed_out()));
  for (const std::string& before : {stop, finished, "ask 0 cancel-with-savepoint\n" + finished}) {
    EXPECT_FALSE(run("split-liveness", resumed(before), handed_out()).goal) << before;
    EXPECT_TRUE(violated("no-split-lost", resumed(before) + "job FINISHED", handed_out())) << before;
  }
  const std::string once_more =
      "trigger 2 checkpoint\n written 2 checkpoint\n job CANCELED\n submit from 1/2\n job RUNNING\n restored s0 chk "
      "2\n";
  EXPECT_TRUE(run("split-liveness", resumed(stop + finished) + once_more, handed_out()).goal);
  EXPECT_FALSE(run("split-liveness", resumed(stop) + once_more, handed_out()).goal);
}

// Behind a restart a split that was handed out stands nowhere until it is handed out again.
TEST(no_replay_after_stop, forgets_at_a_restart_where_a_handed_out_split_stood) {
  const std::string stopped = R"(
    submit
    job RUNNING
    emit s0 0:0
    job RESTARTING
    job RUNNING
    restored s0.1
    ask 0 stop-with-savepoint
    job FINISHED
    answer 0 ok 0/s1
    submit from 0/s1
    job RUNNING
    emit s0 0:0
  )";
  EXPECT_FALSE(violated("no-replay-after-stop", stopped, handed_out()));
  EXPECT_TRUE(violated("no-replay-after-stop", stopped));
}

}  // namespace
}  // namespace properties::test
