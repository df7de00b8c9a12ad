#include "report/what_to_do.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/analogy.hpp"
#include "report/json_entry.hpp"
#include "report/recommendation.hpp"
#include "report/runbook.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Case;
using Json = nlohmann::ordered_json;

// Of the same version where there is one.
const Group* baseline_of(const scenarios::Scenario& scenario, const std::vector<Group>& groups, const Group& group) {
  const Group* found = nullptr;
  for (const Group& g : groups) {
    const Case& c = *g.front()->outcome.subject;
    if (c.way != scenario.baseline) continue;
    if (!found || c.semantics == group.front()->outcome.subject->semantics) found = &g;
  }
  return found;
}

Json half_way_json(const CaseResult& r) {
  if (!r.half_way) return {};
  const HalfWay& h = *r.half_way;
  Json j{{"victim", h.victim}, {"afterMs", Json::parse(history::milliseconds(h.after_us))}};
  j["finalStatus"] =
      h.outcome.figures->final_status.empty() ? Json() : Json(h.outcome.figures->final_status.front().second);
  j["figures"] = figures_json(h.outcome);
  return j;
}

}  // namespace

// Versions in which one way comes to the same are told once.
std::string what_to_do(const scenarios::Scenario& scenario, const std::vector<Group>& groups, const Style& style) {
  struct Advised {
    const Case* first;
    std::vector<std::string> versions;
    std::string text;
  };
  std::vector<Advised> all;
  for (const Group& g : groups) {
    const Case& c = *g.front()->outcome.subject;
    std::string words =
        wrapped(advice(g, baseline_of(scenario, groups, g)), 4, page_width) + runbook_text(runbook(g), 4, style);
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const Advised& a) { return a.first->way == c.way && a.text == words; });
    if (same != all.end())
      same->versions.push_back(c.semantics);
    else
      all.push_back({&c, {c.semantics}, std::move(words)});
  }
  std::string text = style(Tone::strong, "What to do") + "  [how it is known]\n" + recommendations_text(groups);
  if (const CaseResult& r = *groups.front().front(); r.runs > 1)
    text +=
        wrapped(fmt::format("What each way comes to is that of the run with seed {}.", r.outcome.seed), 2, page_width);
  for (const Advised& a : all) {
    const std::string versions = fmt::format("({})", fmt::join(a.versions, ", "));
    const bool fits = width(way_of(a.first->way)) + width(versions) + 4 <= page_width;
    text += "  " + style(Tone::strong, way_of(a.first->way) + (fits ? "  " + versions : "")) + "\n";
    if (!fits) text += wrapped(versions, 4, page_width);
    text += a.text;
  }
  return text;
}

Json ways_json(const scenarios::Scenario& scenario, const std::vector<Group>& groups) {
  Json list = Json::array();
  for (const Group& g : groups) {
    const Case& c = *g.front()->outcome.subject;
    Json j{{"name", scenario.name}, {"way", c.way}, {"semantics", c.semantics}, {"sinks", Json::array()}};
    for (const CaseResult* r : g) j["sinks"].push_back(r->outcome.subject->sink);
    j["baseline"] = c.way == scenario.baseline;
    j["advice"] = advice(g, baseline_of(scenario, groups, g));
    j["runbook"] = runbook_json(runbook(g));
    j["halfWay"] = half_way_json(*g.front());
    j["analogy"] = analogy_json(g);
    list.push_back(std::move(j));
  }
  return list;
}

}  // namespace report
