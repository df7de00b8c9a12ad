// Where versions part, which knob it is, and what the first different event is.
#include "report/partings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/partings_text.hpp"
#include "report/selection.hpp"
#include "tests/report/program.hpp"

namespace report {
namespace {

Selection selected(const std::string& way, std::vector<std::string> semantics, const std::string& sink = "plain") {
  Options o;
  o.files = {std::string(QUIESCE_ROOT) + "/scenarios/flip-45.yaml"};
  o.ways = {way}, o.sinks = {sink}, o.semantics = std::move(semantics);
  return select(o);
}

struct Parted {
  Selection selection;
  std::vector<Parting> partings;
};
Parted parted(const std::string& way, std::vector<std::string> semantics, const std::string& sink = "plain") {
  Parted p{selected(way, std::move(semantics), sink), {}};
  EXPECT_TRUE(p.selection.errors.empty());
  const auto rules = std::get<model::World::Rules>(rules_for({}));
  p.partings = partings(p.selection.scenarios.front().cases, {}, rules, [] {});
  return p;
}

// "reread 80 -> 0", and the knobs that do it.
std::pair<std::string, std::vector<std::string>> cause_of(const Parting& p, const std::string& fact) {
  for (const Cause& c : p.causes)
    for (const Difference& d : c.differences)
      if (d.name == fact) {
        std::vector<std::string> knobs;
        for (const KnobChange& k : c.knobs) knobs.emplace_back(k.knob->name);
        return {d.from + " -> " + d.to, knobs};
      }
  return {"the same", {}};
}

TEST(partings, the_leak_of_1_14_is_gone_in_1_15_because_sources_stop_before_the_barrier) {
  const Parted all = parted("stop-with-savepoint", {"1.14", "1.15"});
  ASSERT_EQ(all.partings.size(), 1U);
  const Parting& p = all.partings.front();
  const std::vector<std::string> knob{"sources_stop"};
  for (const char* figure : {"reread", "leaked", "duplicates"})
    EXPECT_EQ(cause_of(p, figure), std::pair(std::string("80 -> 0"), knob)) << figure;
  EXPECT_EQ(cause_of(p, "no-replay-after-stop"),
            std::pair(std::string("not promised, not kept -> promised and kept"), knob));
  EXPECT_EQ(cause_of(p, "missing").first, "the same");
  ASSERT_EQ(p.causes.front().knobs.size(), 1U);
  ASSERT_TRUE(p.causes.front().knobs.front().row);
  EXPECT_EQ(p.causes.front().knobs.front().row->ticket, "FLINK-23532");
  ASSERT_TRUE(p.first);
  EXPECT_NE(p.first->words.find("at 27 s: source/0 is told to stop reading in flink-1.15, where in flink-1.14"),
            std::string::npos)
      << p.first->words;
}

TEST(partings, a_version_does_not_part_from_its_newest_patch_level) {
  const Parted all = parted("stop-with-savepoint", {"1.14", "1.14.6"});
  EXPECT_TRUE(all.partings.front().causes.empty());
  EXPECT_TRUE(all.partings.front().knobs.empty());
  EXPECT_FALSE(all.partings.front().first);
}

TEST(partings, knobs_changed_by_hand_are_found_too_and_belong_to_no_version) {
  const Parted all =
      parted("cancel", {"flink-1.15", "flink-1.15 + checkpoints_on_canceled: delete, late_failure: counts"});
  const Parting& p = all.partings.front();
  EXPECT_EQ(p.knobs.size(), 2U);
  EXPECT_EQ(cause_of(p, "reread"),
            std::pair(std::string("700 -> 2700"), std::vector<std::string>{"checkpoints_on_canceled"}));
  EXPECT_FALSE(p.causes.front().knobs.front().row);
}

// Whether the stop exists at all, and when its sources stop: a leak needs both.
TEST(partings, what_several_knobs_do_only_together_is_said_to_be_so) {
  const report_test::Folder folder;
  std::ofstream(folder / "stop.yaml") << R"(scenario: stop
semantics: flink-1.15
job:
  vertices:
    - {name: source, kind: source, api: source-function, rate: 100/s}
    - {name: sink, kind: sink, inputs: [source]}
  network: {data: 50ms, control: 1ms}
  storage: {write: 30ms}
until: 3s
timeline:
  - {at: 1s, command: {kind: stop-with-savepoint, id: end}}
)";
  Options o;
  o.files = {folder / "stop.yaml"};
  o.semantics = {"flink-1.15 + stop_with_snapshot: none", "flink-1.15 + sources_stop: after-completion"};
  const Selection s = select(o);
  ASSERT_TRUE(s.errors.empty()) << s.errors.front().what;
  const auto rules = std::get<model::World::Rules>(rules_for({}));
  const auto all = partings(s.scenarios.front().cases, {}, rules, [] {});
  const std::vector<std::string> exists{"stop_with_snapshot"}, both{"stop_with_snapshot", "sources_stop"};
  EXPECT_EQ(cause_of(all.front(), "answer to end").second, exists);
  EXPECT_EQ(cause_of(all.front(), "leaked").second, both);
  for (const Cause& c : all.front().causes) {
    if (c.knobs.size() == 2) {
      EXPECT_EQ(c.how, Cause::How::together);
    }
  }
}

TEST(partings, where_only_the_promise_differs_no_knob_is_named) {
  const Parted all = parted("stop-with-savepoint", {"1.13", "1.14"});
  for (const Cause& c : all.partings.front().causes) {
    EXPECT_EQ(c.how, Cause::How::promised);
    EXPECT_TRUE(c.knobs.empty());
    for (const Difference& d : c.differences) EXPECT_EQ(d.kind, FactKind::promise);
  }
}

TEST(partings, sinks_that_part_in_the_same_words_are_told_once) {
  Parted plain = parted("stop-with-savepoint", {"1.14.5", "1.14.6", "1.14"});
  Parted other = parted("stop-with-savepoint", {"1.14.5", "1.14.6", "1.14"}, "transactional");
  std::vector<Parting> all = plain.partings;
  all.insert(all.end(), other.partings.begin(), other.partings.end());
  EXPECT_EQ(partings_text(all, {}),
            "Where they part\n  stop-with-savepoint  (plain and transactional)\n"
            "    flink-1.14.5 -> flink-1.14.6 -> flink-1.14: no difference\n");
}

// ---- as it is called

using report_test::call;
using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> all;
  for (const auto& [key, value] : object.items()) all.push_back(key);
  return all;
}

TEST(partings, the_keys_of_the_document_are_as_documented) {
  const auto called = call({"compare", "scenarios/flip-45.yaml", "--semantics", "1.13", "1.14", "1.15", "--way",
                            "stop-with-savepoint", "--sink", "plain", "--format", "json"});
  EXPECT_EQ(called.code, 0) << called.err;
  const Json document = Json::parse(called.out, nullptr, false);
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ(document["scenarios"].size(), 3U);
  EXPECT_EQ(document["scenarios"][2]["semantics"], "flink-1.15");
  ASSERT_EQ(document["partings"].size(), 2U);
  for (const Json& p : document["partings"]) {
    EXPECT_EQ(keys(p),
              (std::vector<std::string>{"name", "way", "sink", "from", "to", "causes", "knobs", "firstDifference"}));
    for (const Json& k : p["knobs"])
      EXPECT_EQ(keys(k), (std::vector<std::string>{"knob", "meaning", "from", "to", "since", "evidence", "ticket"}));
    for (const Json& c : p["causes"]) {
      EXPECT_EQ(keys(c), (std::vector<std::string>{"how", "knobs", "differences"}));
      for (const Json& d : c["differences"])
        EXPECT_EQ(keys(d), (std::vector<std::string>{"kind", "fact", "from", "to"}));
    }
  }
  const Json& first = document["partings"][1]["firstDifference"];
  EXPECT_EQ(keys(first), (std::vector<std::string>{"from", "to", "words"}));
  EXPECT_EQ(first["to"]["t"], 27'000'000);
  EXPECT_EQ(first["to"]["event"]["ev"], "source.stop");
  EXPECT_FALSE(Json::parse(call({"compare", "scenarios/golden/g1.yaml", "--format", "json"}).out).contains("partings"));
}

TEST(partings, versions_may_stand_in_one_list_before_or_behind_the_file) {
  const std::vector<std::string> versions{"--semantics", "1.14", "flink-1.15"};
  std::vector<std::string> before{"compare"}, behind{"compare", "scenarios/flip-45.yaml"};
  before.insert(before.end(), versions.begin(), versions.end());
  before.emplace_back("scenarios/flip-45.yaml");
  behind.insert(behind.end(), versions.begin(), versions.end());
  for (auto* arguments : {&before, &behind}) arguments->insert(arguments->end(), {"--way", "cancel", "--quiet"});
  const auto called = call(before);
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(std::count(called.out.begin(), called.out.end(), '\n'), 6) << called.out;
  EXPECT_EQ(called.out, call(behind).out);
}

TEST(partings, a_file_is_not_asked_for_what_it_expects_of_another_version_when_there_are_several) {
  const std::vector<std::string> one{
      "compare", "scenarios/flip-45.yaml", "--way", "stop-with-savepoint", "--quiet", "--semantics", "1.14"};
  EXPECT_EQ(call(one).code, 1);
  std::vector<std::string> two = one;
  two.emplace_back("1.15");
  const auto called = call(two);
  EXPECT_EQ(called.code, 0) << called.out;
  EXPECT_NE(called.out.find("not asked of versions that it does not name"), std::string::npos) << called.out;
}

}  // namespace
}  // namespace report
