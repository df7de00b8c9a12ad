// Where a violation was decided and what would have saved it, held against the model itself: the other way is followed,
// and ends well; what comes behind the point of no return never does.
#include "scenarios/explain.hpp"

#include <gtest/gtest.h>

#include "model/defects/defect.hpp"
#include "model/rulebook.hpp"
#include "properties/catalogue.hpp"
#include "sim/replay.hpp"
#include "support.hpp"

namespace scenarios {
namespace {

struct Broken {
  Case subject;
  model::World::Rules rules = model::make_rulebook();
  std::string property, trace;
  Explanation explained;
};

Catalogue properties_known() {
  Catalogue known;
  for (const properties::Property& p : properties::catalogue()) known.promises.emplace_back(p.id);
  return known;
}

Case case_of(const std::string& file) {
  const Read read_file = read(file, file_text(file), properties_known());
  EXPECT_TRUE(read_file.ok()) << to_text(read_file.errors);
  return read_file.scenarios.front().cases.front();
}

// The shortest way to what the defect breaks, explained.
Broken broken_by(const model::Defect& defect) {
  Broken b;
  b.subject = case_of(std::string(defect.scenario));
  defect.plant(b.rules);
  model::plant(defect, b.subject.spec);
  b.property = defect.caught_by;
  ExploreOptions options;
  options.rules = &b.rules;
  options.only = {b.property};
  const CaseOutcome o = explore_case(b.subject, options);
  b.trace = trace_text(o.properties.front().trace);
  ExplainOptions how;
  how.rules = &b.rules;
  b.explained = explain_trace(b.subject, b.trace, b.property, how);
  return b;
}

// Whether following the steps comes to a state in which the property is broken.
bool breaks(const Broken& b, const Story& story) {
  ExplainOptions how;
  how.rules = &b.rules;
  const Explanation e = explain_trace(b.subject, trace_text(story), b.property, how);
  EXPECT_FALSE(e.misfit);
  return e.outcome.has_value();
}

TEST(explain, every_defect_has_an_exact_point_of_no_return_and_a_way_that_would_have_saved_it) {
  for (const model::Defect& d : model::defects()) {
    const Broken b = broken_by(d);
    const Explanation& e = b.explained;
    ASSERT_TRUE(e.outcome) << d.id << e.error;
    EXPECT_EQ(e.outcome->property->id, d.caught_by);
    ASSERT_TRUE(e.no_return) << d.id;
    if (!e.no_return->exact) continue;  // said so, with its bound
    EXPECT_LE(e.no_return->step, e.outcome->trace.size());
    if (e.no_return->step == 0) continue;
    ASSERT_TRUE(e.sibling) << d.id;
    EXPECT_FALSE(breaks(b, e.sibling->story)) << d.id;
  }
}

TEST(explain, the_stop_whose_source_reads_on_is_decided_by_the_record_behind_the_snapshot) {
  const Broken b = broken_by(*model::find_defect("FLINK-23532"));
  const Explanation& e = b.explained;
  ASSERT_TRUE(e.outcome && e.no_return && e.sibling) << e.error;
  EXPECT_TRUE(e.undecided.empty()) << e.undecided;
  EXPECT_TRUE(e.no_return->exact);
  EXPECT_LT(e.no_return->step, e.outcome->trace.size());
  // Until the answer is there, the client might still resume a job whose stop was not answered ok.
  EXPECT_EQ(e.outcome->trace[e.no_return->step - 1].actor, "client");
  ASSERT_TRUE(e.decided);
  EXPECT_TRUE(e.decided->by_test);
  EXPECT_LT(e.decided->step, e.no_return->step);
  EXPECT_EQ(e.outcome->trace[e.decided->step - 1].rule, "emit_record");
  EXPECT_TRUE(e.sibling->tested);
  // The other way shares all steps before that one.
  for (std::uint64_t i = 0; i < e.sibling->shared; ++i) {
    EXPECT_EQ(e.sibling->story[i].rule, e.outcome->trace[i].rule);
    EXPECT_EQ(e.sibling->story[i].subject, e.outcome->trace[i].subject);
  }
  EXPECT_EQ(e.sibling->shared + 1, e.sibling->before);
  EXPECT_EQ(e.sibling->before, e.decided->step);
}

// Behind the point of no return a walk by chance breaks the promise, whatever it does; before it, some do not.
TEST(explain, behind_the_point_of_no_return_every_walk_breaks_the_promise) {
  const Broken b = broken_by(*model::find_defect("FLINK-23532"));
  ASSERT_TRUE(b.explained.no_return && b.explained.no_return->exact);
  const Story& story = b.explained.outcome->trace;
  const auto walks_that_break = [&](std::uint64_t shared, int walks) {
    auto made = model::Plan::make(b.subject.spec, model::Loop::explore);
    const model::Plan& plan = std::get<model::Plan>(made);
    int broken = 0;
    for (int walk = 0; walk < walks; ++walk) {
      std::string text = trace_text(Story(story.begin(), story.begin() + static_cast<std::ptrdiff_t>(shared)));
      std::uint64_t chance = 12345 + static_cast<std::uint64_t>(walk) * 7919;
      model::World world(plan, b.rules);
      sim::Trace prefix;
      sim::parse_trace(text, prefix);
      sim::Replay<model::World> replay(world, prefix);
      while (const auto s = replay.next()) sim::Machine<model::World>::apply(world, *s);
      std::vector<sim::Step> enabled;
      for (sim::Machine<model::World>::enabled(world, enabled); !enabled.empty();
           sim::Machine<model::World>::enabled(world, enabled)) {
        chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
        const sim::Step s = enabled[(chance >> 33) % enabled.size()];
        text += to_text(sim::name_of(world, s)) + "\n";
        sim::Machine<model::World>::apply(world, s);
      }
      ExplainOptions how;
      how.rules = &b.rules, how.states = 1;
      broken += explain_trace(b.subject, text, b.property, how).outcome.has_value();
    }
    return broken;
  };
  EXPECT_EQ(walks_that_break(b.explained.no_return->step, 20), 20);
  EXPECT_LT(walks_that_break(0, 60), 60);
}

TEST(explain, a_bound_that_is_too_small_is_said_and_nothing_is_claimed_beyond_it) {
  const Broken b = broken_by(*model::find_defect("FLINK-23532"));
  ExplainOptions small;
  small.rules = &b.rules, small.states = 2;
  const Explanation e = explain_trace(b.subject, b.trace, b.property, small);
  ASSERT_TRUE(e.outcome && e.no_return);
  EXPECT_FALSE(e.no_return->exact);
  EXPECT_EQ(e.undecided, "2 states");
  EXPECT_GE(e.no_return->step, b.explained.no_return->step);  // never before the true one
  EXPECT_FALSE(e.sibling);
}

TEST(explain, what_breaks_nothing_or_does_not_fit_is_said) {
  const Broken b = broken_by(*model::find_defect("FLINK-23532"));
  Broken clean = b;
  clean.rules = model::make_rulebook();
  ExplainOptions how;
  how.rules = &clean.rules;
  EXPECT_TRUE(explain_trace(clean.subject, b.trace, b.property, how).misfit);
  const std::string first = b.trace.substr(0, b.trace.find('\n') + 1);
  EXPECT_EQ(explain_trace(b.subject, first, b.property, how).error,
            "the trace fits, and no-replay-after-stop is not broken where it ends");
  EXPECT_EQ(explain_trace(b.subject, first, "", how).error, "the trace fits, and no promise is broken where it ends");
  EXPECT_EQ(explain_trace(b.subject, first, "no-such", how).error, "no-such is no property");
}

}  // namespace
}  // namespace scenarios
