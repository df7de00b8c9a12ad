#include "scenarios/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/expect_words.hpp"
#include "sim/expect.hpp"

namespace scenarios {
namespace {

// One operator, whose windows are all there are, and sources of one pace: as in a recording.
bool has_one_shape_of_windows(const model::Plan& plan) {
  std::uint32_t operators = 0;
  std::optional<std::int64_t> event_ms;
  bool same = true;
  for (const model::VertexSpec& v : plan.spec.vertices) {
    operators += v.kind != model::VertexKind::source && v.kind != model::VertexKind::sink;
    if (v.kind != model::VertexKind::source) continue;
    same = same && event_ms.value_or(v.event_ms) == v.event_ms;
    event_ms = v.event_ms;
  }
  return same && operators == 1;
}

// Whether every subtask with state hears the watermarks of every subtask of a source, itself or through others: where
// one does not, a source that lags holds back none of it.
bool every_source_feeds_every_window(const model::Plan& plan) {
  for (const model::Vertex& v : plan.vertices) {
    if (v.kind != model::VertexKind::keyed_count) continue;
    for (std::uint32_t s = 0; s < plan.vertices.size(); ++s) {
      const model::Vertex& source = plan.vertices[s];
      if (source.kind != model::VertexKind::source) continue;
      const auto reach = std::find_if(v.reach.begin(), v.reach.end(), [&](const auto& r) { return r.source == s; });
      if (reach == v.reach.end() || !(reach->whole || (source.parallelism == 1 && v.parallelism == 1))) return false;
    }
  }
  return true;
}

// A header tells of one command only that ends the job.
bool some_stop_suspends(const model::Plan& plan) {
  return std::any_of(plan.timeline.begin(), plan.timeline.end(), [](const model::PlannedEntry& e) {
    return e.command && properties::is_stop(e.command->kind) && !e.command->drain;
  });
}

// Of one resume only, and of the source API of one vertex.
std::uint8_t rewinding(const model::Plan& plan) {
  unsigned bits = 0, execution = 0;
  for (const model::PlannedEntry& e : plan.timeline) {
    if (!e.command || !e.command->resume) continue;
    execution = std::min(execution + 1, 7U);
    if (e.command->from == model::ResumeFrom::best || e.command->from == model::ResumeFrom::checkpoint)
      bits |= 1U << execution;
  }
  return static_cast<std::uint8_t>(bits);
}

bool has_source_of(const model::Plan& plan, model::SourceApi api) {
  return std::any_of(plan.spec.vertices.begin(), plan.spec.vertices.end(),
                     [&](const model::VertexSpec& v) { return v.kind == model::VertexKind::source && v.api == api; });
}

std::vector<std::uint32_t> ends_of_splits(const model::Plan& plan) {
  if (!plan.hands_out_splits()) return {};
  std::vector<std::uint32_t> ends(plan.split_count, UINT32_MAX);
  for (const std::uint32_t s : plan.enumerated)
    ends[s] = plan.record_limit ? std::min(plan.bound_of(s), plan.record_limit) : plan.bound_of(s);
  return ends;
}

}  // namespace

properties::Judging judging_for(const model::Plan& plan, const history::Header& header,
                                const std::vector<std::string>& only) {
  const auto expectations = history::expectations_for(plan.spec.profile, header);
  expects(expectations);  // the reader has refused unknown profiles
  history::Expectations e = *expectations;
  e.rewinding = rewinding(plan);
  e.suspends |= some_stop_suspends(plan);
  history::expectation::fill_version(e, has_source_of(plan, model::SourceApi::flip_27),
                                     has_source_of(plan, model::SourceApi::source_function));
  if (e.periodic_checkpoints) e.checkpoint_budget = plan.periodic_budget;
  e.periodic_checkpoints &= plan.periodic_budget != 0;
  e.snapshots_expire = plan.expiry || plan.loop == model::Loop::run;
  e.record_budget = plan.loop == model::Loop::explore ? plan.record_limit : 0;
  e.window_shape_known = has_one_shape_of_windows(plan);
  e.every_source_feeds_every_window = every_source_feeds_every_window(plan);
  e.split_ends = ends_of_splits(plan);
  e.tasks = plan.task_count();
  e.faults |= plan.fault_budget > 0;
  return properties::judging_of(e, only);
}

std::vector<PropertyOutcome> outcomes_of(const std::vector<properties::RunVerdict>& verdicts, std::string_view bound) {
  std::vector<PropertyOutcome> all;
  for (const properties::RunVerdict& v : verdicts)
    all.push_back({v.property,
                   v.promise,
                   v.verdict,
                   properties::is_alarm(v.promise, v.verdict),
                   v.undecided.empty() ? std::string(bound) : v.undecided,
                   v.violated_at,
                   {}});
  return all;
}

namespace {

// Latencies in microseconds, where the scenario speaks of milliseconds; all other figures as they are.
struct Measured {
  std::optional<std::int64_t> value;
  std::int64_t scale = 1;
  std::string text;
};

Measured measured(const CaseOutcome& o, const nlohmann::ordered_json& all, const std::string& name) {
  const auto latency = [](std::optional<std::int64_t> us) {
    return Measured{us, 1000, us ? history::milliseconds(*us) : "unknown"};
  };
  if (name == "stopLatencyMs") return latency(o.figures->stop_latency_us);
  if (name == "snapshotLatencyMs") return latency(o.figures->snapshot_latency_us);
  if (name == "endedAfterMs") return latency(o.ended_after_us);
  if (!all.contains(name) || !all[name].is_number_integer()) return {std::nullopt, 1, "unknown"};
  return {all[name].get<std::int64_t>(), 1, all[name].dump()};
}

bool is_as(const Figure& expected, const Measured& m) {
  switch (expected.kind) {
    case Figure::Kind::unknown: return !m.value;
    case Figure::Kind::some: return m.value && *m.value > 0;
    case Figure::Kind::number: break;
  }
  return m.value == expected.number * m.scale;
}

void check_figures(CaseOutcome& o) {
  const nlohmann::ordered_json all = history::to_json(*o.figures, o.header, history::Unknown::word);
  for (const auto& [name, expected] : o.subject->expect.figures) {
    const Measured m = measured(o, all, name);
    if (!is_as(expected, m)) o.unmet.push_back(fmt::format("{} is {}, expected {}", name, m.text, text_of(expected)));
  }
}

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

void check_artifacts(CaseOutcome& o, const Expectation::Artifacts& expected, const Counts& counts,
                     std::string_view when) {
  for (const auto& [kind, wanted] : expected) {
    std::int64_t left = 0;
    for (const auto& [name, n] : counts)
      if (name == kind) left = static_cast<std::int64_t>(n);
    if (left != wanted) o.unmet.push_back(fmt::format("{} {}s are left {}, expected {}", left, kind, when, wanted));
  }
}

std::string_view spelled(history::JobStatus s) {
  constexpr std::string_view names[] = {"INITIALIZING", "CREATED",    "RUNNING",    "FAILING",
                                        "FAILED",       "CANCELLING", "CANCELED",   "FINISHED",
                                        "RESTARTING",   "SUSPENDED",  "RECONCILING"};
  return names[static_cast<std::size_t>(s)];
}

void check_command(CaseOutcome& o, const std::string& id, Answer expected) {
  for (const history::CommandOutcome& c : o.figures->commands) {
    if (c.id != id) continue;
    const Answer answer = !c.answered ? Answer::unanswered : c.ok ? Answer::ok : Answer::failed;
    if (answer == expected) return;
    constexpr std::string_view wanted[] = {"fail", "succeed", "stay unanswered"};
    o.unmet.push_back(fmt::format("command {} {}, expected it to {}", id,
                                  answer == Answer::unanswered ? "was not answered"
                                  : answer == Answer::ok       ? "succeeded"
                                                               : "failed: " + c.error,
                                  wanted[static_cast<std::size_t>(expected)]));
    return;
  }
  o.unmet.push_back(fmt::format("command {} was never given", id));
}

void check_commands(CaseOutcome& o) {
  const Expectation& e = o.subject->expect;
  for (const auto& [id, answer] : e.commands) check_command(o, id, answer);
  if (!e.command || !o.subject->here) return;
  const auto& command = o.subject->spec.timeline[*o.subject->here].command;
  if (command) check_command(o, command->id, *e.command ? Answer::ok : Answer::failed);
}

}  // namespace

void check_expectations(CaseOutcome& o) {
  const Expectation& e = o.subject->expect;
  if (o.figures) {
    check_figures(o);
    check_artifacts(o, e.artifacts, o.figures->artifacts_left, "at the end");
    check_artifacts(o, e.left_by_run_1, o.left_by_run_1, "by run-1");
    check_commands(o);
    const std::string status = o.figures->final_status.empty() ? "none" : o.figures->final_status.front().second;
    if (e.final_status && status != spelled(*e.final_status))
      o.unmet.push_back(fmt::format("final status is {}, expected {}", status, spelled(*e.final_status)));
  }
  using properties::Verdict;
  for (PropertyOutcome& p : o.properties) {
    const auto expected = e.promises.find(std::string(p.property->id));
    if (expected == e.promises.end()) continue;
    if (o.scope && p.verdict == Verdict::undecided) continue;  // the exploration says so itself
    const bool kept = p.verdict == Verdict::holds || p.verdict == Verdict::not_violated || p.verdict == Verdict::seen;
    const bool broken = p.verdict == Verdict::violated || p.verdict == Verdict::never;
    if (!expected->second && broken) p.alarm = false;  // the scenario is about this very breach
    if (expected->second ? !kept : !broken)
      o.unmet.push_back(fmt::format("{} is {}, expected {}", p.property->id, properties::to_string(p.verdict),
                                    expected->second ? "kept" : "broken"));
  }
}

}  // namespace scenarios
