#pragma once
// Promises about what the external system shows. All read the monitor `Deliveries`.
#include "properties/property.hpp"

namespace properties::promises {

using history::Delivery;
using history::Expectations;
using history::Mode;

// What windows or channels hold back is in no sink and no transaction, so the Ledger cannot tell it from what is lost.
inline const char* held_back(const Expectations& e) {
  if (e.windows) return "not judged: windows hold records back in operator state";
  if (e.unaligned) return "not judged: unaligned checkpoints hold records back in channels";
  return nullptr;
}

struct NoLoss {
  static constexpr std::string_view id = "no-loss";
  static constexpr std::string_view sentence =
      "Every record before a position that a source was put back to is visible, or in a transaction that may still be "
      "committed.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (const char* why = held_back(e)) return {false, why, false};
    return {true,
            "R1 - R8 column 7: a snapshot covers what lies before its positions; not for a savepoint that its job had "
            "fallen "
            "back behind (M13), nor for transactions that the external system gave up (R7 column 7)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<Deliveries>().lost();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<Deliveries>().resumed();
  }
};

struct ExactlyOnceVisible {
  static constexpr std::string_view id = "exactly-once-visible";
  static constexpr std::string_view sentence =
      "No record is visible twice, as long as each execution is started from the newest snapshot that the one before "
      "it left.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (e.delivery == Delivery::idempotent)
      return {false, "not judged: an idempotent sink overwrites by output, not by record", false};
    if (e.windows)
      return {false, "not judged: a window that fires twice is another output with the same records", false};
    if (e.delivery == Delivery::plain) return {false, "a plain sink shows again what is read again (R1 - R7 column 6)"};
    if (e.mode == Mode::at_least_once)
      return {false, "at-least-once mode: records behind a barrier enter the snapshot (2(d).2, M7)"};
    if (e.high_availability && e.faults)
      return {false, "a JobManager lost after a stop's savepoint rolls back committed output (M24)"};
    return {
        true,
        "R4, R6, R7 column 7; not after a resume from an older snapshot or from scratch (R3 column 7, M14) or behind a "
        "fallback (M13)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<Deliveries>().doubled();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<Deliveries>().wrote();
  }
};

struct AtLeastOnceVisible {
  static constexpr std::string_view id = "at-least-once-visible";
  static constexpr std::string_view sentence =
      "With a plain sink a record is visible once its source is put back behind it, and all are when the job is "
      "FINISHED.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (const char* why = held_back(e)) return {false, why, false};
    if (e.delivery != Delivery::plain)
      return {false, "a transactional tail may be aborted when the job ends (R3 column 7, M15)"};
    return {true, "R3 - R7 column 2: what was read is processed before FINISHED"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    const auto& d = l.template get<Deliveries>();
    return d.lost() || d.unseen_at_finish();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    const auto& d = l.template get<Deliveries>();
    return d.resumed() || d.finished();
  }
};

struct CommittedEffectsNeverRolledBack {
  static constexpr std::string_view id = "committed-effects-never-rolled-back";
  static constexpr std::string_view sentence =
      "A restart inside an execution never puts a source back before a record that the execution has committed.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (e.windows) return {false, "not judged: a window commits records beyond the positions of its snapshot", false};
    if (e.mode == Mode::at_least_once)
      return {false, "at-least-once mode: records behind a barrier enter the transaction (2(d).2, M7)"};
    if (e.high_availability && e.faults)
      return {false, "a JobManager lost after a stop's savepoint rolls back committed output (M24)"};
    return {true, e.plain_savepoint_commits
                      ? "R7 extra: savepoints commit and are used for recovery until 1.14 (FLINK-10354)"
                      : "R7 extra: a savepoint neither commits nor is used for recovery since 1.15 (FLINK-25191); "
                        "after a stop's savepoint a failure ends the job ((c).4)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<Deliveries>().rolled_back();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<Deliveries>().restarted_after_commit();
  }
};

struct WrittenOnce {
  static constexpr std::string_view id = "written-once";
  static constexpr std::string_view sentence = "Inside one attempt no record is written by a sink twice.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TakenMarks>();
  static Promise promised(const Expectations&) {
    return {true, "2(e).5, R1 - R7 column 6: a record comes again only when a source is put back, in a new attempt"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<TakenMarks>().wrote_twice();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TakenMarks>().wrote();
  }
};

struct TakenBeforeFinished {
  static constexpr std::string_view id = "taken-before-finished";
  static constexpr std::string_view sentence =
      "When a job is FINISHED, all that the last attempt of its sources handed on has been taken by a task.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TakenMarks>();
  static Promise promised(const Expectations& e) {
    if (e.suspend_drops_unsent && e.faults)
      return {false, "1.14 closes the output of a source that ignores cancel() on suspend (M9)"};
    return {true, "R3 - R5 column 2: what was read is processed before FINISHED"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<TakenMarks>().left_untaken();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TakenMarks>().finished();
  }
};

struct CommitsWhenDue {
  static constexpr std::string_view id = "commits-when-due";
  static constexpr std::string_view sentence =
      "A sink that is told or restored commits what it had pre-committed, once, in order and before it goes on.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<CommitMarks>();
  static Promise promised(const Expectations& e) {
    if (e.delivery != Delivery::transactional) return {false, "no transactions", false};
    return {true, "2(e).6, R4, R5, R7 column 5, 5.8 rule 9"};
  }
  // Until 1.14 a bounded source may come to its end behind the barrier of a stop, before it hears that the savepoint is
  // complete; so do the operators in its chain, and nobody is left to be told ((c).2 step 2, M15). Of two stops the
  // second finds a source that leaves its loop for the first, to the same effect (M3). A resume commits all the same.
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<CommitMarks>();
    const bool may_end_untold = e.chained && e.bounded && !e.final_checkpoint;
    const bool may_of_two = may_end_untold || (e.chained && e.two_stops_hang);
    return m.left_out() || m.committed_unasked() || (m.left_at_finish() && !may_end_untold) ||
           (m.left_at_finish_of_two() && !may_of_two);
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommitMarks>().any();
  }
};

struct ATransactionIsRecovered {
  static constexpr std::string_view id = "a-transaction-is-recovered";
  static constexpr std::string_view sentence =
      "A transaction that was pre-committed by an earlier attempt or execution is committed at restore.";
  static constexpr Kind kind = Kind::sometimes;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (e.delivery != Delivery::transactional) return {false, "no transactions", false};
    return {true, "R7 column 5, 2(e).6"};
  }
  template <class L>
  static bool reached(const L& l, const Expectations&) {
    return l.template get<Deliveries>().recovered_transaction();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<Deliveries>().resumed();
  }
};

struct ConsistentPrefix {
  static constexpr std::string_view id = "consistent-prefix";
  static constexpr std::string_view sentence =
      "What transactions show is covered by a complete snapshot, and when the job is FINISHED it has no gaps.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (e.delivery != Delivery::transactional) return {false, "no transactions", false};
    if (const char* why = held_back(e)) return {false, why, false};
    if (e.bounded) return {false, "not judged: a split that has ended is in no snapshot", false};
    if (e.mode == Mode::at_least_once)
      return {false, "at-least-once mode: records behind a barrier enter the transaction (2(d).2, M7)"};
    return {true, "2(d).1 step 9, R3 - R7 column 5: durable comes before notified, and a barrier parts transactions"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    const auto& d = l.template get<Deliveries>();
    return d.shown_uncovered() || d.shown_with_gaps();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<Deliveries>().wrote();
  }
};

struct NoLeakedTransaction {
  static constexpr std::string_view id = "no-leaked-transaction";
  static constexpr std::string_view sentence =
      "No transaction stays open when its job has ended, or when its subtask has begun another one.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TransactionMarks>();
  static Promise promised(const Expectations& e) {
    if (e.delivery != Delivery::transactional) return {false, "no transactions", false};
    return {true, "2(a).6, 2(e).6, M18: close() aborts the open transaction, and a restore what was left"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<TransactionMarks>().leaked();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TransactionMarks>().any();
  }
};

}  // namespace properties::promises
