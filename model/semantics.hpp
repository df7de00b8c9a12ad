#pragma once
// What an engine may do differently from version to version, as knobs. Rules read knobs and never ask for a version.
// Which version has which value, since when, and how we know, is one table: profiles.cpp. Sources: reference
// semantics.md sections 2 - 4 and 7 (M numbers), Flink tickets.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

// What a plain `stop` command does.
enum class StopCommand : std::uint8_t {
  drain_sources,   // 1.8: sources return from run(), in-flight data is processed, no snapshot
  refused,         // 1.9 and later: the client only knows stop-with-savepoint
  with_checkpoint  // FLIP-45: a synchronous checkpoint if checkpoints are retained on cancel, else as in 1.8
};
// Which stops with a snapshot the version knows.
enum class StopWithSnapshot : std::uint8_t {
  none,                    // 1.8
  savepoint,               // 1.9 and later (FLIP-34)
  savepoint_or_checkpoint  // FLIP-45
};
// When the sources cease reading in a stop with a snapshot; one knob for suspend, one for drain.
enum class SourcesStop : std::uint8_t {
  before_barrier,    // nothing follows the barrier
  after_completion,  // records leak behind the barrier until the snapshot is complete
};
// What a FLIP-27 source does when the snapshot of a stop is complete, in the versions that stop sources only then.
enum class Flip27Stop : std::uint8_t {
  never_ends,               // 1.11 - 1.12.2: nothing tells it to finish; the stop hangs (M29)
  ends_with_max_watermark,  // 1.12.3 - 1.13: on suspend it sends MAX_WATERMARK behind the savepoint (M5)
  ends                      // 1.14
};
// Whether operators are told of the end of their input when the job is suspended.
enum class EndInputOnSuspend : std::uint8_t { yes, no };
// Whether operators are told of the end of their input at all.
enum class EndInput : std::uint8_t {
  none,       // 1.8: BoundedOneInput came with 1.9
  at_inputs,  // 1.9: only in tasks that have an input, not behind a source in the same chain
  exists
};
// Where an operator flushes at the end: close() until 1.13, finish() before the barrier since 1.14 (FLIP-147).
enum class LastHook : std::uint8_t { close, finish };
// The trigger or barrier of a second stop reaches a task.
enum class SecondStopAtTask : std::uint8_t {
  taken,               // 1.9: a source snapshots again, and waits for the first all the same
  fails_during_first,  // until 1.14: once the first is complete, a task that has not ended yet takes the second
  fails                // 1.15 and later: a task takes one in its life
};
// A trigger or a notice fails a source task whose SourceFunction reads in a thread of its own.
enum class FailedSourceTask : std::uint8_t {
  fails,            // the function is cancelled and the failure told
  waits_for_source  // told when the function returns, and nobody cancels it (FLINK-21990)
};
// A SourceFunction that does not heed cancel() when its suspend's savepoint is complete (M9).
enum class DeafSource : std::uint8_t {
  emits_on,    // until its loop returns
  cannot_emit  // 1.14: its context is closed
};
// A trigger comes to a source that has closed its mailbox and is not FINISHED yet.
enum class ClosingSource : std::uint8_t { ignores, declines };  // 1.15 and later: CHECKPOINT_DECLINED_TASK_CLOSING
// The barrier of a stop comes to a task that has heard already that the stop was given up.
enum class AbortedStopBarrier : std::uint8_t {
  ignored,
  blocks  // 1.14: it stops for the snapshot, takes none, and nothing will wake it
};
// When the snapshot that a command asks for is triggered.
enum class StopTrigger : std::uint8_t {
  at_once,  // 1.8, 1.9: in the call that takes the command
  later,    // 1.10 and later: when its place is prepared; another command may come in between (M3)
  in_steps  // 1.11: as before, and the sources are told a moment later; given up in between, never
};
// The coordinator gives up the snapshot of a stop after its trigger: declined, expired, not finalised, suspended.
enum class FailedStopSnapshot : std::uint8_t {
  fails_job,            // 1.9 - 1.13: whatever the reason
  task_side_fails_job,  // 1.14 and later: only what a task reports; the rest is left to the notice at the tasks
};
// What the notice that the snapshot of its stop was given up does to a task.
enum class StopAbortNotice : std::uint8_t {
  unheard,              // 1.9, 1.10: there is no such notice
  ignored,              // 1.11 - 1.11.3, 1.12.0 - 1.12.1: heard, but the task stays blocked
  releases,             // 1.11.4, 1.12.2 - 1.13: the task goes on
  fails_draining_task,  // 1.14: a suspended task goes on, a drained one fails
  fails_task            // 1.15 and later
};
// The coordinator asks for a failure of a job that is not running any more (restarting, being cancelled).
enum class LateFailure : std::uint8_t {
  fails_canceling_job,  // 1.9: CANCELLING turns into FAILED, whatever the strategy; RESTARTING is not disturbed
  counts,               // 1.10 - 1.13: one more restart attempt; with none left the job is FAILED (M2, M4)
  no                    // 1.14 and later
};
// A snapshot that a command asks for, in a directory that cannot be written.
enum class UnusableDirectory : std::uint8_t {
  unnumbered,    // 1.8, 1.9: refused before it has a number
  takes_number,  // 1.10 - 1.13: refused, and its number is gone
  aborted        // 1.14 and later: triggered and given up at once; the tasks are told of the latter only
};
// What a job says of itself that a failure restarts.
enum class FailoverStatus : std::uint8_t {
  failing_first,  // 1.8, 1.9: FAILING until all tasks have ended, then RESTARTING, and only then the restart delay
  restarting      // 1.10 and later: RESTARTING from the failure on, the delay meanwhile
};
// A task fails in a stop before its savepoint is complete: whether the client hears why (M11). The adaptive scheduler
// tells always (M22).
enum class FailureCause : std::uint8_t { told, hidden };
// One operator of a chain fails on hearing that a snapshot is complete; they hear it from the last to the first.
enum class FailedNotice : std::uint8_t {
  ends_telling,  // those before it in the chain are not told
  is_kept        // 1.14 and later: all are told, and then the task fails
};
// Whether operators are told that a plain savepoint is complete, and so commit.
enum class PlainSavepointNotifies : std::uint8_t { yes, no };  // yes until 1.14, no since 1.15 (FLINK-25191)
// What recovery restores after a failure.
enum class RecoveryUses : std::uint8_t {
  newest_snapshot,    // 1.7 - 1.14: completed savepoints are in the store too
  newest_checkpoint,  // 1.15 and later
  oldest_checkpoint  // wrong on purpose: the store keeps and hands out its oldest entry, a newcomer is subsumed at once
};
// Which completed savepoints push the last checkpoint out of the store (M1).
enum class SavepointSubsumes : std::uint8_t { every_one, of_stop, none };
// What happens to the execution's checkpoints at a terminal status.
enum class AtEnd : std::uint8_t { by_policy, keep, erase };
// What happens to the checkpoint that a FLIP-45 stop takes.
enum class StopCheckpoint : std::uint8_t { keep, by_policy };
// FLIP-45: the checkpoint of a stop cannot be taken (open in the text: semantics.md 1.7).
enum class StopCheckpointFails : std::uint8_t { as_savepoint, drains_sources };
// FLIP-45: a plain stop where checkpoints are not retained on cancel (1.5; the bullet is cut in every copy).
enum class StopWithoutRetention : std::uint8_t { drains_sources, refused };
// A task fails after the snapshot of a stop is complete.
enum class HalfSuccess : std::uint8_t {
  restarts,        // 1.9 - 1.11.3, 1.12.0 - 1.12.1: back from the savepoint; the command waits until the job ends
  second_failure,  // 1.11.4, 1.12.2 - 1.14: the termination manager asks for a failover of its own (M4)
  fails_job        // 1.15 and later (FLINK-26783)
};
// The periodic trigger after a stop that failed before anything reached the tasks.
enum class TriggerAfterFailedStop : std::uint8_t { goes_on, stays_off };  // stays_off in 1.9 (FLINK-15152)
// A periodic checkpoint expires: whether it counts as a failed one. More in a row than are tolerated fail the job.
enum class ExpiredCheckpoint : std::uint8_t { only_aborted, fails_job };  // counted since 1.11 (2(d).3)
// A task's asynchronous part of a periodic checkpoint fails, or its finalisation does.
enum class FailedCheckpoint : std::uint8_t { only_aborted, async_fails_job, any_fails_job };
// A task that meets the end of one input while it waits for another input's barrier.
enum class EndDuringAlignment : std::uint8_t { aborts, counts_as_aligned };  // counts since 1.15 (FLIP-147 by default)
// Checkpoints when some tasks have finished (FLIP-147).
enum class FinishedTasks : std::uint8_t { prevent_checkpoints, opt_in, allowed };
// The checkpoint that tasks wait for at the natural end of a bounded job, where finished tasks allow checkpoints.
enum class FinalCheckpoint : std::uint8_t { waits_for_interval, at_once };
// A checkpoint that follows the savepoint of a drain (M10), or of a suspend that ends the data of all tasks.
enum class ExtraCheckpoint : std::uint8_t { no, after_drain };
// Whether a two-phase sink begins a transaction after the pre-commit of a suspend (M18: yes, aborted in close()), of a
// drain.
enum class BeginsAfterSuspend : std::uint8_t { yes, no };
enum class BeginsAfterDrain : std::uint8_t { yes, no };
// A checkpoint that a user asks for (REST POST /checkpoints, FLINK-27101).
enum class ManualCheckpoint : std::uint8_t { none, exists };
// Restart strategy where none is set and checkpoints are on (M28).
enum class DefaultRestart : std::uint8_t { at_once, fixed_delay_1s, exponential };
// Which scheduler runs the job: not a matter of the version.
enum class Scheduler : std::uint8_t { default_scheduler, adaptive };
// Adaptive scheduler: a task fails in a stop before its savepoint is complete (M21).
enum class AdaptiveStopFailure : std::uint8_t { fails_over, waits_for_savepoint };

struct Semantics {
  StopCommand stop_command = StopCommand::refused;
  StopWithSnapshot stop_with_snapshot = StopWithSnapshot::savepoint;
  SourcesStop sources_stop = SourcesStop::before_barrier;        // suspend
  SourcesStop drain_sources_stop = SourcesStop::before_barrier;  // drain
  Flip27Stop flip_27_stop = Flip27Stop::ends;
  EndInput end_input = EndInput::exists;
  EndInputOnSuspend end_input_on_suspend = EndInputOnSuspend::no;
  LastHook last_hook = LastHook::finish;
  StopTrigger stop_trigger = StopTrigger::later;
  SecondStopAtTask second_stop_at_task = SecondStopAtTask::fails;
  FailedStopSnapshot failed_stop_snapshot = FailedStopSnapshot::task_side_fails_job;
  StopAbortNotice stop_abort_notice = StopAbortNotice::fails_task;
  LateFailure late_failure = LateFailure::no;
  DeafSource deaf_source = DeafSource::cannot_emit;
  FailedSourceTask failed_source_task = FailedSourceTask::fails;
  ClosingSource closing_source = ClosingSource::declines;
  AbortedStopBarrier aborted_stop_barrier = AbortedStopBarrier::ignored;
  UnusableDirectory unusable_directory = UnusableDirectory::aborted;
  FailoverStatus failover_status = FailoverStatus::restarting;
  FailureCause failure_cause = FailureCause::hidden;
  FailedNotice failed_notice = FailedNotice::is_kept;
  PlainSavepointNotifies plain_savepoint_notifies = PlainSavepointNotifies::no;
  RecoveryUses recovery_uses = RecoveryUses::newest_checkpoint;
  SavepointSubsumes savepoint_subsumes = SavepointSubsumes::none;
  AtEnd checkpoints_on_finished = AtEnd::erase;
  AtEnd checkpoints_on_canceled = AtEnd::by_policy;
  AtEnd checkpoints_on_failed = AtEnd::by_policy;
  AtEnd checkpoints_on_suspended = AtEnd::by_policy;
  StopCheckpoint stop_checkpoint = StopCheckpoint::keep;
  StopCheckpointFails stop_checkpoint_fails = StopCheckpointFails::as_savepoint;
  StopWithoutRetention stop_without_retention = StopWithoutRetention::drains_sources;
  HalfSuccess half_success = HalfSuccess::fails_job;
  TriggerAfterFailedStop trigger_after_failed_stop = TriggerAfterFailedStop::goes_on;
  ExpiredCheckpoint expired_checkpoint = ExpiredCheckpoint::fails_job;
  FailedCheckpoint failed_checkpoint = FailedCheckpoint::any_fails_job;
  EndDuringAlignment end_during_alignment = EndDuringAlignment::counts_as_aligned;
  FinishedTasks finished_tasks = FinishedTasks::allowed;
  FinalCheckpoint final_checkpoint = FinalCheckpoint::at_once;
  ExtraCheckpoint extra_checkpoint = ExtraCheckpoint::no;
  BeginsAfterSuspend begins_after_suspend = BeginsAfterSuspend::yes;
  BeginsAfterDrain begins_after_drain = BeginsAfterDrain::no;
  ManualCheckpoint manual_checkpoint = ManualCheckpoint::exists;
  DefaultRestart default_restart = DefaultRestart::exponential;
  Scheduler scheduler = Scheduler::default_scheduler;
  AdaptiveStopFailure adaptive_stop_failure = AdaptiveStopFailure::fails_over;
  friend bool operator==(const Semantics&, const Semantics&) = default;
};

// One knob as scenarios and `list semantics` see it. Values are spelled with hyphens: "before-barrier".
struct Knob {
  std::string_view name;     // "sources_stop"
  std::string_view meaning;  // one sentence
  std::vector<std::string_view> values;
  std::uint8_t (*get)(const Semantics&);
  void (*set)(Semantics&, std::uint8_t);
};
std::span<const Knob> knobs();
const Knob* find_knob(std::string_view name);

// One row of the table: from `since` on (in order of versions) the knob has this value.
struct KnobRow {
  std::string_view knob, since, value;
  std::string_view evidence;  // measured (which recording) | code | document | inferred | unknown
  std::string_view ticket;    // may be empty
};
std::span<const KnobRow> knob_rows();
// The row that a profile has its value of the knob from; the profile is known.
const KnobRow& row_in_force(const Knob& knob, std::string_view profile);

// Names of all profiles in order: "flink-1.8", "flink-1.15", ..., "flip-45". A patch level may be added
// ("flink-1.20.5").
std::vector<std::string> profile_names();
// Nothing if the name is not known.
std::optional<Semantics> profile(std::string_view name);

}  // namespace model
