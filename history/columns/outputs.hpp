#pragma once
// Outputs by name: what each shows, whether one name was ever visible with different records, and for an idempotent
// sink, where the last write of a name replaces the earlier ones, what is visible after that. Figures only. Written by
// sink.write, txn.* and job.status.
//
// A record passed through under its own name is the usual case and costs a place in an interval set, not an entry of
// its own.
#include <optional>

#include "history/store.hpp"

namespace history {

template <class Store>
struct Outputs {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "outputs";
  using Recs = std::vector<RecordRange>;  // as written, neighbours joined

  struct Flush {
    OutId out;
    TxnId txn;
  };
  struct Tally {
    IntervalSet once, more;
  };
  struct Named {
    Recs first, last;
    bool differs = false;
  };
  struct Pending {
    IntervalSet passed;
    std::vector<std::pair<OutId, Recs>> named;
  };
  IntervalSet passed;              // visible under their own names
  GrowingMap<OutId, Named> named;  // all other visible outputs
  GrowingMap<TxnId, Pending> pending;
  std::vector<Flush> flushes;                   // of the first execution
  std::uint64_t same_out = 0;                   // names visible more than once with different records
  std::optional<std::uint64_t> visible_at_end;  // as in sink_writes.hpp, after replacing

  // What is visible where the last write of a name replaces the earlier ones.
  Tally after_replacing() const {
    Tally tally;
    IntervalSet replaced;
    named.for_each([&](OutId out, const Named&) {
      if (is_passed_through(out)) replaced.insert(record_of(out));
    });
    tally.once = minus(passed, replaced);
    const auto again = [&](RecordRange r) { tally.more.insert(r); };
    named.for_each([&](OutId, const Named& n) {
      for (const RecordRange& r : n.last) tally.once.insert(r, again);
    });
    return tally;
  }

  void on(const SinkWrite& e, const Stamp&) {
    if (e.at.job == 0 && is_flushed(e.out)) flushes.push_back({e.out, e.txn});
    if (e.txn == no_txn || committed_.marked(e.txn)) return show(e.out, e.recs);
    Pending& p = pending.get(e.txn);
    if (as_itself(e.out, e.recs) && !named.find(e.out))
      p.passed.insert(record_of(e.out));
    else
      p.named.push_back({e.out, joined(e.recs)});
  }
  void on(const TxnCommit& e, const Stamp&) {
    committed_.mark(e.txn);
    const Pending* p = pending.find(e.txn);
    if (!p) return;
    p->passed.for_each_range([&](RecordRange r) { passed.insert(r); });
    for (const auto& [out, recs] : p->named) show(out, recs);
    pending.erase(e.txn);
  }
  void on(const TxnAbort& e, const Stamp&) { pending.erase(e.txn); }
  void on(const TxnExpire& e, const Stamp&) { pending.erase(e.txn); }
  void on(const JobSubmitted& e, const Stamp&) { second_submitted_ |= e.job != 0; }
  void on(const JobStatusChanged& e, const Stamp&) {
    if (e.job == 0 && !second_submitted_ && is_terminal(e.status)) visible_at_end = after_replacing().once.size();
  }

 private:
  static bool as_itself(OutId out, std::span<const RecordRange> recs) {
    if (!is_passed_through(out) || recs.size() != 1) return false;
    const Record r = record_of(out);
    return recs[0] == RecordRange{r.split, r.offset, r.offset};
  }
  static Recs joined(std::span<const RecordRange> recs) {
    Recs out;
    for (const RecordRange& r : recs) {
      if (!out.empty() && out.back().split == r.split && out.back().last + 1 == r.first)
        out.back().last = r.last;
      else
        out.push_back(r);
    }
    return out;
  }
  void show(OutId out, std::span<const RecordRange> recs) {
    Named* known = named.find(out);
    if (!known && as_itself(out, recs)) return void(passed.insert(record_of(out)));
    Recs now = joined(recs);
    if (!known) {
      known = &named.get(out);
      known->first = is_passed_through(out) && passed.contains(record_of(out)) ? as_range(record_of(out)) : now;
    }
    if (known->first != now && !known->differs) known->differs = true, ++same_out;
    known->last = std::move(now);
  }
  static Recs as_range(Record r) { return {{r.split, r.offset, r.offset}}; }

  MarkedIds committed_;
  bool second_submitted_ = false;
};

}  // namespace history
