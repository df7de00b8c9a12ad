#pragma once
// The state of each transaction of the external system: those that may still be committed in full, and how often
// something happened to one that had ended. Written by the txn.* events.
//
// The engine marks what changes nothing with `repeat`; so a commit or an abort without it that finds its transaction
// ended undoes or redoes an effect. Which of the ended ones were committed is remembered by Growing only.
#include "history/store.hpp"

namespace history {

enum class TxnState : std::uint8_t {
  unknown,
  open,
  precommitted,
  committed,
  aborted,
  ended
};  // ended: committed or aborted

template <class Store>
struct Transactions : Store::Endings {
  static constexpr std::string_view name = "transactions";

  struct Entry {
    typename Store::Job job;  // that began it
    typename Store::Task task;
    typename Store::Checkpoint checkpoint;  // of its pre-commit; while open meaningless
    TxnState state;                         // open or precommitted
  };
  typename Store::template Map<typename Store::Txn, Entry, 8> pending;
  std::uint8_t late_commits = 0, late_aborts = 0;  // of a transaction that had ended, without `repeat`
  std::uint8_t refused = 0, expired = 0;

  TxnState state(TxnId txn) const {
    if (const Entry* e = pending.find(Store::txn(txn))) return e->state;
    if (Store::bounded) return TxnState::ended;
    return this->was_committed(txn) ? TxnState::committed
           : this->was_aborted(txn) ? TxnState::aborted
                                    : TxnState::unknown;
  }
  std::size_t count(TxnState s) const {
    std::size_t n = 0;
    pending.for_each([&](typename Store::Txn, const Entry& e) { n += e.state == s; });
    return n;
  }

  void on(const TxnBegin& e, const Stamp&) {
    pending.get(Store::txn(e.txn)) = {Store::job(e.at.job), Store::task(e.at.task), {}, TxnState::open};
  }
  void on(const TxnPrecommit& e, const Stamp&) {
    Entry* entry = pending.find(Store::txn(e.txn));
    if (!entry) return;
    entry->state = TxnState::precommitted;
    entry->checkpoint = Store::checkpoint(e.checkpoint);
  }
  void on(const TxnCommit& e, const Stamp&) {
    if (!end(e.txn) && !e.repeat) up(late_commits);
    this->mark_committed(e.txn);
  }
  void on(const TxnAbort& e, const Stamp&) {
    if (!end(e.txn) && !e.repeat) up(late_aborts);
    this->mark_aborted(e.txn);
  }
  void on(const TxnRefused&, const Stamp&) { up(refused); }
  void on(const TxnExpire& e, const Stamp&) {
    if (!end(e.txn)) return;
    up(expired);
    this->mark_aborted(e.txn);
  }

 private:
  // False: it was not pending.
  bool end(TxnId txn) {
    if (!pending.find(Store::txn(txn))) return false;
    pending.erase(Store::txn(txn));
    return true;
  }
};

}  // namespace history
