// The story of one violation.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "properties/catalogue.hpp"
#include "report/catalogue.hpp"
#include "report/explained.hpp"
#include "report/explained_document.hpp"
#include "report/explanation_text.hpp"
#include "report/exploration_text.hpp"
#include "report/exports.hpp"
#include "report/files.hpp"
#include "report/replay_text.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/story_json.hpp"
#include "report/text_cases.hpp"
#include "report/why.hpp"

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;
using scenarios::Explanation;
using Json = nlohmann::ordered_json;

Json sibling(const Explanation& e) {
  if (!e.sibling) return {};
  const scenarios::Sibling& s = *e.sibling;
  return {{"before", s.before},   {"replaces", s.replaces},    {"shared", s.shared},
          {"changed", s.changed}, {"later", s.later},          {"tested", s.tested},
          {"goesOn", s.goes_on},  {"steps", to_json(s.story)}, {"words", saved_words(e)}};
}

void put(Json& doc, const Explanation& e) {
  const scenarios::PropertyOutcome& p = *e.outcome;
  doc["property"] = {{"id", p.property->id},
                     {"sentence", p.property->sentence},
                     {"kind", properties::to_string(p.property->kind)},
                     {"promised", p.promise.made},
                     {"reason", p.promise.reason}};
  doc["steps"] = to_json(p.trace);
  doc["why"] = why(p);
  doc["noReturn"] = Json(), doc["decided"] = Json();
  if (e.no_return) doc["noReturn"] = {{"step", e.no_return->step}, {"exact", e.no_return->exact}};
  if (e.decided)
    doc["decided"] = {{"step", e.decided->step}, {"byTest", e.decided->by_test}, {"ifNoFaults", e.decided->no_faults}};
  doc["saved"] = sibling(e);
  doc["alsoBroken"] = e.also;
  doc["undecided"] = e.undecided.empty() ? Json() : Json(e.undecided);
  doc["states"] = e.states;
}

int code_of(const Explanation& e) {
  if (!e.outcome || !e.undecided.empty()) return undecided;
  return e.outcome->alarm ? violated : ok;
}

// The trace that was explained, where it came from an exploration, and the one that ends well.
struct Kept {
  std::string trace, saved;
};
std::variant<Kept, Error> keep(const Options& o, const scenarios::Scenario& scenario, const std::string& file,
                               const Explanation& e) {
  Kept kept{o.trace, ""};
  const scenarios::Case& c = scenario.cases.front();
  const fs::path folder = o.out.empty() ? "quiesce-out" : o.out;
  const std::string name = fmt::format("{}-{}", file_name(scenario, c), e.outcome->property->id);
  const auto write = [&](const std::string& path, const scenarios::PropertyOutcome& p) {
    return write_file(path, trace_file(scenario, c, p, replay_line(o, file, scenario, c, path), o.defect));
  };
  if (kept.trace.empty()) {
    if (auto failed = make_folder(folder)) return *failed;
    kept.trace = (folder / (name + ".trace")).string();
    if (auto failed = write(kept.trace, *e.outcome)) return *failed;
  }
  if (!o.out.empty() && e.sibling) {
    if (auto failed = make_folder(folder)) return *failed;
    kept.saved = (folder / (name + "-saved.trace")).string();
    scenarios::PropertyOutcome saved = *e.outcome;
    saved.verdict = properties::Verdict::not_violated, saved.trace = e.sibling->story;
    if (auto failed = write(kept.saved, saved)) return *failed;
  }
  return kept;
}

int nothing_to_tell(const Options& o, const Explained& e, const Style& style) {
  const CaseResult& r = *e.exploration;
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["property"] = Json(), doc["exit"] = r.outcome.undecided() || !r.outcome.made() ? undecided : ok;
    print_document(doc);
  } else {  // what is no text has nothing to show
    const std::string text = exploration_report(r, style) + "nothing to explain: no promise is broken\n";
    o.format == Format::text ? print(text) : print_error(text);
  }
  return r.outcome.undecided() || !r.outcome.made() ? undecided : ok;
}

int cannot(const Options& o, const Explained& e, const std::vector<std::string>& differences, const Style& style) {
  const std::string text =
      e.explanation.misfit ? misfit_text(*e.explanation.misfit, differences, style) : e.explanation.error + "\n";
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["property"] = Json(), doc["misfit"] = text, doc["exit"] = undecided;
    print_document(doc);
  } else {
    o.format == Format::text ? print(text) : print_error(text);
  }
  return undecided;
}

// The trace of --trace with what it says of itself; empty where there is none.
struct Given {
  std::string trace, property;
  std::vector<std::string> differences;
};
std::variant<Given, Error> given_trace(const Options& o, const scenarios::Scenario& scenario) {
  Given g{"", o.properties.empty() ? "" : o.properties.front(), {}};
  if (o.trace.empty()) return g;
  auto read = read_trace(o.trace);
  if (auto* e = std::get_if<Error>(&read)) return std::move(*e);
  g.trace = std::move(std::get<std::string>(read));
  const TraceHeader header = parse_trace_header(g.trace);
  g.differences = differences(header, header_for(scenario, scenario.cases.front(), o.defect, ""));
  if (g.property.empty() && properties::find(header.property)) g.property = header.property;
  return g;
}

int tell(const Options& o, const scenarios::Scenario& scenario, const std::string& file, const Explanation& e,
         const Style& style) {
  const scenarios::Case& c = scenario.cases.front();
  const auto kept = keep(o, scenario, file, e);
  if (const auto* failed = std::get_if<Error>(&kept)) return refuse(*failed, o.verb, o.format);
  const auto& [trace, saved] = std::get<Kept>(kept);
  const int exit = code_of(e);
  std::vector<std::string> again{replay_line(o, file, scenario, c, trace)};
  if (!saved.empty()) again.push_back(replay_line(o, file, scenario, c, saved) + "   # the one that ends well");
  if (from_document(o.format) || !o.out.empty()) {
    const Json page = explained_document(o, scenario, e, explanation_text(c, e, again, {}), exit);
    if (const auto failed = export_document(o, page)) return refuse(*failed, o.verb, o.format);
  }
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["name"] = scenario.name, doc["way"] = c.way, doc["semantics"] = c.semantics, doc["sink"] = c.sink;
    put(doc, e);
    doc["traceFile"] = trace;
    doc["exit"] = exit;
    print_document(doc);
    return exit;
  }
  if (o.format == Format::text) print(explanation_text(c, e, again, style));
  return exit;
}

}  // namespace

int act_explain(const Options& o) {
  Selection s = select(o);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) s.errors.push_back(*e);
  if (o.properties.size() > 1)
    s.errors.push_back({"quiesce explain", 0, 0, "several properties are named", "one --property", ""});
  if (s.errors.empty())
    if (auto e = one_case(s, o)) s.errors.push_back(std::move(*e));
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  const scenarios::Scenario& scenario = s.scenarios.front();
  const auto given = given_trace(o, scenario);
  if (const auto* e = std::get_if<Error>(&given)) return refuse(*e, o.verb, o.format);
  const auto& [trace, property, different] = std::get<Given>(given);
  const Style style = style_for(o);
  const Explained explained = explain(o, scenario.cases.front(), std::get<model::World::Rules>(rules), trace, property);
  if (explained.trace.empty()) return nothing_to_tell(o, explained, style);
  if (!explained.explanation.outcome) return cannot(o, explained, different, style);
  return tell(o, scenario, s.files.front(), explained.explanation, style);
}

}  // namespace report
