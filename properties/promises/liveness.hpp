#pragma once
// Promises that things go on: the job, its checkpoints, and both when some checkpoint fails.
#include "properties/promises/commands.hpp"
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

// Why a job of this version may hang, or null. Of two stops at once `two_stops_hang` speaks, which the goals ask.
inline const char* may_hang(const Expectations& e) {
  if (e.stop_hangs) return "a stop with a FLIP-27 source never ends (M29)";
  if (const char* why = may_wedge(e)) return why;
  if (!e.taskmanagers_replaced) return "a job whose lost TaskManager is not replaced waits for slots (M22)";
  return nullptr;
}

struct CheckpointLiveness {
  static constexpr std::string_view id = "checkpoint-liveness";
  static constexpr std::string_view sentence =
      "After any command or failure that leaves the job running a later periodic checkpoint can still complete.";
  static constexpr Kind kind = Kind::can_always;
  static constexpr bool under_way = true;
  static constexpr history::ColumnMask columns = bit<TriggerMarks>() | bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.periodic_checkpoints) return {false, "there are no periodic checkpoints", false};
    if (e.bounded) return {false, "not judged: a task that has ended may keep checkpoints from being taken", false};
    if (!e.checkpoints_after_failed_stop)
      return {false, "1.9 leaves periodic checkpoints off after a failed stop (M8, FLINK-15152)"};
    if (const char* why = may_hang(e)) return {false, why};
    return {true,
            "2(d).1 step 1, 2(d).7: the periodic trigger is on again when an operation fails or the job restarts"};
  }
  // With the budget of triggers spent no later one can come, but the last one still has to end.
  template <class L>
  static bool goal(const L& l, const Expectations& e) {
    const auto& m = l.template get<TriggerMarks>();
    if (!m.completion_awaited() || !e.periodic_checkpoints) return true;
    if (m.periodic() >= e.checkpoint_budget && !m.in_progress()) return true;
    return e.two_stops_hang && l.template get<CommandMarks>().several_stops();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TriggerMarks>().disturbed();
  }
};

struct CheckpointFailureHarmless {
  static constexpr std::string_view id = "checkpoint-failure-harmless";
  static constexpr std::string_view sentence =
      "No job and no task fails for checkpoints that are declined, expired, subsumed or late, as long as they are "
      "tolerated.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<FailureMarks>();
  static Promise promised(const Expectations&) {
    return {true, "2(d).3: the job fails when more checkpoints have failed in a row than are tolerated, and only then"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    return l.template get<FailureMarks>().harmed(e.tolerable);
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<FailureMarks>().any_failed_checkpoint();
  }
};

struct JobLiveness {
  static constexpr std::string_view id = "job-liveness";
  static constexpr std::string_view sentence =
      "A job is never stuck: it can still read on and take all that it has read, or it can end.";
  static constexpr Kind kind = Kind::can_always;
  static constexpr bool under_way = true;
  static constexpr history::ColumnMask columns = bit<TakenMarks>() | bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (const char* why = may_hang(e)) return {false, why};
    return {true, "2(a) - 2(e): a job runs, restarts and runs, or comes to a terminal status"};
  }
  template <class L>
  static bool goal(const L& l, const Expectations& e) {
    const auto& m = l.template get<TakenMarks>();
    if (!m.submitted_yet() || m.ended() || m.goes_on(e.splits, e.bounded ? 0 : e.record_budget)) return true;
    return loses_trigger(l, e) || (e.two_stops_hang && l.template get<CommandMarks>().several_stops());
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TakenMarks>().submitted_yet();
  }
};

struct FailVisible {
  static constexpr std::string_view id = "fail-visible";
  static constexpr std::string_view sentence =
      "A task, commit or checkpoint that fails, and one checkpoint more than is tolerated, shows in a status or an "
      "answer.";
  static constexpr Kind kind = Kind::always;
  static constexpr history::ColumnMask columns = bit<FailureMarks>();
  static Promise promised(const Expectations& e) {
    if (e.failed_source_hangs && e.faults)
      return {false, "a source task that fails in a trigger never says so (M3, FLINK-21990)"};
    return {
        true,
        "2(d).3, 2(e).1, (c).4: a failed task reports, a failed checkpoint counts, a failed command is answered; not "
        "an event that an enumerator has sent to a task which is being cancelled (SubtaskGatewayImpl)"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<FailureMarks>();
    return m.finished_over_it() || m.counted() > e.tolerable;
  }
  template <class L>
  static bool violated_at_rest(const L& l, const Expectations& e) {
    const auto& m = l.template get<FailureMarks>();
    return violated(l, e) || m.hidden() || m.row() > e.tolerable;
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    const auto& m = l.template get<FailureMarks>();
    return m.any_fault() || m.any_failed_checkpoint();
  }
};

}  // namespace properties::promises
