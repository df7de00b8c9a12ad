#include "report/explained.hpp"

#include <algorithm>

#include "report/progress.hpp"
#include "report/runs.hpp"

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

}  // namespace

Explained explain(const Options& o, const scenarios::Case& c, const model::World::Rules& rules,
                  const std::string& trace, const std::string& property) {
  Explained e;
  e.trace = trace;
  std::string id = property;
  if (trace.empty()) {
    e.exploration = explored(c, o, rules, property.empty() ? std::vector<std::string>{} : std::vector{property});
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
