// Stories made by hand: what is folded, what caused what, and why a promise is broken.
#include <gtest/gtest.h>

#include <algorithm>

#include "properties/catalogue.hpp"
#include "report/exploration_text.hpp"
#include "report/step_words.hpp"
#include "report/story_text.hpp"
#include "report/why.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Story;
using scenarios::StoryStep;

StoryStep step(std::uint64_t number, std::uint64_t cause, std::string actor, std::string rule,
               std::vector<std::string> events, sim::Role role = sim::Role::engine, std::string subject = {}) {
  if (subject.empty()) subject = actor;
  return {number,           cause, std::nullopt, role, std::move(actor), std::move(rule), std::move(subject), 0,
          std::move(events)};
}

// A stop whose source read on behind its snapshot, and `idle` steps of no interest in between.
Story leaking_stop(std::uint64_t idle) {
  Story s;
  const auto add = [&](std::uint64_t cause, std::string actor, std::string rule, std::vector<std::string> events,
                       sim::Role role = sim::Role::engine) {
    s.push_back(step(s.size() + 1, cause, std::move(actor), std::move(rule), std::move(events), role));
  };
  add(0, "jobmanager", "submit_job",
      {R"("ev":"job.submitted","job":"run-1","restoredFrom":null)",
       R"("ev":"job.status","job":"run-1","status":"RUNNING")"});
  add(1, "source/0", "restore_task",
      {R"("ev":"source.restored","job":"run-1","task":"source/0","attempt":0,"positions":{"0":0})"});
  for (std::uint64_t i = 0; i < idle; ++i) add(1, "count/0", "task_running", {});
  add(0, "client", "give_command",
      {R"("ev":"command","id":"end","job":"run-1","kind":"stop-with-savepoint","drain":false)"}, sim::Role::command);
  const std::uint64_t command = s.size();
  add(command, "source/0", "take_trigger",
      {R"("ev":"source.snapshot","job":"run-1","task":"source/0","attempt":0,"checkpoint":1,"positions":{"0":0})"});
  add(s.size(), "source/0", "emit_record",
      {R"("ev":"source.emit","job":"run-1","task":"source/0","attempt":0,"rec":"0:0")"});
  add(command + 1, "jobmanager", "task_finished", {R"("ev":"job.status","job":"run-1","status":"FINISHED")"});
  add(s.size(), "client", "resume_job", {}, sim::Role::command);
  add(s.size(), "jobmanager", "submit_job",
      {R"("ev":"job.submitted","job":"run-2","restoredFrom":"run-1/savepoint-1")"});
  add(s.size(), "source/0", "restore_task",
      {R"("ev":"source.restored","job":"run-2","task":"source/0","attempt":0,"positions":{"0":0})"});
  return s;
}

scenarios::PropertyOutcome violation(Story story) {
  return {properties::find("no-replay-after-stop"),
          {true, "sources stop before the barrier", true},
          properties::Verdict::violated,
          true,
          "every reachable state",
          std::nullopt,
          std::move(story)};
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(story, a_step_is_told_by_its_events_and_else_by_its_rule) {
  EXPECT_EQ(tell(step(1, 0, "source/0", "emit_record",
                      {R"("ev":"source.emit","job":"run-1","task":"source/0","attempt":0,"rec":"0:7")"}))
                .what,
            "emits record 0:7");
  EXPECT_EQ(tell(step(1, 0, "jobmanager", "acknowledge", {}, sim::Role::engine, "storage>jobmanager/count/0")).what,
            "hears that count/0's part is stored");
  EXPECT_EQ(tell(step(1, 0, "count/0", "some_new_rule", {})).what, "some new rule");
  EXPECT_EQ(tell(step(1, 0, "count/0", "x", {R"("ev":"some.new.event","job":"run-1")"})).what, "some.new.event");
}

TEST(story, the_causal_chain_goes_back_from_the_last_step_to_the_start) {
  EXPECT_EQ(causal_chain(leaking_stop(0)), (std::vector<std::uint64_t>{3, 4, 6, 7, 8, 9}));
  Story odd = leaking_stop(0);
  odd[5].cause = 9;  // no cause may come after its effect; the walk ends instead of going round
  EXPECT_EQ(causal_chain(odd), (std::vector<std::uint64_t>{6, 7, 8, 9}));
}

TEST(story, without_need_nothing_is_folded) {
  const Story story = leaking_stop(3);
  const std::string text = story_text(story, {}, {});
  EXPECT_EQ(lines(text), story.size() + 1);
  EXPECT_EQ(text.find("…"), std::string::npos);
}

TEST(story, folding_keeps_command_end_and_chain_and_counts_the_rest) {
  const std::string text = story_text(leaking_stop(200), {12, true}, {});
  EXPECT_LE(lines(text), 13U);
  for (const char* part : {"gives the command stop-with-savepoint", "run-1 is FINISHED", "task running x", "steps: "})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_NE(text.find("X  209"), std::string::npos) << text;
}

TEST(story, why_names_the_record_and_both_positions) {
  const std::string text = why(violation(leaking_stop(5)));
  for (const char* part : {"run-1 had read up to 0:0", "run-2 begins at 0:0", "0:0 is read a second time",
                           "stored for snapshot 1", "read on after that"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const auto sentences = std::count(text.begin(), text.end(), '.');
  EXPECT_GE(sentences, 3);
}

TEST(story, a_counterexample_fits_40_lines_however_long_the_trace_is) {
  scenarios::Case subject;
  subject.way = "stop", subject.semantics = "flink-1.15", subject.sink = "plain", subject.spec.profile = "flink-1.15";
  for (const std::uint64_t idle : {0U, 10U, 100U, 3000U}) {
    const std::string text =
        counterexample(subject, violation(leaking_stop(idle)), "quiesce replay f.yaml --trace t", {});
    EXPECT_LE(lines(text), counterexample_lines) << text;
    for (const char* part : {"BROKEN: no-replay-after-stop", "Why\n", "quiesce replay f.yaml --trace t", "X  "})
      EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(story, a_violation_in_the_first_state_has_no_steps_and_says_so) {
  scenarios::Case subject;
  const std::string text = counterexample(subject, violation({}), "again", {});
  EXPECT_NE(text.find("before any step"), std::string::npos) << text;
}

TEST(story, text_for_a_shell_is_quoted_where_it_must_be) {
  EXPECT_EQ(quoted("scenarios/flip-45.yaml"), "scenarios/flip-45.yaml");
  EXPECT_EQ(quoted("legacy stop"), "\"legacy stop\"");
  EXPECT_EQ(quoted("a\"b$c"), "\"a\\\"b\\$c\"");
  EXPECT_EQ(quoted(""), "\"\"");
}

}  // namespace
}  // namespace report
