// The main job: one scenario under each of its ways of ending, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "report/analogy.hpp"
#include "report/catalogue.hpp"
#include "report/comparison_markdown.hpp"
#include "report/costs_text.hpp"
#include "report/files.hpp"
#include "report/outputs.hpp"
#include "report/partings_text.hpp"
#include "report/progress.hpp"
#include "report/recommendation.hpp"
#include "report/runs.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/sweep.hpp"
#include "report/text_cases.hpp"
#include "report/what_to_do.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

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

// What happens half-way is asked once for each way and version: its sinks see the same.
bool first_of_its_group(const std::vector<CaseResult>& before, const scenarios::Case& c) {
  if (before.empty()) return true;
  const scenarios::Case& last = *before.back().outcome.subject;
  return last.way != c.way || last.semantics != c.semantics;
}

// The same cases with each value of the sweep; a promise that is broken there counts as any other.
std::variant<std::vector<SweptCosts>, scenarios::Error> sweep_all(const Options& o, const Sweep& sweep,
                                                                  const scenarios::Scenario& scenario,
                                                                  const model::World::Rules& rules,
                                                                  Conclusion& conclusion) {
  std::vector<SweptCosts> all;
  for (const scenarios::Case& c : scenario.cases) all.push_back({c.way, c.semantics, c.sink, {}});
  for (const std::string& value : sweep.values) {
    auto cases = swept(scenario.cases, *sweep.key, value);
    if (auto* e = std::get_if<scenarios::Error>(&cases)) return *e;
    const auto& of_value = std::get<std::vector<scenarios::Case>>(cases);
    for (std::size_t i = 0; i < of_value.size(); ++i) {
      const CaseResult r = run_all(of_value[i], o, rules, {});
      if (!r.outcome.made())
        return scenarios::Error{"--sweep", 0, 0, r.outcome.error, "another value than " + value, ""};
      conclude(conclusion, r);
      all[i].by_value.push_back(r.costs);
    }
  }
  return all;
}

// What a scenario's comparison is made with, and what it leaves.
struct Comparing {
  const Options& o;
  const model::World::Rules& rules;
  std::optional<Sweep> sweep;
  Style style;
  Outputs& outputs;
  Conclusion conclusion = {};
  Json ways = Json::array(), recommendations = Json::array(), partings = Json::array(), sweeps = Json::array();
};

std::vector<CaseResult> run_cases(Comparing& all, const scenarios::Scenario& scenario, const std::string& file) {
  std::vector<CaseResult> results;
  for (const scenarios::Case& c : scenario.cases) {
    CaseResult r = run_all(c, all.o, all.rules, {});
    if (r.outcome.run && !all.o.quiet && first_of_its_group(results, c))
      r.half_way = half_way(r.outcome, r.observed, all.rules);
    conclude(all.conclusion, r);
    all.outputs.add({scenario, file, r});
    if (all.o.format == Format::text && all.o.quiet) print(one_line(r, all.style));
    results.push_back(std::move(r));
  }
  return results;
}

std::optional<scenarios::Error> compare(Comparing& all, const scenarios::Scenario& scenario, const std::string& file,
                                        bool first) {
  const std::vector<CaseResult> results = run_cases(all, scenario, file);
  std::vector<std::vector<scenarios::Case>> kept;  // partings point into it
  std::vector<Parting> parted;
  if (has_versions(scenario) && !all.o.quiet) parted = part(all.o, scenario, all.rules, kept);
  for (auto& p : partings_json(scenario, parted)) all.partings.push_back(std::move(p));
  for (auto& w : ways_json(scenario, grouped(results))) all.ways.push_back(std::move(w));
  for (auto& r : recommendations_json(scenario.name, grouped(results))) all.recommendations.push_back(std::move(r));
  std::string more = parted.empty() ? "" : partings_text(parted, {});
  std::string shown = comparison(scenario, results, all.style);
  if (!parted.empty()) shown += "\n" + partings_text(parted, all.style);
  if (all.o.analogy) {
    shown += "\n" + analogies_text(grouped(results), all.style);
    more += "\n" + analogies_text(grouped(results), {});
  }
  if (all.sweep) {
    const auto swept = sweep_all(all.o, *all.sweep, scenario, all.rules, all.conclusion);
    if (const auto* e = std::get_if<scenarios::Error>(&swept)) return *e;
    const auto& costs = std::get<std::vector<SweptCosts>>(swept);
    all.sweeps.push_back(sweep_json(*all.sweep, scenario.name, costs));
    shown += "\n" + sweep_text(*all.sweep, costs, all.style), more += "\n" + sweep_text(*all.sweep, costs, {});
  }
  if (all.o.quiet) return std::nullopt;
  all.outputs.add_markdown(comparison_markdown(scenario, results));
  all.outputs.add_text("What each way of ending costs: " + scenario.name, comparison(scenario, results, {}) + more);
  if (all.outputs.text()) print((first ? "" : "\n") + shown + "\n");
  return std::nullopt;
}

}  // namespace

int act_compare(const Options& o) {
  const Selection s = select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<scenarios::Error>(&rules)) return refuse(*e, o.verb, o.format);
  auto sweep = o.sweep.empty() ? std::variant<Sweep, scenarios::Error>() : parse_sweep(o.sweep);
  if (const auto* e = std::get_if<scenarios::Error>(&sweep)) return refuse(*e, o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  warn(s.warnings);
  Outputs outputs(o, &std::get<model::World::Rules>(rules));
  Comparing all{o, std::get<model::World::Rules>(rules), {}, style_for(o), outputs};
  if (!o.sweep.empty()) all.sweep = std::get<Sweep>(std::move(sweep));
  for (std::size_t i = 0; i < s.scenarios.size(); ++i)
    if (const auto e = compare(all, s.scenarios[i], s.files[i], i == 0)) return refuse(*e, o.verb, o.format);
  outputs.add_key("recommendations", std::move(all.recommendations));
  outputs.add_key("ways", std::move(all.ways));
  if (std::any_of(s.scenarios.begin(), s.scenarios.end(), has_versions))
    outputs.add_key("partings", std::move(all.partings));
  if (all.sweep) outputs.add_key("sweeps", std::move(all.sweeps));
  if (outputs.text()) print(verdict_line(all.conclusion, all.style));
  if (o.format == Format::text && s.not_expected)
    print("What the file expects is not asked of versions that it does not name.\n");
  if (o.format == Format::text && !o.quiet) print(onward(o, s.scenarios.front(), s.files.front()));
  return outputs.finish(all.conclusion, all.conclusion.exit());
}

}  // namespace report
