#pragma once
// The promise about timers. It reads the monitor `TimerMarks`.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

struct TimersWait {
  static constexpr std::string_view id = "timers-wait";
  static constexpr std::string_view sentence =
      "An event-time timer fires only once the watermark that its own task has seen is there.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TimerMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.windows) return {false, "no windows", false};
    return {true, "R1 - R7 column 4: what fires early does so behind a watermark that comes early"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<TimerMarks>().fired_early();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TimerMarks>().fired();
  }
};

}  // namespace properties::promises
