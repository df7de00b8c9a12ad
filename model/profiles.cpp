// Knobs, and the one table that says since which version each value holds and how we know it.
//
// Rows of a knob stand in order of versions; a profile takes the last row that is not newer than it. 1.11.4 was
// released after 1.12.0 and has what 1.12.2 brought, hence the rows that turn back at 1.12. Where the recordings leave
// a gap between two patch levels, the row says from which source the border inside the gap is.
#include <algorithm>

#include "history/engine_version.hpp"
#include "model/semantics.hpp"
#include "sim/expect.hpp"

namespace model {
namespace {

template <auto Field>
struct Access;
template <class T, T Semantics::*Field>
struct Access<Field> {
  static std::uint8_t get(const Semantics& s) { return static_cast<std::uint8_t>(s.*Field); }
  static void set(Semantics& s, std::uint8_t v) { s.*Field = static_cast<T>(v); }
};

template <auto Field>
Knob knob(std::string_view name, std::string_view meaning, std::vector<std::string_view> values) {
  return {name, meaning, std::move(values), Access<Field>::get, Access<Field>::set};
}

const std::vector<Knob>& table_of_knobs() {
  static const std::vector<Knob> table = {
      knob<&Semantics::stop_command>("stop_command", "what a plain stop does",
                                     {"drain-sources", "refused", "with-checkpoint"}),
      knob<&Semantics::stop_with_snapshot>("stop_with_snapshot", "which stops with a snapshot exist",
                                           {"none", "savepoint", "savepoint-or-checkpoint"}),
      knob<&Semantics::sources_stop>("sources_stop", "when sources cease reading in a suspend",
                                     {"before-barrier", "after-completion"}),
      knob<&Semantics::drain_sources_stop>("drain_sources_stop", "when sources cease reading in a drain",
                                           {"before-barrier", "after-completion"}),
      knob<&Semantics::flip_27_stop>("flip_27_stop",
                                     "a FLIP-27 source whose stop's snapshot is complete, where sources stop only then",
                                     {"never-ends", "ends-with-max-watermark", "ends"}),
      knob<&Semantics::end_input>("end_input", "whether operators are told of the end of their input at all",
                                  {"none", "at-inputs", "exists"}),
      knob<&Semantics::end_input_on_suspend>(
          "end_input_on_suspend", "whether operators are told of the end of their input on suspend", {"yes", "no"}),
      knob<&Semantics::last_hook>("last_hook", "where an operator flushes what it holds at the end",
                                  {"close", "finish"}),
      knob<&Semantics::stop_trigger>("stop_trigger", "when the snapshot that a command asks for is triggered",
                                     {"at-once", "later", "in-steps"}),
      knob<&Semantics::second_stop_at_task>("second_stop_at_task",
                                            "the trigger or barrier of a second stop at a task that has taken one",
                                            {"taken", "fails-during-first", "fails"}),
      knob<&Semantics::deaf_source>(
          "deaf_source", "a SourceFunction that does not heed the end of a suspend whose savepoint is complete",
          {"emits-on", "cannot-emit"}),
      knob<&Semantics::failed_source_task>(
          "failed_source_task", "a trigger or a notice fails a source task while its SourceFunction reads on",
          {"fails", "waits-for-source"}),
      knob<&Semantics::closing_source>("closing_source",
                                       "a trigger comes to a source that has closed its mailbox and is not over yet",
                                       {"ignores", "declines"}),
      knob<&Semantics::aborted_stop_barrier>(
          "aborted_stop_barrier", "the barrier of a stop at a task that has heard that the stop was given up",
          {"ignored", "blocks"}),
      knob<&Semantics::failed_stop_snapshot>("failed_stop_snapshot",
                                             "the coordinator gives up the snapshot of a stop after its trigger",
                                             {"fails-job", "task-side-fails-job"}),
      knob<&Semantics::stop_abort_notice>("stop_abort_notice",
                                          "a task hears that the snapshot of its stop was given up",
                                          {"unheard", "ignored", "releases", "fails-draining-task", "fails-task"}),
      knob<&Semantics::late_failure>("late_failure",
                                     "a failed stop's snapshot fails a job that is restarting or being cancelled",
                                     {"fails-canceling-job", "counts", "no"}),
      knob<&Semantics::unusable_directory>("unusable_directory",
                                           "what is left of a savepoint whose directory cannot be written",
                                           {"unnumbered", "takes-number", "aborted"}),
      knob<&Semantics::failover_status>("failover_status", "what a job says of itself that a failure restarts",
                                        {"failing-first", "restarting"}),
      knob<&Semantics::failure_cause>("failure_cause",
                                      "a task fails before the savepoint of a stop is complete: what the client hears",
                                      {"told", "hidden"}),
      knob<&Semantics::failed_notice>(
          "failed_notice",
          "an operator in a chain fails when told that a snapshot is complete: the others of the chain",
          {"ends-telling", "is-kept"}),
      knob<&Semantics::plain_savepoint_notifies>(
          "plain_savepoint_notifies",
          "whether a plain savepoint's completion is told to the tasks, so that sinks commit", {"yes", "no"}),
      knob<&Semantics::recovery_uses>("recovery_uses", "what a restart restores",
                                      {"newest-snapshot", "newest-checkpoint", "oldest-checkpoint"}),
      knob<&Semantics::savepoint_subsumes>("savepoint_subsumes",
                                           "which completed savepoints push the last checkpoint out of the store",
                                           {"every-one", "of-stop", "none"}),
      knob<&Semantics::checkpoints_on_finished>("checkpoints_on_finished",
                                                "the execution's checkpoints when the job is FINISHED",
                                                {"by-policy", "keep", "delete"}),
      knob<&Semantics::checkpoints_on_canceled>("checkpoints_on_canceled",
                                                "the execution's checkpoints when the job is CANCELED",
                                                {"by-policy", "keep", "delete"}),
      knob<&Semantics::checkpoints_on_failed>("checkpoints_on_failed",
                                              "the execution's checkpoints when the job is FAILED",
                                              {"by-policy", "keep", "delete"}),
      knob<&Semantics::checkpoints_on_suspended>("checkpoints_on_suspended",
                                                 "the execution's checkpoints when the job is SUSPENDED for good",
                                                 {"by-policy", "keep", "delete"}),
      knob<&Semantics::stop_checkpoint>("stop_checkpoint", "the checkpoint that a FLIP-45 stop takes",
                                        {"keep", "by-policy"}),
      knob<&Semantics::stop_checkpoint_fails>("stop_checkpoint_fails",
                                              "the checkpoint of a FLIP-45 stop cannot be triggered",
                                              {"as-savepoint", "drains-sources"}),
      knob<&Semantics::stop_without_retention>("stop_without_retention",
                                               "a FLIP-45 stop where checkpoints are not retained on cancel",
                                               {"drains-sources", "refused"}),
      knob<&Semantics::half_success>("half_success", "a task fails after the snapshot of a stop is complete",
                                     {"restarts", "second-failure", "fails-job"}),
      knob<&Semantics::trigger_after_failed_stop>(
          "trigger_after_failed_stop", "periodic checkpoints after a stop that was refused", {"goes-on", "stays-off"}),
      knob<&Semantics::expired_checkpoint>("expired_checkpoint",
                                           "whether a periodic checkpoint that expires counts as a failed one",
                                           {"only-aborted", "fails-job"}),
      knob<&Semantics::failed_checkpoint>(
          "failed_checkpoint", "which periodic checkpoints count as failed: in their asynchronous part, or in any",
          {"only-aborted", "async-fails-job", "any-fails-job"}),
      knob<&Semantics::end_during_alignment>("end_during_alignment",
                                             "an input ends while a task waits for another's barrier",
                                             {"aborts", "counts-as-aligned"}),
      knob<&Semantics::finished_tasks>("finished_tasks", "checkpoints when some tasks have finished",
                                       {"prevent-checkpoints", "opt-in", "allowed"}),
      knob<&Semantics::final_checkpoint>("final_checkpoint",
                                         "the checkpoint that tasks of a bounded job wait for at their end",
                                         {"waits-for-interval", "at-once"}),
      knob<&Semantics::extra_checkpoint>("extra_checkpoint", "a checkpoint triggered behind the savepoint of a drain",
                                         {"no", "after-drain"}),
      knob<&Semantics::begins_after_suspend>("begins_after_suspend",
                                             "a two-phase sink begins a transaction after the pre-commit of a suspend",
                                             {"yes", "no"}),
      knob<&Semantics::begins_after_drain>(
          "begins_after_drain", "a two-phase sink begins a transaction after the pre-commit of a drain", {"yes", "no"}),
      knob<&Semantics::manual_checkpoint>("manual_checkpoint", "a checkpoint that a user asks for", {"none", "exists"}),
      knob<&Semantics::default_restart>("default_restart", "restart strategy where none is set and checkpoints are on",
                                        {"at-once", "fixed-delay-1s", "exponential"}),
      knob<&Semantics::scheduler>("scheduler", "which scheduler runs the job", {"default", "adaptive"}),
      knob<&Semantics::adaptive_stop_failure>(
          "adaptive_stop_failure", "adaptive scheduler: a task fails in a stop before its savepoint is complete",
          {"fails-over", "waits-for-savepoint"}),
  };
  return table;
}

constexpr KnobRow rows[] = {
    {"stop_command", "1.8", "drain-sources", "measured (1.8.3 legacy stop: M20), code", ""},
    {"stop_command", "1.9", "refused", "code: semantics.md (c).1", "FLINK-11458"},
    {"stop_command", "flip-45", "with-checkpoint", "document: FLIP-45, semantics.md 1.5", "FLINK-12619"},
    {"stop_with_snapshot", "1.8", "none", "document: FLIP-34 came with 1.9", "FLINK-11458"},
    {"stop_with_snapshot", "1.9", "savepoint", "measured (every version from 1.9.3)", "FLINK-11458"},
    {"stop_with_snapshot", "flip-45", "savepoint-or-checkpoint", "document: FLIP-45, semantics.md 1.5", "FLINK-12619"},
    {"sources_stop", "1.8", "after-completion", "measured (1.9.3 - 1.14.6 suspend leaks: M6); no such stop in 1.8", ""},
    {"sources_stop", "1.15", "before-barrier", "measured (1.15.4, 1.20.5, 2.3.0: leaked 0 in every suspend)",
     "FLINK-23532"},
    {"drain_sources_stop", "1.8", "after-completion", "measured (1.9.3 - 1.13.6 drains leak); no such stop in 1.8", ""},
    {"drain_sources_stop", "1.14", "before-barrier", "measured (1.14.6: leaked 0 in every drain), code: (c).3",
     "FLINK-23532"},
    {"flip_27_stop", "1.8", "ends", "inferred: there are no such sources before 1.11", ""},
    {"flip_27_stop", "1.11", "never-ends", "measured (1.11.3, 1.11.6, 1.12.1: M29); 1.12.2 from the ticket",
     "FLINK-21133"},
    {"flip_27_stop", "1.12.3", "ends-with-max-watermark",
     "measured (1.12.7, 1.13.6: M5); 1.12.2 - 1.12.6 unmeasured, border from the ticket", "FLINK-21133"},
    {"flip_27_stop", "1.14", "ends", "measured (1.14.6: M5)", ""},
    {"end_input", "1.8", "none", "measured (1.8.3: no endInput in any recording)", ""},
    {"end_input", "1.9", "at-inputs", "measured (1.9.3: none behind a source in one chain)", "FLINK-11875"},
    {"end_input", "1.10", "exists", "measured (1.10.3 and later; chained since 1.14.6), 1.10 border inferred", ""},
    {"end_input_on_suspend", "1.8", "yes", "measured (1.9.3, 1.10.3, 1.11.3); no such stop in 1.8", ""},
    {"end_input_on_suspend", "1.11.4", "no", "measured (1.11.6); 1.11.4 and 1.11.5 unmeasured, border from the ticket",
     "FLINK-21132"},
    {"end_input_on_suspend", "1.12", "yes", "measured (1.12.1)", ""},
    {"end_input_on_suspend", "1.12.2", "no",
     "measured (1.12.7, 1.13.6 and later); 1.12.2 - 1.12.6 unmeasured, border from the ticket", "FLINK-21132"},
    {"last_hook", "1.8", "close", "measured (flush outputs of close(), 1.9.3 - 1.13.6)", ""},
    {"last_hook", "1.14", "finish", "measured (flush outputs of finish(), 1.14.6 and later)", "FLINK-2491"},
    {"stop_trigger", "1.8", "at-once", "measured (1.9.3: two stops always fail both: M3)", ""},
    {"stop_trigger", "1.10", "later", "measured (1.10.3 and later: two stops race: M3), code: asynchronous trigger",
     "FLINK-13905"},
    {"stop_trigger", "1.11", "in-steps",
     "measured (1.11.3 two-stops-none: given up 0.5 ms after its trigger, no source saw it), code: "
     "CheckpointCoordinator",
     "FLINK-13905"},
    {"stop_trigger", "1.12", "later",
     "measured (1.12.1 - 1.14.6: not seen in 13 recordings of two stops; since 1.15 no second succeeds, M3), "
     "though the code is the same",
     ""},
    {"second_stop_at_task", "1.8", "taken",
     "measured (1.9.3: both sources snapshot both, 3 of 3), code: SynchronousSavepointLatch keeps its first number",
     ""},
    {"second_stop_at_task", "1.10", "fails-during-first",
     "measured (1.10.3, 1.14.6: IllegalStateException during the first; 1.11.6, 1.13.6: taken behind it, M3)", ""},
    {"second_stop_at_task", "1.15", "fails", "measured (1.15.4 - 2.3.0: no second stop was ever harmless, M3)", ""},
    {"deaf_source", "1.8", "emits-on", "measured (1.9.3 - 1.13.6: M6, 116 - 119 records in 1 s)", ""},
    {"deaf_source", "1.14", "cannot-emit", "measured (1.14.6: M9, the context closes in about 20 ms)", ""},
    {"failed_source_task", "1.8", "fails", "measured (1.10.3: the second stop's IllegalStateException is told, M3)",
     ""},
    {"failed_source_task", "1.11.2", "waits-for-source",
     "measured (1.11.3: M3, the hang and its thread dump); 1.11.2 from the ticket", "FLINK-15467"},
    {"failed_source_task", "1.11.4", "fails",
     "measured (1.11.6: no hang, M3); 1.11.4 and 1.11.5 unmeasured, border from the ticket", "FLINK-21990"},
    {"failed_source_task", "1.12", "waits-for-source", "measured (1.12.1: M3, hang in 5 of 6 runs)", "FLINK-15467"},
    {"failed_source_task", "1.12.3", "fails",
     "measured (1.12.7: told, M3); 1.12.2 - 1.12.6 unmeasured, border from the ticket", "FLINK-21990"},
    {"closing_source", "1.8", "ignores",
     "code: Task#triggerCheckpointBarrier only logs it until 1.12; measured (1.14.6: two stops hang with sources that "
     "have finished, M3)",
     ""},
    {"closing_source", "1.15", "declines",
     "code: Task#triggerCheckpointBarrier declines with CHECKPOINT_DECLINED_TASK_CLOSING (2(d).3), in 1.14.5 already",
     ""},
    {"aborted_stop_barrier", "1.8", "ignored",
     "inferred: the job fails whenever a stop is given up, so it cannot be seen", ""},
    {"aborted_stop_barrier", "1.14", "blocks",
     "measured (1.14.6, two stops: a sink that heard the notice before the barrier stays blocked, M3)", ""},
    {"aborted_stop_barrier", "1.15", "ignored",
     "inferred: the notice fails the sources, which have always heard the trigger first", ""},
    {"failed_stop_snapshot", "1.8", "fails-job", "measured (1.9.3 - 1.13.6: decline, expiry, finalisation fail over)",
     "FLINK-12858"},
    {"failed_stop_snapshot", "1.14", "task-side-fails-job",
     "measured (1.14.6: a failed finalisation of a suspend leaves the job running), code: (c).3", ""},
    {"stop_abort_notice", "1.8", "unheard", "code: 2(d).3, (c).2: no notice before 1.11", ""},
    {"stop_abort_notice", "1.11", "ignored", "code: (c).2", "FLINK-8871"},
    {"stop_abort_notice", "1.11.4", "releases", "inferred from FLINK-21132; 1.11.6 recorded without contradiction", ""},
    {"stop_abort_notice", "1.12", "ignored", "code: (c).2", ""},
    {"stop_abort_notice", "1.12.2", "releases", "code: (c).2; 1.12.2 - 1.12.6 unmeasured", ""},
    {"stop_abort_notice", "1.14", "fails-draining-task", "code: (c).3; measured (1.14.6 storage-finalize)", ""},
    {"stop_abort_notice", "1.15", "fails-task", "code: (c).4; measured (1.15.4, 1.20.5, 2.3.0)", "FLINK-23532"},
    {"late_failure", "1.8", "fails-canceling-job", "measured (1.9.3: M2)", ""},
    {"late_failure", "1.10", "counts", "measured (1.10.3 - 1.13.6: M2, M4)", ""},
    {"late_failure", "1.14", "no", "measured (1.14.6: M2)", ""},
    {"unusable_directory", "1.8", "unnumbered", "measured (1.9.3 storage-preflight: the next checkpoint is 4)", ""},
    {"unusable_directory", "1.10", "takes-number", "measured (1.10.3 - 1.13.6 storage-preflight: 3, then 5)", ""},
    {"unusable_directory", "1.14", "aborted", "measured (1.14.6, 1.15.4, 1.20.5, 2.3.0: triggered, failed, told)", ""},
    {"failover_status", "1.8", "failing-first", "measured (1.8.3, 1.9.3: FAILING, RESTARTING, CREATED, RUNNING)", ""},
    {"failover_status", "1.10", "restarting", "measured (1.10.3 and later); semantics.md 7", ""},
    {"failure_cause", "1.8", "told", "measured (1.9.3: the task's exception); no such stop in 1.8", ""},
    {"failure_cause", "1.10", "hidden", "measured (1.10.3 and later: Checkpoint Coordinator is suspending.; M11)", ""},
    {"failed_notice", "1.8", "ends-telling", "code: the loop over the chain ends with what is thrown", ""},
    {"failed_notice", "1.14", "is-kept",
     "measured (1.20.5 chained commit failure), code: RegularOperatorChain throws when all have heard", ""},
    {"plain_savepoint_notifies", "1.8", "yes", "code: semantics.md 1.4; measured (1.8.3 - 1.14.6)", "FLINK-10354"},
    {"plain_savepoint_notifies", "1.15", "no", "code and document: semantics.md 2(a); measured (1.15.4, 1.20.5)",
     "FLINK-25191"},
    {"recovery_uses", "1.8", "newest-snapshot", "measured (table 7.1, 1.8.3 - 1.14.6)", "FLINK-10354"},
    {"recovery_uses", "1.15", "newest-checkpoint", "measured (1.15.4, 1.20.5, 2.3.0)", "FLINK-25191"},
    {"savepoint_subsumes", "1.8", "every-one", "measured (1.8.3 - 1.12.1: M1)", ""},
    {"savepoint_subsumes", "1.12.2", "of-stop",
     "measured (1.12.7, 1.13.6, 1.14.6: M1); 1.12.2 - 1.12.6 unmeasured, border from the ticket", "FLINK-21351"},
    {"savepoint_subsumes", "1.15", "none", "measured (1.15.4, 1.20.5, 2.3.0)", "FLINK-25191"},
    {"checkpoints_on_finished", "1.8", "delete", "measured (M20; every FINISHED recording)", "FLINK-17487"},
    {"checkpoints_on_canceled", "1.8", "by-policy", "measured (cancel recordings of 1.20.5), code: 2(d).6", ""},
    {"checkpoints_on_failed", "1.8", "by-policy", "measured (failed recordings of 1.20.5), code: 2(d).6", ""},
    {"checkpoints_on_suspended", "1.8", "by-policy", "measured (SUSPENDED recordings, M17), code: 2(d).6", ""},
    {"stop_checkpoint", "1.8", "keep", "code: PR 8617 sets all discard flags false; no such stop before FLIP-45",
     "FLINK-12619"},
    {"stop_checkpoint_fails", "1.8", "as-savepoint",
     "unknown: open in FLIP-45 (semantics.md R6 col. 10); a fallback would repeat the old defect", "FLINK-12619"},
    {"stop_without_retention", "1.8", "drains-sources",
     "inferred: the aim of FLIP-45; the bullet is cut in every copy (semantics.md 1.5)", "FLINK-12619"},
    {"half_success", "1.8", "restarts",
     "measured (1.9.3, 1.10.3, 1.11.3: back from the savepoint); no such stop in 1.8", ""},
    {"half_success", "1.11.4", "second-failure",
     "measured (1.11.6: M4); 1.11.4 and 1.11.5 unmeasured, border from the ticket", "FLINK-21030"},
    {"half_success", "1.12", "restarts", "measured (1.12.1)", ""},
    {"half_success", "1.12.2", "second-failure",
     "measured (1.12.7, 1.13.6, 1.14.6: M4); 1.12.2 - 1.12.6 unmeasured, border from the ticket", "FLINK-21030"},
    {"half_success", "1.15", "fails-job", "measured (1.15.4, 1.20.5, 2.3.0: FAILED for good)", "FLINK-26783"},
    {"trigger_after_failed_stop", "1.8", "stays-off", "measured (1.9.3: M8); no such stop in 1.8", "FLINK-15152"},
    {"trigger_after_failed_stop", "1.10", "goes-on", "measured (1.10.3 and later)", "FLINK-15152"},
    {"expired_checkpoint", "1.8", "only-aborted", "code: semantics.md 2(d).3", ""},
    {"expired_checkpoint", "1.11", "fails-job", "code: semantics.md 2(d).3", ""},
    {"failed_checkpoint", "1.8", "async-fails-job", "code: semantics.md 2(d).3 (failOnCheckpointingErrors)", ""},
    {"failed_checkpoint", "1.9", "async-fails-job", "code: semantics.md 2(d).3 (a decline like any other)", ""},
    {"failed_checkpoint", "1.10", "only-aborted", "code: semantics.md 2(d).3 (its own reason, not counted)", ""},
    {"failed_checkpoint", "1.12", "async-fails-job", "code: semantics.md 2(d).3", ""},
    {"failed_checkpoint", "1.16", "any-fails-job", "code: semantics.md 2(d).3", ""},
    {"end_during_alignment", "1.8", "aborts", "code: semantics.md 2(d).2", ""},
    {"end_during_alignment", "1.15", "counts-as-aligned", "code: FLIP-147 on by default", "FLINK-23532"},
    {"finished_tasks", "1.8", "prevent-checkpoints", "measured (1.9.3 - 1.13.6: a stop is refused)", ""},
    {"finished_tasks", "1.14", "opt-in", "measured (1.14.6: refused, with the option accepted)", "FLINK-2491"},
    {"finished_tasks", "1.15", "allowed", "measured (1.15.4, 1.20.5, 2.3.0 one-subtask-finished)", "FLINK-25105"},
    {"final_checkpoint", "1.8", "waits-for-interval", "measured (1.15.4 - 1.17.2: M15, M28); none before 1.14", ""},
    {"final_checkpoint", "1.18", "at-once", "measured (1.18.1 and later: M15, M28)", "FLINK-28386"},
    {"extra_checkpoint", "1.8", "no", "measured (1.14.6 - 1.17.2: 0 drains; M10, M23)", ""},
    {"extra_checkpoint", "1.18", "after-drain", "measured (1.18.1 - 2.3.0: every drain; M10, M23)", "FLINK-28386"},
    {"begins_after_suspend", "1.8", "yes", "measured (M18, 1.15 and later); inferred for 1.8", ""},
    {"begins_after_drain", "1.8", "yes", "measured (1.9.3 - 1.13.6: the leak of a drain is aborted)", ""},
    {"begins_after_drain", "1.14", "no", "measured (M18; 1.14.6 drains)", ""},
    {"manual_checkpoint", "1.8", "none", "document: the command came with 1.17", ""},
    {"manual_checkpoint", "1.17", "exists", "document: semantics.md 5.3", "FLINK-27101"},
    {"default_restart", "1.8", "at-once", "code: semantics.md 2(e).2", ""},
    {"default_restart", "1.10", "fixed-delay-1s",
     "measured (1.16.3, 1.17.2, 1.18.1: M28); before those code: semantics.md 2(e).2", ""},
    {"default_restart", "1.19", "exponential", "measured (M28, 1.20.5 and 2.3.0)", "FLINK-33735"},
    {"scheduler", "1.8", "default", "document: the default of every version", ""},
    {"adaptive_stop_failure", "1.8", "fails-over", "measured (1.15.4 adaptive: M21); no such scheduler before 1.13",
     ""},
    {"adaptive_stop_failure", "1.16", "waits-for-savepoint", "measured (1.16.3 - 2.2.0 adaptive: M21)", "FLINK-27972"},
    {"adaptive_stop_failure", "2.3", "fails-over", "measured (2.3.0 adaptive: M21)", ""},
};

constexpr std::string_view minors[] = {"1.8",  "1.9",  "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16",
                                       "1.17", "1.18", "1.19", "1.20", "2.0",  "2.1",  "2.2",  "2.3"};
constexpr std::string_view flink = "flink-", flip = "flip-45";

std::uint8_t value_index(const Knob& k, std::string_view value) {
  for (std::size_t i = 0; i < k.values.size(); ++i)
    if (k.values[i] == value) return static_cast<std::uint8_t>(i);
  sim::never_here("a value of this knob");
}

bool holds_in(const KnobRow& row, const history::EngineVersion& version) {
  if (row.since == flip) return version.flip_45;
  return history::first_patch(*history::engine_version(row.since)) <= version;
}

Semantics resolve(const history::EngineVersion& version) {
  Semantics s;
  for (const KnobRow& row : rows) {
    if (!holds_in(row, version)) continue;
    const Knob* k = find_knob(row.knob);
    expects(k);
    k->set(s, value_index(*k, row.value));
  }
  return s;
}

}  // namespace

std::span<const Knob> knobs() { return table_of_knobs(); }

const Knob* find_knob(std::string_view name) {
  for (const Knob& k : table_of_knobs())
    if (k.name == name) return &k;
  return nullptr;
}

std::span<const KnobRow> knob_rows() { return rows; }

const KnobRow& row_in_force(const Knob& knob, std::string_view profile) {
  const auto version = history::engine_version(profile);
  const KnobRow* last = nullptr;
  for (const KnobRow& row : rows)
    if (row.knob == knob.name && version && holds_in(row, *version)) last = &row;
  expects(last);  // every knob has a row since 1.8
  return *last;
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (std::string_view m : minors) names.push_back(std::string(flink) + std::string(m));
  names.emplace_back(flip);
  return names;
}

// Of the lines that have ended: no patch level beyond the last release.
static bool is_beyond_last_release(const history::EngineVersion& v) {
  constexpr std::uint16_t last[] = {3, 3, 3, 6, 7, 6, 6, 4, 3, 2, 1, 3};  // 1.8 - 1.19
  return v.major == 1 && v.minor >= 8 && v.minor < 8 + std::size(last) && v.patch > last[v.minor - 8];
}

std::optional<Semantics> profile(std::string_view name) {
  const auto version = history::engine_version(name);
  if (!version) return std::nullopt;
  if (version->flip_45) return resolve(*version);
  if (!name.starts_with(flink) || name.find('-', flink.size()) != name.npos) return std::nullopt;
  if (version->patch != history::last_patch && is_beyond_last_release(*version)) return std::nullopt;
  const bool known = std::any_of(std::begin(minors), std::end(minors), [&](std::string_view m) {
    const history::EngineVersion v = *history::engine_version(m);
    return v.major == version->major && v.minor == version->minor;
  });
  return known ? std::optional(resolve(*version)) : std::nullopt;
}

}  // namespace model
