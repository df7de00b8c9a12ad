// A snapshot that comes to nothing: declined by a task, not written, expired, pushed aside, or given up because the job
// leaves RUNNING (semantics.md 2(d).3). Its files go, the tasks are told, its command is answered.
//
// A failed checkpoint may fail the job. By its reason it counts or not, which versions see differently; a snapshot that
// completes ends the row, whoever asked for it. A checkpoint that a command asks for counts like a periodic one
// (CheckpointFailureManager only asks whether it is a savepoint). Savepoints count only where a task reports the
// failure. The snapshot of a stop has rules of its own (stop.cpp).
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

// More in a row than are tolerated fail the job, and the count begins anew.
void count_failure(World& w) {
  JobManager& jm = *w.jm;
  if (jm.phase != Phase::running || ++jm.failures <= w.plan.spec.checkpoints.tolerable) return;
  jm.failures = 0;
  fail_job(w, "Exceeded checkpoint tolerable failure threshold.");
}

void decline(World& w, ChannelId, const Message& m) {
  Pending* p = pending_of(w, m);
  if (!p) return;
  const bool asynchronous = static_cast<Decline>(m.small) == Decline::asynchronous_part;
  const bool of_stop = is_of_stop(p->kind);
  abort_snapshot(w, *p, asynchronous ? Refusal::asynchronous_part : Refusal::declined, true);
  if (!of_stop && asynchronous && w.plan.spec.semantics.failed_checkpoint != FailedCheckpoint::only_aborted)
    count_failure(w);
}

void finalisation_failed(World& w, ChannelId, const Message& m) {
  Pending* p = pending_of(w, m);
  if (!p) return;
  const bool counts = p->kind == history::SnapshotKind::checkpoint &&
                      w.plan.spec.semantics.failed_checkpoint == FailedCheckpoint::any_fails_job;
  abort_snapshot(w, *p, Refusal::not_finalised, false);
  if (counts) count_failure(w);
}

// ---- expiry

std::uint32_t places(const World& w, ActorId) { return w.plan.capacities.pending; }

// The final one of a bounded job is followed by another, so in exploration, where it is not one of the periodic ones,
// an expiry of it takes the place of one of those.
bool is_final(const World& w, const Pending& p) { return w.jm->final_done && !p.command; }

Ready may_expire(const World& w, ActorId, std::uint32_t place) {
  const Pending& p = w.pending[place];
  if (!w.plan.expiry || !p.checkpoint || p.stage != Stage::waits_for_tasks) return Ready::no;
  return is_final(w, p) && w.jm->periodic >= w.plan.periodic_budget ? Ready::no : Ready::yes;
}

void expire_checkpoint(World& w, ActorId, std::uint32_t place) {
  Pending& p = w.pending[place];
  const bool checkpoint = p.kind == history::SnapshotKind::checkpoint;
  if (is_final(w, p) && w.plan.loop == Loop::explore) ++w.jm->periodic;
  abort_snapshot(w, p, Refusal::expired, false);
  if (checkpoint && w.plan.spec.semantics.expired_checkpoint == ExpiredCheckpoint::fails_job) count_failure(w);
}

sim::Time expiry(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  return m.now + w.plan.spec.checkpoints.timeout;
}

// ---- what they have in common

std::string_view reason(Refusal why) {
  switch (why) {
    case Refusal::expired: return "Checkpoint expired before completing.";
    case Refusal::declined: return "Checkpoint was declined (tasks not ready)";
    case Refusal::asynchronous_part: return "Asynchronous task checkpoint failed.";
    case Refusal::not_finalised: return "Failure to finalize checkpoint.";
    case Refusal::subsumed: return "Checkpoint has been subsumed.";
    default: return "Checkpoint Coordinator is suspending.";  // M11
  }
}

// With no snapshot in progress an acknowledgement on its way says nothing; it is dropped here and not when it is taken.
void drop_useless_acknowledgements(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint) return;
  for (TaskId t = 0; t < w.plan.task_count(); ++t) w.clear(w.plan.acknowledge(t));
}

// A job that leaves RUNNING gives up its snapshots before it cancels its tasks, so they hear so just before: a task
// that the notice wakes may take what came behind the barrier, up to its end, before it is cancelled. To the others it
// makes no difference: one that fails for it ends where it would be cancelled.
bool notice_wakes(const World& w, const Pending& p) {
  if (!is_of_stop(p.kind)) return false;
  switch (w.plan.spec.semantics.stop_abort_notice) {
    case StopAbortNotice::releases: return true;
    case StopAbortNotice::fails_draining_task: return p.kind == history::SnapshotKind::suspend;
    default: return false;
  }
}

bool tells_tasks(const World& w, const Pending& p, Refusal why) {
  if (why == Refusal::subsumed || w.plan.spec.semantics.stop_abort_notice == StopAbortNotice::unheard) return false;
  return w.jm->phase == Phase::running || (!is_over(w.jm->phase) && notice_wakes(w, p));
}

}  // namespace

void abort_snapshot(World& w, Pending& pending, Refusal why, bool by_task) {
  const Pending p = pending;
  pending = {};
  discard(w, p.slot);
  w.jm->final_done = 0;  // if this was the final one, another has to take its place
  w.emit(history::CheckpointFailed{w.jm->executions - 1U, p.checkpoint, reason(why)});
  drop_useless_acknowledgements(w);
  if (tells_tasks(w, p, why)) tell_all(w, about(w, MessageKind::notify_aborted, p));
  snapshot_given_up(w, p, why, by_task);
}

void abort_all_snapshots(World& w, Refusal why) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint) abort_snapshot(w, w.pending[i], why, false);
}

void add_abort(Rules& rules) {
  rules.of_channel({"finalisation_failed", kind(ChannelClass::storage_to_jobmanager),
                    kind(MessageKind::metadata_failed), sim::Rank::control, nullptr, finalisation_failed});
  rules.of_channel({"decline", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::decline), sim::Rank::control,
                    nullptr, decline});
  rules.of_actor({"expire_checkpoint", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::timer, places,
                  may_expire, expire_checkpoint, expiry});
}

}  // namespace model
