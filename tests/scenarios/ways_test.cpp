// How ways multiply out, and how their blocks replace and merge with the scenario's.
#include <gtest/gtest.h>

#include "support.hpp"

namespace scenarios {
namespace {

// The cases as "way | semantics | sink" lines.
std::string case_lines(const Scenario& s) {
  std::string text;
  for (const Case& c : s.cases) text += c.way + " | " + c.semantics + " | " + c.sink + "\n";
  return text;
}

Scenario read_good(std::string_view text) {
  const Read result = read("dir/f.yaml", text, some_names());
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
  return result.ok() ? result.scenarios.at(0) : Scenario{};
}

TEST(ways, multiply_with_semantics_and_sinks_in_the_order_of_the_file) {
  const auto s = read_good(spoilt("flink-1.15", "[flink-1.15, {base: flink-1.15, sources_stop: after-completion}]"));
  EXPECT_EQ(case_lines(s),
            "cancel | flink-1.15 | plain\n"
            "cancel | flink-1.15 | transactional\n"
            "cancel | flink-1.15 + sources_stop: after-completion | plain\n"
            "cancel | flink-1.15 + sources_stop: after-completion | transactional\n"
            "stop | flink-1.15 | plain\n"
            "stop | flink-1.15 | transactional\n"
            "stop | flink-1.15 + sources_stop: after-completion | plain\n"
            "stop | flink-1.15 + sources_stop: after-completion | transactional\n");
}

TEST(ways, with_semantics_of_their_own_do_not_multiply_with_the_scenarios) {
  std::string text = spoilt("flink-1.15", "[flink-1.15, flip-45]");
  text.replace(text.find("  - name: stop\n"), 15, "  - name: stop\n    semantics: flink-1.8\n");
  text.replace(text.find(", sinks: [plain, transactional]"), 31, "");
  EXPECT_EQ(
      case_lines(read_good(text)),
      "cancel | flink-1.15 | transactional\ncancel | flip-45 | transactional\nstop | flink-1.8 | transactional\n");
}

TEST(ways, a_sink_of_the_comparison_becomes_the_delivery_of_every_sink_vertex) {
  const auto s = read_good(good);
  ASSERT_EQ(s.cases.size(), 4U);
  EXPECT_EQ(s.cases[0].spec.vertices[2].delivery, history::Delivery::plain);
  EXPECT_EQ(s.cases[1].spec.vertices[2].delivery, history::Delivery::transactional);
}

TEST(ways, put_their_command_where_the_timeline_says_here) {
  const auto s = read_good(good);
  const Case& c = s.cases.back();
  ASSERT_TRUE(c.here);
  EXPECT_EQ(*c.here, 0U);
  ASSERT_TRUE(c.spec.timeline[0].command);
  EXPECT_EQ(c.spec.timeline[0].command->kind, history::CommandKind::stop_with_savepoint);
  EXPECT_EQ(c.spec.timeline[0].at, 27 * sim::second);
  EXPECT_TRUE(c.spec.timeline[1].command->resume);
  EXPECT_EQ(c.spec.timeline[1].command->id, "c1");
  EXPECT_EQ(s.place, "dir/f.yaml:1");
}

TEST(ways, a_made_up_id_avoids_those_that_stand_in_the_file) {
  const auto s = read_good(spoilt("{kind: cancel, id: end}", "{kind: cancel, id: c1}"));
  EXPECT_EQ(s.cases[0].spec.timeline[1].command->id, "c2");
}

TEST(ways, a_block_of_a_way_replaces_the_scenarios_block_whole) {
  const auto s = read_good(
      spoilt("  - name: stop\n", "  - name: stop\n    checkpoints: {interval: 5s, retained: 3}\n    until: 60s\n"));
  EXPECT_EQ(s.ways[0].spec.checkpoints.interval, 10 * sim::second);
  EXPECT_EQ(s.ways[1].spec.checkpoints.interval, 5 * sim::second);
  EXPECT_EQ(s.ways[1].spec.checkpoints.first, 5 * sim::second);
  EXPECT_EQ(s.ways[0].spec.until, std::nullopt);
  EXPECT_EQ(s.ways[1].spec.until, 60 * sim::second);
}

TEST(ways, expectations_merge_key_by_key_and_the_way_wins) {
  std::string text = spoilt("expect: {figures: {reread: 700}}",
                            "expect: {figures: {reread: 700, duplicates: {plain: 650}}, command: ok}");
  text +=
      "expect: {figures: {reread: 1, missing: 0, duplicates: {plain: 5, transactional: 0}}, final status: CANCELED, "
      "promises: {exactly-once-visible: kept}}\n";
  const auto s = read_good(text);
  const Expectation& plain = s.cases[0].expect;
  EXPECT_EQ(plain.figures.at("reread"), 700);
  EXPECT_EQ(plain.figures.at("missing"), 0);
  EXPECT_EQ(plain.figures.at("duplicates"), 650);
  EXPECT_EQ(plain.final_status, history::JobStatus::canceled);
  EXPECT_EQ(plain.command, true);
  EXPECT_TRUE(plain.promises.at("exactly-once-visible"));
  EXPECT_EQ(s.cases[1].expect.figures.at("duplicates"), 0);  // of the transactional sink, from the scenario
  EXPECT_EQ(s.cases[2].expect.figures.at("reread"), 1);      // the other way says nothing
  EXPECT_EQ(s.cases[2].expect.command, std::nullopt);
}

TEST(ways, a_figure_may_be_some_or_none) {
  const auto s = read_good(spoilt("expect: {figures: {reread: 700}}",
                                  "expect: {figures: {reread: some, missing: none, duplicates: {plain: some}}}"));
  EXPECT_EQ(s.cases[0].expect.figures.at("reread"), Figure::some());
  EXPECT_EQ(s.cases[0].expect.figures.at("missing"), 0);
  EXPECT_EQ(s.cases[0].expect.figures.at("duplicates"), Figure::some());
  EXPECT_FALSE(s.cases[1].expect.figures.contains("duplicates"));
}

TEST(ways, answers_and_what_run_1_leaves_merge_like_figures) {
  std::string text = spoilt("expect: {figures: {reread: 700}}",
                            "expect: {commands: {end: unanswered}, left by run-1: {savepoint: 1}}");
  text += "expect: {commands: {end: ok, c1: failed}, left by run-1: {savepoint: 0, checkpoint: 2}}\n";
  const auto s = read_good(text);
  const Expectation& e = s.cases[0].expect;
  EXPECT_EQ(e.commands, (std::map<std::string, Answer>{{"end", Answer::unanswered}, {"c1", Answer::failed}}));
  EXPECT_EQ(e.left_by_run_1, (Expectation::Artifacts{{"savepoint", 1}, {"checkpoint", 2}}));
  EXPECT_TRUE(e.artifacts.empty());
  EXPECT_EQ(s.cases[2].expect.commands.at("end"), Answer::ok);
}

TEST(ways, a_number_replaces_a_map_of_sinks_and_a_map_a_number) {
  std::string text =
      spoilt("expect: {figures: {reread: 700}}", "expect: {figures: {reread: {plain: 7}, duplicates: unknown}}");
  text += "expect: {figures: {reread: 1, duplicates: {plain: 5}}}\n";
  const auto s = read_good(text);
  EXPECT_EQ(s.cases[0].expect.figures.at("reread"), 7);
  EXPECT_FALSE(s.cases[1].expect.figures.contains("reread"));
  EXPECT_EQ(s.cases[0].expect.figures.at("duplicates"), Figure{});
  EXPECT_EQ(s.cases[1].expect.figures.at("duplicates"), Figure{});
}

TEST(ways, a_scenario_without_ways_is_one_case_without_a_name) {
  std::string text(good.substr(0, good.find("ways:")));
  text.replace(text.find("way: here"), 9, "command: {kind: cancel}");
  const auto s = read_good(text);
  EXPECT_EQ(case_lines(s), " | flink-1.15 | transactional\n");
  EXPECT_EQ(s.cases[0].here, std::nullopt);
}

TEST(ways, a_file_may_hold_a_list_or_several_documents) {
  std::string second(good);
  second.replace(second.find("small"), 5, "other");
  const Read documents = read("f.yaml", std::string(good) + "---\n" + second, some_names());
  EXPECT_EQ(documents.scenarios.size(), 2U) << to_text(documents.errors);
  const Read list = read("f.yaml",
                         "- {scenario: a, semantics: flink-1.15, job: &j {vertices: [{name: s, kind: source, rate: "
                         "1/s}, {name: o, kind: sink, inputs: [s]}]}, until: 1s}\n"
                         "- {scenario: b, semantics: flip-45, job: *j, until: 2s}\n",
                         {});
  ASSERT_EQ(list.scenarios.size(), 2U) << to_text(list.errors);
  EXPECT_EQ(list.scenarios[1].ways[0].spec.vertices.size(), 2U);
  EXPECT_EQ(list.scenarios[1].place, "f.yaml:2");
}

TEST(ways, keyed_inputs_are_hashed_unless_they_say_otherwise) {
  const auto s = read_good(good);
  EXPECT_EQ(s.ways[0].spec.vertices[1].inputs[0].exchange, model::Exchange::hash);
  EXPECT_EQ(s.ways[0].spec.vertices[2].inputs[0].exchange, model::Exchange::forward);
}

TEST(ways, conditions_are_read_in_full) {
  const auto s = read_good(spoilt("when: job ended",
                                  "when: job is FAILED and command end answered failed and checkpoint 2 completed and "
                                  "record p0:17 visible and task count/0 is CANCELED"));
  const auto& when = s.ways[0].spec.timeline[1].when;
  using Kind = model::Condition::Kind;
  ASSERT_EQ(when.size(), 5U);
  EXPECT_EQ(when[0].job_status, history::JobStatus::failed);
  EXPECT_EQ(when[1].command, "end");
  EXPECT_EQ(when[1].ok, false);
  EXPECT_EQ(when[2].kind, Kind::checkpoint_completed);
  EXPECT_EQ(when[2].checkpoint, 2U);
  EXPECT_EQ(when[3].kind, Kind::record_visible);
  EXPECT_EQ(when[3].record, (history::Record{0, 17}));
  EXPECT_EQ(when[4].vertex, 1U);
  EXPECT_EQ(when[4].task_status, history::TaskStatus::canceled);
}

TEST(semantics, are_read_from_one_line_as_they_are_printed) {
  const auto choice = read_semantics("flink-1.15 + half_success: restarts, sources_stop: after-completion");
  ASSERT_TRUE(std::holds_alternative<SemanticsChoice>(choice));
  const auto& s = std::get<SemanticsChoice>(choice);
  EXPECT_EQ(s.text, "flink-1.15 + sources_stop: after-completion, half_success: restarts");  // in order of the knobs
  EXPECT_EQ(s.semantics.sources_stop, model::SourcesStop::after_completion);
  EXPECT_EQ(std::get<SemanticsChoice>(read_semantics(s.text)), s);
}

TEST(semantics, in_one_line_are_refused_with_what_was_expected) {
  for (std::string_view bad :
       {"", "flink", "flink-1.15 + x", "flink-1.15 + sources_stop: never", "flink-1.15 + nob: yes",
        "flink-1.15 + sources_stop: before-barrier, sources_stop: before-barrier", "+", "flink-1.15 +,"}) {
    const auto choice = read_semantics(bad);
    ASSERT_TRUE(std::holds_alternative<Error>(choice)) << bad;
    EXPECT_FALSE(std::get<Error>(choice).expected.empty()) << bad;
  }
}

}  // namespace
}  // namespace scenarios
