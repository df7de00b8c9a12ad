// The table of faults against what is made from it: the keys, the reader, the writer.
#include <gtest/gtest.h>

#include <set>

#include "scenarios/fault_kinds.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/outcome.hpp"
#include "scenarios/writer.hpp"
#include "support.hpp"

namespace scenarios {
namespace {

// What it strikes in the good scenario. Only sources are handed splits.
bool strikes_source(const FaultRow& row) { return row.strikes == Strikes::readers; }

// The good scenario on two TaskManagers with high availability, with this fault in place of its second command.
std::string with_fault(const FaultRow& row) {
  std::string fault = "fault: {kind: " + std::string(row.word);
  if (names_a_task(row.strikes)) fault += strikes_source(row) ? ", task: src/0" : ", task: out/0";
  if (row.strikes == Strikes::taskmanager) fault += ", taskmanager: 1";
  std::string text = spoilt("command: {kind: stop-with-savepoint, id: end}", fault + "}");
  text.replace(text.find(", sinks: [plain, transactional]"), 31, "");
  if (strikes_source(row)) text.insert(text.find(", rate: 100/s"), ", assignment: dynamic");
  return text + "cluster: {taskmanagers: 2, high-availability: true}\n";
}

TEST(fault_kinds, each_has_a_word_of_its_own) {
  std::set<std::string_view> words;
  for (const FaultRow& row : fault_rows()) words.insert(row.word);
  EXPECT_EQ(words.size(), model::fault_kinds);
}

TEST(fault_kinds, each_is_read_with_what_it_needs_and_written_back) {
  for (const FaultRow& row : fault_rows()) {
    const Read result = read("f.yaml", with_fault(row), some_names());
    ASSERT_TRUE(result.ok()) << row.word << "\n" << to_text(result.errors);
    const auto& fault = result.scenarios[0].ways[1].spec.timeline[0].fault;
    ASSERT_TRUE(fault) << row.word;
    EXPECT_EQ(fault->kind, row.kind) << row.word;
    EXPECT_EQ(fault->vertex, names_a_task(row.strikes) && !strikes_source(row) ? 2U : 0U) << row.word;
    EXPECT_EQ(fault->taskmanager, row.strikes == Strikes::taskmanager ? 1U : 0U) << row.word;
    const Read back = read("f.yaml", write(result.scenarios[0]), some_names());
    ASSERT_TRUE(back.ok()) << to_text(back.errors);
    EXPECT_TRUE(same(back.scenarios[0], result.scenarios[0])) << row.word;
  }
}

TEST(fault_kinds, each_has_a_budget) {
  for (const FaultRow& row : fault_rows()) {
    const std::string budget = "faults: {" + std::string(row.word) + ": 0..2}\ncluster: {high-availability: true}\n";
    const Read result = read("f.yaml", std::string(good) + budget, some_names());
    ASSERT_TRUE(result.ok()) << to_text(result.errors);
    const model::FaultBudget& faults = result.scenarios[0].ways[0].spec.faults;
    for (const FaultRow& other : fault_rows())
      EXPECT_EQ(faults[other.kind], other.kind == row.kind ? 2U : 0U) << row.word << " " << other.word;
    EXPECT_EQ(faults.any, 2U) << row.word;
    EXPECT_TRUE(block("faults").find(row.word)) << row.word;
  }
}

TEST(fault_kinds, budgets_add_up_unless_they_say_how_many_in_all) {
  const auto any = [](const std::string& faults) {
    const Read result = read("f.yaml", std::string(good) + "faults: " + faults + "\n", some_names());
    EXPECT_TRUE(result.ok()) << to_text(result.errors);
    return result.ok() ? result.scenarios[0].ways[0].spec.faults.any : 0;
  };
  EXPECT_EQ(any("{task-failure: 0..1, commit-failure: 0..2}"), 3U);
  EXPECT_EQ(any("{any: 0..1, task-failure: 0..1, commit-failure: 0..2}"), 1U);
  EXPECT_EQ(any("{task-failure: 0..1000, commit-failure: 0..1000}"), 1000U);  // the most that can be written
}

std::vector<std::string> budgets_of(const std::string& faults) {
  std::string text(good);
  text += "explore: {states: 10}\ncluster: {taskmanagers: 2}\nfaults: " + faults + "\n";
  const Read result = read("f.yaml", text, some_names());
  EXPECT_TRUE(result.ok()) << to_text(result.errors);
  if (!result.ok()) return {};
  const CaseOutcome outcome = explore_case(result.scenarios[0].cases[0], {});
  EXPECT_TRUE(outcome.scope) << outcome.error;
  return outcome.scope ? outcome.scope->budgets : std::vector<std::string>{};
}

TEST(fault_kinds, each_budget_is_told_with_an_exploration) {
  using Texts = std::vector<std::string>;
  const Texts others{"3 records of one split", "2 periodic checkpoints", "2 records in one data channel"};
  const auto with = [&](Texts faults) {
    faults.insert(faults.begin(), others.begin(), others.end());
    return faults;
  };
  EXPECT_EQ(budgets_of("{any: 0}"), with({"no faults"}));
  EXPECT_EQ(budgets_of("{any: 0..1, task-failure: 0..1}"), with({"1 task failure anywhere"}));
  EXPECT_EQ(budgets_of("{any: 0..1, task-failure: 0..2, storage-failure: 0..1}"),
            with({"1 task failure anywhere", "1 storage failure anywhere", "1 fault in all"}));
  EXPECT_EQ(budgets_of("{taskmanager-loss: 0..2}"), with({"2 taskmanager losses anywhere"}));
}

}  // namespace
}  // namespace scenarios
