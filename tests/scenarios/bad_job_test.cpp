// Jobs and checkpoints that cannot be: what is said of each, and where.
#include "bad.hpp"

namespace scenarios {
namespace {

std::vector<Bad> bad_jobs() {
  return {
      spoil("unknown_pacing", "rate: 100/s", "rate: 100/s, pacing: logs", 5, 54,
            "unknown value \"logs\"; expected one of log or pauses; did you mean \"log\"?"),
      spoil("unknown_assignment", "rate: 100/s", "rate: 100/s, assignment: dynamc", 5, 58,
            "unknown value \"dynamc\"; expected one of static, dynamic or parent-first; did you mean \"dynamic\"?"),
      spoil("child_of_an_endless_split", "rate: 100/s",
            "rate: 100/s, splits: 3, assignment: parent-first, records: [4, endless, 4]", 5, 69,
            "split 1 has a child and never ends; expected records: a number, for each split but the last"),
      spoil("splits_handed_to_a_source_function", "rate: 100/s",
            "rate: 100/s, api: source-function, assignment: dynamic", 5, 80,
            "splits that are handed out to a SourceFunction; expected api: flip-27, or assignment: static"),
      spoil("pace_changes_of_a_log", "rate: 100/s", "rate: 100/s, pace changes: [{from: 1s, rate: 5/s}]", 5, 60,
            "a log that is written at another pace; expected pacing: pauses"),
      spoil("pace_changes_out_of_order", "rate: 100/s",
            "rate: 100/s, pacing: pauses, pace changes: [{from: 2s, rate: 5/s}, {from: 1s, rate: 1/3ms}]", 5, 107,
            "1s is not behind the change before it; expected a time after 2s"),
      spoil("pace_change_without_rate", "rate: 100/s", "rate: 100/s, pacing: pauses, pace changes: [{from: 2s}]", 5, 77,
            "a `pace-change` block without rate"),
      spoil("negative_bound", "rate: 100/s", "rate: 100/s, records: -1", 5, 55,
            "\"-1\" is out of range; expected a whole number from 0 to 1000000000, or endless"),
      spoil("misspelt_endless", "rate: 100/s", "rate: 100/s, records: endles", 5, 55, "did you mean \"endless\"?"),
      spoil("bounds_of_other_splits", "rate: 100/s", "rate: 100/s, splits: 3, records: [4, 5]", 5, 66,
            "2 numbers of records; expected one for each of the 3 splits"),
      spoil("part_of_a_millisecond_of_event_time", "rate: 100/s", "rate: 100/s, event time: 1500us", 5, 58,
            "1500us for \"event time\"; expected whole milliseconds"),
      spoil("no_event_time", "rate: 100/s", "rate: 100/s, event time: 0ms", 5, 58,
            "0ms for \"event time\"; expected at least 1ms"),
      spoil("watermarks_without_unit", "rate: 100/s", "rate: 100/s, watermarks: 100", 5, 58, "\"100\" has no unit"),
      spoil("ignores_end_for_ever", "rate: 100/s", "rate: 100/s, ignores end: true", 5, 59, "\"true\" is no duration"),
      spoil("stoppable_perhaps", "rate: 100/s", "rate: 100/s, stoppable: perhaps", 5, 57,
            "unknown value \"perhaps\"; expected one of false or true"),
      spoil("hold_without_time", "rate: 100/s", "rate: 100/s, holds: [{what: trigger}]", 5, 54,
            "a `hold` block without time"),
      spoil("unknown_hold", "rate: 100/s", "rate: 100/s, holds: [{what: triger, time: 1s}]", 5, 61,
            "did you mean \"trigger\"?"),
      spoil("trigger_hold_of_an_operator", "keys: 4", "keys: 4, holds: [{what: trigger, time: 1s}]", 6, 79,
            "\"count\" is triggered by barriers; expected snapshot or notice"),
      spoil("hold_of_no_subtask", "keys: 4", "keys: 4, holds: [{what: notice, subtask: 1, time: 1s}]", 6, 96,
            "\"count\" has no subtask 1; expected a subtask from 0 to 0"),
      spoil("hold_twice", "keys: 4", "keys: 4, holds: [{what: notice, time: 1s}, {what: notice, time: 2s}]", 6, 98,
            "a second hold of this kind for subtask 0"),
      spoil("window_with_too_many_records", "keys: 4", "keys: 4, window: 6s", 6, 72,
            "a window of 6000ms holds 150 records of one key of a split of \"src\": 10ms of event time a record, 4 "
            "keys; expected at most 63 of them: keys: 10 or more"),
      spoil("window_of_a_map", "kind: keyed-count, inputs: [src], keys: 4", "kind: map, inputs: [src], window: 1s", 6,
            47, "unknown key \"window\" in a `map` block"),
      spoil("window_of_microseconds", "keys: 4", "keys: 4, window: 10us", 6, 72,
            "10us for \"window\"; expected at least 1ms"),
      spoil("windows_over_many_splits", "rate: 100/s}\n    - {name: count, kind: keyed-count, inputs: [src], keys: 4",
            "rate: 100/s, splits: 70000}\n    - {name: count, kind: keyed-count, inputs: [src], keys: 4, window: 1s", 6,
            72, "windows in a job of 70000 splits; expected at most 65535"),
      spoil("counts_results_of_windows", "keys: 4}",
            "keys: 4, window: 1s}\n    - {name: again, kind: keyed-count, inputs: [count]}\n    - {name: o2, kind: "
            "sink, inputs: [again]}",
            7, 49, "the results of the windows of \"count\" come to \"again\"; expected a map or a sink"),
      spoil("joins_results_of_windows", "keys: 4}\n    - {name: out, kind: sink, inputs: [count]",
            "keys: 4, window: 1s}\n    - {name: s2, kind: source, rate: 1/s}\n    - {name: out, kind: sink, inputs: "
            "[s2, count]",
            8, 44, "the results of the windows of \"count\" come to \"out\""),
      spoil("chained_with_hash", "inputs: [src]", "inputs: [{from: src, chained: true}]", 6, 70,
            "a chained input with a hash exchange; expected exchange: forward, or chained: false"),
      spoil("chained_with_another_parallelism", "inputs: [count], delivery: transactional",
            "inputs: [{from: count, chained: true}], parallelism: 2", 7, 47,
            "\"count\" (1 subtasks) chained with \"out\" (2); expected equal parallelism"),
      spoil("chained_beside_others", "keys: 4}\n    - {name: out, kind: sink, inputs: [count]",
            "keys: 4}\n    - {name: s2, kind: source, rate: 1/s}\n    - {name: out, kind: sink, inputs: [s2, {from: "
            "count, chained: true}]",
            8, 51, "a chained input of \"out\" beside others"),
      spoil("chained_with_one_of_two", "keys: 4}\n    - {name: out, kind: sink, inputs: [count]",
            "keys: 4}\n    - {name: o2, kind: sink, inputs: [count]}\n    - {name: out, kind: sink, inputs: [{from: "
            "count, chained: true}]",
            8, 47, "\"count\" is chained with \"out\", but sends to 2 vertices"),
      spoil("two_ways_from_one_source", "inputs: [count]", "inputs: [count, src]", 7, 47,
            "records of \"src\" reach \"out\" on two ways; expected one way from each source to a vertex"),
      spoil("two_ways_meet_far_behind", "keys: 4}\n    - {name: out, kind: sink, inputs: [count]",
            "keys: 4}\n    - {name: m, kind: map, inputs: [src]}\n    - {name: n, kind: map, inputs: [m]}\n    - "
            "{name: out, kind: sink, inputs: [n, count]",
            9, 43, "records of \"src\" reach \"out\" on two ways"),
      spoil("unknown_delivery", "delivery: transactional", "delivery: idempotant", 7, 58,
            "expected one of plain, idempotent or transactional; did you mean \"idempotent\"?"),
      spoil("unknown_sink_api", "delivery: transactional", "api: sink-v3", 7, 53, "did you mean \"sink-v2\"?"),
      spoil("unknown_mode", "interval: 10s", "interval: 10s, mode: at-least-twice", 9, 36,
            "unknown value \"at-least-twice\"; expected one of exactly-once or at-least-once"),
      spoil("unaligned_at_least_once", "interval: 10s", "interval: 10s, mode: at-least-once, unaligned: true", 9, 62,
            "which Flink switches off; expected mode: exactly-once"),
      spoil("unaligned_concurrent", "interval: 10s", "interval: 10s, unaligned: true, max-concurrent: 2", 9, 63,
            "several unaligned checkpoints at once, which Flink refuses; expected max-concurrent: 1"),
      spoil("unaligned_perhaps", "interval: 10s", "interval: 10s, unaligned: maybe", 9, 41,
            "expected one of false or true"),
      spoil("negative_tolerance", "interval: 10s", "interval: 10s, tolerable-failed-checkpoints: -1", 9, 60,
            "out of range"),
      spoil("unknown_after_tasks_finish", "interval: 10s", "interval: 10s, after-tasks-finish: default", 9, 50,
            "expected one of false or true"),
      spoil("later_min_pause", "interval: 10s", "interval: 10s, min-pause: 1s", 9, 30, "not modelled yet: min-pause"),
      spoil("later_vertex", "kind: keyed-count", "kind: flat-map", 6, 27, "not modelled yet: flat-map"),
      spoil("later_exchange", "inputs: [src]", "inputs: [{from: src, exchange: rebalance}]", 6, 71,
            "not modelled yet: rebalance; modelled: forward or hash"),
      spoil("capacity_beyond_a_channel", "data: 250ms", "data: 250ms, capacity: 60000", 8, 36,
            "out of range; expected a whole number from 1 to 50000"),
  };
}

class BadJob : public testing::TestWithParam<Bad> {};

TEST_P(BadJob, is_refused_where_it_is_wrong) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(all, BadJob, testing::ValuesIn(bad_jobs()), [](const auto& bad) { return bad.param.name; });

}  // namespace
}  // namespace scenarios
