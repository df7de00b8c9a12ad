// From the Spec to flat tables. Nothing here is read from the state, and nothing in the state can be computed from
// here.
#include "model/plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/availability.hpp"
#include "model/layout.hpp"
#include "model/routing.hpp"
#include "sim/expect.hpp"

namespace model {
namespace {

std::uint32_t index_of(const Spec& spec, const std::string& name) {
  for (std::uint32_t i = 0; i < spec.vertices.size(); ++i)
    if (spec.vertices[i].name == name) return i;
  sim::never_here("a vertex of this name");
}

ActorKind actor_of(const VertexSpec& v) {
  if (v.kind == VertexKind::source) return ActorKind::source;
  return v.kind == VertexKind::sink ? ActorKind::sink : ActorKind::op;
}

// Indices into spec.vertices, sources first, each vertex behind all its inputs; the file's order decides between
// equals.
std::vector<std::uint32_t> topological_order(const Spec& spec) {
  std::vector<std::uint32_t> order;
  std::vector<bool> placed(spec.vertices.size());
  while (order.size() < spec.vertices.size()) {
    const std::size_t before = order.size();
    for (std::uint32_t i = 0; i < spec.vertices.size(); ++i) {
      const auto& inputs = spec.vertices[i].inputs;
      if (placed[i] || !std::all_of(inputs.begin(), inputs.end(),
                                    [&](const InputSpec& in) { return placed[index_of(spec, in.from)]; }))
        continue;
      placed[i] = true;
      order.push_back(i);
    }
    expects(order.size() > before);  // the checker has refused cycles
  }
  return order;
}

void add_vertices(Plan& plan, const std::vector<std::uint32_t>& order) {
  for (std::uint32_t i : order) {
    const VertexSpec& s = plan.spec.vertices[i];
    Vertex v{};
    v.name = s.name;
    v.kind = s.kind;
    v.actor = actor_of(s);
    v.parallelism = s.parallelism;
    v.first_task = plan.task_count();
    v.service = s.service;
    v.api = s.api;
    v.keys = std::max(s.keys, 1U);
    v.window_ms = s.kind == VertexKind::keyed_count ? s.window_ms : 0;
    v.sink_api = s.sink_api;
    v.spec = i;
    plan.windows |= v.window_ms != 0;
    v.transactional = s.kind == VertexKind::sink && s.delivery == history::Delivery::transactional;
    if (s.kind == VertexKind::source) {
      v.first_split = plan.split_count;
      v.splits = s.splits;
      v.assignment = s.assignment;
      v.bounds = s.bounds;
      if (!v.bounds.empty()) v.bounds.resize(s.splits, v.bounds.back());
      plan.split_count += s.splits;
      plan.source_of_split.resize(plan.split_count, static_cast<std::uint32_t>(plan.vertices.size()));
    }
    for (std::uint32_t k = 0; k < v.keys; ++k) v.route.push_back(subtask_of_key(k, v.parallelism));
    for (std::uint32_t k = 0; k < s.parallelism; ++k)
      plan.tasks.push_back({static_cast<std::uint32_t>(plan.vertices.size()), k, 0, sim::nobody, 0, 0, 0,
                            plan.task_count(), plan.task_count()});
    plan.vertices.push_back(std::move(v));
  }
}

void add_edges(Plan& plan, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  for (std::uint32_t to = 0; to < order.size(); ++to)
    for (const InputSpec& in : plan.spec.vertices[order[to]].inputs) {
      const std::uint32_t from = place[index_of(plan.spec, in.from)],
                          edge = static_cast<std::uint32_t>(plan.edges.size());
      plan.edges.push_back({from, to, in.exchange, in.chained, 0});
      plan.vertices[from].out.push_back(edge);
      plan.vertices[to].in.push_back(edge);
    }
}

// A subtask that is handed its splits may have any of its source's, so each has a place for each, behind those of the
// splits that stay with one subtask.
void place_positions(Plan& plan) {
  plan.place_count = plan.split_count;
  for (Vertex& v : plan.vertices) {
    if (v.kind != VertexKind::source || !Plan::is_enumerated(v)) continue;
    v.first_place = plan.place_count;
    plan.place_count += v.splits * v.parallelism;
    v.first_enumerated = static_cast<std::uint32_t>(plan.enumerated.size());
    v.first_reader = static_cast<std::uint32_t>(plan.readers.size());
    for (std::uint32_t s = 0; s < v.splits; ++s) plan.enumerated.push_back(v.first_split + s);
    for (std::uint32_t k = 0; k < v.parallelism; ++k) plan.readers.push_back(v.first_task + k);
  }
}

// Which sources' splits each vertex may see, and whether whole or one source subtask's share.
std::optional<std::string> find_reach(Plan& plan) {
  for (std::uint32_t n = 0; n < plan.vertices.size(); ++n) {
    Vertex& v = plan.vertices[n];
    for (std::uint32_t i : v.in) {
      const Edge& e = plan.edges[i];
      const bool whole = e.exchange == Exchange::hash;
      if (plan.vertices[e.from].kind == VertexKind::source) v.reach.push_back({e.from, whole, n, 0, 0});
      for (const Vertex::Reach& r : plan.vertices[e.from].reach)
        v.reach.push_back({r.source, r.whole || whole, whole ? n : r.router, 0, 0});
    }
    for (Vertex::Reach& r : v.reach) {
      const Vertex& s = plan.vertices[r.source];
      if (std::count_if(v.reach.begin(), v.reach.end(), [&](const Vertex::Reach& o) { return o.source == r.source; }) >
          1)
        return fmt::format("records of {} reach {} on two ways; a vertex may have one way from each source", s.name,
                           v.name);
      if (v.kind == VertexKind::keyed_count && Plan::is_enumerated(s) && !r.whole && s.parallelism > 1)
        return fmt::format(
            "{} counts what comes from {} along forward ways, where any subtask may read any split; let "
            "its input be hashed",
            v.name, s.name);
      r.first_mark = v.marks;
      r.marks = r.whole ? s.splits : (s.splits + s.parallelism - 1) / s.parallelism;
      v.marks += r.marks;
    }
    if (v.kind != VertexKind::keyed_count) v.marks = 0;
  }
  return std::nullopt;
}

// The Spec with names resolved.
void add_timeline(Plan& plan, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  const auto task = [&](std::uint32_t vertex, std::uint32_t subtask) {
    return plan.vertices[place[vertex]].first_task + subtask;
  };
  for (std::uint32_t i = 0; i < plan.spec.timeline.size(); ++i) {
    const TimelineEntry& e = plan.spec.timeline[i];
    PlannedEntry entry{e.at, e.after_previous, 0, e.command, e.fault, 0};
    if (e.fault && strikes_task(e.fault->kind)) entry.victim = task(e.fault->vertex, e.fault->subtask);
    plan.watches |= e.fault.has_value();
    std::vector<Condition> when = e.when;
    const auto ended = [](const Condition& c) { return c.kind == Condition::Kind::job_ended; };
    if (e.command && e.command->resume && std::none_of(when.begin(), when.end(), ended)) {
      when.emplace_back();
      when.back().kind = Condition::Kind::job_ended;
    }
    plan.watches |= !when.empty();
    for (const Condition& c : when) {
      entry.conditions = static_cast<std::uint16_t>(entry.conditions | 1U << plan.conditions.size());
      PlannedCondition planned{c, i, 0, 0};
      for (std::uint32_t k = 0; k < plan.spec.timeline.size(); ++k)
        if (plan.spec.timeline[k].command && plan.spec.timeline[k].command->id == c.command) planned.command = k;
      if (c.kind == Condition::Kind::task_is) planned.task = task(c.vertex, c.subtask);
      plan.conditions.push_back(planned);
    }
    plan.timeline.push_back(std::move(entry));
  }
}

void resolve_restart(Plan& plan) {
  const RestartSpec& r = plan.spec.restart;
  plan.restart_delay = sim::Delay::constant(r.delay);
  if (r.strategy == RestartStrategy::none) return;
  if (r.strategy == RestartStrategy::fixed_delay) {
    plan.restart_attempts = r.attempts;
    return;
  }
  if (plan.spec.checkpoints.interval == 0) return;  // unset and no checkpointing: none
  plan.restart_attempts = UINT32_MAX;
  plan.exponential_restart = plan.spec.semantics.default_restart == DefaultRestart::exponential;
  plan.restart_delay =
      sim::Delay::constant(plan.spec.semantics.default_restart == DefaultRestart::at_once ? 0 : sim::second);
}

// Only two-phase sinks commit, and only some sources are handed their splits.
bool can_strike_at(const Plan& plan, FaultKind kind, TaskId t) {
  if (kind == FaultKind::commit_failure) return plan.vertex_of(t).transactional;
  return kind != FaultKind::event_failure || plan.is_reader(t);
}

void list_fault_choices(Plan& plan) {
  const FaultBudget& budget = plan.spec.faults;
  plan.fault_budget = budget.any;
  for (std::size_t i = 0; i < fault_kinds; ++i) {
    const auto kind = static_cast<FaultKind>(i);
    if (!budget[kind]) continue;
    if (strikes_task(kind)) {
      for (TaskId t = 0; t < plan.task_count(); ++t)
        if (can_strike_at(plan, kind, t)) plan.fault_choices.push_back({kind, t});
    } else {
      const std::uint32_t n = kind == FaultKind::taskmanager_loss ? plan.spec.cluster.taskmanagers : 1;
      for (std::uint32_t k = 0; k < n; ++k) plan.fault_choices.push_back({kind, k});
    }
  }
}

bool takes_snapshot(const CommandSpec& c) {
  switch (c.kind) {
    case history::CommandKind::savepoint:
    case history::CommandKind::checkpoint:
    case history::CommandKind::cancel_with_savepoint:
    case history::CommandKind::stop_with_savepoint:
    case history::CommandKind::stop_with_checkpoint: return true;
    default: return false;
  }
}

bool two_take_snapshots(const Plan& plan) {
  std::uint32_t of_execution = 0;
  for (const PlannedEntry& e : plan.timeline) {
    if (!e.command) continue;
    of_execution = e.command->resume ? 0 : of_execution + takes_snapshot(*e.command);
    if (of_execution == 2) return true;
  }
  return false;
}

void set_budgets(Plan& plan) {
  const Spec& s = plan.spec;
  plan.two_take_snapshots = two_take_snapshots(plan);
  const FinishedTasks finished = s.semantics.finished_tasks;
  plan.checkpoints_after_finish =
      finished == FinishedTasks::allowed
          ? s.checkpoints.after_tasks_finish.value_or(true)
          : finished == FinishedTasks::opt_in && s.checkpoints.after_tasks_finish.value_or(false);
  if (plan.loop == Loop::run) {
    plan.mines_wait_for_stop = plan.has_stop(history::CommandKind::stop_with_savepoint) ||
                               plan.has_stop(history::CommandKind::stop_with_checkpoint);
    return;
  }
  list_fault_choices(plan);
  plan.record_limit = s.explore.records;
  for (Vertex& v : plan.vertices)
    for (std::uint32_t& bound : v.bounds) bound = std::min(bound, plan.record_limit);
  plan.periodic_budget = s.explore.checkpoints;
  plan.expiry = s.explore.expiry;
  if (s.explore.storage_atomic)
    for (MessageKind m : {MessageKind::write_state, MessageKind::write_metadata, MessageKind::metadata_written,
                          MessageKind::metadata_failed})
      plan.fused[static_cast<std::size_t>(m)] = true;
  for (const std::string& name : s.explore.fused)
    for (std::size_t m = 0; m <= static_cast<std::size_t>(MessageKind::result); ++m)
      if (to_string(static_cast<MessageKind>(m)) == name) plan.fused[m] = true;
}

std::optional<std::string> not_modelled(const Spec& s) {
  if (s.semantics.scheduler == Scheduler::adaptive && !s.cluster.replacement)
    return "cluster.replacement: false under the adaptive scheduler changes the parallelism; that is not modelled";
  const auto is = [&](auto&& what) { return std::any_of(s.vertices.begin(), s.vertices.end(), what); };
  if (is([](const VertexSpec& v) { return v.assignment != Assignment::fixed; }) &&
      is([](const VertexSpec& v) { return v.kind == VertexKind::keyed_count && v.window_ms; }))
    return "windows behind a source that is handed its splits: its watermarks are not modelled; use assignment: static";
  return std::nullopt;
}

}  // namespace

std::variant<Plan, std::string> Plan::make(const Spec& spec, Loop loop) {
  if (auto error = not_in_version(spec)) return *error;
  if (auto error = not_modelled(spec)) return *error;
  Plan plan;
  plan.spec = spec;
  plan.loop = loop;
  const std::vector<std::uint32_t> order = topological_order(spec);
  add_vertices(plan, order);
  if (plan.split_count >= 1U << 24)
    return fmt::format("{} splits; a record's split must fit 24 bits", plan.split_count);
  place_positions(plan);
  if (std::uint64_t{plan.place_count} >= 1U << 28)
    return fmt::format("{} splits of {} subtasks that may be handed any of them do not fit", plan.split_count,
                       plan.readers.size());
  add_edges(plan, order);
  if (auto error = find_reach(plan)) return *error;
  if (auto error = find_chains(plan)) return *error;
  if (auto error = follow_results(plan)) return *error;
  size_capacities(plan);
  add_timeline(plan, order);
  if (plan.conditions.size() > 16)
    return fmt::format("the timeline has {} `when` conditions; at most 16 fit", plan.conditions.size());
  if (plan.timeline.size() > 200)
    return fmt::format("the timeline has {} entries; at most 200 fit", plan.timeline.size());
  if (auto error = add_channels(plan)) return *error;
  place_watermarks(plan);
  resolve_restart(plan);
  set_budgets(plan);
  if (auto error = lay_out(plan)) return *error;
  return plan;
}

bool Plan::has_stop(history::CommandKind kind) const {
  return std::any_of(timeline.begin(), timeline.end(),
                     [&](const PlannedEntry& e) { return e.command && !e.command->resume && e.command->kind == kind; });
}

std::string Plan::task_name(TaskId t) const { return fmt::format("{}/{}", vertex_of(t).name, tasks[t].subtask); }

std::uint32_t Plan::mark_of(TaskId t, std::uint32_t split) const {
  const Vertex& v = vertex_of(t);
  for (const Vertex::Reach& r : v.reach) {
    const Vertex& s = vertices[r.source];
    if (split < s.first_split || split >= s.first_split + s.splits) continue;
    const std::uint32_t local = split - s.first_split;
    return tasks[t].first_mark + r.first_mark + (r.whole ? local : local / s.parallelism);
  }
  sim::never_here("a split whose records can reach this task");
}

}  // namespace model
