#include "scenarios/reader.hpp"

#include <fmt/format.h>

#include <map>

#include "scenarios/context.hpp"
#include "scenarios/parts.hpp"
#include "scenarios/tree.hpp"

namespace scenarios {
namespace {

// A file is one scenario, a list of scenarios, or several YAML documents of these.
std::vector<const Node*> scenario_nodes(Context& context, const Forest& forest) {
  std::vector<const Node*> nodes;
  for (const Node& document : forest.documents) {
    if (context.mistakes() > max_mistakes) return nodes;
    if (document.kind == Node::Kind::nothing) continue;
    if (document.kind == Node::Kind::list)
      for (const Node& item : document.items) nodes.push_back(&item);
    else if (document.kind == Node::Kind::map)
      nodes.push_back(&document);
    else
      context.complain(document.place, "this is no scenario",
                       "a map that begins with \"scenario: NAME\", or a list of those");
  }
  if (nodes.empty() && context.mistakes() == 0)
    context.complain({1, 1}, "the file holds no scenario", "a map that begins with \"scenario: NAME\"");
  return nodes;
}

std::size_t case_count(const Scenario& s) {
  std::size_t n = 0;
  for (const Way& way : s.ways) n += way.semantics.size();
  return n * std::max<std::size_t>(s.sinks.size(), 1);
}

void read_all(Context& context, const std::vector<const Node*>& nodes, std::vector<Scenario>& out) {
  std::map<std::string, Place> names;
  std::size_t cases = 0;
  for (const Node* node : nodes) {
    if (context.mistakes() > max_mistakes) return;
    auto scenario = read_scenario(context, *node);
    if (!scenario) continue;
    const auto [first, fresh] = names.emplace(scenario->name, node->place);
    if (!fresh && !scenario->name.empty())
      context.complain(node->place, fmt::format("a second scenario named {}", in_quotes(scenario->name)),
                       "a name of its own");
    cases += case_count(*scenario);
    if (cases > max_cases)
      return context.complain(node->place, fmt::format("{} cases (ways x semantics x sinks) up to here", cases),
                              fmt::format("at most {} in a file", max_cases));
    out.push_back(std::move(*scenario));
  }
}

}  // namespace

Read read(std::string_view file_name, std::string_view text, const Catalogue& known) {
  Forest forest = plant(file_name, text);
  Read result;
  if (!forest.errors.empty()) {
    result.errors = std::move(forest.errors);
    return result;
  }
  Context context(file_name, known);
  read_all(context, scenario_nodes(context, forest), result.scenarios);
  result.errors = context.errors();
  result.warnings = context.warnings();
  if (!result.ok()) result.scenarios.clear();
  for (Scenario& scenario : result.scenarios) scenario.cases = multiply(scenario);
  return result;
}

}  // namespace scenarios
