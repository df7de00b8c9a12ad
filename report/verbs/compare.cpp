// The main job: one scenario under each of its ways of ending, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/outputs.hpp"
#include "report/partings_text.hpp"
#include "report/progress.hpp"
#include "report/runs.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/text_cases.hpp"

namespace report {
namespace {

std::string onward(const Options& o, const scenarios::Scenario& scenario, const std::string& file) {
  const std::string& way = scenario.cases.front().way;
  return fmt::format(
      "A run shows one order of steps; to try every order, in the small:\n  {0} explore {1}{2}\nFigures and verdicts "
      "of one way in full:\n"
      "  {0} run {1}{2}\n",
      o.program, file,
      way.empty() ? "" : fmt::format(" --way {}", way.find(' ') == way.npos ? way : "\"" + way + "\""));
}

// The cases of one way and one sink, in the order of its versions; so for all of them.
std::vector<Parting> part(const Options& o, const scenarios::Scenario& scenario, const model::World::Rules& rules,
                          std::vector<std::vector<scenarios::Case>>& kept) {
  for (const scenarios::Case& c : scenario.cases) {
    const auto same = [&](const std::vector<scenarios::Case>& g) {
      return g.front().way == c.way && g.front().sink == c.sink;
    };
    const auto group = std::find_if(kept.begin(), kept.end(), same);
    group == kept.end() ? kept.push_back({c}) : group->push_back(c);
  }
  std::vector<Parting> all;
  Progress progress(o.progress, "where versions part: " + scenario.name, 0);
  for (const std::vector<scenarios::Case>& g : kept) {
    auto more = partings(g, o, rules, [&] { progress.one_more_run(); });
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

int act_compare(const Options& o) {
  const Selection s = select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<scenarios::Error>(&rules)) return refuse(*e, o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  warn(s.warnings);
  const Style style = style_for(o);
  Outputs outputs(o);
  auto parted_json = nlohmann::ordered_json::array();
  const bool versions = std::any_of(s.scenarios.begin(), s.scenarios.end(), has_versions);
  Conclusion conclusion;
  for (std::size_t i = 0; i < s.scenarios.size(); ++i) {
    const scenarios::Scenario& scenario = s.scenarios[i];
    std::vector<CaseResult> results;
    for (const scenarios::Case& c : scenario.cases) {
      results.push_back(run_all(c, o, std::get<model::World::Rules>(rules), {}));
      conclude(conclusion, results.back());
      outputs.add({scenario, s.files[i], results.back()});
      if (o.format == Format::text && o.quiet) print(one_line(results.back(), style));
    }
    std::vector<std::vector<scenarios::Case>> kept;  // partings point into it
    std::vector<Parting> parted;
    if (has_versions(scenario) && !o.quiet) parted = part(o, scenario, std::get<model::World::Rules>(rules), kept);
    if (has_versions(scenario))
      for (auto& p : partings_json(scenario, parted)) parted_json.push_back(std::move(p));
    if (!o.quiet)
      outputs.add_text("What each way of ending costs: " + scenario.name, comparison(scenario, results, {}));
    if (!outputs.text() || o.quiet) continue;
    print((i > 0 ? "\n" : "") + comparison(scenario, results, style) + "\n");
    if (!parted.empty()) print(partings_text(parted, style) + "\n");
  }
  if (versions) outputs.add_key("partings", std::move(parted_json));
  if (outputs.text()) print(verdict_line(conclusion, style));
  if (o.format == Format::text && s.not_expected)
    print("What the file expects is not asked of versions that it does not name.\n");
  if (o.format == Format::text && !o.quiet) print(onward(o, s.scenarios.front(), s.files.front()));
  return outputs.finish(conclusion, conclusion.exit());
}

}  // namespace report
