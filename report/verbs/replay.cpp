// Follows a stored trace.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/result.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/story_text.hpp"
#include "report/words.hpp"
#include "sim/trace.hpp"

namespace report {
namespace {

using scenarios::Error;
constexpr std::size_t most_trace_bytes = 64'000'000;

std::optional<Error> one_case(const Selection& s) {
  std::vector<std::string> titles;
  for (const auto& scenario : s.scenarios)
    for (const auto& c : scenario.cases) titles.push_back(title(c));
  if (titles.size() == 1) return std::nullopt;
  return Error{"quiesce replay",
               0,
               0,
               fmt::format("{} fit: {}", counted(titles.size(), "case"), fmt::join(titles, "; ")),
               "one; choose it with --way, --sink and --semantics",
               ""};
}

// A file that is no trace, told apart from one that does not fit any more.
std::optional<Error> no_trace(const std::string& file, const std::string& text) {
  sim::Trace steps;
  if (const sim::TraceError wrong = sim::parse_trace(text, steps); wrong.line)
    return Error{file,
                 static_cast<int>(wrong.line),
                 1,
                 "is no trace: " + wrong.message,
                 "lines such as \"take_barrier count/0>sink/0\", as explore stores them",
                 ""};
  if (steps.empty()) return Error{file, 0, 0, "holds no steps", "a trace that explore stored, a step on each line", ""};
  return std::nullopt;
}

nlohmann::ordered_json steps_of(const scenarios::Story& story) {
  auto list = nlohmann::ordered_json::array();
  for (const scenarios::StoryStep& s : story) {
    constexpr std::string_view roles[] = {"engine", "command", "fault"};
    nlohmann::ordered_json events = nlohmann::ordered_json::array();
    for (const std::string& e : s.events)
      events.push_back(nlohmann::ordered_json::parse("{" + e + "}", nullptr, false));
    list.push_back({{"number", s.number},
                    {"cause", s.cause},
                    {"role", roles[static_cast<std::size_t>(s.role)]},
                    {"actor", s.actor},
                    {"rule", s.rule},
                    {"subject", s.subject},
                    {"binding", s.binding},
                    {"events", std::move(events)}});
  }
  return list;
}

}  // namespace

int act_replay(const Options& o) {
  Selection s = select(o);
  if (o.trace.empty())
    s.errors.push_back({"quiesce replay", 0, 0, "no trace is named", "--trace FILE, as explore stored it", ""});
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) s.errors.push_back(*e);
  if (s.errors.empty())
    if (auto e = one_case(s)) s.errors.push_back(std::move(*e));
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto trace = read_file(o.trace, most_trace_bytes, "a trace that explore stored");
  if (const auto* e = std::get_if<Error>(&trace)) return refuse(*e, o.verb, o.format);
  if (const auto e = no_trace(o.trace, std::get<std::string>(trace))) return refuse(*e, o.verb, o.format);
  const scenarios::Case& c = s.scenarios.front().cases.front();
  const scenarios::Replayed replayed =
      scenarios::replay_case(c, std::get<std::string>(trace), &std::get<model::World::Rules>(rules));
  const bool fits = replayed.misfit.empty();
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["name"] = s.scenarios.front().name, doc["way"] = c.way, doc["semantics"] = c.semantics, doc["sink"] = c.sink;
    doc["fits"] = fits;
    doc["misfit"] = fits ? nlohmann::ordered_json() : nlohmann::ordered_json(replayed.misfit);
    doc["steps"] = steps_of(replayed.story);
    doc["exit"] = fits ? ok : undecided;
    print_document(doc);
    return fits ? ok : undecided;
  }
  const Style style = style_for(o);
  if (!o.quiet)
    print(style(Tone::strong, s.scenarios.front().name) + "\n" + title(c) + "\n\n" +
          story_text(replayed.story, {}, style) + "\n");
  if (fits)
    print(style(Tone::good, fmt::format("the trace fits: {}", counted(replayed.story.size(), "step"))) + "\n");
  else
    print(style(Tone::warn, replayed.misfit) + "\n");
  return fits ? ok : undecided;
}

}  // namespace report
