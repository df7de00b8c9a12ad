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
}

namespace {

bool is_savepoint(const World& w, const Stored& s) { return w.slot[s.slot - 1].durable_kind == 1; }

void remove_from_store(World& w, std::uint32_t i) {
  for (; i + 1 < w.plan.capacities.store; ++i) w.store[i] = w.store[i + 1];
  w.store[i] = {};
}

// The oldest goes; a savepoint only leaves the store, its files belong to the user.
void drop_from_store(World& w, std::uint32_t i) {
  const auto slot = static_cast<std::uint8_t>(w.store[i].slot - 1);
  const bool savepoint = is_savepoint(w, w.store[i]);
  remove_from_store(w, i);
  if (!savepoint) discard(w, slot);
}

}  // namespace

// A completed savepoint in the store counts as an entry and so pushes out the last checkpoint (M1).
void store_completed(World& w, std::uint8_t slot) {
  std::uint32_t n = 0;
  while (n < w.plan.capacities.store && w.store[n].slot) ++n;
  if (n == w.plan.capacities.store) return w.overflow("completed snapshots", "checkpoints.retained");
  w.store[n++].slot = static_cast<std::uint8_t>(slot + 1);
  const bool oldest_wins = w.plan.spec.semantics.recovery_uses == RecoveryUses::oldest_checkpoint;
  for (; n > w.plan.spec.checkpoints.retained; --n) drop_from_store(w, oldest_wins ? n - 1 : 0);
}

std::uint8_t slot_for_recovery(const World& w) {
  std::uint8_t found = w.jm->restored;
  for (std::uint32_t i = 0; i < w.plan.capacities.store && w.store[i].slot; ++i) {
    found = w.store[i].slot;
    if (w.plan.spec.semantics.recovery_uses == RecoveryUses::oldest_checkpoint) break;
  }
  return found;
}

namespace {

bool kept(const World& w, Phase terminal, const Slot& s) {
  const Semantics& knobs = w.plan.spec.semantics;
  const history::Retention policy = w.plan.spec.checkpoints.retention;
  if (s.kind == history::SnapshotKind::suspend && knobs.stop_checkpoint == StopCheckpoint::keep) return true;
  const AtEnd what = terminal == Phase::finished   ? knobs.checkpoints_on_finished
                     : terminal == Phase::canceled ? knobs.checkpoints_on_canceled
                                                   : knobs.checkpoints_on_failed;
  if (what != AtEnd::by_policy) return what == AtEnd::keep;
  if (terminal == Phase::finished) return false;
  if (terminal == Phase::canceled) return policy == history::Retention::retain_on_cancel;
  return policy != history::Retention::none;
}

}  // namespace

void clean_up(World& w, Phase terminal) {
  while (w.store[0].slot) {
    const auto slot = static_cast<std::uint8_t>(w.store[0].slot - 1);
    const bool keep = is_savepoint(w, w.store[0]) || kept(w, terminal, w.slot[slot]);
    remove_from_store(w, 0);
    if (!keep) discard(w, slot);
  }
}

}  // namespace model
