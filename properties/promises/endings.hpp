#pragma once
// Promises about what fires at the end of a job: nothing at a cancel, everything at a drain.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

struct NoFiringOnCancel {
  static constexpr std::string_view id = "no-firing-on-cancel";
  static constexpr std::string_view sentence =
      "A cancelled job ends no input and fires nothing that only an end would fire; once CANCELED it publishes "
      "nothing.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<FiringMarks>();
  static Promise promised(const Expectations& e) {
    if (e.bounded) return {false, "not judged: a split that ends by itself fires too", false};
    return {true, "2(a).5, 2(a).6: operators are closed without endInput() and finish() (R1, R2 column 4)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<FiringMarks>().fired_on_cancel();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<FiringMarks>().cancelled();
  }
};

struct DrainFiresEverything {
  static constexpr std::string_view id = "drain-fires-everything";
  static constexpr std::string_view sentence =
      "A drain fires every window before its snapshot, and ends every input before FINISHED: nothing taken stays "
      "inside.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<DrainMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.drain) return {false, "no drain is asked for", false};
    if (e.stop == Expectations::Stop::drains_sources)
      return {false, "the legacy stop sends no greatest watermark (R3 column 4)"};
    if (e.windows && e.mode == history::Mode::at_least_once)
      return {false, "not judged: in at-least-once mode records may come again to a window that has fired", false};
    return {true,
            "R5 columns 4 and 5: the greatest watermark comes before the barrier, endInput() before FINISHED, where no "
            "other stop comes before it (M3)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<DrainMarks>();
    // Until 1.13 a second stop is taken behind the first, which ends the job as it was asked to (M3).
    const bool first_counts = e.version < history::EngineVersion{1, 14, 0};
    return m.left_unfired() || (!e.chained_inputs_never_end &&
                                (m.input_never_ended() || (m.input_never_ended_beside_suspend() && !first_counts)));
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<DrainMarks>().draining();
  }
};

}  // namespace properties::promises
