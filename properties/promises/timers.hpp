#pragma once
// Promises about timers and watermarks. They read the monitors `TimerMarks` and `CutWatermarks`.
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

struct TimerFidelity {
  static constexpr std::string_view id = "timer-fidelity";
  static constexpr std::string_view sentence =
      "Each event-time timer fires exactly once when its time has come, also across a restore.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TimerMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.windows) return {false, "no windows", false};
    if (e.unaligned) return {false, "not judged: unaligned checkpoints hold records back in channels", false};
    if (e.mode == history::Mode::at_least_once)
      return {false, "at-least-once mode: a record behind a barrier enters the state, and comes again (2(d).2)"};
    if (!e.window_shape_known)
      return {false, "not judged: which operator holds a record, and how long, is not known", false};
    return {true, "R3 - R7 column 4, 2(f): timers stand in the snapshot with the windows that they fire"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    const auto& m = l.template get<TimerMarks>();
    return m.fired_without_cause() || m.left_unfired();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TimerMarks>().fired();
  }
};

struct MonotoneWatermark {
  static constexpr std::string_view id = "monotone-watermark";
  static constexpr std::string_view sentence = "The watermark that an attempt of a task sees never falls.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TimerMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.windows) return {false, "no windows", false};
    return {true, "R1 - R7 column 4; a task holds the least watermark of its inputs, each of which only rises"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<TimerMarks>().watermark_fell();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TimerMarks>().any_watermark();
  }
};

struct CutInEventTime {
  static constexpr std::string_view id = "cut-in-event-time";
  static constexpr std::string_view sentence =
      "No operator has seen, before its part of a complete snapshot, a watermark that a source sent behind its own.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<CutWatermarks>();
  static Promise promised(const Expectations& e) {
    if (!e.windows) return {false, "no windows", false};
    if (e.unaligned) return {false, "not judged: the barriers of unaligned checkpoints overtake watermarks", false};
    if (!e.every_source_feeds_every_window)
      return {false, "not judged: a subtask with state may hear some sources only", false};
    if (e.mode == history::Mode::at_least_once)
      return {false, "at-least-once mode: what comes behind a barrier is taken before the snapshot (2(d).2)"};
    return {true, "2(d).2: barriers are aligned, and watermarks do not pass them"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<CutWatermarks>().crossed();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CutWatermarks>().compared();
  }
};

}  // namespace properties::promises
