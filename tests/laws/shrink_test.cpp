// What shrinking gives: it replays and fails, nothing more can be left out, it is as short as exploring knows, and the
// texts that are kept of it read back.
#include <gtest/gtest.h>

#include "model/defects/defect.hpp"
#include "model/rulebook.hpp"
#include "scenarios/fuzz_case.hpp"
#include "scenarios/kept.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/shrink.hpp"
#include "scenarios/writer.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

using scenarios::Case, scenarios::Dimension, scenarios::Shrunk;

constexpr Dimension dimensions[] = {Dimension::commands, Dimension::faults, Dimension::topology, Dimension::records,
                                    Dimension::delays};

class Shrinking : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    model::find_defect(GetParam())->plant(rules);
    file = shipped("scenarios/small.yaml");
    const Case& c = file.front().cases.front();
    const scenarios::CaseOutcome o = scenarios::fuzz_case(c, {1, &rules, {}}, 20'000);
    const auto* p = find_property(o, model::find_defect(GetParam())->caught_by);
    ASSERT_TRUE(p && p->alarm);
    property = p->property;
    options.rules = &rules;
    trace = trace_text(p->trace);
    shrunk = scenarios::shrink(c, *property, trace, options);
    ASSERT_EQ(shrunk.error, "");
  }
  bool fails_when_explored(const Case& c, bool& complete) {
    scenarios::ExploreOptions o;
    o.states = 200'000, o.rules = &rules, o.only = {std::string(property->id)};
    const scenarios::CaseOutcome out = scenarios::explore_case(c, o);
    complete = out.scope && out.scope->complete;
    return out.properties.front().verdict == properties::Verdict::violated;
  }

  model::World::Rules rules = model::make_rulebook();
  std::vector<scenarios::Scenario> file;
  const properties::Property* property = nullptr;
  std::string trace;
  scenarios::ShrinkOptions options;
  Shrunk shrunk;
};

TEST_P(Shrinking, replays_and_fails_at_its_last_step_only) {
  const std::string text = trace_text(shrunk.story);
  const auto judged = scenarios::judge_trace(shrunk.subject, *property, text, &rules);
  EXPECT_EQ(judged.misfit, "");
  EXPECT_TRUE(judged.violated);
  EXPECT_EQ(judged.at_rest, shrunk.at_rest);
  const std::string without_last = text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  EXPECT_FALSE(scenarios::judge_trace(shrunk.subject, *property, without_last, &rules).violated);
  const auto clean = scenarios::judge_trace(shrunk.subject, *property, text, nullptr);
  EXPECT_FALSE(clean.violated);
}

TEST_P(Shrinking, passes_whatever_else_is_left_out) {
  unsigned tried = 0;
  for (const Dimension d : dimensions)
    for (const scenarios::Removal& r : scenarios::removals(shrunk.subject, d)) {
      bool complete = false;
      EXPECT_FALSE(fails_when_explored(r.smaller, complete)) << r.what;
      EXPECT_TRUE(complete) << r.what;
      ++tried;
    }
  EXPECT_GT(tried, 0U);
}

TEST_P(Shrinking, is_at_most_a_tenth_longer_than_the_shortest_that_exploring_finds) {
  ASSERT_TRUE(shrunk.steps_shortest);
  EXPECT_EQ(shrunk.story.size(), *shrunk.steps_shortest);
  EXPECT_LE(shrunk.steps_shrunk * 10, *shrunk.steps_shortest * 11);
  EXPECT_LT(shrunk.story.size(), shrunk.steps_before);
}

TEST_P(Shrinking, gives_the_same_again) {
  const Shrunk again = scenarios::shrink(file.front().cases.front(), *property, trace, options);
  EXPECT_EQ(trace_text(again.story), trace_text(shrunk.story));
  EXPECT_EQ(write(again.subject), write(shrunk.subject));
  EXPECT_EQ(again.executions, shrunk.executions);
}

TEST_P(Shrinking, of_what_is_shrunk_changes_nothing) {
  const Shrunk again = scenarios::shrink(shrunk.subject, *property, trace_text(shrunk.story), options);
  EXPECT_EQ(again.removed, std::vector<std::string>());
  EXPECT_EQ(again.story.size(), shrunk.story.size());
}

TEST_P(Shrinking, is_kept_in_texts_that_read_back) {
  const scenarios::Kept kept{std::string(property->id), GetParam(), "small.yaml, run 3 of seed 1",
                             trace_text(shrunk.story)};
  const scenarios::Kept back = scenarios::read_kept(kept_trace(kept));
  EXPECT_EQ(back.property, kept.property);
  EXPECT_EQ(back.defect, kept.defect);
  EXPECT_EQ(back.origin, kept.origin);
  const auto read = scenarios::read("kept", kept_scenario(shrunk.subject, kept), {});
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read.scenarios.size(), 1U);
  const Case& c = read.scenarios.front().cases.front();
  EXPECT_TRUE(scenarios::same(c.spec, shrunk.subject.spec));
  EXPECT_TRUE(scenarios::judge_trace(c, *property, back.trace, &rules).violated);
  EXPECT_EQ(scenarios::digest_of(back.trace), scenarios::digest_of(kept.trace));
}

INSTANTIATE_TEST_SUITE_P(defects, Shrinking, ::testing::Values("FLINK-23532", "FLINK-15152", "FLINK-10354"),
                         [](const auto& d) { return "FLINK_" + std::string(d.param).substr(6); });

TEST(shrinking, leaves_each_planted_defect_its_knobs_and_its_memory) {
  const auto file = shipped("scenarios/small.yaml");
  for (const model::Defect& defect : model::defects()) {
    Case c = file.front().cases.front();
    model::plant(defect, c.spec);
    for (const Dimension d : dimensions)
      for (const scenarios::Removal& r : scenarios::removals(c, d)) {
        EXPECT_EQ(r.smaller.spec.planted_words, c.spec.planted_words) << defect.id << ": " << r.what;
        EXPECT_EQ(r.smaller.spec.semantics, c.spec.semantics) << defect.id << ": " << r.what;
      }
  }
}

TEST(shrinking, makes_small_what_a_changed_knob_breaks) {
  const auto file = shipped("scenarios/small.yaml");
  const model::Defect& defect = *model::find_defect("FLINK-26783");
  Case c = file.front().cases.front();
  model::plant(defect, c.spec);
  const scenarios::CaseOutcome o = scenarios::fuzz_case(c, {1, nullptr, {std::string(defect.caught_by)}}, 20'000);
  const auto* p = find_property(o, defect.caught_by);
  ASSERT_TRUE(p && p->alarm);
  const Shrunk shrunk = scenarios::shrink(c, *p->property, trace_text(p->trace), {});
  EXPECT_EQ(shrunk.subject.spec.explore.records, 1U);
  EXPECT_LT(shrunk.story.size(), 40U);
}

TEST(shrinking, of_a_trace_that_breaks_nothing_says_so) {
  const auto file = shipped("scenarios/small.yaml");
  const Shrunk s = scenarios::shrink(file.front().cases.front(), *properties::find("no-replay-after-stop"),
                                     "submit_job client>jobmanager\n", {});
  EXPECT_NE(s.error.find("is not violated"), std::string::npos) << s.error;
}

TEST(shrinking, a_stored_trace_that_no_longer_fits_says_at_which_step_and_why) {
  const auto file = shipped("scenarios/small.yaml");
  const auto judged = scenarios::judge_trace(file.front().cases.front(), *properties::find("no-replay-after-stop"),
                                             "submit_job client>jobmanager\nemit_record source/0\n", nullptr);
  EXPECT_NE(judged.misfit.find("step 2, 'emit_record source/0': its guard says no"), std::string::npos)
      << judged.misfit;
}

}  // namespace
}  // namespace laws
