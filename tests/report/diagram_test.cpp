// What a diagram keeps of a run, and what it folds.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "model/rulebook.hpp"
#include "report/diagram.hpp"
#include "report/state_fold.hpp"
#include "report/told_run.hpp"
#include "scenarios/reader.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

struct Shipped {
  explicit Shipped(const std::string& name)
      : scenario(scenarios::read(name, content(std::string(QUIESCE_ROOT) + "/scenarios/" + name), {}).scenarios.at(0)) {
  }
  const scenarios::Case& way(const std::string& name) const {
    for (const scenarios::Case& c : scenario.cases)
      if (c.way == name) return c;
    return scenario.cases.front();
  }
  scenarios::Scenario scenario;
};

Json of(const scenarios::Case& c, std::uint64_t most = 1'000'000) {
  const report::ToldRun told = report::told_run(c, 1, model::make_rulebook(), most);
  return Json::parse(
      report::diagram({.title = "t", .spec = &c.spec, .story = &told.story, .steps = told.steps}).dump());
}

TEST(told_run, is_the_run_step_by_step) {
  const Shipped flip("flip-45.yaml");
  const scenarios::Case& c = flip.way("cancel");
  const report::ToldRun told = report::told_run(c, 1, model::make_rulebook(), 1'000'000);
  const scenarios::CaseOutcome run = scenarios::run_case(c, {});
  EXPECT_EQ(told.steps, run.run->steps);
  ASSERT_EQ(told.story.size(), run.run->steps);
  EXPECT_EQ(*told.story.back().time, run.run->end);
  for (std::size_t i = 0; i < told.story.size(); ++i) {
    EXPECT_EQ(told.story[i].number, i + 1);
    EXPECT_LT(told.story[i].cause, told.story[i].number);
    if (i) {
      EXPECT_GE(*told.story[i].time, *told.story[i - 1].time);
    }
  }
}

TEST(told_run, a_window_of_a_long_run_has_its_own_numbers_and_holds_the_command) {
  const Shipped flip("flip-45.yaml");
  const scenarios::Case& c = flip.way("cancel");
  const report::ToldRun all = report::told_run(c, 1, model::make_rulebook(), 1'000'000);
  const report::ToldRun window = report::told_run(c, 1, model::make_rulebook(), 1'000);
  EXPECT_EQ(window.steps, all.steps);
  ASSERT_EQ(window.story.size(), 1'000U);
  bool command = false;
  for (const scenarios::StoryStep& s : window.story) {
    const scenarios::StoryStep& same = all.story.at(s.number - 1);
    EXPECT_EQ(s.rule, same.rule);
    EXPECT_EQ(s.subject, same.subject);
    EXPECT_EQ(s.time, same.time);
    EXPECT_EQ(s.events, same.events);
    command |= s.role == sim::Role::command;
  }
  EXPECT_TRUE(command);
}

TEST(diagram, every_step_is_in_exactly_one_entry) {
  const Shipped flip("flip-45.yaml");
  for (const std::string way : {"cancel", "stop-with-savepoint", "failure"}) {
    const Json d = of(flip.way(way));
    std::uint64_t next = 1;
    for (const Json& e : d["entries"]) {
      EXPECT_EQ(e["n"], next);
      next = e.value("last", e["n"].get<std::uint64_t>()) + 1;
    }
    EXPECT_EQ(next, d["steps"].get<std::uint64_t>() + 1);
  }
}

TEST(diagram, records_are_counted_and_barriers_are_shown) {
  const Json d = of(Shipped("flip-45.yaml").way("cancel"));
  std::uint64_t emitted = 0, barriers = 0, commands = 0;
  for (const Json& e : d["entries"]) {
    if (e.contains("flow")) emitted += e["flow"]["emitted"].get<std::uint64_t>();
    barriers += e.value("message", "") == "barrier";
    commands += e.value("role", "") == "command";
  }
  EXPECT_GT(emitted, 3'300U);  // 2700 before the cancel, 700 again
  EXPECT_GE(barriers, 4U);     // two checkpoints, two tasks behind the source
  EXPECT_EQ(commands, 2U);     // cancel and resume
  EXPECT_LT(d["entries"].size(), 200U);
}

TEST(diagram, the_checkpoint_that_is_resumed_from_is_not_folded_and_the_one_before_is) {
  const Json d = of(Shipped("flip-45.yaml").way("cancel"));
  std::set<std::string> folds;
  for (const Json& e : d["entries"])
    if (e.contains("fold")) folds.insert(e["fold"]);
  EXPECT_TRUE(folds.count("checkpoint 1"));
  EXPECT_FALSE(folds.count("checkpoint 2"));
}

TEST(diagram, changes_add_up_to_what_the_figures_say) {
  const Json d = of(Shipped("flip-45.yaml").way("cancel"));
  std::map<std::string, std::string> state;
  for (const Json& e : d["entries"])
    for (const Json& c : e["changes"]) {
      const std::string what = c[0];
      EXPECT_EQ(state[what], c[1]) << what << " at " << e["n"];
      state[what] = c[2];
    }
  EXPECT_EQ(state["run-1"], "CANCELED");
  EXPECT_EQ(state["command end"], "ok");
  EXPECT_EQ(state["snapshot 2"], "complete");
  EXPECT_GE(std::stoull(state["next record of split 0"]), 2700U);
}

TEST(diagram, a_wide_job_has_a_lane_for_each_vertex) {
  Shipped flip("flip-45.yaml");
  scenarios::Case c = flip.way("cancel");
  for (model::VertexSpec& v : c.spec.vertices)
    v.parallelism = 16, v.splits = v.kind == model::VertexKind::source ? 16 : v.splits;
  const Json d = of(c, 20'000);
  EXPECT_LE(d["lanes"].size(), 7U);
  for (const Json& e : d["entries"])
    if (e.contains("lane")) {
      EXPECT_LT(e["lane"].get<std::size_t>(), d["lanes"].size());
    }
}

TEST(state_fold, an_aborted_transaction_shows_nothing) {
  report::StateFold fold;
  const auto hear = [&](const char* text) { fold.hear(Json::parse(text)); };
  hear(R"({"ev":"sink.write","txn":"t1","recs":["0:3-7"]})");
  hear(R"({"ev":"sink.write","txn":"t2","recs":["0:8"]})");
  fold.changes();
  hear(R"({"ev":"txn.commit","txn":"t1"})"), hear(R"({"ev":"txn.abort","txn":"t2"})");
  std::map<std::string, std::string> now;
  for (const report::Change& c : fold.changes()) now[c.what] = c.to;
  EXPECT_EQ(now["records shown"], "5");
  EXPECT_EQ(now["records in open transactions"], "0");
  EXPECT_EQ(now["transaction t2"], "aborted");
  EXPECT_TRUE(fold.changes().empty());
}

}  // namespace
}  // namespace report_test
