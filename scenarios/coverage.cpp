#include "scenarios/coverage.hpp"

#include <algorithm>
#include <bit>

#include "model/world.hpp"

namespace scenarios {

std::string_view to_string(LifePhase p) {
  constexpr std::string_view words[] = {"deploying", "running",    "in a snapshot", "stopping",
                                        "ending",    "cancelling", "failing",       "over"};
  return words[static_cast<std::size_t>(p)];
}

std::string_view to_string(CommandFate f) {
  constexpr std::string_view words[] = {"none", "ok", "failed", "unanswered"};
  return words[static_cast<std::size_t>(f)];
}

namespace {

LifePhase while_running(const model::World& w) {
  using history::SnapshotKind;
  bool snapshot = false, stopping = false, ending = false;
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i) {
    if (w.pending[i].checkpoint == 0) continue;
    const SnapshotKind kind = w.pending[i].kind;
    (kind == SnapshotKind::suspend || kind == SnapshotKind::terminate ? stopping : snapshot) = true;
  }
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command != 0) ending |= w.operations[i].waits == model::Waits::for_end;
  if (stopping) return LifePhase::stopping;
  if (ending || w.jm->finished > 0) return LifePhase::ending;
  if (snapshot) return LifePhase::snapshot;
  return w.jm->running < w.plan.task_count() ? LifePhase::deploying : LifePhase::running;
}

}  // namespace

LifePhase phase_of(const model::World& w) {
  switch (w.jm->phase) {
    case model::Phase::running: return while_running(w);
    case model::Phase::restarting:
    case model::Phase::failing: return LifePhase::failing;
    case model::Phase::cancelling:
    case model::Phase::suspending: return LifePhase::cancelling;
    default: return LifePhase::over;
  }
}

Coverage::Cell Coverage::cell(std::size_t index) {
  Cell c{};
  c.fate = static_cast<CommandFate>(index % fates), index /= fates;
  c.fault = static_cast<std::uint8_t>(index % faults), index /= faults;
  c.phase = static_cast<LifePhase>(index % life_phases), index /= life_phases;
  c.command = static_cast<std::uint8_t>(index);
  return c;
}

void Coverage::add(const Coverage& other) {
  for (std::size_t i = 0; i < met.size(); ++i) met[i] += std::min(other.met[i], UINT32_MAX - met[i]);
}

std::uint64_t Coverage::cells() const {
  return static_cast<std::uint64_t>(std::count_if(met.begin(), met.end(), [](std::uint32_t n) { return n > 0; }));
}

void DistinctRuns::note(std::uint64_t fingerprint) {
  std::uint8_t& of_class = most[fingerprint % most.size()];
  const std::uint64_t rest = fingerprint / most.size() << 12 | 0x800;  // 52 bits, and an end to the zeros
  of_class = std::max(of_class, static_cast<std::uint8_t>(std::countl_zero(rest) + 1));
}

void DistinctRuns::add(const DistinctRuns& other) {
  for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], other.most[i]);
}

}  // namespace scenarios
