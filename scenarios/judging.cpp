#include "scenarios/judging.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/expect.hpp"

namespace scenarios {

Judging judging_for(const model::Plan& plan, const history::Header& header, const std::vector<std::string>& only) {
  Judging j;
  const auto expectations = history::expectations_for(plan.spec.profile, header);
  expects(expectations);   // the reader has refused unknown profiles
  j.expectations = *expectations;
  j.expectations.checkpoint_budget = plan.periodic_budget;
  j.expectations.tasks = plan.task_count();
  j.expectations.faults |= plan.fault_budget > 0;
  for (const properties::Property& p : properties::catalogue()) {
    if (!only.empty() && std::find(only.begin(), only.end(), p.id) == only.end()) continue;
    j.properties.push_back(&p);
    j.promises.push_back(p.promised(j.expectations));
    if (j.promises.back().judged) j.columns |= p.columns;
  }
  return j;
}

namespace {

std::string said(const nlohmann::ordered_json& figure) {
  return figure.is_string() ? figure.get<std::string>() : figure.dump();
}

void check_figures(CaseOutcome& o) {
  nlohmann::ordered_json actual = history::to_json(*o.figures, o.header, history::Unknown::word);
  if (o.ended_after_us) actual["endedAfterMs"] = static_cast<double>(*o.ended_after_us) / 1000.0;
  for (const auto& [name, expected] : o.subject->expect.figures) {
    const nlohmann::ordered_json& figure = actual.contains(name) ? actual[name] : nlohmann::ordered_json("unknown");
    const bool unknown = figure.is_string() || figure.is_null();
    const bool met = expected ? figure.is_number() && figure.get<double>() == static_cast<double>(*expected) : unknown;
    if (!met)
      o.unmet.push_back(fmt::format("{} is {}, expected {}", name, said(figure), expected ? std::to_string(*expected) : "unknown"));
  }
  for (const auto& [kind, expected] : o.subject->expect.artifacts) {
    std::int64_t left = 0;
    for (const auto& [name, n] : o.figures->artifacts_left)
      if (name == kind) left = static_cast<std::int64_t>(n);
    if (left != expected) o.unmet.push_back(fmt::format("{} {}s are left, expected {}", left, kind, expected));
  }
}

std::string_view spelled(history::JobStatus s) {
  constexpr std::string_view names[] = {"INITIALIZING", "CREATED", "RUNNING", "FAILING", "FAILED", "CANCELLING", "CANCELED",
                                        "FINISHED", "RESTARTING", "SUSPENDED", "RECONCILING"};
  return names[static_cast<std::size_t>(s)];
}

void check_command(CaseOutcome& o) {
  if (!o.subject->expect.command || !o.subject->here) return;
  const auto& command = o.subject->spec.timeline[*o.subject->here].command;
  if (!command) return;
  for (const history::CommandOutcome& c : o.figures->commands) {
    if (c.id != command->id) continue;
    if (!c.answered) o.unmet.push_back(fmt::format("command {} was not answered", c.id));
    else if (c.ok != *o.subject->expect.command)
      o.unmet.push_back(fmt::format("command {} {}, expected it to {}", c.id, c.ok ? "succeeded" : "failed: " + c.error,
                                    *o.subject->expect.command ? "succeed" : "fail"));
    return;
  }
  o.unmet.push_back(fmt::format("command {} was never given", command->id));
}

}  // namespace

void check_expectations(CaseOutcome& o) {
  const Expectation& e = o.subject->expect;
  if (o.figures) {
    check_figures(o);
    check_command(o);
    const std::string status = o.figures->final_status.empty() ? "none" : o.figures->final_status.front().second;
    if (e.final_status && status != spelled(*e.final_status))
      o.unmet.push_back(fmt::format("final status is {}, expected {}", status, spelled(*e.final_status)));
  }
  using properties::Verdict;
  for (const PropertyOutcome& p : o.properties) {
    const auto expected = e.promises.find(std::string(p.property->id));
    if (expected == e.promises.end()) continue;
    const bool kept = p.verdict == Verdict::holds || p.verdict == Verdict::not_violated || p.verdict == Verdict::seen;
    const bool broken = p.verdict == Verdict::violated || p.verdict == Verdict::never;
    if (expected->second ? !kept : !broken)
      o.unmet.push_back(fmt::format("{} is {}, expected {}", p.property->id, properties::to_string(p.verdict), expected->second ? "kept" : "broken"));
  }
}

}  // namespace scenarios
