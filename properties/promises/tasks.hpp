#pragma once
// Promises about attempts and statuses. Both read the monitor `AttemptMarks`.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

struct SingleActiveAttempt {
  static constexpr std::string_view id = "single-active-attempt";
  static constexpr std::string_view sentence =
      "At most one attempt of a subtask is deployed, running or being cancelled at a time.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<AttemptMarks>();
  static Promise promised(const Expectations&) {
    return {true, "2(e).4: a restart waits until all cancellations are complete"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<AttemptMarks>().two_active();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<AttemptMarks>().any_active();
  }
};

struct FinalStatuses {
  static constexpr std::string_view id = "final-statuses";
  static constexpr std::string_view sentence = "FINISHED, CANCELED and FAILED are final, of a job and of an attempt.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<AttemptMarks>();
  static Promise promised(const Expectations&) {
    return {
        true,
        "section 2: FAILED, CANCELED, FINISHED are globally terminal; SUSPENDED is not with high availability (M24)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<AttemptMarks>();
    return m.job_revived() || m.task_revived() || (m.left_suspended() && !e.high_availability);
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<AttemptMarks>().any_final();
  }
};

}  // namespace properties::promises
