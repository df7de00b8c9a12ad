// The main job: one scenario under each of its ways of ending, side by side.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/json_entry.hpp"
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

}  // namespace

int act_compare(const Options& o) {
  const Selection s = select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<scenarios::Error>(&rules)) return refuse(*e, o.verb, o.format);
  warn(s.warnings);
  const Style style = style_for(o);
  auto doc = document(o.verb), entries = nlohmann::ordered_json::array();
  Conclusion conclusion;
  for (std::size_t i = 0; i < s.scenarios.size(); ++i) {
    const scenarios::Scenario& scenario = s.scenarios[i];
    std::vector<CaseResult> results;
    for (const scenarios::Case& c : scenario.cases) {
      results.push_back(run_all(c, o, std::get<model::World::Rules>(rules), {}));
      conclude(conclusion, results.back());
      if (o.format == Format::json || !o.out.empty()) entries.push_back(entry(scenario, results.back()));
      if (o.format == Format::text && o.quiet) print(one_line(results.back(), style));
    }
    if (o.format == Format::text && !o.quiet) print((i > 0 ? "\n" : "") + comparison(scenario, results, style) + "\n");
  }
  close(doc, std::move(entries), conclusion);
  if (o.format == Format::json)
    print_document(doc);
  else
    print(verdict_line(conclusion, style));
  if (o.format == Format::text && !o.quiet) print(onward(o, s.scenarios.front(), s.files.front()));
  return keep_document(o, doc) ? bad_input : conclusion.exit();
}

}  // namespace report
