#pragma once
// Promises about where a source goes on reading: after a stop, after a cancel, after a restart.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

struct NoReplayAfterStop {
  static constexpr std::string_view id = "no-replay-after-stop";
  static constexpr std::string_view sentence =
      "After a stop that was answered ok, the execution resumed from its artifact goes on with the record after the "
      "last one read.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<SourceMarks>();
  static Promise promised(const Expectations& e) {
    if (e.stop_leaks)
      return {false, "sources read on behind the barrier (R4, R5 column 1: suspend until 1.14, drain until 1.13)"};
    if (e.stop == Expectations::Stop::drains_sources) return {false, "the legacy stop takes no snapshot (R3 column 1)"};
    return {true, e.version.flip_45 ? "R6 column 1: FLIP-45"
                                    : "R4, R5 column 1: sources stop before the barrier (FLINK-23532)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<SourceMarks>().replayed_or_skipped();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<SourceMarks>().compared();
  }
};

struct CancelRewindsExactly {
  static constexpr std::string_view id = "cancel-rewinds-exactly";
  static constexpr std::string_view sentence =
      "After a cancel, the resumed execution starts at the newest checkpoint that was complete before the first "
      "CANCELLING.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<SnapshotMarks>();
  static Promise promised(const Expectations& e) {
    if (e.at_canceled == history::Keeping::erase)
      return {false, "checkpoints are deleted at CANCELED by this retention (2(d).6)"};
    if (e.rewinding == 0) return {false, "the execution is not resumed from the best artifact or a checkpoint"};
    return {true, "R1 column 1, 2(d).6: retain-on-cancel keeps the newest checkpoint"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    return (l.template get<SnapshotMarks>().rewound_elsewhere() & e.rewinding) != 0;
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<SnapshotMarks>().resumed_after_cancel();
  }
};

struct RestoreLatest {
  static constexpr std::string_view id = "restore-latest";
  static constexpr std::string_view sentence =
      "A restart inside an execution goes back to the newest complete snapshot that recovery may use.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<SnapshotMarks>();
  static Promise promised(const Expectations& e) {
    return {true, e.plain_savepoint_recovers ? "2(e).5: savepoints are in the store until 1.14"
                                             : "2(e).5: the newest checkpoint since 1.15"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<SnapshotMarks>();
    return e.plain_savepoint_recovers ? m.restarted_off_newest_snapshot() : m.restarted_off_newest_checkpoint();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<SnapshotMarks>().restarted();
  }
};

struct ReadsOnInOrder {
  static constexpr std::string_view id = "reads-on-in-order";
  static constexpr std::string_view sentence =
      "A source's attempt hands on record after record, stores where it stands, and is silent once it has ended.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<ReadingMarks>();
  static Promise promised(const Expectations&) {
    return {true, "2(d).2, 2(f): the offset is in the operator state, stored between two records"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    const auto& m = l.template get<ReadingMarks>();
    return m.out_of_order() || m.emitted_after_end();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<ReadingMarks>().any();
  }
};

struct NothingBehindTheStop {
  static constexpr std::string_view id = "nothing-behind-the-stop";
  static constexpr std::string_view sentence =
      "Behind its part of a stop's snapshot an attempt of a source hands on no record.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<ReadingMarks>();
  static Promise promised(const Expectations& e) {
    if (e.stop_leaks)
      return {false, "sources read on behind the barrier (R4, R5 column 1: suspend until 1.14, drain until 1.13)"};
    if (e.stop == Expectations::Stop::drains_sources) return {false, "the legacy stop takes no snapshot (R3 column 1)"};
    return {true, "R4, R5 column 1, 5.8 rule 3: sources stop before the barrier (FLINK-23532)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<ReadingMarks>().emitted_behind_stop();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<ReadingMarks>().stored_for_stop();
  }
};

struct RestoresWhatWasStored {
  static constexpr std::string_view id = "restores-what-was-stored";
  static constexpr std::string_view sentence =
      "An execution gives each split the position that the snapshot it is started from holds, or 0 without one.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<StoredPositions>();
  static Promise promised(const Expectations&) {
    return {true, "2(f): each operator gets back the state that the snapshot holds of it"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<StoredPositions>().differed();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<StoredPositions>().compared();
  }
};

struct RecordsAreReread {
  static constexpr std::string_view id = "records-are-reread";
  static constexpr std::string_view sentence =
      "A source emits records that the attempt or execution before it had emitted.";
  static constexpr Kind kind = Kind::sometimes;
  static constexpr history::ColumnMask columns = bit<RereadMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.faults && e.resume == history::Resume::none) return {false, "nothing fails and nothing is resumed", false};
    return {true, "R1, R7 column 1"};
  }
  template <class L>
  static bool reached(const L& l, const Expectations&) {
    return l.template get<RereadMarks>().reread();
  }
  template <class L>
  static bool arose(const L& l, const Expectations& e) {
    return reached(l, e);
  }
};

struct SplitConservation {
  static constexpr std::string_view id = "split-conservation";
  static constexpr std::string_view sentence =
      "Every split is read by one reader at a time, and stands in each complete snapshot exactly once.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<SplitMarks>();
  static Promise promised(const Expectations&) {
    return {true, "2(f): the positions are in the operator state, each split in that of the one subtask that reads it"};
  }
  // What has been read to its end is in no snapshot.
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<SplitMarks>();
    return m.read_twice() || m.stored_twice() || (m.left_out() && !e.bounded);
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<SplitMarks>().any();
  }
};

}  // namespace properties::promises
