#include "scenarios/explore_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/bounded.hpp"
#include "scenarios/fault_kinds.hpp"

namespace scenarios {
namespace {

std::string counted(std::uint32_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

// "1 task failure anywhere"; where several kinds share what may happen in all, that too.
std::vector<std::string> fault_budgets(const model::FaultBudget& budget) {
  std::vector<std::string> texts;
  std::uint64_t all = 0;
  for (const FaultRow& row : fault_rows()) {
    const std::uint32_t n = std::min(budget.any, budget[row.kind]);
    if (n == 0) continue;
    std::string words(row.word);
    std::replace(words.begin(), words.end(), '-', ' ');
    texts.push_back(words.ends_with("loss") && n > 1 ? fmt::format("{} {}es anywhere", n, words)
                                                     : counted(n, words) + " anywhere");
    all += n;
  }
  if (texts.empty()) texts.emplace_back("no faults");
  if (all > budget.any) texts.push_back(counted(budget.any, "fault") + " in all");
  return texts;
}

}  // namespace

std::optional<std::string> too_large(const model::Plan& plan) {
  using namespace history;
  if (plan.split_count > bounded_splits)
    return fmt::format("{} splits; explorations keep track of at most {}", plan.split_count, bounded_splits);
  if (plan.record_limit > bounded_offsets)
    return fmt::format("explore.records is {}; explorations keep track of at most {} records of a split",
                       plan.record_limit, bounded_offsets);
  if (plan.task_count() > 16)
    return fmt::format("{} subtasks; explorations keep track of at most 16", plan.task_count());
  return std::nullopt;
}

std::vector<std::string> budgets_of(const model::Plan& plan) {
  const model::ExploreSpec& e = plan.spec.explore;
  std::vector<std::string> all = {
      counted(e.records, "record") +
          (plan.split_count == 1 ? " of one split" : fmt::format(" of each of {} splits", plan.split_count)),
      counted(e.checkpoints, "periodic checkpoint"), counted(e.capacity, "record") + " in one data channel"};
  for (std::string& faults : fault_budgets(plan.spec.faults)) all.push_back(std::move(faults));
  return all;
}

std::vector<std::string> reductions_of(const model::Plan& plan) {
  const model::ExploreSpec& e = plan.spec.explore;
  std::vector<std::string> all = {"the external transaction log and the deletion of artifacts are atomic"};
  if (e.storage_atomic)
    all.emplace_back("storage is atomic: state and metadata are written in the step that asks for it");
  if (!e.expiry) all.emplace_back("snapshots do not expire");
  for (const std::string& m : e.fused) all.push_back(m + " is delivered in the step that sends it");
  return all;
}

}  // namespace scenarios
