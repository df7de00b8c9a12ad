#pragma once
// Promises about commands: answers, and that what was asked can still come to its end.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

// Why a stop that fails may leave the job wedged in this version, or null.
inline const char* may_wedge(const Expectations& e) {
  if (e.failed_stop_blocks) return "a task that hears that the stop was given up before its barrier stays blocked (M3)";
  if (e.failure_hangs_stop && e.faults) return "a task that fails during a stop wedges the adaptive scheduler (M21)";
  if (e.failed_source_hangs && e.faults) return "a source task that fails in a trigger hangs (FLINK-21990)";
  return nullptr;
}

// Until 1.14 a trigger that comes to a source which is closing is lost (M3; Task#triggerCheckpointBarrier only logs
// it): where several snapshots are asked for and a source ends alone, by itself or since the others do not hear of a
// stop (M29), one may wait for its expiry.
template <class L>
bool loses_trigger(const L& l, const Expectations& e) {
  return (e.bounded || e.stop_hangs) && e.version < history::EngineVersion{1, 15, 0} &&
         l.template get<CommandMarks>().several_snapshots();
}

// Where checkpoints go on when tasks have finished (FLIP-147), the trigger of a younger snapshot comes straight to a
// task whose source has ended, before the barrier of an older one. That one waits for its expiry, and in an exploration
// without expiry for ever.
template <class L>
bool overtaken_for_good(const L& l, const Expectations& e) {
  if (!e.bounded || !e.final_checkpoint || e.snapshots_expire) return false;
  const auto& m = l.template get<CommandMarks>();
  return m.several_snapshots() || m.savepoint_pending() || l.template get<TriggerMarks>().in_progress();
}

// A task of a bounded job that has read all its data waits for a checkpoint behind that (2(d).2, FLIP-147), and an
// older one that a later trigger has overtaken goes with the next that completes. With the budget of an exploration
// spent there is none to come.
template <class L>
bool has_no_later_checkpoint(const L& l, const Expectations& e) {
  return e.bounded && l.template get<TriggerMarks>().periodic() >= e.checkpoint_budget;
}

struct AnsweredOnce {
  static constexpr std::string_view id = "answered-once";
  static constexpr std::string_view sentence =
      "Every command is answered once: never twice, and at the latest when its job has ended.";
  static constexpr Kind kind = Kind::always;
  static constexpr history::ColumnMask columns = bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (e.stop_hangs) return {false, "a stop with a FLIP-27 source is never answered (M29)"};
    return {true, "2(a), 2(b), (c).1: each operation completes or fails"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().answered_twice();
  }
  // The answer may come after the terminal status, so its lack shows only when nothing more can happen.
  template <class L>
  static bool violated_at_rest(const L& l, const Expectations& e) {
    return violated(l, e) || l.template get<CommandMarks>().unanswered_after_end();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any();
  }
};

struct OutcomeTruthful {
  static constexpr std::string_view id = "outcome-truthful";
  static constexpr std::string_view sentence =
      "An ok answer names an artifact that exists, and an ok stop with a snapshot means that the job is FINISHED or "
      "will be.";
  static constexpr Kind kind = Kind::always;
  static constexpr history::ColumnMask columns = bit<CommandMarks>() | bit<ArtifactMarks>();
  static Promise promised(const Expectations&) {
    return {true, "5.8 rules 1 and 2; (c).4: the path is returned once all executions are FINISHED"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& commands = l.template get<CommandMarks>();
    if (commands.ok_but_not_finished() || commands.ok_without_artifact()) return true;
    // What was claimed may be deleted before the answer comes, by the execution that the client has started meanwhile.
    if (!e.claims && l.template get<ArtifactMarks>().named_missing()) return true;
    // The adaptive scheduler answers before FINISHED (M22).
    return !e.adaptive_scheduler && commands.answered_ok_while_running();
  }
  template <class L>
  static bool violated_at_rest(const L& l, const Expectations& e) {
    return violated(l, e) || l.template get<CommandMarks>().ok_but_running();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any_good_snapshot_stop() || l.template get<ArtifactMarks>().named_any();
  }
};

struct ErrorTruthful {
  static constexpr std::string_view id = "error-truthful";
  static constexpr std::string_view sentence =
      "What was answered with an error was not done: no job is cancelled or stopped by it, no savepoint was written.";
  static constexpr Kind kind = Kind::always;
  static constexpr history::ColumnMask columns = bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (e.high_availability && e.faults) return {false, "a JobManager that is lost takes its answers with it (2(e))"};
    return {true, "2(a), 2(b), (c).1, (c).4: what fails leaves the job running or FAILED, and no complete savepoint"};
  }
  // Another answer may still come, so only a settled job tells; that of a savepoint comes behind it.
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().written_though_refused();
  }
  template <class L>
  static bool violated_at_rest(const L& l, const Expectations& e) {
    const auto& m = l.template get<CommandMarks>();
    return violated(l, e) || m.cancelled_though_refused() || (!e.ends_by_itself && m.finished_though_refused());
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any_error();
  }
};

struct StopTerminates {
  static constexpr std::string_view id = "stop-terminates";
  static constexpr std::string_view sentence =
      "A pending stop can always still end: the job ends, or the stop is answered with an error.";
  static constexpr Kind kind = Kind::can_always;
  static constexpr history::ColumnMask columns = bit<CommandMarks>() | bit<TriggerMarks>();
  static Promise promised(const Expectations& e) {
    if (e.stop_hangs) return {false, "a stop with a FLIP-27 source never ends (M29)"};
    if (e.half_success_waits && e.faults)
      return {false,
              "a job that comes back from the stop's savepoint runs on, and the command waits for its end ((c).2)"};
    if (e.stop == Expectations::Stop::drains_sources && !e.version.flip_45 && e.faults)
      return {false, "a failure while draining forgets the legacy stop (2(b).8)"};
    if (e.failure_hangs_stop && e.faults)
      return {false, "a task that fails during a stop wedges the adaptive scheduler (M21)"};
    if (e.failed_source_hangs && e.faults) return {false, "a source task that fails in a trigger hangs (FLINK-21990)"};
    if (e.two_stops_hang) return {true, "(c).1, (c).4: a stop given alone succeeds or fails; of two one may hang (M3)"};
    return {true, "(c).1, (c).4: a stop succeeds or fails"};
  }
  // Without retained checkpoints the plain stop of FLIP-45 is the legacy one (1.5), which a failure makes forgotten,
  // too: an injected one, an expired checkpoint, the snapshot of another stop that a source declines which has ended.
  static bool forgets_plain_stop(const Expectations& e) {
    return e.stop == Expectations::Stop::takes_checkpoint && e.plain_stop_drains();
  }
  template <class L>
  static bool goal(const L& l, const Expectations& e) {
    const auto& m = l.template get<CommandMarks>();
    return !m.stop_pending(forgets_plain_stop(e)) || (e.two_stops_hang && m.several_stops()) || loses_trigger(l, e) ||
           overtaken_for_good(l, e) || has_no_later_checkpoint(l, e);
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any_stop();
  }
};

struct CancelTerminates {
  static constexpr std::string_view id = "cancel-terminates";
  static constexpr std::string_view sentence =
      "A pending cancel can always still end: the job ends, or the cancel is answered with an error.";
  static constexpr Kind kind = Kind::can_always;
  static constexpr history::ColumnMask columns = bit<CommandMarks>() | bit<TriggerMarks>();
  static Promise promised(const Expectations& e) {
    if (e.failed_stop_blocks)
      return {true, "2(a); a savepoint that finds a task blocked by a stop that was given up never completes (M3)"};
    return {true, "2(a): CANCELLING ends in CANCELED; the watchdog ends a task that does not react"};
  }
  template <class L>
  static bool goal(const L& l, const Expectations& e) {
    const auto& m = l.template get<CommandMarks>();
    return !m.cancel_pending(!(e.failed_stop_blocks && m.any_stop()) && !loses_trigger(l, e) &&
                             !overtaken_for_good(l, e));
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any_cancel();
  }
};

struct StopFailureLeavesJobRunning {
  static constexpr std::string_view id = "stop-failure-leaves-job-running";
  static constexpr std::string_view sentence =
      "After a stop that failed, the job has ended or its periodic checkpoints can still go on.";
  static constexpr Kind kind = Kind::can_always;
  static constexpr history::ColumnMask columns = bit<TriggerMarks>() | bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.periodic_checkpoints) return {false, "there are no periodic checkpoints", false};
    if (!e.checkpoints_after_failed_stop)
      return {false, "1.9 leaves periodic checkpoints off after a failed stop (M8, FLINK-15152)"};
    if (const char* why = may_wedge(e)) return {false, why};
    return {true, "(c).2 failure points, (c).4: the scheduler is restarted when the operation fails (FLINK-15152)"};
  }
  // With the budget of triggers spent no later one can come. Of two stops one that fails leaves the other, which may
  // hang (M3, M29).
  template <class L>
  static bool goal(const L& l, const Expectations& e) {
    const auto& m = l.template get<TriggerMarks>();
    if (!m.awaited() || !e.periodic_checkpoints) return true;
    if (m.periodic() >= e.checkpoint_budget) return true;
    return e.two_stops_hang && l.template get<CommandMarks>().several_stops();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TriggerMarks>().stop_failed();
  }
};

struct NoEarlyFiringOnSuspend {
  static constexpr std::string_view id = "no-early-firing-on-suspend";
  static constexpr std::string_view sentence =
      "On a stop without drain no event-time timer fires, no input ends and no greatest watermark comes.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<FiringMarks>();
  static Promise promised(const Expectations& e) {
    if (e.bounded) return {false, "not judged: a split that ends by itself fires too", false};
    if (e.suspend_fires)
      return {false, "endInput until 1.12.1 (7.1), windows with FLIP-27 sources in 1.12.3 - 1.13 (M5)"};
    if (forgets_stops(e))
      return {true,
              "R3, R4 column 4: windows and timers stay in the snapshot; of two stops a task forgets both when one is "
              "given up, and ends its input (1.12.7, two stops)"};
    return {true, "R3, R4, R6 column 4: windows and timers stay in the snapshot"};
  }
  // Until 1.13 nothing that comes with the data says why it ends.
  static bool forgets_stops(const Expectations& e) { return e.version < history::EngineVersion{1, 14, 0}; }
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<FiringMarks>();
    return m.fired() || (m.fired_behind_given_up() && !forgets_stops(e));
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<FiringMarks>().suspended();
  }
};

struct AStopCompletes {
  static constexpr std::string_view id = "a-stop-completes";
  static constexpr std::string_view sentence = "A stop is answered ok.";
  static constexpr Kind kind = Kind::sometimes;
  static constexpr history::ColumnMask columns = bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (e.stop_hangs) return {false, "a stop with a FLIP-27 source is never answered (M29)"};
    return {true, "R3 - R6 column 9"};
  }
  template <class L>
  static bool reached(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().stop_succeeded();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any_stop();
  }
};

struct AFailoverHappensDuringAStop {
  static constexpr std::string_view id = "a-failover-happens-during-a-stop";
  static constexpr std::string_view sentence = "A task fails or the job restarts while a stop is pending.";
  static constexpr Kind kind = Kind::sometimes;
  static constexpr history::ColumnMask columns = bit<CommandMarks>();
  static Promise promised(const Expectations& e) {
    if (!e.faults) return {false, "nothing is made to fail", false};
    return {true, "(c).4 failure table"};
  }
  template <class L>
  static bool reached(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().failed_over_during_stop();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<CommandMarks>().any_stop();
  }
};

}  // namespace properties::promises
