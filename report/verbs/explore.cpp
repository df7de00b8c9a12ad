// Every order of steps of each case.
#include <fmt/format.h>

#include <algorithm>

#include "report/catalogue.hpp"
#include "report/exploration_text.hpp"
#include "report/files.hpp"
#include "report/outputs.hpp"
#include "report/runs.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/text_cases.hpp"

namespace report {
namespace {

using scenarios::Case;
using scenarios::Error;
using scenarios::Scenario;

// Stores the trace of each violation, and tells of it.
std::optional<Error> tell_violations(const Options& o, const Scenario& scenario, const std::string& file, CaseResult& r,
                                     std::string& text, const Style& style) {
  const std::filesystem::path folder = o.out.empty() ? "quiesce-out" : o.out;
  std::vector<const scenarios::PropertyOutcome*> violations;  // broken promises first
  for (const scenarios::PropertyOutcome& p : r.outcome.properties)
    if (p.verdict == properties::Verdict::violated) violations.push_back(&p);
  std::stable_partition(violations.begin(), violations.end(),
                        [](const scenarios::PropertyOutcome* p) { return p->alarm; });
  for (const scenarios::PropertyOutcome* violation : violations) {
    const scenarios::PropertyOutcome& p = *violation;
    if (auto e = make_folder(folder)) return e;
    const std::filesystem::path path =
        folder / fmt::format("{}-{}.trace", file_name(scenario, *r.outcome.subject), p.property->id);
    const std::string again = replay_line(o, file, scenario, *r.outcome.subject, path.string());
    if (auto e = write_file(path, trace_file(scenario, *r.outcome.subject, p, again, o.defect))) return e;
    r.trace_files[std::string(p.property->id)] = path.string();
    const std::string story = replay_line(o, file, scenario, *r.outcome.subject, path.string(), "explain");
    text += "\n" + counterexample(*r.outcome.subject, p, again + "\n  " + story, style);
  }
  return std::nullopt;
}

}  // namespace

int act_explore(const Options& o) {
  const Selection s = select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) return refuse(*e, o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  warn(s.warnings);
  const Style style = style_for(o);
  Outputs outputs(o, &std::get<model::World::Rules>(rules));
  Conclusion conclusion;
  for (std::size_t i = 0; i < s.scenarios.size(); ++i) {
    const Scenario& scenario = s.scenarios[i];
    if (o.format == Format::text && !o.quiet) print(style(Tone::strong, scenario.name) + "\n\n");
    for (const Case& c : scenario.cases) {
      CaseResult result = explored(c, o, std::get<model::World::Rules>(rules), o.properties);
      conclude(conclusion, result);
      std::string violations;
      if (const auto e = tell_violations(o, scenario, s.files[i], result, violations, style))
        return refuse(*e, o.verb, o.format);
      outputs.add({scenario, s.files[i], result});
      if (o.format == Format::text)
        print(o.quiet ? one_line(result, style) : exploration_report(result, style) + violations + "\n");
    }
  }
  if (outputs.text()) print(verdict_line(conclusion, style));
  return outputs.finish(conclusion, conclusion.exit());
}

}  // namespace report
