#pragma once
// Promises about splits that an enumerator hands out. Both read the monitor `CoverageMarks`. (That two readers never
// have the same split: positions.hpp.)
#include "properties/promises/liveness.hpp"
#include "properties/property.hpp"

namespace properties::promises {

// Why splits may be lost in this version, or null.
inline const char* unsafe(const Expectations& e) {
  const bool waits = e.version >= history::EngineVersion{1, 12, 3};
  return waits ? nullptr : "until 1.12.2 nobody waits for what an enumerator has sent (FLINK-21996, FLINK-18071)";
}

struct NoSplitLost {
  static constexpr std::string_view id = "no-split-lost";
  static constexpr std::string_view sentence =
      "Of splits that are handed out no record is passed over, and a job that ends by itself has read each to its end.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<CoverageMarks>();
  static Promise promised(const Expectations& e) {
    if (e.split_ends.empty()) return {false, "each split belongs to one subtask for ever", false};
    if (const char* why = unsafe(e)) return {false, why};
    return {true, "FLIP-27, FLINK-21996: a split is the enumerator's or a reader's, and what is sent is waited for"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<CoverageMarks>();
    return m.passed_over() || (m.finished_by_itself() && m.unread(e.split_ends));
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CoverageMarks>().any();
  }
};

struct SplitLiveness {
  static constexpr std::string_view id = "split-liveness";
  static constexpr std::string_view sentence =
      "As long as a job runs, each split that is to be handed out can still be read to its end.";
  static constexpr Kind kind = Kind::can_always;
  static constexpr bool under_way = true;
  static constexpr history::ColumnMask columns = bit<CoverageMarks>();
  static Promise promised(const Expectations& e) {
    if (e.split_ends.empty()) return {false, "each split belongs to one subtask for ever", false};
    if (const char* why = unsafe(e)) return {false, why};
    if (const char* why = may_hang(e)) return {false, why};
    return {true, "FLIP-27, FLINK-37627: whatever a restore brings back, nobody waits for what will not be told again"};
  }
  template <class L>
  static bool goal(const L& l, const Expectations& e) {
    const auto& m = l.template get<CoverageMarks>();
    return !m.runs_by_itself() || !m.unread(e.split_ends);
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CoverageMarks>().any();
  }
};

}  // namespace properties::promises
