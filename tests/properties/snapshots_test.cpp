#include "sequences.hpp"

namespace properties::test {
namespace {

const std::string positions = "submit\n trigger 1 checkpoint\n snapshot s0 1 0:3\n snapshot s1 1 1:2\n";

TEST(consistent_cut, holds_when_the_parts_are_the_records_before_the_positions) {
  const Answers a =
      run("consistent-cut", positions + "state o0 1 3 0:0 0:2 1:1\n state o1 1 2 0:1 1:0\n written 1 checkpoint");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(consistent_cut, is_violated_by_a_missing_a_leaked_and_a_doubled_record) {
  const auto with = [&](const std::string& states) {
    return violated("consistent-cut", positions + states + "\n written 1 checkpoint");
  };
  EXPECT_TRUE(with("state o0 1 2 0:0 0:2\n state o1 1 2 0:1 1:0"));
  EXPECT_TRUE(with("state o0 1 4 0:0 0:2-3 1:1\n state o1 1 2 0:1 1:0"));
  EXPECT_TRUE(with("state o0 1 3 0:0 0:2 1:1\n state o1 1 3 0:1-2 1:0"));
  EXPECT_TRUE(with("state o0 1 3 0:0 0:2-3\n state o1 1 2 0:1 1:0"));  // the number is right, the record is not
}

TEST(consistent_cut, takes_each_record_once_for_each_stateful_vertex) {
  const std::string one = "state o0 1 5 0:0-2 1:0-1\n";
  EXPECT_FALSE(violated("consistent-cut", positions + one + "state o1 1 5 0:0-2 1:0-1\n written 1 checkpoint"));
  EXPECT_TRUE(violated("consistent-cut", positions + one + "state o1 1 4 0:0-2 1:0\n written 1 checkpoint"));
}

TEST(consistent_cut, compares_numbers_where_no_records_are_listed) {
  EXPECT_FALSE(violated("consistent-cut", positions + "state o0 1 3\n state o1 1 2\n written 1 checkpoint"));
  EXPECT_TRUE(violated("consistent-cut", positions + "state o0 1 3\n state o1 1 3\n written 1 checkpoint"));
  EXPECT_TRUE(violated("consistent-cut", positions + "state o0 1 0\n state o1 1 0\n written 1 checkpoint"));
}

TEST(consistent_cut, asks_only_of_complete_snapshots_without_data_in_channels) {
  EXPECT_FALSE(run("consistent-cut", positions + "state o0 1 1 0:0\n failed 1").arose);
  EXPECT_FALSE(run("consistent-cut", positions + "state o0 1 1 0:0\n written 1 checkpoint 4").arose);
  EXPECT_FALSE(run("consistent-cut", positions + "written 1 checkpoint").arose);  // no stateful operator
}

TEST(consistent_cut, is_not_promised_at_least_once) {
  history::Header h = header();
  EXPECT_TRUE(find("consistent-cut")->promised(expected("flink-1.8", h)).made);
  h.mode = history::Mode::at_least_once;
  EXPECT_FALSE(find("consistent-cut")->promised(expected("flink-1.8", h)).made);
  h = header();
  h.bounds["0"] = 7;
  EXPECT_FALSE(find("consistent-cut")->promised(expected("flink-1.15", h)).judged);
}

// FLIP-147: a source that has FINISHED has no part in a snapshot, nor in what is resumed from it.
TEST(consistent_cut, is_not_judged_where_a_finished_source_has_no_part) {
  const std::string id = "consistent-cut";
  const std::string two = "submit\n restored s0 0:0\n restored s1 1:0\n";
  const std::string partly =
      "trigger 1 checkpoint\n snapshot s1 1 1:2\n state o0 1 5 0:0-2 1:0-1\n written 1 checkpoint\n";
  EXPECT_TRUE(violated(id, two + partly));
  EXPECT_FALSE(violated(id, two + "task s0 FINISHED\n" + partly));
  const std::string resumed = two + "task s0 FINISHED\n" + partly + "submit from 0/1\n restored s1 1:2\n";
  EXPECT_FALSE(violated(id, resumed + "trigger 2 checkpoint\n snapshot s1 2 1:2\n state o0 2 5 0:0-2 1:0-1\n"
                                      "written 2 checkpoint"));
  const std::string whole = "trigger 1 checkpoint\n snapshot s0 1 0:3\n snapshot s1 1 1:2\n state o0 1 4 0:0-2 1:0\n";
  EXPECT_TRUE(violated(id, two + "task s0 FINISHED\n" + whole + "written 1 checkpoint"));
}

// One that is handed out is restored by nobody at first.
TEST(consistent_cut, knows_a_split_that_was_handed_out_by_its_records) {
  const std::string read = "submit\n restored s0 0:0\n restored s1\n emit s1 1:0\n";
  const std::string taken = "trigger 1 checkpoint\n snapshot s0 1 0:0\n state o0 1 1 1:0\n written 1 checkpoint\n";
  EXPECT_TRUE(violated("consistent-cut", read + taken));
  EXPECT_FALSE(violated("consistent-cut", read + "task s1 FINISHED\n" + taken));
}

TEST(consistent_cut, is_not_judged_behind_a_record_that_was_dropped_as_late) {
  const std::string dropped = positions + "state o0 1 2 0:0 0:2 1:1\n state o1 1 2 0:1 1:0\n written 1 checkpoint";
  EXPECT_TRUE(violated("consistent-cut", dropped));
  EXPECT_FALSE(violated("consistent-cut", "submit\n process o0 1:1 late\n" + dropped.substr(dropped.find('\n') + 1)));
}

std::string ended(const std::string& status) {
  return "submit\n written 1 checkpoint\n written 2 checkpoint\n deleted 0/1\n job " + status + "\n";
}
history::Expectations with(history::Retention r, std::string_view engine = "flink-1.15") {
  history::Header h = header();
  h.retention = r;
  return expected(engine, h);
}

TEST(retention, follows_the_table_at_each_status_and_policy) {
  using R = history::Retention;
  struct Row {
    R policy;
    const char* status;
    bool kept;
  };
  for (const Row& row : {Row{R::none, "FINISHED", false},
                         {R::none, "CANCELED", false},
                         {R::none, "FAILED", false},
                         {R::none, "SUSPENDED", false},
                         {R::delete_on_cancel, "FINISHED", false},
                         {R::delete_on_cancel, "CANCELED", false},
                         {R::delete_on_cancel, "FAILED", true},
                         {R::delete_on_cancel, "SUSPENDED", false},
                         {R::retain_on_cancel, "FINISHED", false},
                         {R::retain_on_cancel, "CANCELED", true},
                         {R::retain_on_cancel, "FAILED", true},
                         {R::retain_on_cancel, "SUSPENDED", true}}) {
    const auto e = with(row.policy);
    for (const bool deleted : {false, true}) {
      const std::string text = ended(row.status) + (deleted ? "deleted 0/2\n" : "");
      EXPECT_EQ(run("retention", text, e).violated, row.kept && deleted);  // one that is due may be on its way
      EXPECT_EQ(run("retention", text, e).at_rest, row.kept == deleted) << row.status << deleted;
      EXPECT_EQ(run("retention", text + "submit\n", e).violated, row.kept == deleted) << row.status << deleted;
    }
  }
}

// Until 1.14 a stop's savepoint takes the place of checkpoints; of several stops at once any may be the first to
// complete.
TEST(retention, knows_the_savepoint_of_each_of_several_stops) {
  auto e = with(history::Retention::retain_on_cancel);
  e.savepoint_subsumes = history::Expectations::Subsumes::of_stop;
  const auto deletes = [&](const std::string& first) {
    return run("retention",
               "submit\n written 1 checkpoint\n trigger 2 " + first +
                   "\n trigger 3 suspend\n trigger 4 terminate\n written 2 savepoint\n deleted 0/1\n",
               e)
        .violated;
  };
  EXPECT_FALSE(deletes("suspend"));
  EXPECT_TRUE(deletes("savepoint"));
}

TEST(retention, keeps_as_many_as_num_retained_and_the_newest) {
  history::Header h = header();
  h.retained = 2;
  const auto two = expected("flink-1.15", h);
  const std::string three = "submit\n written 1 checkpoint\n written 2 checkpoint\n written 3 checkpoint\n";
  EXPECT_FALSE(run("retention", three + "deleted 0/1\n job CANCELED", two).at_rest);
  EXPECT_TRUE(run("retention", three + "job CANCELED", two).at_rest);
  EXPECT_TRUE(run("retention", three + "deleted 0/2\n job CANCELED", two).at_rest);
  EXPECT_TRUE(run("retention", three + "deleted 0/1\n deleted 0/2\n job CANCELED", two).at_rest);
}

TEST(retention, is_violated_while_the_job_runs_on_without_its_newest_checkpoint) {
  EXPECT_FALSE(run("retention", ended("RUNNING")).at_rest);
  EXPECT_TRUE(run("retention", ended("RUNNING") + "deleted 0/2").at_rest);
}

TEST(retention, never_deletes_savepoints_or_what_an_earlier_execution_left) {
  EXPECT_TRUE(violated("retention", "submit\n written 1 savepoint\n deleted 0/s1"));
  EXPECT_TRUE(violated("retention", ended("CANCELED") + "submit from 0/2\n deleted 0/2"));
}

TEST(retention, lets_a_savepoint_take_the_place_of_a_checkpoint_in_old_versions) {
  const std::string replaced =
      "submit\n written 1 checkpoint\n trigger 2 savepoint\n written 2 savepoint\n deleted 0/1\n job CANCELED";
  EXPECT_FALSE(run("retention", replaced, expected("1.12.1")).at_rest);
  EXPECT_TRUE(run("retention", replaced, expected("1.12.7")).at_rest);
  const std::string by_stop =
      "submit\n written 1 checkpoint\n trigger 2 suspend\n written 2 savepoint\n deleted 0/1\n job FAILED";
  EXPECT_FALSE(run("retention", by_stop, expected("1.14.6")).at_rest);
  EXPECT_TRUE(run("retention", by_stop, expected("1.15.4")).at_rest);
}

TEST(retention, keeps_the_stop_checkpoint_of_flip_45_and_deletes_the_others) {
  const std::string stopped =
      "submit\n written 1 checkpoint\n trigger 2 suspend\n written 2 checkpoint\n deleted 0/1\n job FINISHED\n";
  EXPECT_FALSE(run("retention", stopped, expected("flip-45")).at_rest);
  EXPECT_TRUE(run("retention", stopped + "deleted 0/2", expected("flip-45")).at_rest);
}

TEST(monotone_checkpoint_ids, holds_for_rising_numbers_and_starts_anew_with_an_execution) {
  EXPECT_FALSE(violated("monotone-checkpoint-ids",
                        "submit\n trigger 1 checkpoint\n trigger 2 savepoint\n trigger 4 checkpoint"));
  EXPECT_FALSE(violated("monotone-checkpoint-ids", "submit\n trigger 3 checkpoint\n submit\n trigger 1 checkpoint"));
  EXPECT_TRUE(violated("monotone-checkpoint-ids", "submit\n trigger 2 checkpoint\n trigger 1 savepoint"));
  EXPECT_TRUE(violated("monotone-checkpoint-ids", "submit\n trigger 2 checkpoint\n trigger 2 checkpoint"));
  EXPECT_TRUE(run("monotone-checkpoint-ids", "submit\n trigger 1 checkpoint").arose);
}

}  // namespace
}  // namespace properties::test
