#pragma once
// Who wrote which records, and what became of them: the details behind visible.hpp that only figures ask for. Written
// by sink.write, txn.*, job.submitted and job.status.
//
// The contents of a committed transaction are merged into what its writers have committed and dropped. Those of an
// aborted one stay, for `abortedRun1`; there is one for each failure or end of a sink subtask.
#include <optional>

#include "history/columns/transactions.hpp"
#include "history/store.hpp"

namespace history {

template <class Store>
struct SinkWrites {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "sink writes";

  struct Writer {
    IntervalSet direct;     // written without a transaction
    IntervalSet in_txns;    // written into some transaction
    IntervalSet committed;  // of those, what was committed
  };
  struct Part {
    JobId job;
    IntervalSet records;
  };
  struct Txn {
    TxnState state = TxnState::unknown;
    std::vector<Part> parts;  // by writing execution; nearly always one
  };
  GrowingMap<JobId, Writer> writers;
  GrowingMap<TxnId, Txn> txns;  // all but the committed, and the aborted that were empty
  IntervalSet open_at_second;   // of the first execution, not ended when the second was submitted, and later writes
  bool second_submitted = false;
  std::optional<std::uint64_t>
      visible_at_end;  // distinct records visible when the first execution had its last terminal status

  // What `job` has in the external system for all to see.
  IntervalSet visible_by(JobId job) const {
    const Writer* w = writers.find(job);
    if (!w) return {};
    IntervalSet all = w->direct;
    all.insert_all(w->committed);
    return all;
  }
  IntervalSet written_by(JobId job) const {
    const Writer* w = writers.find(job);
    if (!w) return {};
    IntervalSet all = w->direct;
    all.insert_all(w->in_txns);
    return all;
  }
  // Records of `job` (of all, with nothing) in transactions of such a state.
  template <class F>
  IntervalSet in(std::optional<JobId> job, F&& wanted) const {
    IntervalSet all;
    txns.for_each([&](TxnId, const Txn& t) {
      if (!wanted(t.state)) return;
      for (const auto& part : t.parts)
        if (!job || part.job == *job) all.insert_all(part.records);
    });
    return all;
  }
  // Of the first execution, when the second was submitted; else now.
  IntervalSet open_of_first() const {
    if (second_submitted) return open_at_second;
    IntervalSet all = in(0, [](TxnState s) { return is_pending(s); });
    if (const Writer* w = writers.find(0)) all.insert_all(w->direct);
    return all;
  }
  // committed once: committed for ever.
  bool is_committed(TxnId txn) const { return committed_.marked(txn); }
  TxnState state(TxnId txn) const {
    const Txn* t = txns.find(txn);
    return t ? t->state : committed_.marked(txn) ? TxnState::committed : TxnState::unknown;
  }

  void on(const SinkWrite& e, const Stamp&) {
    Writer& writer = writers.get(e.at.job);
    insert(e.txn == no_txn ? writer.direct : writer.in_txns, e.recs);
    if (e.at.job == 0 && second_submitted && (e.txn == no_txn || !ended_.marked(e.txn))) insert(open_at_second, e.recs);
    if (e.txn == no_txn) return;
    if (committed_.marked(e.txn)) return insert(writer.committed, e.recs);
    auto& parts = txns.get(e.txn).parts;
    auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.job == e.at.job; });
    if (part == parts.end()) part = parts.insert(part, Part{e.at.job, {}});
    insert(part->records, e.recs);
  }
  void on(const TxnBegin& e, const Stamp&) { txns.get(e.txn).state = TxnState::open; }
  void on(const TxnPrecommit& e, const Stamp&) { txns.get(e.txn).state = TxnState::precommitted; }
  void on(const TxnCommit& e, const Stamp&) {
    end(e.txn);
    committed_.mark(e.txn);
    const Txn* t = txns.find(e.txn);
    if (!t) return;
    for (const Part& part : t->parts) writers.get(part.job).committed.insert_all(part.records);
    txns.erase(e.txn);
  }
  void on(const TxnAbort& e, const Stamp&) { abort(e.txn); }
  void on(const TxnExpire& e, const Stamp&) { abort(e.txn); }
  void on(const JobSubmitted& e, const Stamp&) {
    if (e.job == 0 || second_submitted) return;
    open_at_second = open_of_first();
    second_submitted = true;
  }
  void on(const JobStatusChanged& e, const Stamp&) {
    if (e.job != 0 || second_submitted || !is_terminal(e.status)) return;
    visible_at_end = visible_by(0).size();
  }

 private:
  static bool is_pending(TxnState s) {
    return s == TxnState::open || s == TxnState::precommitted || s == TxnState::unknown;
  }
  static void insert(IntervalSet& set, std::span<const RecordRange> recs) {
    for (const RecordRange& range : recs) set.insert(range);
  }
  void end(TxnId txn) {
    if (!second_submitted) ended_.mark(txn);
  }
  void abort(TxnId txn) {
    end(txn);
    Txn* t = txns.find(txn);
    if (t && t->parts.empty())
      txns.erase(txn);
    else if (t)
      t->state = TxnState::aborted;
  }

  MarkedIds committed_, ended_;  // `ended_`: before the second submission
};

}  // namespace history
