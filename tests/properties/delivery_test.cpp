#include "sequences.hpp"

namespace properties::test {
namespace {

// Two records committed with checkpoint 1, one more in the open transaction.
const std::string committed_two = R"(
  submit
  restored s0 0:0
  emit s0 0:0
  emit s0 0:1
  write k0 0:0-1 t1
  trigger 1 checkpoint
  snapshot s0 1 0:2
  precommit k0 t1 1
  written 1 checkpoint
  commit k0 t1
  emit s0 0:2
  write k0 0:2 t2
)";

TEST(no_loss, holds_when_the_open_transaction_is_aborted_and_read_again) {
  const Answers a = run("no-loss", committed_two + R"(
    restored s0.1 0:2 chk 1
    abort k0 t2
  )");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(no_loss, is_violated_by_a_position_beyond_what_is_visible_or_pending) {
  EXPECT_TRUE(violated("no-loss", committed_two + "restored s0.1 0:4"));
  EXPECT_FALSE(violated("no-loss", committed_two + "restored s0.1 0:3"));  // record 2 is still pending
}

TEST(no_loss, is_violated_when_a_pending_transaction_below_the_position_is_aborted_later) {
  const std::string restored =
      committed_two + "precommit k0 t2 2\n trigger 2 checkpoint\n snapshot s0 2 0:3\n restored s0.1 0:3 chk 2\n";
  EXPECT_FALSE(violated("no-loss", restored + "commit k0.1 t2 recovered"));
  EXPECT_TRUE(violated("no-loss", restored + "abort k0.1 t2"));
  EXPECT_FALSE(violated("no-loss", restored + "commit k0.1 t2 recovered\n abort k0.1 t2 repeat"));
}

TEST(no_loss, does_not_ask_for_records_that_a_later_restore_reads_again) {
  EXPECT_FALSE(violated("no-loss", committed_two + "restored s0.1 0:3\n restored s0.2 0:2\n abort k0 t2"));
}

TEST(no_loss, is_met_by_the_same_record_in_another_transaction) {
  EXPECT_FALSE(violated("no-loss", committed_two + "write k1 0:2 t9\n restored s0.1 0:3\n abort k0 t2"));
}

TEST(no_loss, counts_a_plain_write_as_visible) {
  const std::string plain = "submit\n restored s0 0:0\n emit s0 0:0\n emit s0 0:1\n write k0 0:0\n";
  EXPECT_FALSE(violated("no-loss", plain + "restored s0.1 0:1"));
  EXPECT_TRUE(violated("no-loss", plain + "restored s0.1 0:2"));
}

TEST(no_loss, excuses_what_the_external_system_gave_up) {
  EXPECT_FALSE(violated("no-loss", committed_two + "precommit k0 t2 2\n restored s0.1 0:3\n expire k0 t2"));
}

TEST(no_loss, excuses_a_savepoint_that_the_job_had_fallen_back_behind) {
  const std::string fallback = committed_two + R"(
    trigger 2 savepoint
    snapshot s0 2 0:3
    precommit k0 t2 2
    written 2 savepoint
    restored s0.1 0:2 chk 1
    abort k0.1 t2
  )";
  EXPECT_FALSE(violated("no-loss", fallback + "submit from 0/s2\n restored s0 0:3"));
  // Nor does a checkpoint behind the fallback bring that savepoint back.
  const std::string later = "trigger 3 checkpoint\n snapshot s0.1 3 0:2\n written 3 checkpoint\n";
  EXPECT_FALSE(violated("no-loss", fallback + later + "submit from 0/s2\n restored s0 0:3"));
  // Without the fallback nothing is excused.
  const std::string straight =
      committed_two + "trigger 2 savepoint\n snapshot s0 2 0:3\n precommit k0 t2 2\n written 2 savepoint\n";
  EXPECT_TRUE(violated("no-loss", straight + "abort k0 t2\n submit from 0/s2\n restored s0 0:3"));
}

TEST(exactly_once_visible, holds_for_a_second_write_that_is_aborted) {
  const Answers a =
      run("exactly-once-visible",
          committed_two + "restored s0.1 0:2\n abort k0 t2\n emit s0.1 0:2\n write k0.1 0:2 t3\n commit k0.1 t3");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(exactly_once_visible, is_violated_by_a_record_in_two_committed_transactions) {
  EXPECT_TRUE(violated("exactly-once-visible", committed_two + "commit k0 t2\n write k0 0:2 t3\n commit k0 t3"));
}

TEST(exactly_once_visible, is_violated_by_a_record_written_twice_into_one_transaction) {
  EXPECT_TRUE(violated("exactly-once-visible", committed_two + "write k0 0:2 t2\n commit k0 t2"));
}

TEST(exactly_once_visible, counts_a_repeated_commit_once) {
  EXPECT_FALSE(violated("exactly-once-visible", committed_two + "commit k0 t1 recovered repeat"));
}

TEST(exactly_once_visible, is_not_judged_after_a_resume_from_elsewhere) {
  const std::string again = "restored s0 0:0\n emit s0 0:0\n write k0 0:0 t7\n commit k0 t7\n";
  EXPECT_FALSE(violated("exactly-once-visible", committed_two + "submit\n" + again));
  EXPECT_TRUE(violated("exactly-once-visible", committed_two + "submit from 0/1\n" + again));
}

TEST(exactly_once_visible, passes_on_what_an_execution_without_snapshots_was_started_from) {
  const std::string again = "restored s0 0:2\n emit s0 0:0\n write k0 0:0 t7\n commit k0 t7\n";
  EXPECT_TRUE(violated("exactly-once-visible", committed_two + "submit from 0/1\n submit from 0/1\n" + again));
}

TEST(exactly_once_visible, is_promised_for_transactional_sinks_only) {
  const Property& p = *find("exactly-once-visible");
  history::Header h = header();
  EXPECT_TRUE(p.promised(expected("flink-1.15", h)).made);
  EXPECT_FALSE(p.promised(expected("flip-45",
                                   [&] {
                                     auto x = h;
                                     x.mode = history::Mode::at_least_once;
                                     return x;
                                   }()))
                   .made);
  h.sink = history::Delivery::plain;
  EXPECT_FALSE(p.promised(expected("flink-1.15", h)).made);
  EXPECT_TRUE(p.promised(expected("flink-1.15", h)).judged);  // a finding, not an alarm
  h.sink = history::Delivery::idempotent;
  EXPECT_FALSE(p.promised(expected("flink-1.15", h)).judged);
}

TEST(at_least_once_visible, holds_and_is_violated_at_finished) {
  const std::string plain = "submit\n restored s0 0:0\n emit s0 0:0\n emit s0 0:1\n write k0 0:0\n";
  EXPECT_TRUE(violated("at-least-once-visible", plain + "job FINISHED"));
  const Answers a = run("at-least-once-visible", plain + "write k0 0:1\n job FINISHED");
  EXPECT_FALSE(a.violated);
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(violated("at-least-once-visible", plain + "job CANCELED"));
}

// Its enumerator has it back, and the next execution will hand it out.
TEST(at_least_once_visible, does_not_ask_for_a_split_that_was_taken_back) {
  const std::string stopped =
      "submit\n job RUNNING\n emit s0 0:0\n job RESTARTING\n job RUNNING\n restored s0.1\n job FINISHED";
  history::Expectations handed_out = expected();
  handed_out.split_ends = {1};
  EXPECT_FALSE(violated("at-least-once-visible", stopped, handed_out));
  EXPECT_TRUE(violated("at-least-once-visible", stopped));
  const std::string again = "submit\n job RUNNING\n restored s0\n emit s0 0:0\n job FINISHED";
  EXPECT_TRUE(violated("at-least-once-visible", again, handed_out));
}

TEST(committed_effects_never_rolled_back, catches_a_savepoint_that_commits_and_is_not_restored) {
  const std::string savepoint =
      committed_two + "trigger 2 savepoint\n snapshot s0 2 0:3\n precommit k0 t2 2\n written 2 savepoint\n";
  const std::string id = "committed-effects-never-rolled-back";
  EXPECT_TRUE(violated(id, savepoint + "commit k0 t2\n restored s0.1 0:2 chk 1"));
  const Answers store_and_notify = run(id, savepoint + "commit k0 t2\n restored s0.1 0:3 chk 2");
  EXPECT_FALSE(store_and_notify.violated);
  EXPECT_TRUE(store_and_notify.arose);
  EXPECT_FALSE(violated(id, savepoint + "restored s0.1 0:2 chk 1"));  // neither stored nor told
}

TEST(committed_effects_never_rolled_back, asks_only_inside_one_execution) {
  EXPECT_FALSE(
      violated("committed-effects-never-rolled-back", committed_two + "submit\n restored s0 0:0\n restored s0.1 0:0"));
}

TEST(a_transaction_is_recovered, is_seen_once_it_changes_something) {
  const std::string id = "a-transaction-is-recovered";
  EXPECT_FALSE(run(id, committed_two + "commit k0.1 t1 recovered repeat").reached);
  EXPECT_TRUE(run(id, committed_two + "restored s0.1 0:3\n commit k0.1 t2 recovered").reached);
}

const std::string first_checkpoint =
    "submit\n job RUNNING\n restored s0 0:0\n emit s0 0:0\n write k0 0:0 t1\n trigger 1 checkpoint\n snapshot s0 1 "
    "0:1\n"
    "precommit k0 t1 1\n";

TEST(consistent_prefix, holds_where_snapshots_come_before_commits) {
  const Answers a = run("consistent-prefix", first_checkpoint + "written 1 checkpoint\n commit k0 t1\n job FINISHED");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(consistent_prefix, is_violated_by_output_that_no_complete_snapshot_covers) {
  EXPECT_TRUE(violated("consistent-prefix", first_checkpoint + "commit k0 t1"));
  EXPECT_TRUE(violated("consistent-prefix", first_checkpoint + "failed 1\n commit k0 t1"));
  EXPECT_TRUE(violated("consistent-prefix",
                       first_checkpoint + "written 1 checkpoint\n write k0 0:1 t2\n precommit k0 t2 1\n commit k0 t2"));
}

TEST(consistent_prefix, is_violated_by_a_gap_when_the_job_is_finished) {
  const std::string gap =
      "submit\n restored s0 0:0\n emit s0 0:0\n emit s0 0:1\n write k0 0:1 t1\n trigger 1 suspend\n snapshot s0 1 0:2\n"
      "precommit k0 t1 1\n written 1 savepoint\n commit k0 t1\n";
  EXPECT_FALSE(violated("consistent-prefix", gap));
  EXPECT_TRUE(violated("consistent-prefix", gap + "job FINISHED"));
}

TEST(no_leaked_transaction, holds_where_what_was_begun_is_ended) {
  const Answers a = run("no-leaked-transaction",
                        "submit\n begin k0 t1\n precommit k0 t1 1\n begin k0 t2\n abort k0 t2\n job CANCELED");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
  EXPECT_FALSE(violated("no-leaked-transaction", "submit\n begin k0 t1\n expire k0 t1\n job FAILED"));
}

TEST(no_leaked_transaction, is_violated_by_one_that_outlives_its_job_or_its_attempt) {
  for (const char* status : {"FINISHED", "CANCELED", "FAILED"})
    EXPECT_TRUE(violated("no-leaked-transaction", std::string("submit\n begin k0 t1\n job ") + status)) << status;
  EXPECT_TRUE(violated("no-leaked-transaction", "submit\n begin k0 t1\n task k0 FAILED\n begin k0.1 t2"));
  EXPECT_FALSE(violated("no-leaked-transaction", "submit\n begin k0 t1\n begin k1 t2\n job SUSPENDED"));
}

// M24: a JobManager that is lost behind a stop's savepoint goes back behind what is committed, which is no gap.
TEST(consistent_prefix, sees_no_gap_where_the_last_attempt_has_read_less_than_is_visible) {
  const std::string shown =
      "submit\n restored s0 0:0\n emit s0 0:0\n write k0 0:0 t1\n trigger 1 suspend\n snapshot s0 1 0:1\n precommit k0 "
      "t1 "
      "1\n written 1 savepoint\n commit k0 t1\n job SUSPENDED\n job RUNNING\n restored s0.1 0:0\n";
  EXPECT_FALSE(violated("consistent-prefix", shown + "job FINISHED"));
}

// M13: a fallback behind a savepoint aborts what that savepoint names.
TEST(ends_with_everything, excuses_transactions_of_a_savepoint_that_its_job_had_fallen_back_behind) {
  const std::string taken =
      "submit\n restored s0 0:0\n emit s0 0:0\n write k0 0:0 t1\n trigger 1 savepoint\n snapshot s0 1 0:1\n precommit "
      "k0 "
      "t1 1\n written 1 savepoint\n";
  const std::string back = "job RESTARTING\n job RUNNING\n restored s0.1 0:0\n abort k0.1 t1\n";
  const std::string resumed = "job CANCELED\n submit from 0/s1\n restored s0 0:1 chk 1\n job FINISHED";
  history::Expectations e = expected();
  e.delivery = history::Delivery::transactional;
  EXPECT_TRUE(violated("ends-with-everything", taken + resumed, e));
  EXPECT_FALSE(violated("ends-with-everything", taken + back + resumed, e));
  e.delivery = history::Delivery::plain;
  EXPECT_TRUE(violated("ends-with-everything", taken + back + resumed, e));
}

// FLIP-147: a source that has ended is in no later snapshot, which covers all that it has handed on.
TEST(consistent_prefix, counts_what_a_source_had_handed_on_before_its_end_as_covered) {
  const std::string written = "submit\n restored s0 0:0\n emit s0 0:0\n write k0 0:0 t1\n ";
  const std::string completes = "trigger 1 checkpoint\n precommit k0 t1 1\n written 1 checkpoint\n commit k0 t1\n";
  EXPECT_FALSE(violated("consistent-prefix", written + "end s0\n" + completes));
  EXPECT_TRUE(violated("consistent-prefix", written + completes));
  EXPECT_TRUE(violated("consistent-prefix", written + "trigger 1 checkpoint\n end s0\n commit k0 t1"));
  // Another may come to life later; a new attempt has no ended source.
  EXPECT_FALSE(violated("consistent-prefix", written + "end s0\n restored s1 1:0\n" + completes));
  EXPECT_TRUE(violated("consistent-prefix",
                       written + "end s0\n job RUNNING\n restored s0.1 0:0\n emit s0.1 0:0\n" + completes));
}

}  // namespace
}  // namespace properties::test
