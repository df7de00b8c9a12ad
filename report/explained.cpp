#include "report/explained.hpp"

#include <algorithm>

#include "report/progress.hpp"

namespace report {
namespace {

// The violation to tell of: an alarm before what the file expects, that before a finding.
const scenarios::PropertyOutcome* worst(const scenarios::CaseOutcome& o) {
  const scenarios::PropertyOutcome* best = nullptr;
  const auto rank = [](const scenarios::PropertyOutcome& p) { return p.alarm ? 2 : p.promise.made ? 1 : 0; };
  for (const scenarios::PropertyOutcome& p : o.properties)
    if (p.verdict == properties::Verdict::violated && (!best || rank(p) > rank(*best))) best = &p;
  return best;
}

CaseResult explore(const Options& o, const scenarios::Case& c, const model::World::Rules& rules,
                   const std::string& property) {
  scenarios::ExploreOptions options;
  options.states = o.budget.states;
  options.bytes = o.budget.bytes ? o.budget.bytes : memory_to_spare();
  options.rules = &rules;
  if (!property.empty()) options.only = {property};
  Progress progress(o.progress, "exploring " + title(c), options.states ? options.states : c.spec.explore.states);
  options.progress = [&](std::uint64_t n) { progress.states(n); };
  CaseResult result;
  result.outcome = scenarios::explore_case(c, options);
  result.wall_seconds = progress.seconds();
  return result;
}

}  // namespace

Explained explain(const Options& o, const scenarios::Case& c, const model::World::Rules& rules,
                  const std::string& trace, const std::string& property) {
  Explained e;
  e.trace = trace;
  std::string id = property;
  if (trace.empty()) {
    e.exploration = explore(o, c, rules, property);
    const scenarios::PropertyOutcome* violation = worst(e.exploration->outcome);
    if (!violation) return e;
    id = violation->property->id;
    e.trace = scenarios::trace_text(violation->trace);
  }
  scenarios::ExplainOptions options;
  if (o.budget.states) options.states = o.budget.states;
  options.bytes = o.budget.bytes ? o.budget.bytes : std::min(options.bytes, memory_to_spare());
  options.rules = &rules;
  e.explanation = scenarios::explain_trace(c, e.trace, id, options);
  return e;
}

}  // namespace report
