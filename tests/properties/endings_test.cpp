// What fires at a cancel and at a drain.
#include "sequences.hpp"

namespace properties::test {
namespace {

const std::string cancelling = "submit\n job RUNNING\n watermark o0 50\n ask 0 cancel\n job CANCELLING\n answer 0 ok\n";

TEST(no_firing_on_cancel, lets_tasks_work_on_until_they_are_told) {
  const Answers a = run("no-firing-on-cancel", cancelling +
                                                   "watermark o0 60\n timer o0 event 60\n write k0 0:0 t1\n"
                                                   "precommit k0 t1 1\n job CANCELED");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(no_firing_on_cancel, is_violated_by_what_only_an_end_brings) {
  for (const char* line : {"watermark o0 max", "endinput o0", "finish o0", "timer o0 event 70"})
    EXPECT_TRUE(violated("no-firing-on-cancel", cancelling + line)) << line;
}

TEST(no_firing_on_cancel, is_violated_by_output_of_a_cancelled_job) {
  for (const char* line : {"write k0 0:0", "precommit k0 t1 1", "commit k0 t1", "watermark o0 60"})
    EXPECT_TRUE(violated("no-firing-on-cancel", cancelling + "job CANCELED\n" + line)) << line;
  EXPECT_FALSE(violated("no-firing-on-cancel", cancelling + "job CANCELED\n submit\n write k0 0:0"));
}

TEST(no_firing_on_cancel, does_not_ask_what_a_stop_had_begun) {
  EXPECT_FALSE(violated("no-firing-on-cancel",
                        "submit\n job RUNNING\n ask 0 stop-with-savepoint drain\n ask 1 cancel\n job CANCELLING\n"
                        "watermark o0 max\n endinput o0"));
}

history::Expectations draining() {
  history::Header h = header();
  h.drain = true;
  return expected("flink-1.15", h);
}
bool drain_broken(const std::string& text) { return violated("drain-fires-everything", text, draining()); }

const std::string drain =
    "submit\n job RUNNING\n process o0 0:0\n ask 0 stop-with-savepoint drain\n trigger 1 terminate\n";
const std::string stored = "state o0 1 1 0:0\n written 1 savepoint\n";

TEST(drain_fires_everything, holds_where_nothing_stays_inside) {
  const Answers a =
      run("drain-fires-everything",
          drain + "watermark o0 max\n endinput o0\n write k0 0:0 t1\n" + stored + "job FINISHED", draining());
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(drain_fires_everything, is_violated_by_a_snapshot_before_the_greatest_watermark) {
  EXPECT_TRUE(drain_broken(drain + "watermark o0 50\n" + stored));
}

TEST(drain_fires_everything, asks_for_no_watermark_where_there_is_no_event_time) {
  EXPECT_FALSE(drain_broken(drain + stored));
}

TEST(drain_fires_everything, is_violated_by_a_record_that_stays_in_an_operator) {
  EXPECT_TRUE(drain_broken(drain + "watermark o0 max\n endinput o0\n" + stored + "job FINISHED"));
  EXPECT_FALSE(drain_broken(drain + "watermark o0 max\n endinput o0\n" + stored + "job FAILED"));
}

TEST(drain_fires_everything, is_violated_by_an_input_that_never_ends) {
  EXPECT_TRUE(drain_broken(drain + "watermark o0 max\n write k0 0:0 t1\n" + stored + "job FINISHED"));
}

TEST(drain_fires_everything, asks_nothing_of_late_records_and_earlier_attempts) {
  EXPECT_FALSE(drain_broken(drain + "process o0 0:1 late\n watermark o0 max\n endinput o0\n write k0 0:0 t1\n" +
                            stored + "job FINISHED"));
  EXPECT_FALSE(
      drain_broken("submit\n process o0 0:3\n restored s0.1 0:0\n process o0.1 0:0\n write k0.1 0:0\n"
                   "trigger 1 terminate\n watermark o0.1 max\n endinput o0.1\n state o0.1 1 1 0:0\n"
                   "written 1 savepoint\n job FINISHED"));
}

TEST(drain_fires_everything, lets_chained_inputs_of_1_9_go_without_an_end) {
  history::Header h = header();
  h.drain = h.chained = true;
  const std::string unended = drain + "watermark o0 max\n write k0 0:0 t1\n" + stored + "job FINISHED";
  EXPECT_FALSE(violated("drain-fires-everything", unended, expected("1.9.3", h)));
  EXPECT_TRUE(violated("drain-fires-everything", unended, expected("1.10.3", h)));
}

// FLIP-45: a plain stop without retained checkpoints ends the sources as 1.8 does (1.5).
TEST(drain_fires_everything, asks_nothing_of_what_a_plain_stop_has_ended) {
  const std::string unended = drain + "watermark o0 max\n write k0 0:0 t1\n ";
  EXPECT_FALSE(drain_broken(unended + "ask 1 stop\n answer 1 ok\n" + stored + "job FINISHED"));
  EXPECT_TRUE(drain_broken(unended + "ask 1 stop\n answer 1 error\n" + stored + "job FINISHED"));
}

TEST(drain_fires_everything, is_judged_only_where_a_drain_is_asked_for) {
  EXPECT_FALSE(find("drain-fires-everything")->promised(expected()).judged);
  EXPECT_TRUE(find("drain-fires-everything")->promised(draining()).made);
}

TEST(nothing_after_the_last, speaks_of_what_nobody_asked_for) {
  const std::string id = "nothing-after-the-last";
  const std::string stopped = "submit\n job RUNNING\n ask 0 stop-with-savepoint\n trigger 1 suspend\n completed 1\n";
  EXPECT_TRUE(violated(id, stopped + "trigger 2 checkpoint\n completed 2"));
  EXPECT_FALSE(violated(id, stopped + "ask 1 savepoint\n trigger 2 savepoint\n completed 2"));
  EXPECT_FALSE(violated(id, stopped + "ask 1 checkpoint\n trigger 2 checkpoint\n completed 2"));
  EXPECT_TRUE(violated(id, stopped + "ask 1 checkpoint\n answer 1 error\n trigger 2 checkpoint\n completed 2"));
}

// What fails turns the trigger on, though another stop is under way.
TEST(nothing_after_the_last, judges_one_stop_alone) {
  const std::string id = "nothing-after-the-last";
  const std::string behind = "trigger 1 suspend\n completed 1\n trigger 2 checkpoint\n completed 2";
  const std::string one = "submit\n job RUNNING\n ask 0 stop-with-savepoint\n";
  EXPECT_TRUE(violated(id, one + behind));
  EXPECT_FALSE(violated(id, one + "ask 1 cancel-with-savepoint\n" + behind));
  EXPECT_FALSE(violated(id, one + "job RESTARTING\n job RUNNING\n" + behind));
  EXPECT_TRUE(
      violated(id, "submit\n job RUNNING\n job RESTARTING\n job RUNNING\n ask 0 stop-with-savepoint\n" + behind));
}

}  // namespace
}  // namespace properties::test
