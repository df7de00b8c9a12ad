#pragma once
// A story as data for a space-time diagram: lanes, steps with the message that each takes, what changed, steady state
// folded. One JSON object that the page and the exports read; its shape is told in report/web/src/data.ts. Tested in
// tests/report/diagram_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "model/spec.hpp"
#include "report/checks.hpp"
#include "scenarios/outcome.hpp"

namespace report {

struct DiagramOf {
  std::string title = {};
  const model::Spec* spec = nullptr;  // for the kinds of its lanes
  const scenarios::Story* story = nullptr;
  std::uint64_t steps = 0;  // of the whole, where the story is a window of it
  std::optional<std::uint64_t> no_return = {}, decided = {}, violated = {};  // numbers of steps
  std::string broken = {};                                                   // id of the promise; empty: none
};
nlohmann::ordered_json diagram(const DiagramOf& of);

// A list of them for a case: its first run, told anew, or the shortest way to each broken promise. Empty: none is to be
// had. Each says by `entry` to which entry of the document it belongs.
nlohmann::ordered_json diagrams_of(const CaseView& view, std::size_t entry, const model::World::Rules* rules);
// "id", "way", ... of the job, for exports: vertices and edges.
nlohmann::ordered_json job_json(const scenarios::Scenario& scenario, const model::Spec& spec);

}  // namespace report
