// From blocks of runs to an outcome that every report reads.
#include <fmt/format.h>

#include "model/names.hpp"
#include "scenarios/explore_bounds.hpp"
#include "scenarios/fuzz_plan.hpp"
#include "scenarios/judging.hpp"
#include "scenarios/story.hpp"

namespace scenarios {

bool has_alarm(const FuzzPlan& plan, const FuzzBlock& block) {
  for (unsigned i = 0; i < block.run.size(); ++i)
    if (block.run[i] && (plan.alarms >> i & 1)) return true;
  return false;
}

CaseOutcome outcome_of(const Case& subject, const std::shared_ptr<const FuzzPlan>& plan, const FuzzBlock& all) {
  CaseOutcome o;
  o.subject = &subject;
  o.seed = plan->seed;
  o.plan = plan->plan;
  o.header = plan->header;
  const auto state =
      static_cast<std::uint32_t>(plan->plan->layout.end + PathJudge::bytes(plan->judging, plan->bounded));
  o.fuzzed = Fuzzed{all.runs,
                    all.steps,
                    all.events,
                    all.overflowed,
                    all.overflow,
                    all.run,
                    std::make_shared<const Coverage>(all.coverage),
                    std::make_shared<const DistinctRuns>(all.distinct),
                    state,
                    budgets_of(*plan->plan),
                    reductions_of(*plan->plan)};
  const std::string bound = fmt::format("{} run{}", all.runs, all.runs == 1 ? "" : "s");
  Fuzzer again(plan);
  for (unsigned i = 0; i < plan->judging.properties.size(); ++i) {
    const properties::Property& p = *plan->judging.properties[i];
    const properties::Promise promise = plan->judging.promises[i];
    const auto has = [&](PropertyBits bits) { return (bits >> i & 1) != 0; };
    const properties::Verdict v =
        promise.judged
            ? properties::verdict(p.kind, properties::Ran{has(all.arose), all.run[i].has_value(), has(all.reached)})
            : properties::Verdict::vacuous;
    PropertyOutcome out{&p, promise, v, properties::is_alarm(promise, v), bound, std::nullopt, {}};
    if (v == properties::Verdict::violated) out.trace = tell(*plan->plan, plan->rules, again.steps_of(*all.run[i], p));
    o.properties.push_back(std::move(out));
  }
  check_expectations(o);
  return o;
}

CaseOutcome fuzz_case(const Case& subject, const FuzzOptions& options, std::uint64_t runs, bool stop_at_first_alarm) {
  const MadeFuzzPlan made = make_fuzz_plan(subject, options);
  if (!made.plan) {
    CaseOutcome o;
    o.subject = &subject;
    o.error = made.error;
    return o;
  }
  Fuzzer fuzzer(made.plan);
  FuzzBlock all;
  while (all.runs < runs) {
    all.add(fuzzer.run(all.runs, std::min(fuzz_block_runs, runs - all.runs)));
    if (stop_at_first_alarm && has_alarm(*made.plan, all)) break;
  }
  return outcome_of(subject, made.plan, all);
}

}  // namespace scenarios
