// Bad scenario files: what is said of each, and where.
#include <gtest/gtest.h>

#include "bad.hpp"

namespace scenarios {
namespace {

std::vector<Bad> bad_files() {
  return {
      // the file
      {"empty", "", 1, 1, "holds no scenario; expected a map that begins with \"scenario: NAME\""},
      {"only_comments", "# nothing\n\n", 1, 1, "holds no scenario"},
      {"a_word", "hello\n", 1, 1, "this is no scenario"},
      {"a_list_of_words", "- hello\n- world\n", 1, 3, "a value where a map belongs"},
      {"not_yaml", "{ this is: [not yaml\n", 2, 1, "not YAML"},
      {"cut_in_the_middle", std::string(good.substr(0, good.find("keys: 4"))), 6, 0, "not YAML"},
      {"tab", "scenario: x\n\tstory: y\n", 2, 1, "a tab in the indentation; expected spaces"},
      {"nul_bytes", std::string("scenario: x\0y\n", 14), 1, 12, "byte 0x00 is not text"},
      {"bad_utf8", "scenario: \xff\n", 1, 11, "byte 0xff is not text"},
      {"a_tag", "scenario: !!int 3\n", 1, 11, "the tag"},
      {"a_list_as_key", "? [a, b]\n: c\n", 1, 3, "a list as a key"},
      {"unknown_alias", "scenario: *nothing\n", 1, 0, "not YAML"},

      // keys
      spoil("unknown_key", "rate:", "rat:", 5, 33,
            "unknown key \"rat\" in a `source` block; expected one of name, kind"),
      spoil("unknown_key_at_the_top", "until:", "untill:", 10, 1, "did you mean \"until\"?"),
      spoil("key_of_another_kind", "inputs: [src], keys: 4", "inputs: [src], delivery: plain", 6, 55,
            "unknown key \"delivery\" in a `keyed-count` block"),
      spoil("duplicate_key", "checkpoints: {interval: 10s}", "checkpoints: {interval: 10s, interval: 5s}", 9, 30,
            "the key \"interval\" a second time; expected it once; it stands at 9:15"),
      spoil("missing_name", "name: src, ", "", 5, 7, "a `source` block without name; expected the key \"name\""),
      spoil("missing_kind", "kind: source, ", "", 5, 7, "a vertex without kind"),
      spoil("missing_job", "job:", "story:", 1, 1, "no job; expected the key \"job\", here or in each way"),
      spoil("no_semantics", "semantics: flink-1.15\n", "", 1, 1, "no semantics"),
      spoil("map_where_list", "[src]", "{from: src}", 6, 48, "a map where a list belongs"),
      spoil("list_where_map", "{interval: 10s}", "[10s]", 9, 14, "a list where a map belongs"),
      spoil("nothing_where_map", "{interval: 10s}", "", 9, 1, "nothing where a map belongs"),

      // values
      spoil("unit_missing", "interval: 10s", "interval: 10", 9, 25,
            "\"10\" has no unit; expected a unit (h, min, s, ms or us); did you mean \"10s\"?"),
      spoil("zero_without_unit", "data: 250ms", "data: 0", 8, 19, "did you mean \"0ms\"?"),
      spoil("unknown_unit", "interval: 10s", "interval: 10days", 9, 25, "\"10days\" is no duration"),
      spoil("negative_duration", "interval: 10s", "interval: -10s", 9, 25, "\"-10s\" is no duration"),
      spoil("not_a_number", "interval: 10s", "interval: .NaN", 9, 25, "\".NaN\" is no duration"),
      spoil("huge_duration", "interval: 10s", "interval: 99999999999999999999h", 9, 25,
            "is too long; expected at most 100000h"),
      spoil("long_duration", "interval: 10s", "interval: 200000h", 9, 25, "is too long"),
      spoil("part_of_a_microsecond", "interval: 10s", "interval: 1.5us", 9, 25, "no whole number of microseconds"),
      spoil("rate_without_unit", "100/s", "100", 5, 39,
            "\"100\" has no unit; expected a rate, such as 100/s; did you mean \"100/s\"?"),
      spoil("rate_that_does_not_divide", "100/s", "300/s", 5, 39, "did you mean \"320/s\"?"),
      spoil("rate_of_nothing", "100/s", "0/s", 5, 39, "a rate of 0"),
      spoil("rate_too_fast", "100/s", "5000/ms", 5, 39, "is too fast"),
      spoil("huge_number", "keys: 4", "keys: 99999999999999999999", 6, 61,
            "out of range; expected a whole number from 1 to 1000000"),
      spoil("negative_number", "keys: 4", "keys: -4", 6, 61, "\"-4\" is out of range"),
      spoil("fraction", "keys: 4", "keys: 4.5", 6, 61, "\"4.5\" is no whole number"),
      spoil(
          "a_range_of_durations", "data: 250ms", "data: 5ms..80ms", 8, 19,
          "\"5ms..80ms\" is no duration; expected a number with a unit (h, min, s, ms or us), such as 10s or 50ms, or "
          "quantiles, such as {p50: 20ms, p90: 50ms, p99: 200ms, max: 1s}"),
      spoil("falling_quantiles", "data: 250ms", "data: {p50: 5ms, p90: 3ms, p99: 9ms, max: 9ms}", 8, 19,
            "quantiles that fall"),
      spoil("missing_quantile", "data: 250ms", "data: {p50: 5ms, p90: 6ms, max: 9ms}", 8, 19,
            "a `delay` block without p99"),
      spoil("unknown_choice", "kind: keyed-count", "kind: keyed-cnt", 6, 27,
            "unknown value \"keyed-cnt\"; expected one of source, keyed-count, map or sink; did you mean "
            "\"keyed-count\"?"),
      spoil("until_misspelt", "until: caught up", "until: cought up", 10, 8, "did you mean \"caught up\"?"),
      spoil("name_with_a_slash", "name: src", "name: s/rc", 5, 14, "\"s/rc\" is no name"),
      spoil("zero_splits", "rate: 100/s", "rate: 100/s, splits: 0", 5, 54,
            "out of range; expected a whole number from 1 to 200000"),
      spoil("too_parallel", "rate: 100/s", "rate: 100/s, parallelism: 200001", 5, 59, "out of range"),
      spoil("timeout_of_nothing", "interval: 10s", "interval: 10s, timeout: 0ms", 9, 39, "expected at least 1us"),
      spoil("attempts_without_strategy", "until: caught up", "until: caught up\nrestart: {strategy: none, attempts: 3}",
            11, 37, "\"attempts\" has no meaning here"),
      spoil("budget_with_a_least", "until: caught up", "until: caught up\nfaults: {any: 1..2}", 11, 15,
            "a budget that starts at \"1\""),
      spoil("unknown_message_kind", "until: caught up", "until: caught up\nexplore: {fused: [acknowlege]}", 11, 19,
            "did you mean \"acknowledge\"?"),
      spoil("too_many_records_to_explore", "until: caught up", "until: caught up\nexplore: {records: 100}", 11, 20,
            "\"100\" is out of range"),

      // the graph
      spoil("unknown_vertex", "inputs: [src]", "inputs: [scr]", 6, 49,
            "\"scr\" is no vertex; expected one of count, out or src; did you mean \"src\"?"),
      spoil("twice_the_same_name", "name: count", "name: src", 6, 7, "a second vertex named \"src\""),
      spoil("a_cycle", "inputs: [src]", "inputs: [src, count]", 6, 7, "a cycle in the graph through count"),
      spoil("a_long_cycle", "  network:",
            "    - {name: m, kind: map, inputs: [n]}\n    - {name: n, kind: map, inputs: [m]}\n  network:", 8, 7,
            "a cycle in the graph through m or n"),
      spoil("no_source", "kind: source, rate: 100/s", "kind: map, inputs: [count]", 5, 5, "a job without a source"),
      spoil("no_sink", "kind: sink, inputs: [count], delivery: transactional", "kind: map, inputs: [count]", 5, 5,
            "a job without a sink"),
      spoil("a_dead_end", "  network:", "    - {name: m, kind: map, inputs: [src]}\n  network:", 8, 7,
            "no sink behind \"m\""),
      spoil("sends_from_a_sink", "  network:", "    - {name: m, kind: map, inputs: [out]}\n  network:", 8, 37,
            "\"out\" is a sink"),
      spoil("forward_to_another_parallelism", "delivery: transactional", "parallelism: 2", 7, 40,
            "a forward exchange from \"count\" (1 subtasks) to \"out\" (2)"),
      spoil("two_edges", "inputs: [src]", "inputs: [src, src]", 6, 54, "a second edge from \"src\" to \"count\""),
      spoil("no_inputs", "inputs: [src]", "inputs: []", 6, 48, "\"count\" has no inputs"),

      // semantics
      spoil("unknown_version", "flink-1.15", "flink-1.51", 2, 12,
            "unknown semantics \"flink-1.51\"; expected one of flink-1.8, flink-1.9, flink-1.10"),
      spoil("unknown_knob", "flink-1.15", "{base: flink-1.15, source_stop: before-barrier}", 2, 31,
            "did you mean \"sources_stop\"?"),
      spoil("unknown_value_of_a_knob", "flink-1.15", "{base: flink-1.15, sources_stop: after-completeon}", 2, 45,
            "unknown value \"after-completeon\" of sources_stop; expected one of before-barrier or after-completion; "
            "did you mean \"after-completion\"?"),
      spoil("no_base", "flink-1.15", "{sources_stop: before-barrier}", 2, 12, "semantics without base"),
      spoil("semantics_twice", "flink-1.15", "[flink-1.15, flip-45, flink-1.15]", 2, 34,
            "the semantics \"flink-1.15\" a second time"),

      // timeline and ways
      spoil("time_before_the_previous", "{when: job ended, command", "{at: 20s, command", 13, 10,
            "20s is before the previous entry; expected 27s or later"),
      spoil("relative_times_add_up", "{when: job ended, command: {kind: resume, from: best}}",
            "{at: +10s, command: {kind: savepoint}}\n  - {at: 30s, command: {kind: resume}}", 14, 10,
            "30s is before the previous entry; expected 37s"),
      spoil("entry_without_time", "{when: job ended, command", "{command", 13, 5, "an entry that does not say when"),
      spoil("entry_that_does_nothing", "{at: 27s, way: here}", "{at: 27s}", 12, 5, "an entry that does nothing"),
      spoil("two_actions", "{at: 27s, way: here}", "{at: 27s, way: here, command: {kind: cancel}}", 12, 5,
            "2 actions in one entry"),
      spoil("way_here_twice", "  - {when: job ended", "  - {at: 28s, way: here}\n  - {when: job ended", 13, 5,
            "a second `way: here`"),
      spoil("no_way_here", "  - {at: 27s, way: here}\n", "", 15, 14,
            "no place in the timeline for this way; expected an entry with `way: here`"),
      spoil("way_without_an_action", "    command: {kind: stop-with-savepoint, id: end}\n", "", 18, 5,
            "a way that neither commands nor breaks anything"),
      spoil("command_and_fault", "    expect: {figures: {reread: 700}}",
            "    fault: {kind: task-failure, task: count/0}", 15, 5, "a way with a command and a fault"),
      spoil("twice_the_same_way", "name: stop", "name: cancel", 18, 11, "a second way named \"cancel\""),
      spoil("unknown_baseline", "baseline: cancel", "baseline: cancle", 20, 21,
            "\"cancle\" is the name of no way; expected one of cancel or stop; did you mean \"cancel\"?"),
      spoil("unknown_condition", "when: job ended", "when: jobs ended", 13, 12, "\"jobs ended\" is no condition"),
      spoil("unknown_status", "when: job ended", "when: job is CANCELLED", 13, 12, "did you mean \"CANCELED\"?"),
      spoil("condition_on_unknown_command", "when: job ended", "when: command ent answered ok", 13, 12,
            "\"ent\" is the id of no command above; expected end; did you mean \"end\"?"),
      spoil("condition_on_unknown_vertex", "when: job ended", "when: job ended and task cuont/0 is RUNNING", 13, 12,
            "\"cuont\" is no vertex"),
      spoil("condition_on_unknown_subtask", "when: job ended", "when: task count/7 is RUNNING", 13, 12,
            "\"count\" has no subtask 7; expected a subtask from 0 to 0"),
      spoil("condition_on_unknown_split", "when: job ended", "when: record 3:17 emitted", 13, 12,
            "the job has no split 3"),
      spoil("condition_with_a_dangling_and", "when: job ended", "when: job ended and", 13, 12, "\"\" is no condition"),
      spoil("fault_of_unknown_task", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: task-failure, task: count}", 19, 39, "\"count\" is no task; expected VERTEX/SUBTASK"),
      spoil("caught_up_without_resume", "  - {when: job ended, command: {kind: resume, from: best}}\n", "", 10, 8,
            "`until: caught up` without a resume in the timeline"),
      spoil("ends_too_early", "until: caught up", "until: 20s", 10, 8,
            "the run ends at 20s, before the last entry of the timeline"),
      spoil("two_commands_of_one_id", "{kind: resume, from: best}", "{kind: resume, id: end}", 13, 32,
            "a second command with the id \"end\""),
      spoil("from_without_resume", "{kind: cancel, id: end}", "{kind: cancel, from: best}", 16, 35,
            "\"from\" has no meaning here"),

      // expectations
      spoil("unknown_figure", "reread: 700", "rereads: 700", 17, 24,
            "unknown figure \"rereads\"; expected one of reread, duplicates, missing or visibleRun1; did you mean "
            "\"reread\"?"),
      spoil("figure_that_is_no_number", "reread: 700", "reread: unkown", 17, 32, "did you mean \"unknown\"?"),
      spoil("figure_misspelt", "reread: 700", "reread: sme", 17, 32, "some, none or unknown; did you mean \"some\"?"),
      spoil("unknown_answer", "{figures: {reread: 700}}", "{commands: {end: unansered}}", 17, 30,
            "unknown value \"unansered\"; expected one of failed, ok or unanswered; did you mean \"unanswered\"?"),
      spoil("left_by_nobody", "{figures: {reread: 700}}", "{left by run-1: {savepoints: 1}}", 17, 30,
            "did you mean \"savepoint\"?"),
      spoil("unknown_promise", "{figures: {reread: 700}}", "{promises: {no-replay-after-stp: kept}}", 17, 25,
            "did you mean \"no-replay-after-stop\"?"),
      spoil("unknown_fate", "{figures: {reread: 700}}", "{promises: {no-replay-after-stop: kep}}", 17, 47,
            "unknown value \"kep\"; expected one of broken or kept; did you mean \"kept\"?"),
      spoil("unknown_final_status", "{figures: {reread: 700}}", "{final status: Canceled}", 17, 28,
            "did you mean \"CANCELED\"?"),
  };
}

class BadFile : public testing::TestWithParam<Bad> {};

TEST_P(BadFile, is_refused_where_it_is_wrong) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(all, BadFile, testing::ValuesIn(bad_files()), [](const auto& bad) { return bad.param.name; });

TEST(bad_files, the_good_scenario_is_good) {
  const Read result = read("f.yaml", good, some_names());
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
  EXPECT_EQ(result.warnings.size(), 0U);
}

TEST(bad_files, all_errors_of_a_file_come_at_once_in_order_of_place) {
  std::string text = spoilt("rate: 100/s", "rat: 100/s");
  text.replace(text.find("interval: 10s"), 13, "interval: 10");
  text.replace(text.find("kind: cancel"), 12, "kind: cansel");
  const Read result = read("f.yaml", text, some_names());
  ASSERT_EQ(result.errors.size(), 4U) << to_text(result.errors);
  EXPECT_EQ(result.errors[0].line, 5);  // without rate
  EXPECT_EQ(result.errors[1].line, 5);  // unknown key
  EXPECT_EQ(result.errors[2].line, 9);
  EXPECT_EQ(result.errors[3].line, 16);
}

TEST(bad_files, a_mistake_in_a_shared_block_is_told_once_although_every_way_reads_it) {
  const Read result = read("f.yaml", spoilt("interval: 10s", "intervall: 10s"), some_names());
  EXPECT_EQ(result.errors.size(), 2U) << to_text(result.errors);  // unknown key, missing key
}

TEST(bad_files, a_job_with_too_many_channels_names_the_limit) {
  const std::string text = spoilt("kind: source, rate: 100/s}\n    - {name: count, kind: keyed-count,",
                                  "kind: source, rate: 100/s, parallelism: 10000, splits: 10000}\n"
                                  "    - {name: count, kind: keyed-count, parallelism: 10000,");
  std::string wide = text;
  wide.replace(wide.find("delivery: transactional"), 23, "parallelism: 10000");
  const Read result = read("f.yaml", wide, some_names());
  ASSERT_EQ(result.errors.size(), 1U) << to_text(result.errors);
  EXPECT_NE(to_text(result.errors).find("100010000 channels between subtasks; expected at most 50000000"),
            std::string::npos)
      << to_text(result.errors);
}

TEST(bad_files, idle_subtasks_are_a_warning_and_no_error) {
  const Read result = read("f.yaml", spoilt("rate: 100/s", "rate: 100/s, parallelism: 4, splits: 3"), some_names());
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].what.find("1 of the 4 subtasks of \"src\" have no split"), std::string::npos)
      << result.warnings[0].what;
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
}

}  // namespace
}  // namespace scenarios
