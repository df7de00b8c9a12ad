// A scenario with its ways; each is put together in assembly.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/assembly.hpp"

namespace scenarios {
namespace {

std::size_t weight_of(const Way& way) {
  std::size_t one =
      1 + way.spec.vertices.size() + way.spec.timeline.size() + way.expect.figures.size() + way.expect.promises.size();
  for (const auto& v : way.spec.vertices)
    one += v.inputs.size() + v.holds.size() + v.pace_changes.size() + v.bounds.size();
  for (const auto& entry : way.spec.timeline) one += entry.when.size();
  return one * std::max<std::size_t>(way.semantics.size(), 1);
}

void complain_of_weight(Context& context, Place place) {
  context.complain(place, "too much in the ways up to here",
                   fmt::format("at most {} vertices, edges, splits with an end and entries in all", max_weight));
}

void read_ways(const Fields& fields, Scenario& scenario) {
  Context& context = fields.context();
  Assembly assembly(fields);
  if (!fields.has("ways")) {
    scenario.ways.push_back(assembly.assemble(scenario.name, nullptr));
    if (weight_of(scenario.ways.back()) > max_weight) complain_of_weight(context, fields.place());
    return;
  }
  const auto* list = fields.list("ways");
  if (!list) return;
  if (list->empty())
    context.complain(fields.place_of("ways"), "an empty list of ways", "at least one way, or no \"ways\"");
  if (list->size() > max_cases)
    return context.complain(fields.place_of("ways"), fmt::format("{} ways", list->size()),
                            fmt::format("at most {}", max_cases));
  std::set<std::string> names;
  std::size_t weight = 0;
  for (const Node& node : *list) {
    if (context.mistakes() > max_mistakes) return;
    const Fields way(context, node, block("way"));
    if (!way.is_map()) continue;
    scenario.ways.push_back(assembly.assemble(scenario.name, &way));
    const std::string& name = scenario.ways.back().name;
    if (!name.empty() && !names.insert(name).second)
      context.complain(way.place_of("name"), fmt::format("a second way named {}", in_quotes(name)),
                       "a name of its own");
    weight += weight_of(scenario.ways.back());
    if (weight > max_weight) return complain_of_weight(context, node.place);
  }
}

bool fails_to_commit(const Scenario& scenario) {
  const auto commits = [](const model::TimelineEntry& e) {
    return e.fault && e.fault->kind == model::FaultKind::commit_failure;
  };
  return std::any_of(scenario.ways.begin(), scenario.ways.end(), [&](const Way& way) {
    return std::any_of(way.spec.timeline.begin(), way.spec.timeline.end(), commits);
  });
}

void read_sinks(const Fields& fields, Scenario& scenario) {
  const auto* list = fields.list("sinks");
  if (!list) return;
  Context& context = fields.context();
  if (list->empty())
    context.complain(fields.place_of("sinks"), "an empty list of sinks", "plain, idempotent or transactional");
  for (const Node& item : *list) {
    const auto place = choose(context, item, block("compare").find("sinks")->choices);
    if (!place) continue;
    const auto delivery = static_cast<history::Delivery>(*place);
    if (std::find(scenario.sinks.begin(), scenario.sinks.end(), delivery) != scenario.sinks.end())
      context.complain(item.place, fmt::format("{} a second time", item.text), "each delivery once");
    if (delivery != history::Delivery::transactional && fails_to_commit(scenario))
      context.complain(item.place, fmt::format("{} sinks, which commit nothing, beside a commit-failure", item.text),
                       "transactional only");
    scenario.sinks.push_back(delivery);
  }
}

void read_compare(const Fields& scenario_fields, Scenario& scenario) {
  scenario.baseline = scenario.ways.empty() ? "" : scenario.ways.front().name;
  const Node* node = scenario_fields.find("compare");
  if (!node) return;
  Context& context = scenario_fields.context();
  const Fields fields(context, *node, block("compare"));
  read_sinks(fields, scenario);
  if (!fields.text("baseline", scenario.baseline)) return;
  std::vector<std::string_view> names;
  for (const Way& way : scenario.ways)
    if (!way.name.empty()) names.push_back(way.name);
  if (std::find(names.begin(), names.end(), scenario.baseline) == names.end())
    names.empty() ? context.complain(fields.place_of("baseline"), "a baseline, but the scenario has no ways",
                                     "a list of \"ways\", or no baseline")
                  : context.unknown(fields.place_of("baseline"),
                                    fmt::format("{} is the name of no way", in_quotes(scenario.baseline)),
                                    scenario.baseline, names);
}

}  // namespace

std::optional<Scenario> read_scenario(Context& context, const Node& node) {
  const Fields fields(context, node, block("scenario"));
  if (!fields.is_map()) return std::nullopt;
  Scenario scenario;
  scenario.place = fmt::format("{}:{}", context.file(), node.place.line);
  fields.text("scenario", scenario.name);
  fields.story("story", scenario.story);
  read_ways(fields, scenario);
  read_compare(fields, scenario);
  return scenario;
}

}  // namespace scenarios
