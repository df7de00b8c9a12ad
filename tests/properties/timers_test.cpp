// Watermarks, and timers across restores: windows of 20 ms, a record each 10 ms, two keys.
#include "sequences.hpp"

namespace properties::test {
namespace {

history::Expectations with_windows() {
  history::Header h = header();
  h.window_ms = 20, h.event_time_per_offset_ms = 10, h.keys = 2;
  return expected("flink-1.15", h);
}
bool timers_broken(const std::string& text) { return violated("timer-fidelity", text, with_windows()); }

const std::string begun = "submit\n job RUNNING\n restored s0 0:0\n process o0 0:0\n process o0 0:1\n process o0 0:2\n";
// Records 0 and 1 have fired before checkpoint 1; record 2 is in it.
const std::string snapshot =
    "watermark o0 19\n timer o0 event 19 k0\n timer o0 event 19 k1\n trigger 1 checkpoint\n snapshot s0 1 0:3\n"
    "state o0 1 3 0:0-2\n written 1 checkpoint\n completed 1\n";
const std::string restored =
    "task o0 FAILED\n job RESTARTING\n job RUNNING\n restored s0.1 0:3 chk 1\n reload o0.1 3 0:0-2\n";

TEST(timer_fidelity, holds_for_timers_that_fire_when_their_watermark_comes) {
  const Answers a = run("timer-fidelity", begun + snapshot, with_windows());
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(timer_fidelity, is_violated_by_a_timer_that_fires_again) {
  EXPECT_TRUE(timers_broken(begun + snapshot + "timer o0 event 19 k0"));
  EXPECT_TRUE(timers_broken(begun + snapshot + restored + "watermark o0.1 19\n timer o0.1 event 19 k0"));
}

TEST(timer_fidelity, is_violated_by_a_timer_that_is_left_out) {
  EXPECT_TRUE(timers_broken(begun + "watermark o0 19\n timer o0 event 19 k0\n watermark o0 29"));
  EXPECT_TRUE(timers_broken(begun + "watermark o0 max\n timer o0 event 19 k0\n timer o0 event 19 k1\n endinput o0"));
}

TEST(timer_fidelity, follows_what_a_snapshot_holds_into_a_restart) {
  const std::string due = begun + snapshot + restored + "watermark o0.1 39\n";
  EXPECT_FALSE(timers_broken(due + "timer o0.1 event 39 k0\n watermark o0.1 49"));
  EXPECT_TRUE(timers_broken(due + "watermark o0.1 49"));
}

TEST(timer_fidelity, follows_what_a_snapshot_holds_into_the_next_execution) {
  const std::string due =
      begun + snapshot + "job CANCELED\n submit from 0/1\n restored s0 0:3\n reload o0 3 0:0-2\n watermark o0 39\n";
  EXPECT_FALSE(timers_broken(due + "timer o0 event 39 k0\n watermark o0 49"));
  EXPECT_TRUE(timers_broken(due + "watermark o0 49"));
  EXPECT_TRUE(timers_broken(due + "timer o0 event 39 k0\n timer o0 event 39 k0"));
}

TEST(timer_fidelity, asks_nothing_of_late_records) {
  EXPECT_FALSE(timers_broken(begun + snapshot + "process o0 0:1 late\n watermark o0 29"));
}

TEST(timer_fidelity, is_not_judged_where_windows_are_not_known) {
  EXPECT_FALSE(find("timer-fidelity")->promised(expected()).judged);
  history::Expectations e = with_windows();
  e.window_shape_known = false;
  EXPECT_FALSE(find("timer-fidelity")->promised(e).judged);
}

TEST(monotone_watermark, is_violated_by_one_that_falls_inside_an_attempt) {
  const std::string rising = "submit\n watermark o0 10\n watermark o0 20\n watermark o1 15\n";
  const Answers a = run("monotone-watermark", rising, with_windows());
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
  EXPECT_TRUE(violated("monotone-watermark", rising + "watermark o0 15", with_windows()));
  EXPECT_FALSE(violated("monotone-watermark", rising + "watermark o0.1 5", with_windows()));
  EXPECT_FALSE(violated("monotone-watermark", rising + "submit\n watermark o0 5", with_windows()));
}

// Two sources feed o0; checkpoint 1 is being taken. s0 has sent 20, s1 has sent 10.
const std::string two_sources =
    "submit\n job RUNNING\n trigger 1 checkpoint\n watermark s0 20\n watermark s1 10\n watermark o0 10\n"
    "snapshot s0 1 0:3\n snapshot s1 1 1:2\n";

TEST(cut_in_event_time, is_violated_by_an_operator_that_has_seen_what_lies_behind_the_part_of_a_source) {
  const Answers a = run("cut-in-event-time", two_sources + "state o0 1 0\n written 1 checkpoint", with_windows());
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
  const std::string ahead = two_sources + "watermark s1 20\n watermark o0 20\n state o0 1 0\n";
  EXPECT_FALSE(violated("cut-in-event-time", ahead, with_windows()));
  EXPECT_TRUE(violated("cut-in-event-time", ahead + "written 1 checkpoint", with_windows()));
  EXPECT_FALSE(violated("cut-in-event-time", ahead + "failed 1\n written 1 checkpoint", with_windows()));
}

TEST(cut_in_event_time, lets_a_source_that_has_ended_have_sent_everything) {
  EXPECT_FALSE(violated("cut-in-event-time",
                        "submit\n job RUNNING\n trigger 1 checkpoint\n watermark s0 max\n watermark s1 10\n"
                        "watermark o0 10\n snapshot s1 1 1:2\n state o0 1 0\n written 1 checkpoint",
                        with_windows()));
}

TEST(cut_in_event_time, is_not_judged_of_unaligned_checkpoints_and_not_promised_at_least_once) {
  history::Expectations e = with_windows();
  e.mode = history::Mode::at_least_once;
  EXPECT_FALSE(find("cut-in-event-time")->promised(e).made);
  e = with_windows();
  e.unaligned = true;
  EXPECT_FALSE(find("cut-in-event-time")->promised(e).judged);
}

// Behind a forward exchange two tasks have the same key.
TEST(timer_fidelity, knows_which_task_holds_a_record_whatever_its_key) {
  const std::string both = begun + "restored s1 1:0\n process o1 1:0\n process o1 1:1\n";
  const std::string first = both + "watermark o0 19\n timer o0 event 19 k0\n timer o0 event 19 k1\n watermark o0 29\n";
  EXPECT_FALSE(timers_broken(first));
  EXPECT_TRUE(timers_broken(first + "timer o0 event 19 k0"));
  EXPECT_TRUE(timers_broken(first + "watermark o1 19\n timer o1 event 19 k0\n watermark o1 29"));
  EXPECT_FALSE(
      timers_broken(first + "watermark o1 19\n timer o1 event 19 k0\n timer o1 event 19 k1\n watermark o1 29"));
}

TEST(timer_fidelity, is_not_promised_where_records_enter_a_snapshot_from_behind_its_barrier) {
  history::Expectations e = with_windows();
  EXPECT_TRUE(find("timer-fidelity")->promised(e).made);
  e.mode = history::Mode::at_least_once;
  EXPECT_FALSE(find("timer-fidelity")->promised(e).made);
}

}  // namespace
}  // namespace properties::test
