#pragma once
// Results made by hand, of every kind that a rendering has to tell apart.
#include <memory>
#include <string>

#include "properties/catalogue.hpp"
#include "report/checks.hpp"

namespace report_test {

inline scenarios::PropertyOutcome outcome(std::string_view id, properties::Verdict verdict, bool promised = true,
                                          bool alarm = false) {
  return {properties::find(id), {promised, "said so", true}, verdict, alarm, "1 run", std::nullopt, {}};
}

// A scenario with one case in which something is kept, broken, expected to be broken, found, vacuous and undecided.
struct Mixed {
  scenarios::Scenario scenario;
  scenarios::Case subject;
  std::string file = "a folder/jobs.yaml";
  report::CaseResult result;

  explicit Mixed(const std::string& name = "a scenario") {
    using properties::Verdict;
    scenario.name = name;
    subject.way = "stop", subject.semantics = "flink-1.15", subject.sink = "plain", subject.line = 17;
    subject.spec.profile = "flink-1.15";
    subject.expect.promises["retention"] = false;
    auto& o = result.outcome;
    o.subject = &subject;
    o.run.emplace();
    o.properties = {outcome("no-loss", Verdict::not_violated),
                    outcome("no-replay-after-stop", Verdict::violated, true, true),
                    outcome("retention", Verdict::violated),
                    outcome("exactly-once-visible", Verdict::violated, false),
                    outcome("answered-once", Verdict::vacuous),
                    outcome("consistent-cut", Verdict::undecided),
                    outcome("restore-latest", Verdict::not_violated, false)};
    o.unmet = {"reread is 7, expected 0"};
    result.wall_seconds = 0.75;
    result.violated_seed = 1;
  }
  report::CaseView view() const { return {scenario, file, result}; }
};

}  // namespace report_test
