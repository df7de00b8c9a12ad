// `fault:` and `faults:`. What a fault needs is in the table of fault_kinds.hpp; whether the job and its cluster have
// that is seen in course.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/fault_kinds.hpp"
#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

// Complains of a key that this kind of fault has no use for, or lacks; else returns its value or null.
const Node* needed(const Fields& fields, std::string_view key, const FaultRow& row, bool needs) {
  const Node* node = fields.find(key);
  if (!needs && node)
    fields.context().complain(node->place, fmt::format("\"{}\" has no meaning with kind: {}", key, row.word),
                              row.strikes == Strikes::taskmanager ? "\"taskmanager\", the number of one"
                              : names_a_task(row.strikes)         ? "\"task\", such as count/0"
                                                                  : "only \"kind\"");
  if (needs && !node)
    fields.context().complain(
        fields.place(), fmt::format("kind: {} without {}", row.word, key),
        key == "task" ? "the key \"task\", such as task: count/0" : "the key \"taskmanager\", a number from 0");
  return needs ? node : nullptr;
}

}  // namespace

model::FaultSpec read_fault(Context& context, const Node& node, Named& task) {
  const Fields fields(context, node, block("fault"));
  model::FaultSpec fault;
  task.place = node.place;
  if (!fields.choice("kind", fault.kind)) return fault;
  const FaultRow& row = row_of(fault.kind);
  if (const Node* name = needed(fields, "task", row, names_a_task(row.strikes)))
    if (const auto* text = scalar(context, *name, "a task such as count/0"))
      if (auto named = read_task_name(context, name->place, *text))
        task = std::move(*named), fault.subtask = task.subtask;
  if (const Node* number = needed(fields, "taskmanager", row, row.strikes == Strikes::taskmanager))
    fields.whole("taskmanager", fault.taskmanager), task.place = number->place;
  return fault;
}

Budget read_faults(Context& context, const Node& node) {
  const Fields fields(context, node, block("faults"));
  Budget budget;
  std::uint64_t all = 0;
  for (const FaultRow& row : fault_rows()) {
    std::uint32_t& of_kind = budget.faults[row.kind];
    if (!fields.whole(row.word, of_kind)) continue;
    all += of_kind;
    if (row.kind == model::FaultKind::jobmanager_loss && of_kind > 0)
      budget.jobmanager_loss = fields.place_of(row.word);
  }
  budget.faults.any = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, most_faults));
  if (fields.whole("any", budget.faults.any) && budget.faults.any > 0 && all == 0 && node.entries.size() == 1)
    context.complain(fields.place_of("any"), "a budget for no kind of fault",
                     "a kind beside \"any\", such as task-failure: 0..1");
  return budget;
}

}  // namespace scenarios
