// Equality of scenarios. model/ needs none, so it stands here, written so that it cannot forget a member.
#include <algorithm>
#include <tuple>

#include "scenarios/scenario.hpp"

namespace scenarios {

template <class T>
static bool all_same(const std::vector<T>& a, const std::vector<T>& b);

// Each takes a struct apart by its members, so that a new member does not compile until it is compared here.
static bool same(const model::InputSpec& a, const model::InputSpec& b) {
  const auto parts = [](const model::InputSpec& i) {
    const auto& [from, exchange, chained] = i;
    return std::tie(from, exchange, chained);
  };
  return parts(a) == parts(b);
}
static bool same(const model::HoldSpec& a, const model::HoldSpec& b) {
  const auto parts = [](const model::HoldSpec& h) {
    const auto& [what, subtask, time] = h;
    return std::tie(what, subtask, time);
  };
  return parts(a) == parts(b);
}
static bool same(const model::PaceChange& a, const model::PaceChange& b) {
  const auto parts = [](const model::PaceChange& p) {
    const auto& [from, every] = p;
    return std::tie(from, every);
  };
  return parts(a) == parts(b);
}
static bool same(const model::VertexSpec& a, const model::VertexSpec& b) {
  const auto parts = [](const model::VertexSpec& v) {
    const auto& [name, kind, parallelism, inputs, service, holds, api, splits, assignment, every, pacing, changes,
                 bounds, event_ms, watermark_every, watermark_lag_ms, ignores_end, stoppable, keys, window_ms, delivery,
                 sink_api] = v;
    (void)inputs, (void)holds, (void)changes;
    return std::tie(name, kind, parallelism, service, api, splits, assignment, every, pacing, bounds, event_ms,
                    watermark_every, watermark_lag_ms, ignores_end, stoppable, keys, window_ms, delivery, sink_api);
  };
  return parts(a) == parts(b) && all_same(a.inputs, b.inputs) && all_same(a.holds, b.holds) &&
         all_same(a.pace_changes, b.pace_changes);
}
static bool same(const model::Condition& a, const model::Condition& b) {
  const auto parts = [](const model::Condition& c) {
    const auto& [kind, job_status, command, ok, checkpoint, record, vertex, subtask, task_status] = c;
    return std::tie(kind, job_status, command, ok, checkpoint, record, vertex, subtask, task_status);
  };
  return parts(a) == parts(b);
}
static bool same(const std::optional<model::CommandSpec>& a, const std::optional<model::CommandSpec>& b) {
  const auto parts = [](const model::CommandSpec& c) {
    const auto& [resume, kind, drain, id, from, claim] = c;
    return std::tie(resume, kind, drain, id, from, claim);
  };
  return a.has_value() == b.has_value() && (!a || parts(*a) == parts(*b));
}
static bool same(const std::optional<model::FaultSpec>& a, const std::optional<model::FaultSpec>& b) {
  const auto parts = [](const model::FaultSpec& f) {
    const auto& [kind, vertex, subtask, taskmanager] = f;
    return std::tie(kind, vertex, subtask, taskmanager);
  };
  return a.has_value() == b.has_value() && (!a || parts(*a) == parts(*b));
}
static bool same(const model::TimelineEntry& a, const model::TimelineEntry& b) {
  const auto& [at, after, when, command, fault] = a;
  return at == b.at && after == b.after_previous && same(command, b.command) && same(fault, b.fault) &&
         all_same(when, b.when);
}

static auto parts_of(const model::NetworkSpec& n) {
  const auto& [data, control, capacity] = n;
  return std::tie(data, control, capacity);
}
static auto parts_of(const model::StorageSpec& s) {
  const auto& [write, metadata, prepare] = s;
  return std::tie(write, metadata, prepare);
}
static auto parts_of(const model::CheckpointSpec& c) {
  const auto& [interval, first, later, mode, timeout, retention, retained, concurrent, tolerable, unaligned, after] = c;
  return std::tie(interval, first, later, mode, timeout, retention, retained, concurrent, tolerable, unaligned, after);
}
static auto parts_of(const model::RestartSpec& r) {
  const auto& [strategy, attempts, delay] = r;
  return std::tie(strategy, attempts, delay);
}
static auto parts_of(const model::FaultBudget& f) {
  const auto& [any, of] = f;
  return std::tie(any, of);
}
static auto parts_of(const model::ClusterSpec& c) {
  const auto& [taskmanagers, replacement, high_availability, teardown] = c;
  return std::tie(taskmanagers, replacement, high_availability, teardown);
}
static auto parts_of(const model::ExploreSpec& e) {
  const auto& [records, checkpoints, capacity, states, atomic, expiry, fused] = e;
  return std::tie(records, checkpoints, capacity, states, atomic, expiry, fused);
}

template <class T>
static bool all_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
}

bool same(const model::Spec& a, const model::Spec& b) {
  const auto& [name, way, profile, semantics, overrides, vertices, network, storage, checkpoints, restart, cluster,
               savepoints, until, timeline, faults, explore, planted_words] = a;
  return name == b.name && way == b.way && profile == b.profile && semantics == b.semantics &&
         overrides == b.overrides && same_job(a, b) && parts_of(checkpoints) == parts_of(b.checkpoints) &&
         parts_of(restart) == parts_of(b.restart) && parts_of(cluster) == parts_of(b.cluster) &&
         savepoints == b.savepoints && until == b.until && all_same(timeline, b.timeline) &&
         parts_of(faults) == parts_of(b.faults) && parts_of(explore) == parts_of(b.explore);
}

bool same_job(const model::Spec& a, const model::Spec& b) {
  return all_same(a.vertices, b.vertices) && parts_of(a.network) == parts_of(b.network) &&
         parts_of(a.storage) == parts_of(b.storage);
}

bool same(const Way& a, const Way& b) {
  const auto& [name, semantics, spec, here, expect, line, figures] = a;
  (void)line;
  return name == b.name && semantics == b.semantics && same(spec, b.spec) && here == b.here && expect == b.expect &&
         figures == b.figures_of_sink;
}

bool same(const Case& a, const Case& b) {
  const auto& [way, semantics, sink, spec, here, expect, line] = a;
  (void)line;
  return way == b.way && semantics == b.semantics && sink == b.sink && same(spec, b.spec) && here == b.here &&
         expect == b.expect;
}

bool same(const Scenario& a, const Scenario& b) {
  const auto& [name, story, place, ways, sinks, baseline, cases] = a;
  (void)place;
  return name == b.name && story == b.story && sinks == b.sinks && baseline == b.baseline && all_same(ways, b.ways) &&
         all_same(cases, b.cases);
}

}  // namespace scenarios
