#pragma once
// The Ledger that properties read: one column for each monitor. Exploration carries only those that its properties
// declare.
#include "history/ledger.hpp"
#include "properties/monitors/artifact_marks.hpp"
#include "properties/monitors/attempt_marks.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/commit_marks.hpp"
#include "properties/monitors/coverage_marks.hpp"
#include "properties/monitors/cut_watermarks.hpp"
#include "properties/monitors/deliveries.hpp"
#include "properties/monitors/drain_marks.hpp"
#include "properties/monitors/failure_marks.hpp"
#include "properties/monitors/firing_marks.hpp"
#include "properties/monitors/last_snapshot_marks.hpp"
#include "properties/monitors/reading_marks.hpp"
#include "properties/monitors/reread_marks.hpp"
#include "properties/monitors/snapshot_marks.hpp"
#include "properties/monitors/source_marks.hpp"
#include "properties/monitors/split_marks.hpp"
#include "properties/monitors/state_sums.hpp"
#include "properties/monitors/stored_positions.hpp"
#include "properties/monitors/taken_marks.hpp"
#include "properties/monitors/timer_marks.hpp"
#include "properties/monitors/transaction_marks.hpp"
#include "properties/monitors/trigger_marks.hpp"

namespace properties {

template <class Store>
using JudgedLedger = history::Ledger<Store, Deliveries, SourceMarks, RereadMarks, SnapshotMarks, CommandMarks,
                                     ArtifactMarks, StateSums, TriggerMarks, AttemptMarks, FiringMarks, ReadingMarks,
                                     StoredPositions, TakenMarks, CommitMarks, TimerMarks, DrainMarks, SplitMarks,
                                     TransactionMarks, FailureMarks, LastSnapshotMarks, CutWatermarks, CoverageMarks>;

// The bit of a monitor in a mask; the same for both stores.
template <template <class> class Monitor>
constexpr history::ColumnMask bit() {
  return JudgedLedger<history::Bounded>::template bit<Monitor>();
}

// Before the first event: what monitors have to know of the job to fold its events.
template <class Store>
void configure(JudgedLedger<Store>& ledger, const history::Expectations& e) {
  if (auto* timers = ledger.template edit<TimerMarks>()) timers->configure(e);
  if (auto* deliveries = ledger.template edit<Deliveries>()) deliveries->configure(e);
  if (auto* sources = ledger.template edit<SourceMarks>()) sources->configure(e);
  if (auto* failures = ledger.template edit<FailureMarks>()) failures->configure(e);
}

// Exploration only: something did not fit, so nothing can be concluded any more.
template <class Store>
bool overflowed(const JudgedLedger<Store>& ledger) {
  const auto full = [](const auto* monitor) { return monitor && monitor->overflow(); };
  return full(ledger.template find<Deliveries>()) || full(ledger.template find<SourceMarks>()) ||
         full(ledger.template find<RereadMarks>()) || full(ledger.template find<SnapshotMarks>()) ||
         full(ledger.template find<CommandMarks>()) || full(ledger.template find<ArtifactMarks>()) ||
         full(ledger.template find<StateSums>()) || full(ledger.template find<TriggerMarks>()) ||
         full(ledger.template find<AttemptMarks>()) || full(ledger.template find<FiringMarks>()) ||
         full(ledger.template find<StoredPositions>()) || full(ledger.template find<CommitMarks>()) ||
         full(ledger.template find<TimerMarks>()) || full(ledger.template find<SplitMarks>()) ||
         full(ledger.template find<TransactionMarks>()) || full(ledger.template find<CutWatermarks>()) ||
         full(ledger.template find<CoverageMarks>());
}

}  // namespace properties
