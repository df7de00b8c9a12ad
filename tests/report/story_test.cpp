// Stories made by hand: what is folded, what caused what, and why a promise is broken.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/rulebook.hpp"
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

TEST(story, every_rule_of_the_engine_has_words_for_a_step_that_shows_nothing) {
  const auto rules = model::make_rulebook();
  for (const auto& r : rules.of_channels()) EXPECT_TRUE(has_words(r.name)) << r.name;
  for (const auto& r : rules.of_actors()) EXPECT_TRUE(has_words(r.name)) << r.name;
}

TEST(story, every_event_of_the_vocabulary_has_words) {
  const std::pair<const char*, const char*> all[] = {
      {R"("ev":"job.submitted","job":"run-1","restoredFrom":null)", "run-1 is submitted, from scratch"},
      {R"("ev":"job.status","job":"run-1","status":"SUSPENDED")", "run-1 is SUSPENDED"},
      {R"("ev":"task.status","task":"op/0","status":"CANCELING")", "is CANCELING"},
      {R"("ev":"command","id":"c1","kind":"stop-with-savepoint","drain":true)",
       "gives the command stop-with-savepoint with drain (c1)"},
      {R"("ev":"command.result","id":"c1","ok":false,"error":"no")", "is answered: c1 failed, no"},
      {R"("ev":"checkpoint.triggered","checkpoint":3,"kind":"terminate")", "triggers the stop's snapshot 3"},
      {R"("ev":"checkpoint.completed","checkpoint":3,"artifact":"a")", "completes 3 (a)"},
      {R"("ev":"checkpoint.failed","checkpoint":3,"reason":"late")", "gives up 3: late"},
      {R"("ev":"artifact.written","artifact":"a")", "a is durable"},
      {R"("ev":"artifact.deleted","artifact":"a")", "deletes a"},
      {R"("ev":"source.restored","positions":{"0":4})", "starts at 0:4"},
      {R"("ev":"source.emit","rec":"0:4")", "emits record 0:4"},
      {R"("ev":"source.snapshot","checkpoint":3,"positions":{"0":4})", "stores 0:4 for 3"},
      {R"("ev":"source.stop")", "is told to stop reading"},
      {R"("ev":"source.cancel")", "is told to leave its loop"},
      {R"("ev":"source.end","how":"return")", "has left its loop"},
      {R"("ev":"op.restored","state":{"count":4})", "starts with a count of 4"},
      {R"("ev":"op.process","rec":"0:4")", "counts record 0:4"},
      {R"("ev":"op.process","rec":"0:4","late":true)", "drops record 0:4, which is late"},
      {R"("ev":"op.snapshot","checkpoint":3,"state":{"count":4})", "stores a count of 4 for 3"},
      {R"("ev":"op.endInput")", "is told of the end of its input"},
      {R"("ev":"op.finish")", "finishes what it holds"},
      {R"("ev":"op.close")", "is closed"},
      {R"("ev":"watermark","value":499)", "has the watermark 499 ms"},
      {R"("ev":"watermark","value":9223372036854775807)", "has the last watermark of all"},
      {R"("ev":"timer.fired","domain":"event","time":499,"key":"k3")", "fires the timer of k3 at 499 ms"},
      {R"("ev":"sink.write","txn":"t1","out":"p0:4","recs":["0:4"])", "writes record 0:4 into t1"},
      {R"("ev":"sink.write","out":"k3@500","recs":["0:3","0:7"])", "shows window k3@500 (records 0:3 and 0:7)"},
      {R"("ev":"txn.begin","txn":"t1")", "begins t1"},
      {R"("ev":"txn.precommit","txn":"t1","checkpoint":3)", "pre-commits t1"},
      {R"("ev":"txn.commit","txn":"t1","recovered":true)", "commits t1 on restore"},
      {R"("ev":"txn.abort","txn":"t1","repeat":true)", "aborts t1 once more, which changes nothing"},
      {R"("ev":"txn.refused","txn":"t1","asked":"commit","reason":"gone")", "commit of t1 is refused: gone"},
      {R"("ev":"txn.expire","txn":"t1")", "t1 expires"},
      {R"("ev":"notify.completed","checkpoint":3)", "hears that 3 is complete"},
      {R"("ev":"notify.aborted","checkpoint":3)", "hears that 3 is given up"},
      {R"("ev":"fault","kind":"task-failure","target":"op/0","detail":"throws in close")",
       "task-failure of op/0 is injected: throws in close"},
      {R"("ev":"fault","kind":"jobmanager-loss")", "jobmanager-loss is injected"}};
  std::set<std::string> seen;
  for (const auto& [event, words] : all) {
    EXPECT_EQ(tell(step(1, 0, "op/0", "", {event})).what, words);
    seen.insert(std::string(event).substr(0, std::string(event).find(',')));
  }
  EXPECT_EQ(seen.size(), std::variant_size_v<history::Event>);
}

TEST(story, what_is_only_worth_a_word_alone_is_left_out_beside_others) {
  EXPECT_EQ(tell(step(1, 0, "sink/0", "x",
                      {R"("ev":"txn.precommit","txn":"t1","checkpoint":3)", R"("ev":"txn.begin","txn":"t2")"}))
                .what,
            "pre-commits t1");
}

TEST(story, the_causal_chain_goes_back_from_the_last_step_to_the_start) {
  EXPECT_EQ(causal_chain(leaking_stop(0)), (std::vector<std::uint64_t>{3, 4, 6, 7, 8, 9}));
  Story odd = leaking_stop(0);
  odd[5].cause = 9;  // no cause may come after its effect; the walk ends instead of going round
  EXPECT_EQ(causal_chain(odd), (std::vector<std::uint64_t>{6, 7, 8, 9}));
}

TEST(story, steps_are_found_by_their_numbers_where_a_recording_leaves_some_out) {
  Story thin = leaking_stop(0);
  for (scenarios::StoryStep& s : thin) s.number += s.number > 5 ? 100 : 0, s.cause += s.cause > 5 ? 100 : 0;
  EXPECT_EQ(causal_chain(thin), (std::vector<std::uint64_t>{3, 4, 106, 107, 108, 109}));
  EXPECT_EQ(find_step(thin, 50), nullptr);
  const std::string text = why(violation(thin));
  EXPECT_NE(text.find("(step 109)"), std::string::npos) << text;
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
