#include "model/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/state.hpp"

namespace model {

namespace {

std::uint32_t restarting_faults(const FaultBudget& f) {
  std::uint32_t n = 0;
  for (std::uint32_t k : f.of) n += k;
  return n;
}

// Periodic checkpoints of a timed run, at most.
std::uint32_t checkpoints_until(const Spec& s) {
  if (s.checkpoints.interval == 0) return 0;
  if (!s.until) return UINT32_MAX;
  return static_cast<std::uint32_t>(std::min<sim::Time>(*s.until / s.checkpoints.interval, UINT32_MAX));
}

// Checkpoints that may fail in a row while the job runs on: a transaction waits for each of them. Until 1.10 a
// checkpoint that expires does not count. `most`: there are no more checkpoints than that.
std::uint32_t failures_in_a_row(const Spec& s, std::uint32_t most) {
  const bool counts = s.semantics.expired_checkpoint == ExpiredCheckpoint::fails_job;
  const auto by_faults = static_cast<std::uint32_t>(s.timeline.size());
  return std::min(counts ? s.checkpoints.tolerable : UINT32_MAX, most) + by_faults;
}

// Transactions of a sink subtask whose fate is kept: all there will be, where the job is not very long or very wide.
std::uint32_t remembered_transactions(const Plan& plan) {
  constexpr std::uint32_t least = 64, most = 4096, of_all = 1U << 23;
  std::uint32_t sinks = 0;
  for (const Vertex& v : plan.vertices) sinks += v.transactional ? v.parallelism : 0;
  const std::uint32_t wanted = std::min(checkpoints_until(plan.spec), most) + least;
  return std::clamp(of_all / std::max(sinks, 1U), least, wanted);
}

}  // namespace

// Roomy in a run. In exploration as tight as the budgets allow, since every byte is copied and hashed with each state;
// every push is checked, so too tight a guess ends as undecided and never as a wrong answer.
void size_capacities(Plan& plan) {
  const Spec& s = plan.spec;
  std::uint32_t snapshots = 0, extra = 0, resumes = 0, commands = 0;
  for (const TimelineEntry& e : s.timeline) {
    if (!e.command) continue;
    ++commands;
    resumes += e.command->resume;
    snapshots += !e.command->resume && e.command->kind != history::CommandKind::cancel;
    extra += e.command->drain || s.semantics.extra_checkpoint == ExtraCheckpoint::after_drain;  // it may follow (M10)
  }
  bool final_ones = false;  // checkpoints that are waited for when data has ended
  for (const VertexSpec& v : s.vertices)
    if (!v.bounds.empty()) extra += 2 + s.faults.any, final_ones = true;
  // A stop and another snapshot beside it: what is resumed may hold its sources as finished.
  if (!final_ones && resumes && snapshots > 1 && s.semantics.finished_tasks == FinishedTasks::allowed)
    extra += 1 + s.faults.any, final_ones = true;
  Capacities& k = plan.capacities;
  k.operations = std::max(commands, 1U);
  k.pending = s.checkpoints.max_concurrent + snapshots;
  k.store = s.checkpoints.retained + snapshots + 2;
  k.slots = std::min(k.pending + k.store + snapshots + resumes * s.checkpoints.retained + 1, 63U);
  k.pre_committed = k.pending + 4 + failures_in_a_row(s, std::min(checkpoints_until(s), 256U));
  k.transactions = remembered_transactions(plan);
  k.to_task = k.to_jobmanager = 12 + 3 * k.pending;
  k.to_storage = k.pending + 2;
  k.barriers = k.pending + 3;
  const std::uint32_t events = plan.hands_out_splits() ? 4 : 0;  // of an enumerator and of a reader
  k.to_task += events, k.to_jobmanager += events;
  if (plan.loop == Loop::run) return;
  const std::uint32_t taken =
      std::max(s.explore.checkpoints + snapshots + extra, 1U);  // snapshots of the whole exploration
  const std::uint32_t deployments = 1 + resumes + std::min(s.faults.any, restarting_faults(s.faults));
  const std::uint32_t expiries = s.explore.expiry ? taken : 0;
  k.store = std::min(k.store, taken);
  k.slots = std::min(k.slots, taken);
  // What a task declines because data has ended never counts.
  k.pre_committed = std::min(k.pending + 1 + (final_ones ? taken : failures_in_a_row(s, taken)), taken);
  k.transactions = deployments + taken + 1;
  const StopAbortNotice notice = s.semantics.stop_abort_notice;
  const bool wakes = notice == StopAbortNotice::releases || notice == StopAbortNotice::fails_draining_task;
  k.to_task = 3 + taken + 2 * expiries + (wakes ? snapshots : 0) + (events ? 1 : 0);  // notices just before a cancel
  k.to_jobmanager =
      2 + k.pending + expiries + (final_ones ? 2 : 0) + events;  // the end of its data, and a trigger too late
  k.to_storage = s.explore.storage_atomic ? 1 : k.pending + 1 + expiries;
  k.barriers = k.pending + 1 + expiries;
}

std::optional<std::string> lay_out(Plan& plan) {
  const Capacities& k = plan.capacities;
  std::uint32_t payload = 0;
  for (TaskId t = 0; t < plan.task_count(); ++t) {
    TaskInfo& info = plan.tasks[t];
    const Vertex& v = plan.vertices[info.vertex];
    info.first_mark = plan.mark_count;
    plan.mark_count += v.marks;
    info.snapshot_offset = payload;
    payload += v.kind == VertexKind::source ? plan.splits_of(t) : (v.window_ms ? 3 : 2) * v.marks;
    if (!v.transactional) continue;
    info.sink = plan.sink_count++;
    plan.sink_tasks.push_back(t);
    payload += 1 + 2 * k.pre_committed;
  }
  plan.enumerators_offset = payload;
  payload += static_cast<std::uint32_t>(plan.enumerated.size());
  std::uint64_t end = 0;
  const auto place = [&](std::size_t bytes) {
    const std::uint64_t at = end;
    end += (std::uint64_t{bytes} + 7) / 8 * 8;
    return static_cast<std::uint32_t>(at);  // too large where the whole is, which is refused below
  };
  Layout& l = plan.layout;
  l.client = place(sizeof(Client));
  l.watched = place(plan.conditions.size() * sizeof(Watched));
  l.jobmanager = place(sizeof(JobManager));
  l.pending = place(k.pending * sizeof(Pending));
  l.store = place(k.store * sizeof(Stored));
  l.operations = place(k.operations * sizeof(Operation));
  l.faults = place(sizeof(Faults));
  l.tasks = place(plan.task_count() * sizeof(Task));
  l.positions = place(plan.place_count * sizeof(std::uint32_t));
  l.marks = place(plan.mark_count * sizeof(Mark));
  l.executions = place(plan.task_count() * sizeof(Execution));
  l.enumerators = place(plan.enumerated.size() * sizeof(SplitAt));
  l.readers = place(plan.readers.size() * sizeof(Reader));
  l.watermarks = place(plan.watermark_count * sizeof(std::uint32_t));
  l.purged = place(plan.windows ? plan.mark_count * sizeof(std::uint32_t) : 0);
  const std::size_t open = plan.unaligned ? plan.overtakes.size() : 0;
  l.arrived = place(open * sizeof(std::uint32_t));
  l.sinks = place(plan.sink_count * sizeof(Sink));
  l.sink_pending = place(std::size_t{plan.sink_count} * k.pre_committed * sizeof(PreCommitted));
  l.external_stride = static_cast<std::uint32_t>((sizeof(External) + k.transactions + 3) / 4 * 4);
  l.external = place(std::size_t{plan.sink_count} * l.external_stride);
  l.slots = place(k.slots * sizeof(Slot));
  l.payload_stride = payload * 4;
  l.payloads = place(std::size_t{k.slots} * l.payload_stride);
  l.in_flight_stride = static_cast<std::uint32_t>(sizeof(InFlight) + plan.in_flight_records * sizeof(Message));
  l.in_flight = place(k.slots * open * l.in_flight_stride);
  l.planted = place(plan.spec.planted_words * sizeof(std::uint32_t));
  l.channels = static_cast<std::uint32_t>(end);
  for (sim::ChannelInfo& c : plan.channels) c.offset = place(sim::Channels<Message>::bytes(c.capacity));
  l.end = static_cast<std::uint32_t>(end);
  if (end <= UINT32_MAX) return std::nullopt;
  return fmt::format("the state of this job would take {} GB, and 4 fit; lower the parallelism, or network.capacity",
                     (end >> 30) + 1);
}

}  // namespace model
