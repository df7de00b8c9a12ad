#include "report/runs.hpp"

#include "report/progress.hpp"

namespace report {

CaseResult run_all(const scenarios::Case& subject, const Options& o, const model::World::Rules& rules,
                   const Listener& listener) {
  CaseResult result;
  Progress progress(o.progress, "running " + title(subject),
                    static_cast<std::uint64_t>(subject.spec.until.value_or(0)));
  for (std::uint64_t n = 0; n < o.runs; ++n) {
    scenarios::RunOptions run;
    run.seed = o.seed + n;
    run.rules = &rules;
    run.only = o.properties;
    const model::EventSink other = listener ? listener(run.seed) : model::EventSink{};
    scenarios::EndClock end;
    run.history = [&](const history::Event& event, const history::Stamp& stamp) {
      progress.model_time(stamp.t);
      end.hear(event, stamp.t);
      if (n == 0) result.observed.hear(event, stamp);
      if (other) other(event, stamp);
    };
    scenarios::CaseOutcome outcome = scenarios::run_case(subject, run);
    result.costs.add(outcome, end.from);
    if (n > 0) {
      merge(result, outcome);
      continue;
    }
    for (const auto& p : outcome.properties)
      if (p.alarm) result.violated_seed = run.seed;
    if (o.runs > 1)
      for (std::string& text : outcome.unmet) text = "seed " + std::to_string(run.seed) + ": " + text;
    result.outcome = std::move(outcome);
    if (result.outcome.plan) result.names = std::make_shared<model::ModelNames>(*result.outcome.plan);
    if (!result.outcome.run) break;  // it could not be run at all
  }
  result.wall_seconds = progress.seconds();
  return result;
}

CaseResult explored(const scenarios::Case& subject, const Options& o, const model::World::Rules& rules,
                    const std::vector<std::string>& only) {
  scenarios::ExploreOptions options;
  options.states = o.budget.states;
  options.bytes = o.budget.bytes ? o.budget.bytes : memory_to_spare();
  options.rules = &rules;
  options.only = only;
  Progress progress(o.progress, "exploring " + title(subject),
                    options.states ? options.states : subject.spec.explore.states);
  options.progress = [&](std::uint64_t n) { progress.states(n); };
  CaseResult result;
  result.outcome = scenarios::explore_case(subject, options);
  result.wall_seconds = progress.seconds();
  return result;
}

}  // namespace report
