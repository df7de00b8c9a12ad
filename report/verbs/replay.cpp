// Follows a stored trace.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "properties/catalogue.hpp"
#include "report/catalogue.hpp"
#include "report/replay_text.hpp"
#include "report/result.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/story_json.hpp"
#include "report/story_text.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"
#include "scenarios/kept.hpp"
#include "scenarios/shrink.hpp"

namespace report {
namespace {

using scenarios::Error;
using Json = nlohmann::ordered_json;

// The trace with what it was made with, against what it is followed with.
struct Given {
  std::string text;
  std::vector<std::string> differences;
  const properties::Property* property = nullptr;  // that it is said to break
  scenarios::Judged judged;                        // whether it does
};

std::variant<Given, Error> given_trace(const Options& o, const Selection& s) {
  auto text = read_trace(o.trace);
  if (auto* e = std::get_if<Error>(&text)) return std::move(*e);
  Given given{std::move(std::get<std::string>(text)), {}, nullptr, {}};
  const scenarios::Scenario& scenario = s.scenarios.front();
  TraceHeader header = parse_trace_header(given.text);
  if (header.version.empty()) {
    const scenarios::Kept kept = scenarios::read_kept(given.text);  // by fuzz
    header.property = kept.property, header.defect = kept.defect;
  }
  given.differences = differences(header, header_for(scenario, scenario.cases.front(), o.defect, ""));
  given.property = properties::find(header.property);
  return given;
}

Json unfit_json(const scenarios::Replayed& r) {
  if (!r.unfit) return {};
  return {{"step", r.unfit->step},
          {"asked", to_json(scenarios::Story{r.unfit->asked})[0]},
          {"reason", r.unfit->reason},
          {"possible", to_json(r.unfit->possible)},
          {"leftOver", r.unfit->left_over}};
}

int exit_of(const scenarios::Replayed& r, const Given& given) {
  return !r.misfit.empty() ? undecided : given.judged.violated && given.judged.promised ? violated : ok;
}

int print_json(const Options& o, const scenarios::Scenario& scenario, const scenarios::Replayed& r,
               const Given& given) {
  const bool fits = r.misfit.empty();
  const scenarios::Case& c = scenario.cases.front();
  auto doc = document(o.verb);
  doc["name"] = scenario.name, doc["way"] = c.way, doc["semantics"] = c.semantics, doc["sink"] = c.sink;
  doc["fits"] = fits;
  doc["misfit"] = fits ? Json() : Json(r.misfit);
  doc["steps"] = to_json(r.story);
  doc["exit"] = exit_of(r, given);
  doc["unfit"] = unfit_json(r);
  doc["differences"] = given.differences;
  doc["property"] = given.property ? Json(given.property->id) : Json();
  doc["broken"] = given.judged.violated;
  print_document(doc);
  return exit_of(r, given);
}

}  // namespace

int act_replay(const Options& o) {
  Selection s = select(o);
  if (o.trace.empty())
    s.errors.push_back({"quiesce replay", 0, 0, "no trace is named", "--trace FILE, as explore stored it", ""});
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) s.errors.push_back(*e);
  if (s.errors.empty())
    if (auto e = one_case(s, o)) s.errors.push_back(std::move(*e));
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  auto read = given_trace(o, s);
  if (const auto* e = std::get_if<Error>(&read)) return refuse(*e, o.verb, o.format);
  Given& given = std::get<Given>(read);
  const scenarios::Case& c = s.scenarios.front().cases.front();
  const auto* with = &std::get<model::World::Rules>(rules);
  const scenarios::Replayed replayed = scenarios::replay_case(c, given.text, with);
  if (replayed.misfit.empty() && given.property)
    given.judged = scenarios::judge_trace(c, *given.property, given.text, with);
  if (o.format == Format::json) return print_json(o, s.scenarios.front(), replayed, given);
  const Style style = style_for(o);
  if (!o.quiet)
    print(style(Tone::strong, s.scenarios.front().name) + "\n" + title(c) + "\n\n" +
          story_text(replayed.story, {}, style) + "\n");
  if (!replayed.misfit.empty()) return print(misfit_text(replayed, given.differences, style)), undecided;
  std::string text =
      style(Tone::good, fmt::format("the trace fits: {}", counted(replayed.story.size(), "step"))) + "\n";
  for (const std::string& d : given.differences) text += wrapped("though " + d + ".", 0, page_width);
  if (given.judged.violated)
    text += (given.judged.promised ? style(Tone::bad, fmt::format("BROKEN: {}", given.property->id))
                                   : fmt::format("NOT PROMISED, NOT KEPT: {}", given.property->id)) +
            "\n" + wrapped(fmt::format("\"{}\"", given.property->sentence), 2, page_width);
  print(text);
  return exit_of(replayed, given);
}

}  // namespace report
