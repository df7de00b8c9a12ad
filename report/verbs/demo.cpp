// A job that breaks its promise, found and explained, without any file.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "model/defects/defect.hpp"
#include "report/catalogue.hpp"
#include "report/demo_scenario.hpp"
#include "report/explained.hpp"
#include "report/explanation_text.hpp"
#include "report/exploration_text.hpp"
#include "report/files.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;

// The demonstration is left as files, where a folder is named for it.
std::optional<Error> keep(const fs::path& folder, const scenarios::Scenario& scenario, const Explained& e,
                          const std::string& again) {
  const scenarios::Case& c = scenario.cases.front();
  if (auto failed = write_file(folder / "demo.yaml", demo_scenario)) return failed;
  return write_file(folder / "demo.trace",
                    trace_file(scenario, c, *e.explanation.outcome, again, std::string(demo_defect)));
}

std::string introduction(const scenarios::Scenario& scenario, const CaseResult& r, const model::Defect& defect,
                         const Style& style) {
  std::string text = style(Tone::strong, scenario.name) + "\n";
  text += wrapped(scenario.story, 2, page_width);
  text +=
      wrapped(fmt::format("Here {}, as Flink did it before {} was mended. quiesce has tried every order of steps of "
                          "the small job ({}) and shows a shortest one that breaks the promise:",
                          defect.mistake, defect.id, counted(r.outcome.scope->states, "state")),
              2, page_width);
  return text + "\n";
}

// Lines to copy: the same by hand, without the bug, and what to look at next.
std::string next_steps(const Options& o, const std::string& file, const std::string& trace) {
  std::string text = "\nNext\n";
  const auto line = [&](const std::string& command, std::string_view what) {
    text += fmt::format("  {} {}\n      {}\n", o.program, command, what);
  };
  if (!trace.empty())
    line(fmt::format("replay {} --defect {} --trace {}", file, demo_defect, trace), "every step of it");
  line(fmt::format("explore {} --defect {}", file, demo_defect), "find it yourself; stores the trace");
  line(fmt::format("explore {}", file), "without the bug: the promise holds in every order of steps");
  line("new stop my-job.yaml", "a scenario of your own to begin with");
  return text;
}

int tell(const Options& o, const scenarios::Scenario& scenario, const std::string& name, const Explained& e,
         const model::Defect& defect) {
  const scenarios::Case& c = scenario.cases.front();
  const bool kept = !o.out.empty();
  const std::string file = kept ? (fs::path(o.out) / "demo.yaml").string() : name;
  const std::string trace = kept ? (fs::path(o.out) / "demo.trace").string() : "";
  const std::string again =
      kept ? replay_line(o, file, scenario, c, trace)
           : fmt::format("{} explain {} --defect {} --property {}", o.program, file, demo_defect, defect.caught_by);
  if (kept)
    if (const auto failed = keep(o.out, scenario, e, again)) return refuse(*failed, o.verb, o.format);
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["scenario"] = scenario.name, doc["defect"] = demo_defect, doc["property"] = defect.caught_by;
    doc["length"] = e.explanation.outcome->trace.size(), doc["noReturn"] = no_return_words(e.explanation);
    doc["saved"] = saved_words(e.explanation), doc["exit"] = ok;
    print_document(doc);
    return ok;
  }
  const Style style = style_for(o);
  print(introduction(scenario, *e.exploration, defect, style) + explanation_text(c, e.explanation, {again}, style) +
        next_steps(o, file, trace));
  return ok;
}

}  // namespace

int act_demo(const Options& given) {
  Options o = given;
  o.defect = demo_defect;
  if (!o.files.empty())
    return refuse({"quiesce demo", 0, 0, "a file is named", "none; quiesce explain FILE tells of one", ""}, o.verb,
                  o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  const std::string name = told(shipped_scenarios() / demo_file);
  scenarios::Read read = scenarios::read(name, demo_scenario, known_names());
  if (!read.ok()) return refuse(read.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) return refuse(*e, o.verb, o.format);
  plant_defect(o.defect, read.scenarios.front());
  const scenarios::Scenario& scenario = read.scenarios.front();
  const model::Defect& defect = *model::find_defect(demo_defect);
  const Explained e =
      explain(o, scenario.cases.front(), std::get<model::World::Rules>(rules), "", std::string(defect.caught_by));
  expects(e.explanation.outcome);  // the defect is there to be found; a test holds it to that
  return tell(o, scenario, name, e, defect);
}

}  // namespace report
