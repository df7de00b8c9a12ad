#pragma once
// What the external system shows: records visible at least once, records visible more than once, and what stands in
// transactions that may still become visible. Written by sink.write, txn.commit, txn.abort and txn.expire.
//
// A write without a transaction is visible at once. What is written into a transaction after its commit is visible at
// once where the Store remembers ended transactions (Growing); in exploration it waits for a second commit. The
// contents of a transaction that has ended are dropped, so a long run holds only what is in flight.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Visible : Store::Endings {
  static constexpr std::string_view name = "visible";

  struct Contents {
    typename Store::Records once, more;  // written at least once, more than once
  };
  typename Store::Records once, more;
  typename Store::template Map<typename Store::Txn, Contents, 8> pending;

  bool contains(Record r) const { return once.contains(r); }
  // Of an open or pre-committed transaction; null: nothing was written into it, or it has ended.
  const Contents* contents(TxnId txn) const { return pending.find(Store::txn(txn)); }
  // Everything that is in some transaction that may still be committed.
  typename Store::Records in_transactions() const {
    typename Store::Records all;
    pending.for_each([&](typename Store::Txn, const Contents& c) { all.insert_all(c.once); });
    return all;
  }

  void on(const SinkWrite& e, const Stamp&) {
    if (e.txn == no_txn || this->was_committed(e.txn)) return add(e.recs, once, more);
    Contents& contents = pending.get(Store::txn(e.txn));
    add(e.recs, contents.once, contents.more);
  }
  void on(const TxnCommit& e, const Stamp&) {
    this->mark_committed(e.txn);
    const Contents* contents = pending.find(Store::txn(e.txn));
    if (!contents) return;
    once.insert_all(contents->once, [&](RecordRange again) { more.insert(again); });
    more.insert_all(contents->more);
    pending.erase(Store::txn(e.txn));
  }
  void on(const TxnAbort& e, const Stamp&) { pending.erase(Store::txn(e.txn)); }
  void on(const TxnExpire& e, const Stamp&) { pending.erase(Store::txn(e.txn)); }

 private:
  static void add(std::span<const RecordRange> recs, typename Store::Records& first, typename Store::Records& again) {
    for (const RecordRange& range : recs) first.insert(range, [&](RecordRange part) { again.insert(part); });
  }
};

}  // namespace history
