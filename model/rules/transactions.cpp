// The two-phase sink of TwoPhaseCommitSinkFunction, and the external transaction log that outlives the job.
//
// It writes into an open transaction. At a barrier it pre-commits that one and begins the next; told that a checkpoint
// is complete, it commits every pre-committed transaction up to it; close() aborts the open one. A snapshot names the
// pre-committed transactions and the one begun last; a restore commits the former and aborts the latter (history.md,
// "two-phase sink"). A Sink V2 begins one with its first output, so where nothing was written there is none to
// pre-commit (22 of 22 recordings). The log remembers the fate of a sink subtask's youngest transactions, so that
// asking twice is harmless and asking for the opposite is refused (M13, M24).
#include "model/rules/rules.hpp"

namespace model {
namespace {

constexpr const char* too_old = "raise checkpoints.interval, or resume from a younger snapshot";

bool begins_with_output(const World& w, TaskId t) { return w.plan.vertex_of(t).sink_api == SinkApi::sink_v2; }

}  // namespace

history::TxnId txn_id(TaskId t, std::uint32_t serial) { return history::TxnId{t} << 32 | serial; }

namespace {

void begin_now(World& w, TaskId t) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  const std::uint32_t serial = ++w.external(s).begun;
  TxnState& state = w.txn_state(s, serial);
  if (state == TxnState::open || state == TxnState::pre_committed)
    w.overflow("transactions of one sink that wait for their end", too_old);
  state = TxnState::open;
  w.sink[s].current = serial;
  w.emit(history::TxnBegin{w.at(t), txn_id(t, serial)});
}

}  // namespace

void begin_transaction(World& w, TaskId t) {
  if (!begins_with_output(w, t)) begin_now(w, t);
}

history::TxnId transaction_for_output(World& w, TaskId t) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  if (s == sim::nobody) return history::no_txn;
  if (!w.sink[s].current && begins_with_output(w, t)) begin_now(w, t);
  return txn_id(t, w.sink[s].current);
}

void pre_commit(World& w, TaskId t, std::uint32_t checkpoint, bool begin_next) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  const std::uint32_t serial = w.sink[s].current;
  if (!serial) return;
  PreCommitted* waiting = w.pre_committed(s);
  std::uint32_t i = 0;
  while (i < w.plan.capacities.pre_committed && waiting[i].serial) ++i;
  if (i == w.plan.capacities.pre_committed)
    return w.overflow("transactions of one sink that wait for their commit", "let fewer checkpoints fail in a row");
  waiting[i] = {serial, checkpoint};
  w.txn_state(s, serial) = TxnState::pre_committed;
  w.sink[s].current = 0;
  w.emit(history::TxnPrecommit{w.at(t), txn_id(t, serial), checkpoint});
  if (begin_next) begin_transaction(w, t);
}

void commit_up_to(World& w, TaskId t, std::uint32_t checkpoint) {
  const std::uint32_t s = w.plan.tasks[t].sink, n = w.plan.capacities.pre_committed;
  PreCommitted* waiting = w.pre_committed(s);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < n && waiting[i].serial; ++i) {
    if (waiting[i].checkpoint > checkpoint) {
      waiting[kept++] = waiting[i];
      continue;
    }
    w.txn_state(s, waiting[i].serial) = TxnState::committed;
    w.emit(history::TxnCommit{w.at(t), txn_id(t, waiting[i].serial), false, false});
  }
  while (kept < n && waiting[kept].serial) waiting[kept++] = {};
}

void abort_current(World& w, TaskId t) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  const std::uint32_t serial = w.sink[s].current;
  if (!serial) return;
  w.sink[s].current = 0;
  w.txn_state(s, serial) = TxnState::aborted;
  w.emit(history::TxnAbort{w.at(t), txn_id(t, serial), false, false});
}

void save_transactions(World& w, TaskId t, std::uint32_t* words) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  words[0] = w.sink[s].current;
  std::memcpy(words + 1, w.pre_committed(s), w.plan.capacities.pre_committed * sizeof(PreCommitted));
}

namespace {

// What the log still knows of a transaction that a snapshot names.
TxnState remembered(World& w, TaskId t, std::uint32_t serial) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  if (w.external(s).begun >= serial + w.plan.capacities.transactions) {
    w.overflow("transactions of one sink since the restored snapshot", too_old);
    return TxnState::unknown;
  }
  return w.txn_state(s, serial);
}

}  // namespace

void recover_transactions(World& w, TaskId t, const std::uint32_t* words) {
  const std::uint32_t s = w.plan.tasks[t].sink;
  const auto* named = reinterpret_cast<const PreCommitted*>(words + 1);
  for (std::uint32_t i = 0; i < w.plan.capacities.pre_committed && named[i].serial; ++i) {
    const TxnState before = remembered(w, t, named[i].serial);
    if (before == TxnState::aborted) {
      w.emit(history::TxnRefused{w.at(t), txn_id(t, named[i].serial), "commit", "already aborted"});
      continue;
    }
    w.txn_state(s, named[i].serial) = TxnState::committed;
    w.emit(history::TxnCommit{w.at(t), txn_id(t, named[i].serial), true, before == TxnState::committed});
  }
  // Sink V2 keeps only what waits for its commit: nobody knows of the open transaction any more, so nobody aborts it
  // (M13).
  const bool knows_open = w.plan.vertex_of(t).sink_api == SinkApi::two_phase_function;
  if (const std::uint32_t serial = words[0]; serial && knows_open) {
    const TxnState before = remembered(w, t, serial);
    if (before == TxnState::committed) {
      w.emit(history::TxnRefused{w.at(t), txn_id(t, serial), "abort", "already committed"});
    } else {
      w.txn_state(s, serial) = TxnState::aborted;
      w.emit(history::TxnAbort{w.at(t), txn_id(t, serial), true, before == TxnState::aborted});
    }
  }
}

}  // namespace model
