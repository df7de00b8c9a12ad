#pragma once
// The one table of what can be made to go wrong: its word in a file and what it strikes. The reader, the keys of
// `fault:` and of `faults:`, the writer and the scope of an exploration are made from it, so that a new fault is one
// row. Tested in tests/scenarios/fault_kinds_test.cpp.
#include <span>
#include <string_view>

#include "model/spec.hpp"

namespace scenarios {

enum class Strikes : std::uint8_t {
  task,         // `task: op/0`
  operators,    // the same, but no source: a source has no input
  committing,   // the same, but only a transactional sink
  readers,      // the same, but only a source with assignment: dynamic or parent-first
  taskmanager,  // `taskmanager: 0`
  jobmanager,   // nothing to name; somebody has to take over: `cluster: {high-availability: true}`
  cluster       // nothing to name
};
constexpr bool names_a_task(Strikes s) {
  return s == Strikes::task || s == Strikes::operators || s == Strikes::committing || s == Strikes::readers;
}

struct FaultRow {
  model::FaultKind kind;
  std::string_view word;
  Strikes strikes;
  std::string_view means;  // what the budget is of
};
std::span<const FaultRow> fault_rows();  // in the order of FaultKind
const FaultRow& row_of(model::FaultKind);

}  // namespace scenarios
