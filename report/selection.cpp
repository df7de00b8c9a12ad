#include "report/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "history/figures.hpp"
#include "history/words.hpp"
#include "model/defects/defect.hpp"
#include "model/rulebook.hpp"
#include "properties/catalogue.hpp"
#include "report/files.hpp"
#include "report/versions.hpp"

namespace report {
namespace {

using scenarios::Error;
using scenarios::Scenario;
using scenarios::SemanticsChoice;

std::vector<std::string_view> views(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

void unknown(Selection& s, std::string_view flag, const std::string& word, const std::vector<std::string>& known,
             std::string_view what) {
  s.errors.push_back({fmt::format("--{}", flag), 0, 0, fmt::format("{} \"{}\"", what, word),
                      fmt::format("one of {}", fmt::join(known, ", ")), scenarios::nearest_of(word, views(known))});
}

// Each wanted word must be among the known ones.
void check_wanted(Selection& s, std::string_view flag, const std::vector<std::string>& wanted,
                  const std::vector<std::string>& known, std::string_view what) {
  for (const std::string& w : wanted)
    if (std::find(known.begin(), known.end(), w) == known.end()) unknown(s, flag, w, known, what);
}

void read_files(const Options& o, Selection& s) {
  const scenarios::Catalogue known = known_names();
  bool stdin_read = false;
  for (const std::string& file : o.files) {
    if (file == "-" && std::exchange(stdin_read, true)) {
      s.errors.push_back({"standard input", 0, 0, "is given twice", "- once", ""});
      continue;
    }
    auto text = read_file(file, scenarios::max_bytes, "a scenario file, such as scenarios/flip-45.yaml");
    if (auto* e = std::get_if<Error>(&text)) {
      s.errors.push_back(std::move(*e));
      continue;
    }
    scenarios::Read read = scenarios::read(file == "-" ? "standard input" : file, std::get<std::string>(text), known);
    s.errors.insert(s.errors.end(), read.errors.begin(), read.errors.end());
    s.warnings.insert(s.warnings.end(), read.warnings.begin(), read.warnings.end());
    for (Scenario& scenario : read.scenarios) s.scenarios.push_back(std::move(scenario)), s.files.push_back(file);
  }
}

std::variant<SemanticsChoice, Error> read_choice(const std::string& text) {
  const std::string full = full_version(text);
  auto choice = scenarios::read_semantics(full);
  const std::string name = full.substr(0, full.find_first_of(" +"));
  if (std::holds_alternative<Error>(choice) && !model::profile(name)) return unknown_version("--semantics", name);
  return choice;
}

// Which scheduler runs the job is a matter of the cluster, not of the version: what a file says of it stays.
SemanticsChoice under_the_scheduler_of(const SemanticsChoice& before, const SemanticsChoice& choice) {
  const model::Knob& knob = *model::find_knob("scheduler");
  if (knob.get(before.semantics) == knob.get(choice.semantics) || choice.text.find("scheduler: ") != std::string::npos)
    return choice;
  return std::get<SemanticsChoice>(
      scenarios::read_semantics(fmt::format("{}{}scheduler: {}", choice.text, choice.overrides.empty() ? " + " : ", ",
                                            knob.values[knob.get(before.semantics)])));
}

void put_semantics(const Options& o, Selection& s) {
  std::vector<SemanticsChoice> choices;
  for (const std::string& text : o.semantics) {
    auto choice = read_choice(text);
    if (auto* e = std::get_if<Error>(&choice))
      s.errors.push_back(std::move(*e));
    else if (std::find(choices.begin(), choices.end(), std::get<SemanticsChoice>(choice)) == choices.end())
      choices.push_back(std::move(std::get<SemanticsChoice>(choice)));
  }
  if (choices.empty()) return;
  for (Scenario& scenario : s.scenarios)
    for (scenarios::Way& way : scenario.ways) {
      for (const SemanticsChoice& c : way.semantics) s.said.insert({way.name, c.text});
      const SemanticsChoice before = way.semantics.front();
      way.semantics.clear();
      for (const SemanticsChoice& c : choices) way.semantics.push_back(under_the_scheduler_of(before, c));
      const SemanticsChoice& first = way.semantics.front();
      way.spec.profile = first.profile, way.spec.semantics = first.semantics, way.spec.overrides = first.overrides;
    }
}

// What a file expects, it expects of the versions that it names. One other version is judged by it all the same, for
// whoever asks whether it would do as well; of several, most would only be told that they are different.
void forget_expectations(const Options& o, Selection& s, Scenario& scenario) {
  if (o.semantics.size() < 2) return;
  for (scenarios::Case& c : scenario.cases)
    if (!s.said.count({c.way, c.semantics}) && !c.expect.empty()) c.expect = {}, s.not_expected = true;
}

void choose(const Options& o, Selection& s) {
  std::vector<std::string> ways, sinks;
  const auto add = [](std::vector<std::string>& to, const std::string& name) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
  };
  const auto wanted = [](const std::vector<std::string>& list, const std::string& name) {
    return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const Scenario& scenario : s.scenarios)
    for (const scenarios::Case& c : scenario.cases) add(ways, c.way), add(sinks, c.sink);
  const bool no_ways = std::all_of(ways.begin(), ways.end(), [](const std::string& way) { return way.empty(); });
  std::erase(ways, "");
  if (no_ways && !o.ways.empty())
    s.errors.push_back({"--way", 0, 0, fmt::format("unknown way \"{}\": there are no ways, only a timeline", o.ways[0]),
                        "no --way, or a file with `ways:`", ""});
  else
    check_wanted(s, "way", o.ways, ways, "unknown way");
  check_wanted(s, "sink", o.sinks, sinks, "no case has the sink");
  for (Scenario& scenario : s.scenarios) {
    std::erase_if(scenario.ways, [&](const scenarios::Way& w) { return !wanted(o.ways, w.name); });
    if (scenario.ways.empty()) {
      scenario.cases.clear();
      continue;
    }
    scenario.cases = scenarios::multiply(scenario);
    std::erase_if(scenario.cases, [&](const scenarios::Case& c) { return !wanted(o.sinks, c.sink); });
    forget_expectations(o, s, scenario);
  }
  for (std::size_t i = s.scenarios.size(); i-- > 0;)
    if (s.scenarios[i].cases.empty()) {
      s.scenarios.erase(s.scenarios.begin() + static_cast<std::ptrdiff_t>(i));
      s.files.erase(s.files.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace

std::vector<std::string> known_figures() {
  std::vector<std::string> names;
  const auto all = history::to_json({}, {}, history::Unknown::null);
  constexpr std::string_view no_figures[] = {"name", "command", "sink"};
  for (const auto& [name, value] : all.items())
    if ((value.is_null() || value.is_number()) &&
        std::find(std::begin(no_figures), std::end(no_figures), name) == std::end(no_figures))
      names.push_back(name);
  names.emplace_back("endedAfterMs");
  return names;
}

scenarios::Catalogue known_names() {
  scenarios::Catalogue known;
  for (const properties::Property& p : properties::catalogue()) known.promises.emplace_back(p.id);
  known.figures = known_figures();
  for (std::uint8_t k = 1; k <= static_cast<std::uint8_t>(model::MessageKind::result); ++k)
    known.message_kinds.emplace_back(model::to_string(static_cast<model::MessageKind>(k)));
  return known;
}

Selection select(const Options& o) {
  Selection s;
  if (o.files.empty())
    s.errors.push_back({"quiesce " + o.verb, 0, 0, "no file is named",
                        "a scenario file, such as scenarios/flip-45.yaml, or - for standard input", ""});
  check_wanted(s, "property", o.properties, known_names().promises, "unknown property");
  read_files(o, s);
  put_semantics(o, s);
  if (!s.scenarios.empty()) choose(o, s);
  for (Scenario& scenario : s.scenarios) plant_defect(o.defect, scenario);
  return s;
}

void plant_defect(const std::string& defect, Scenario& scenario) {
  if (const model::Defect* d = model::find_defect(defect))
    for (scenarios::Case& c : scenario.cases) model::plant(*d, c.spec);
}

std::variant<model::World::Rules, Error> rules_for(const Options& o) {
  model::World::Rules rules = model::make_rulebook();
  if (o.defect.empty()) return rules;
  if (const model::Defect* d = model::find_defect(o.defect)) return d->plant(rules), rules;
  std::vector<std::string_view> known;
  for (const model::Defect& d : model::defects()) known.push_back(d.id);
  return Error{"--defect",
               0,
               0,
               fmt::format("unknown defect \"{}\"", o.defect),
               fmt::format("one of {}", fmt::join(known, ", ")),
               scenarios::nearest_of(o.defect, known)};
}

}  // namespace report
