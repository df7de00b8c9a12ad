#pragma once
// Promises about what the end of a job leaves: no snapshot behind its last one, and nothing unseen.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

struct NothingAfterTheLast {
  static constexpr std::string_view id = "nothing-after-the-last";
  static constexpr std::string_view sentence =
      "Once the snapshot of a stop or of a cancel-with-savepoint is complete, no further one completes unasked.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<LastSnapshotMarks>();
  static Promise promised(const Expectations& e) {
    if (e.version >= history::EngineVersion{1, 18, 0})
      return {false, "one more checkpoint is asked for behind a stop, and may complete (M10, M23; FLINK-28386)"};
    return {true, "2(a), (c).1: the periodic trigger is off while a stop or a cancel-with-savepoint is under way"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<LastSnapshotMarks>().passed();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<LastSnapshotMarks>().any();
  }
};

struct EndsWithEverything {
  static constexpr std::string_view id = "ends-with-everything";
  static constexpr std::string_view sentence =
      "When a job that comes to its end by itself is FINISHED, each record that it has read is visible.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<Deliveries>();
  static Promise promised(const Expectations& e) {
    if (!e.ends_by_itself) return {false, "not judged: some split is endless", false};
    if (e.windows && e.stops) return {false, "not judged: a suspend leaves windows open", false};
    if (e.delivery == history::Delivery::transactional && !(e.final_checkpoint && e.periodic_checkpoints))
      return {false, "a transactional tail is aborted where no last checkpoint commits it (M15)"};
    if (e.delivery == history::Delivery::transactional && e.stops && e.plain_stop_drains())
      return {false, "a plain stop without retained checkpoints is the legacy one, which aborts the tail (R3, R6)"};
    return {true,
            "R3 - R7 column 2, M15: what was read is processed, and the last checkpoint commits it; transactions not "
            "behind a savepoint that its job had fallen back behind (M13), nor what the external system gave up"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& d = l.template get<Deliveries>();
    const bool excused = e.delivery == history::Delivery::transactional && d.losses_excused();
    return d.unseen_at_finish() && !excused;
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<Deliveries>().finished();
  }
};

}  // namespace properties::promises
