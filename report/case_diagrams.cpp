// The diagrams of a case: its first timed run, told anew, and the way to each violation that has one.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "history/words.hpp"
#include "report/curves.hpp"
#include "report/diagram.hpp"
#include "report/snapshot_times.hpp"
#include "report/told_run.hpp"
#include "scenarios/explain.hpp"
#include "scenarios/rows.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_told = 250'000;  // steps of a run that are looked at

// Where it was decided, as `explain` finds it, but with less patience: a picture without these marks is one, too.
void mark_turning_points(DiagramOf& of, const scenarios::Case& c, const scenarios::PropertyOutcome& p,
                         const model::World::Rules& rules) {
  scenarios::ExplainOptions options;
  options.states = 100'000, options.rules = &rules;
  const scenarios::Explanation e =
      scenarios::explain_trace(c, scenarios::trace_text(p.trace), std::string(p.property->id), options);
  if (e.no_return && e.no_return->exact && e.no_return->step) of.no_return = e.no_return->step;
  if (e.decided && e.decided->step) of.decided = e.decided->step;
}

}  // namespace

Json diagrams_of(const CaseView& view, std::size_t entry, const model::World::Rules* rules) {
  Json list = Json::array();
  const scenarios::CaseOutcome& o = view.result.outcome;
  const scenarios::Case& c = *o.subject;
  const auto put = [&](Json j) {
    j["entry"] = entry;
    list.push_back(std::move(j));
  };
  if (o.run && rules) {
    const ToldRun told = told_run(c, o.seed, *rules, most_told);
    if (told.story.empty()) return list;
    DiagramOf of{.title = title(c), .spec = &c.spec, .story = &told.story, .steps = told.steps};
    for (const scenarios::PropertyOutcome& p : o.properties)
      if (p.verdict == properties::Verdict::violated && p.promise.made && p.violated_at && !of.violated)
        of.violated = p.violated_at, of.broken = p.property->id;
    Json j = diagram(of);
    j["curves"] = curves_of(c.spec, told.story);
    j.update(snapshot_times(told.story));
    put(std::move(j));
  }
  for (const scenarios::PropertyOutcome& p : o.properties) {
    if (p.trace.empty()) continue;
    const bool violated = p.verdict == properties::Verdict::violated;  // else it is how something comes to be seen
    DiagramOf of{.title = fmt::format("{}: {}", title(c), p.property->id),
                 .spec = &c.spec,
                 .story = &p.trace,
                 .steps = p.trace.size()};
    if (violated) of.violated = p.trace.back().number, of.broken = p.property->id;
    if (violated && o.scope && rules) mark_turning_points(of, c, p, *rules);
    put(diagram(of));
  }
  return list;
}

Json job_json(const scenarios::Scenario& scenario, const model::Spec& spec) {
  Json job{{"name", scenario.name}, {"story", scenario.story}, {"vertices", Json::array()}, {"edges", Json::array()}};
  for (const model::VertexSpec& v : spec.vertices) {
    const bool sink = v.kind == model::VertexKind::sink;
    job["vertices"].push_back({{"name", v.name},
                               {"kind", scenarios::vertex_blocks()[static_cast<std::size_t>(v.kind)]},
                               {"parallelism", v.parallelism},
                               {"delivery", sink ? Json(history::word(v.delivery)) : Json()}});
    for (const model::InputSpec& in : v.inputs)
      job["edges"].push_back(
          {{"from", in.from},
           {"to", v.name},
           {"exchange", in.chained ? "chained" : scenarios::word("input", "exchange", in.exchange)}});
  }
  return job;
}

}  // namespace report
