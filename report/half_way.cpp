#include "report/half_way.hpp"

#include <algorithm>

namespace report {
namespace {

// Of the last vertices: a sink is still at work when the rest of the job has ended.
std::size_t last_sink(const model::Spec& spec) {
  for (std::size_t v = spec.vertices.size(); v-- > 0;)
    if (spec.vertices[v].kind == model::VertexKind::sink) return v;
  return spec.vertices.size() - 1;
}

}  // namespace

std::optional<std::size_t> ending_entry(const scenarios::Case& c) {
  if (c.here) return c.here;
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < c.spec.timeline.size(); ++i) {
    const auto& command = c.spec.timeline[i].command;
    if (command && command->resume) break;
    last = i;
  }
  return last;
}

std::shared_ptr<const HalfWay> half_way(const scenarios::CaseOutcome& outcome, const Observed& observed,
                                        const model::World::Rules& rules) {
  const scenarios::Case& c = *outcome.subject;
  const auto entry = ending_entry(c);
  if (!entry || !c.spec.timeline[*entry].command || !observed.end.from || !outcome.ended_after_us) return nullptr;
  if (*outcome.ended_after_us < 2) return nullptr;
  auto subject = std::make_shared<scenarios::Case>(c);
  auto result = std::make_shared<HalfWay>();
  result->after_us = *outcome.ended_after_us / 2;
  const std::size_t sink = last_sink(c.spec);
  result->victim = c.spec.vertices[sink].name + "/0";
  model::TimelineEntry fault;
  fault.at = *observed.end.from + result->after_us;
  fault.fault.emplace();
  fault.fault->kind = model::FaultKind::task_failure;
  fault.fault->vertex = static_cast<std::uint32_t>(sink);
  auto& timeline = subject->spec.timeline;
  timeline.insert(timeline.begin() + static_cast<std::ptrdiff_t>(*entry) + 1, fault);
  subject->expect = {};
  scenarios::RunOptions run;
  run.seed = outcome.seed;
  run.rules = &rules;
  run.only = {"answered-once"};  // what is asked here are figures; judging all the rest would be thrown away
  run.history = [&](const history::Event& event, const history::Stamp& stamp) { result->observed.hear(event, stamp); };
  result->outcome = scenarios::run_case(*subject, run);
  result->subject = std::move(subject);
  if (!result->outcome.figures) return nullptr;
  result->names = std::make_shared<model::ModelNames>(*result->outcome.plan);
  return result;
}

}  // namespace report
