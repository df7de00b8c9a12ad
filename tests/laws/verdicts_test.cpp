// What exploring must say: each knob set wrong breaks the promise that it is known to break, with a shortest path to
// it, and the clean engine breaks none. For the defects gallery_test.cpp says the same.
#include <gtest/gtest.h>

#include "scenarios/judging.hpp"
#include "tests/laws/small_jobs.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

using properties::Verdict;

std::vector<std::string> alarms(const scenarios::CaseOutcome& o) {
  std::vector<std::string> ids;
  for (const scenarios::PropertyOutcome& p : o.properties)
    if (p.alarm) ids.emplace_back(p.property->id);
  return ids;
}

struct WrongKnob {
  const char *way, *knob, *value, *property;
};

// What a test is called in the list of tests.
void PrintTo(const WrongKnob& k, std::ostream* out) { *out << k.knob << ": " << k.value; }

// The flip-45 job with 1 split, 3 records, 2 checkpoints, 1 fault: about a million states without reductions.
scenarios::CaseOutcome explore_flip_45(const WrongKnob& k, bool wrong) {
  const auto read = shipped("scenarios/flip-45.yaml");
  scenarios::Case c = *find_case(read.at(0), k.way, "transactional");
  c.expect = {};
  const model::Knob* knob = model::find_knob(k.knob);
  for (std::size_t v = 0; v < knob->values.size() && wrong; ++v)
    if (knob->values[v] == k.value) knob->set(c.spec.semantics, static_cast<std::uint8_t>(v));
  return scenarios::explore_case(c, {.only = {k.property}});
}

class Knobs : public ::testing::TestWithParam<WrongKnob> {};

TEST_P(Knobs, set_wrong_breaks_its_promise_and_clean_keeps_it) {
  const scenarios::CaseOutcome clean = explore_flip_45(GetParam(), false);
  ASSERT_TRUE(clean.scope && clean.scope->complete) << clean.error;
  EXPECT_EQ(find_property(clean, GetParam().property)->verdict, Verdict::holds);
  const scenarios::CaseOutcome wrong = explore_flip_45(GetParam(), true);
  const scenarios::PropertyOutcome& p = *find_property(wrong, GetParam().property);
  EXPECT_TRUE(p.alarm);
  EXPECT_FALSE(p.trace.empty());
}
INSTANTIATE_TEST_SUITE_P(
    flip_45, Knobs,
    ::testing::Values(WrongKnob{"stop-with-savepoint", "sources_stop", "after-completion", "no-replay-after-stop"},
                      WrongKnob{"cancel", "recovery_uses", "oldest-checkpoint", "cancel-rewinds-exactly"},
                      WrongKnob{"cancel", "checkpoints_on_canceled", "delete", "retention"}),
    [](const auto& row) { return std::string(row.param.knob); });

// scenarios/every-version.yaml in a smaller size; the file's own takes minutes a version and is a campaign.
class EveryVersion : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryVersion, breaks_what_the_truth_table_says_and_keeps_the_rest) {
  const auto read = shipped("scenarios/every-version.yaml");
  scenarios::Case small = *find_case(read.at(0), GetParam(), "transactional");
  small.spec.explore.records = 2;
  small.spec.explore.checkpoints = 1;
  const scenarios::CaseOutcome o = scenarios::explore_case(small, {});
  ASSERT_TRUE(o.scope && o.scope->complete) << o.error;
  EXPECT_EQ(alarms(o), std::vector<std::string>{});
  EXPECT_EQ(o.unmet, std::vector<std::string>{});
}
INSTANTIATE_TEST_SUITE_P(small, EveryVersion,
                         ::testing::Values("suspend flink-1.9", "drain flink-1.13", "suspend flink-1.14",
                                           "drain flink-1.14", "suspend flink-1.20", "cancel flink-2.3"),
                         [](const auto& row) {
                           std::string name = row.param;
                           for (char& c : name)
                             if (c == ' ' || c == '.' || c == '-') c = '_';
                           return name;
                         });

TEST(flip_45, number_of_states_is_pinned) {
  const auto read = shipped("scenarios/flip-45.yaml");
  const scenarios::CaseOutcome o =
      scenarios::explore_case(*find_case(read.at(0), "stop-with-savepoint", "transactional"), {.only = {"retention"}});
  ASSERT_TRUE(o.scope && o.scope->complete);
  EXPECT_EQ(o.scope->states, 1'913'989U);
  EXPECT_EQ(o.scope->edges, 7'789'339U);
}

// Behind a forward exchange a source that lags holds back no watermark of the others.
TEST(cut_in_event_time, is_not_judged_where_a_subtask_with_windows_hears_some_sources_only) {
  const auto outcome = [](const char* exchange) {
    const std::string text = std::string(R"(
scenario: two sources and their windows
semantics: flink-1.18
job:
  vertices:
    - {name: source, kind: source, parallelism: 2, api: flip-27, splits: 2, rate: 100/s, records: endless, event time: 10ms}
    - {name: count, kind: keyed-count, inputs: [{from: source, exchange: )") +
                             exchange + R"(}], parallelism: 2, keys: 2, window: 10ms}
    - {name: sink, kind: sink, inputs: [{from: count, exchange: hash}], keys: 1, delivery: plain}
  network: {data: 10ms, control: 1ms}
  storage: {write: 30ms}
checkpoints: {interval: 1s, retention: retain-on-cancel}
until: 4s
explore: {records: 1, checkpoints: 1, capacity: 1}
)";
    const auto read = scenarios::read("windows.yaml", text, {});
    EXPECT_TRUE(read.ok());
    const auto o = scenarios::explore_case(read.scenarios.at(0).cases.at(0), {.only = {"cut-in-event-time"}});
    EXPECT_FALSE(o.properties.at(0).alarm);
    return o.properties.at(0).promise.judged;
  };
  EXPECT_FALSE(outcome("forward"));
  EXPECT_TRUE(outcome("hash"));
}

TEST(verdicts, a_budget_of_no_checkpoints_is_spent_and_a_job_without_them_has_none_to_spend) {
  model::Spec spec = small_job(Ends::stop_with_savepoint, 1, 0, 0);
  const auto budget = [&] {
    const model::Plan plan = plan_of(spec, model::Loop::explore);
    return scenarios::judging_for(plan, model::header_of(plan), {}).expectations.checkpoint_budget;
  };
  EXPECT_EQ(budget(), 0U);
  spec.explore.checkpoints = 2;
  EXPECT_EQ(budget(), 2U);
  spec.checkpoints.interval = 0;
  EXPECT_EQ(budget(), UINT32_MAX);
}

}  // namespace
}  // namespace laws
