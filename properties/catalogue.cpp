#include "properties/catalogue.hpp"

#include <array>

#include "properties/promises/commands.hpp"
#include "properties/promises/delivery.hpp"
#include "properties/promises/endings.hpp"
#include "properties/promises/leftovers.hpp"
#include "properties/promises/liveness.hpp"
#include "properties/promises/positions.hpp"
#include "properties/promises/snapshots.hpp"
#include "properties/promises/splits.hpp"
#include "properties/promises/tasks.hpp"
#include "properties/promises/timers.hpp"

namespace properties {
namespace {

// Where nothing more can happen, a goal that is not reached never will be.
template <class P, class L>
bool misses_goal(const L& l, const history::Expectations& e) {
  return !P::goal(l, e);
}

// The same text judges both stores; a question that a promise does not answer stays null.
template <class P, class Store>
constexpr Judge<Store> judge_of() {
  using L = JudgedLedger<Store>;
  using E = history::Expectations;
  Judge<Store> j;
  if constexpr (requires(const L& l, const E& e) { P::violated(l, e); }) j.violated = &P::template violated<L>;
  if constexpr (requires(const L& l, const E& e) { P::violated_at_rest(l, e); })
    j.violated_at_rest = &P::template violated_at_rest<L>;
  if constexpr (requires(const L& l, const E& e) { P::reached(l, e); }) j.reached = &P::template reached<L>;
  if constexpr (requires(const L& l, const E& e) { P::goal(l, e); })
    j.goal = &P::template goal<L>, j.violated_at_rest = &misses_goal<P, L>;
  j.arose = &P::template arose<L>;
  return j;
}

template <class P>
constexpr Property row() {
  Property p{P::id,
             P::sentence,
             P::kind,
             P::columns,
             &P::promised,
             judge_of<P, history::Growing>(),
             judge_of<P, history::Bounded>()};
  if constexpr (requires { P::under_way; }) p.under_way = P::under_way;
  return p;
}

constexpr std::array rows = {
    // the two headlines
    row<promises::NoReplayAfterStop>(),
    row<promises::CancelRewindsExactly>(),
    // where sources read
    row<promises::ReadsOnInOrder>(),
    row<promises::NothingBehindTheStop>(),
    row<promises::RestoresWhatWasStored>(),
    row<promises::SplitConservation>(),
    row<promises::NoSplitLost>(),
    // delivery
    row<promises::NoLoss>(),
    row<promises::ExactlyOnceVisible>(),
    row<promises::AtLeastOnceVisible>(),
    row<promises::CommittedEffectsNeverRolledBack>(),
    row<promises::WrittenOnce>(),
    row<promises::TakenBeforeFinished>(),
    row<promises::CommitsWhenDue>(),
    row<promises::ConsistentPrefix>(),
    row<promises::NoLeakedTransaction>(),
    row<promises::EndsWithEverything>(),
    // commands
    row<promises::AnsweredOnce>(),
    row<promises::OutcomeTruthful>(),
    row<promises::ErrorTruthful>(),
    row<promises::StopTerminates>(),
    row<promises::CancelTerminates>(),
    row<promises::StopFailureLeavesJobRunning>(),
    row<promises::NoEarlyFiringOnSuspend>(),
    row<promises::NoFiringOnCancel>(),
    row<promises::DrainFiresEverything>(),
    row<promises::TimersWait>(),
    row<promises::TimerFidelity>(),
    row<promises::MonotoneWatermark>(),
    // snapshots
    row<promises::ConsistentCut>(),
    row<promises::CutInEventTime>(),
    row<promises::RestoreLatest>(),
    row<promises::ArtifactsAreKept>(),
    row<promises::MonotoneCheckpointIds>(),
    row<promises::NothingAfterTheLast>(),
    row<promises::CheckpointLiveness>(),
    row<promises::CheckpointFailureHarmless>(),
    // tasks and jobs
    row<promises::SingleActiveAttempt>(),
    row<promises::FinalStatuses>(),
    row<promises::JobLiveness>(),
    row<promises::SplitLiveness>(),
    row<promises::FailVisible>(),
    // what should be met at least once
    row<promises::AStopCompletes>(),
    row<promises::AFailoverHappensDuringAStop>(),
    row<promises::ATransactionIsRecovered>(),
    row<promises::RecordsAreReread>(),
};

}  // namespace

std::span<const Property> catalogue() { return rows; }

const Property* find(std::string_view id) {
  for (const Property& p : rows)
    if (p.id == id) return &p;
  return nullptr;
}

history::ColumnMask columns_for(const history::Expectations& e) {
  history::ColumnMask mask = 0;
  for (const Property& p : rows)
    if (p.promised(e).judged) mask |= p.columns;
  return mask;
}

}  // namespace properties
