// Follows a stored trace.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/replay_text.hpp"
#include "report/result.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/story_json.hpp"
#include "report/story_text.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Error;
using Json = nlohmann::ordered_json;

// The trace with what it was made with, against what it is followed with.
struct Given {
  std::string text;
  std::vector<std::string> differences;
};

std::variant<Given, Error> given_trace(const Options& o, const Selection& s) {
  auto text = read_trace(o.trace);
  if (auto* e = std::get_if<Error>(&text)) return std::move(*e);
  Given given{std::move(std::get<std::string>(text)), {}};
  const scenarios::Scenario& scenario = s.scenarios.front();
  given.differences =
      differences(parse_trace_header(given.text), header_for(scenario, scenario.cases.front(), o.defect, ""));
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

int print_json(const Options& o, const scenarios::Scenario& scenario, const scenarios::Replayed& r,
               const Given& given) {
  const bool fits = r.misfit.empty();
  const scenarios::Case& c = scenario.cases.front();
  auto doc = document(o.verb);
  doc["name"] = scenario.name, doc["way"] = c.way, doc["semantics"] = c.semantics, doc["sink"] = c.sink;
  doc["fits"] = fits;
  doc["misfit"] = fits ? Json() : Json(r.misfit);
  doc["steps"] = to_json(r.story);
  doc["exit"] = fits ? ok : undecided;
  doc["unfit"] = unfit_json(r);
  doc["differences"] = given.differences;
  print_document(doc);
  return fits ? ok : undecided;
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
  const auto read = given_trace(o, s);
  if (const auto* e = std::get_if<Error>(&read)) return refuse(*e, o.verb, o.format);
  const Given& given = std::get<Given>(read);
  const scenarios::Case& c = s.scenarios.front().cases.front();
  const scenarios::Replayed replayed = scenarios::replay_case(c, given.text, &std::get<model::World::Rules>(rules));
  if (o.format == Format::json) return print_json(o, s.scenarios.front(), replayed, given);
  const Style style = style_for(o);
  if (!o.quiet)
    print(style(Tone::strong, s.scenarios.front().name) + "\n" + title(c) + "\n\n" +
          story_text(replayed.story, {}, style) + "\n");
  if (!replayed.misfit.empty()) return print(misfit_text(replayed, given.differences, style)), undecided;
  std::string text =
      style(Tone::good, fmt::format("the trace fits: {}", counted(replayed.story.size(), "step"))) + "\n";
  for (const std::string& d : given.differences) text += wrapped("though " + d + ".", 0, page_width);
  print(text);
  return ok;
}

}  // namespace report
