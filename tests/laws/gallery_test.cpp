// The gallery: each historic bug is caught by the property that it names, with a path that can be followed, and the
// clean engine keeps all promises in the same scenario. Each property that is promised catches one at least.
#include <gtest/gtest.h>

#include <set>

#include "model/defects/chains.hpp"
#include "model/defects/defect.hpp"
#include "model/rulebook.hpp"
#include "properties/catalogue.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

std::set<std::string> alarms(const scenarios::CaseOutcome& o) {
  std::set<std::string> ids;
  for (const scenarios::PropertyOutcome& p : o.properties)
    if (p.alarm) ids.emplace(p.property->id);
  return ids;
}

std::vector<scenarios::Case> cases_of(const std::string& file) {
  std::vector<scenarios::Case> all;
  for (const scenarios::Scenario& s : shipped(file)) all.insert(all.end(), s.cases.begin(), s.cases.end());
  return all;
}

std::string test_name(std::string id) {
  for (char& c : id)
    if (c == '-' || c == '/' || c == '.') c = '_';
  return id;
}

class Defects : public ::testing::TestWithParam<std::string> {};

TEST_P(Defects, is_caught_by_the_property_it_names) {
  const model::Defect& d = *model::find_defect(GetParam());
  ASSERT_NE(properties::find(d.caught_by), nullptr) << d.caught_by;
  auto rules = model::make_rulebook();
  d.plant(rules);
  bool caught = false;
  for (scenarios::Case c : cases_of(std::string(d.scenario))) {
    model::plant(d, c.spec);
    const scenarios::CaseOutcome o =
        scenarios::explore_case(c, {.rules = &rules, .only = {std::string(d.caught_by)}, .stop_at_first_alarm = true});
    const scenarios::PropertyOutcome* p = find_property(o, d.caught_by);
    ASSERT_NE(p, nullptr) << o.error;
    if (!p->alarm) continue;
    caught = true;
    ASSERT_FALSE(p->trace.empty());
    // The path is one of the broken engine; followed there it fits to the end.
    EXPECT_EQ(scenarios::replay_case(c, scenarios::trace_text(p->trace), &rules).misfit, "");
  }
  EXPECT_TRUE(caught);
}
INSTANTIATE_TEST_SUITE_P(gallery, Defects, ::testing::ValuesIn([] {
                           std::vector<std::string> all;
                           for (const model::Defect& d : model::defects()) all.emplace_back(d.id);
                           return all;
                         }()),
                         [](const auto& row) { return test_name(row.param); });

class Files : public ::testing::TestWithParam<std::string> {};

TEST_P(Files, the_clean_engine_keeps_all_promises) {
  for (const scenarios::Case& c : cases_of(GetParam())) {
    const scenarios::CaseOutcome o = scenarios::explore_case(c, {});
    EXPECT_TRUE(o.scope && o.scope->complete) << o.error << (o.scope ? o.scope->bound : "");
    EXPECT_EQ(alarms(o), std::set<std::string>{});
  }
}
INSTANTIATE_TEST_SUITE_P(gallery, Files, ::testing::ValuesIn([] {
                           std::set<std::string> all;
                           for (const model::Defect& d : model::defects()) all.emplace(d.scenario);
                           return all;
                         }()),
                         [](const auto& row) {
                           const std::string name = row.param.substr(row.param.rfind('/') + 1);
                           return test_name(name.substr(0, name.rfind('.')));
                         });

TEST(gallery, every_promise_is_named_by_a_defect) {
  std::set<std::string_view> named;
  for (const model::Defect& d : model::defects()) named.insert(d.caught_by);
  for (const properties::Property& p : properties::catalogue()) {
    if (p.kind == properties::Kind::sometimes) continue;
    EXPECT_EQ(named.count(p.id), 1U) << p.id;
  }
}

TEST(gallery, ids_are_unique_and_sixty_at_least) {
  std::set<std::string_view> ids, mistakes;
  for (const model::Defect& d : model::defects()) {
    EXPECT_TRUE(ids.insert(d.id).second) << d.id;
    EXPECT_TRUE(mistakes.insert(d.mistake).second) << d.id;
    EXPECT_FALSE(d.versions.empty()) << d.id;
  }
  EXPECT_GE(ids.size(), 60U);
}

TEST(gallery, each_link_of_a_chain_is_a_defect) {
  EXPECT_GE(model::chains().size(), 4U);
  for (const model::Chain& c : model::chains())
    for (const model::Link& l : c.links) EXPECT_NE(model::find_defect(l.defect), nullptr) << c.id << ": " << l.defect;
}

}  // namespace
}  // namespace laws
