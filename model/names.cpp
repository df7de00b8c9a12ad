#include "model/names.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace model {

std::string ModelNames::job(history::JobId j) const { return fmt::format("run-{}", j + 1); }
std::string ModelNames::task(history::TaskId t) const { return plan_->task_name(t); }

// With one source a split is called by its number, as in the recordings; with several, by its source too.
std::string ModelNames::split(history::SplitId s) const {
  const Vertex& v = plan_->vertices[plan_->source_of_split[s]];
  if (plan_->split_count == v.splits) return fmt::format("{}", s);
  return fmt::format("{}.{}", v.name, s - v.first_split);
}

std::string ModelNames::command(history::CommandId c) const { return plan_->timeline[c].command->id; }

std::string ModelNames::artifact(history::ArtifactId a) const {
  const bool savepoint = history::kind_of_model_artifact(a) == history::ArtifactKind::savepoint;
  return fmt::format("run-{}/{}-{}", history::job_of_model_artifact(a) + 1, savepoint ? "savepoint" : "chk",
                     history::checkpoint_of_model_artifact(a));
}

std::string ModelNames::txn(history::TxnId x) const {
  return fmt::format("{}#{}", plan_->task_name(static_cast<TaskId>(x >> 32)), static_cast<std::uint32_t>(x));
}

std::string ModelNames::out(history::OutId o) const {
  if (!history::is_passed_through(o)) return fmt::format("k{}@{}", o >> 40, o & ((history::OutId{1} << 40) - 1));
  const history::Record r = history::record_of(o);
  return fmt::format("p{}:{}", split(r.split), r.offset);
}

history::Names::VertexKind ModelNames::vertex_kind(history::TaskId t) const {
  switch (plan_->vertex_of(t).kind) {
    case model::VertexKind::source: return VertexKind::source;
    case model::VertexKind::sink: return VertexKind::sink;
    default: return VertexKind::op;
  }
}

namespace {

std::string_view spelled(history::CommandKind k) {
  switch (k) {
    case history::CommandKind::cancel: return "cancel";
    case history::CommandKind::cancel_with_savepoint: return "cancel-with-savepoint";
    case history::CommandKind::stop: return "stop";
    case history::CommandKind::stop_with_savepoint: return "stop-with-savepoint";
    case history::CommandKind::stop_with_checkpoint: return "stop-with-checkpoint";
    case history::CommandKind::savepoint: return "savepoint";
    case history::CommandKind::checkpoint: return "checkpoint";
  }
  return "none";
}

std::string_view spelled(ResumeFrom f) {
  constexpr std::string_view names[] = {"best", "savepoint", "checkpoint", "scratch"};
  return names[static_cast<std::size_t>(f)];
}

// A savepoint or a checkpoint on demand ends nothing, so it is not the command of the scenario.
bool ends_job(history::CommandKind k) {
  return k != history::CommandKind::savepoint && k != history::CommandKind::checkpoint;
}

void say_timeline(history::Header& h, const Spec& s) {
  constexpr std::string_view claims[] = {"no-claim", "claim", "legacy"};
  for (const TimelineEntry& e : s.timeline) {
    if (e.fault && h.fault == "none") h.fault = words_of(e.fault->kind).kind;
    if (!e.command) continue;
    if (e.command->resume) {
      if (h.resume == "none") h.resume = spelled(e.command->from);
      if (e.command->claim != Claim::no_claim) h.claim = claims[static_cast<std::size_t>(e.command->claim)];
    } else if (h.command == "none" && ends_job(e.command->kind)) {
      h.command = spelled(e.command->kind);
      h.drain = e.command->drain;
    }
  }
}

void say_vertex(history::Header& h, const VertexSpec& v) {
  h.parallelism = std::max(h.parallelism, v.parallelism);
  if (v.kind == VertexKind::keyed_count) h.keys = std::max(h.keys, v.keys);
  if (v.window_ms) h.window_ms = v.window_ms;
  for (const InputSpec& in : v.inputs) h.chained |= in.chained;
  if (v.kind == VertexKind::sink) {
    h.sink = v.delivery;
    if (v.sink_api == SinkApi::sink_v2) h.sink_api = "sink-v2";
  }
  if (v.kind == VertexKind::source) {
    h.source_api = v.api == SourceApi::flip_27 ? "flip-27" : "source-function";
    h.event_time_per_offset_ms = v.event_ms;
  }
}

}  // namespace

const FaultWords& words_of(FaultKind kind) {
  static constexpr std::array<FaultWords, fault_kinds> words{{
      {"task-failure", ""},
      {"task-failure", "throws when it processes a record"},
      {"snapshot-failure", "throws in the synchronous part of a snapshot"},
      {"snapshot-failure", "throws in the asynchronous part of a snapshot"},
      {"notify-failure", "throws when it hears that a snapshot is complete"},
      {"commit-failure", "throws when it commits"},
      {"task-failure", "throws in endInput"},
      {"task-failure", "throws in finish"},
      {"task-failure", "throws in close"},
      {"event-failure", "the next split that is sent to it is lost on the way"},
      {"storage-failure", "the metadata of a snapshot cannot be written"},
      {"taskmanager-loss", ""},
      {"jobmanager-loss", "the JobManager loses its leadership; a new one gets it"},
      {"jobmanager-loss", "the cluster is shut down"},
  }};
  return words[static_cast<std::size_t>(kind)];
}

history::Header header_of(const Plan& plan) {
  const Spec& s = plan.spec;
  history::Header h;
  h.engine_version = s.profile;
  h.name = s.way.empty() ? s.name : s.name + ": " + s.way;
  say_timeline(h, s);
  h.retention = s.checkpoints.retention;
  h.mode = s.checkpoints.mode;
  h.checkpoint_interval_ms = s.checkpoints.interval / sim::millisecond;
  h.retained = s.checkpoints.retained;
  constexpr std::string_view restarts[] = {"unset", "none", "fixed-delay"};
  h.restart = restarts[static_cast<std::size_t>(s.restart.strategy)];
  for (const VertexSpec& v : s.vertices) say_vertex(h, v);
  const ModelNames names(plan);
  for (std::uint32_t split = 0; split < plan.split_count; ++split)
    if (plan.bound_of(split) != UINT32_MAX) h.bounds[names.split(split)] = plan.bound_of(split);
  h.replacement = s.cluster.replacement;
  h.tolerable = s.checkpoints.tolerable;
  h.checkpoints_after_tasks = s.checkpoints.after_tasks_finish;
  h.unaligned = s.checkpoints.unaligned;
  h.high_availability = s.cluster.high_availability;
  if (s.semantics.scheduler == Scheduler::adaptive) h.scheduler = "adaptive";
  h.splits = plan.split_count;
  return h;
}

}  // namespace model
