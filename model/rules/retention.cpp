// Who keeps which snapshot: the store of completed checkpoints, subsumption, and what goes at a terminal status
// (semantics.md 2(d).5 and 2(d).6, M1, M17).
#include "model/rules/rules.hpp"

namespace model {

history::ArtifactId artifact_of(const World& w, std::uint8_t i) {
  const Slot& s = w.slot[i];
  return history::model_artifact(s.job, s.checkpoint, static_cast<history::ArtifactKind>(s.durable_kind));
}

void discard(World& w, std::uint8_t i) {
  Slot& s = w.slot[i];
  if (s.phase == SlotPhase::complete) w.emit(history::ArtifactDeleted{artifact_of(w, i)});
  s = {};
  std::memset(w.payload(i, 0), 0, w.plan.layout.payload_stride);
  if (w.plan.unaligned)
    std::memset(static_cast<void*>(&w.in_flight(i, w.plan.first_data)), 0,
                w.plan.overtakes.size() * w.plan.layout.in_flight_stride);
}

namespace {

// Whose files are the user's, whatever becomes of the entry: a savepoint's, and those of the checkpoint that a stop has
// taken (all discard flags false: 1.6).
bool is_borrowed(const World& w, const Stored& s) {
  const Slot& slot = w.slot[s.slot - 1];
  const bool of_stop = is_of_stop(slot.kind) && w.plan.spec.semantics.stop_checkpoint == StopCheckpoint::keep;
  return !s.claimed && (slot.durable_kind == 1 || of_stop);
}

void remove_from_store(World& w, std::uint32_t i) {
  for (; i + 1 < w.plan.capacities.store; ++i) w.store[i] = w.store[i + 1];
  w.store[i] = {};
}

void drop_from_store(World& w, std::uint32_t i) {
  const auto slot = static_cast<std::uint8_t>(w.store[i].slot - 1);
  const bool keep = is_borrowed(w, w.store[i]);
  remove_from_store(w, i);
  if (!keep) discard(w, slot);
}

std::uint32_t stored(const World& w) {
  std::uint32_t n = 0;
  while (n < w.plan.capacities.store && w.store[n].slot) ++n;
  return n;
}

// Since 1.12.2 a plain savepoint leaves the last checkpoint in the store (M1); a stop's pushes it out until 1.14.
bool must_stay(const World& w, std::uint32_t i, std::uint32_t n) {
  if (w.plan.spec.semantics.savepoint_subsumes == SavepointSubsumes::every_one || is_borrowed(w, w.store[i]))
    return false;
  if (is_of_stop(w.slot[w.store[n - 1].slot - 1].kind)) return false;
  for (std::uint32_t k = i + 1; k < n; ++k)
    if (!is_borrowed(w, w.store[k])) return false;
  return true;
}

void add_to_store(World& w, std::uint8_t slot, bool claimed) {
  const std::uint32_t n = stored(w);
  if (n == w.plan.capacities.store) return w.overflow("completed snapshots", "raise checkpoints.retained");
  w.store[n] = {static_cast<std::uint8_t>(slot + 1), claimed};
}

}  // namespace

// Above the number to retain the oldest goes; a completed savepoint in the store counts as an entry (M1).
void store_completed(World& w, std::uint8_t slot) {
  add_to_store(w, slot, false);
  const bool oldest_wins = w.plan.spec.semantics.recovery_uses == RecoveryUses::oldest_checkpoint;
  std::uint32_t n = stored(w), oldest = 0;
  while (n > w.plan.spec.checkpoints.retained && oldest + 1 < n) {
    if (!oldest_wins && must_stay(w, oldest, n)) {
      ++oldest;
      continue;
    }
    drop_from_store(w, oldest_wins ? n - 1 : oldest);
    --n;
  }
}

// CLAIM: what the execution was started from becomes its own, and goes like any checkpoint of its own (M27).
void claim_snapshot(World& w, std::uint8_t slot) { add_to_store(w, slot, true); }

std::uint8_t slot_for_recovery(const World& w) {
  std::uint8_t found = w.jm->restored;
  for (std::uint32_t i = 0; i < w.plan.capacities.store && w.store[i].slot; ++i) {
    found = w.store[i].slot;
    if (w.plan.spec.semantics.recovery_uses == RecoveryUses::oldest_checkpoint) break;
  }
  return found;
}

namespace {

AtEnd rule_at(const Semantics& s, Phase terminal) {
  switch (terminal) {
    case Phase::finished: return s.checkpoints_on_finished;
    case Phase::canceled: return s.checkpoints_on_canceled;
    case Phase::suspended: return s.checkpoints_on_suspended;
    default: return s.checkpoints_on_failed;
  }
}

bool kept(const World& w, Phase terminal) {
  const Semantics& knobs = w.plan.spec.semantics;
  const history::Retention policy = w.plan.spec.checkpoints.retention;
  const AtEnd what = rule_at(knobs, terminal);
  if (what != AtEnd::by_policy) return what == AtEnd::keep;
  if (terminal == Phase::finished) return false;
  if (terminal == Phase::suspended && w.plan.spec.cluster.high_availability) return true;  // M17
  if (terminal == Phase::canceled || terminal == Phase::suspended)
    return policy == history::Retention::retain_on_cancel;
  return policy != history::Retention::none;
}

}  // namespace

void clean_up(World& w, Phase terminal) {
  while (w.store[0].slot) {
    const auto slot = static_cast<std::uint8_t>(w.store[0].slot - 1);
    const bool keep = is_borrowed(w, w.store[0]) || kept(w, terminal);
    remove_from_store(w, 0);
    if (!keep) discard(w, slot);
  }
}

}  // namespace model
