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
// When the sources cease reading in a stop with a snapshot.
enum class SourcesStop : std::uint8_t {
  before_barrier,    // 1.15 and later (FLINK-23532): nothing follows the barrier
  after_completion,  // 1.9 - 1.14, suspend: records leak behind the barrier until the snapshot is complete
};
// Whether operators are told that a plain savepoint is complete, and so commit.
enum class PlainSavepointNotifies : std::uint8_t { yes, no };  // yes until 1.14, no since 1.15 (FLINK-25191)
// What recovery restores after a failure.
enum class RecoveryUses : std::uint8_t {
  newest_snapshot,    // 1.7 - 1.14: completed savepoints are in the store too
  newest_checkpoint,  // 1.15 and later
  oldest_checkpoint  // wrong on purpose: the store keeps and hands out its oldest entry, a newcomer is subsumed at once
};
// What happens to the execution's checkpoints at a terminal status.
enum class AtEnd : std::uint8_t { by_policy, keep, erase };
// What happens to the checkpoint that a FLIP-45 stop takes.
enum class StopCheckpoint : std::uint8_t { keep, by_policy };
// A task fails after the snapshot of a stop is complete.
enum class HalfSuccess : std::uint8_t { fails_job, restarts };  // fails_job since 1.15 (FLINK-26783)
// The periodic trigger after a stop that failed before anything reached the tasks.
enum class TriggerAfterFailedStop : std::uint8_t { goes_on, stays_off };  // stays_off in 1.9 (FLINK-15152)
// A periodic checkpoint expires, with no failure tolerated (Flink's default).
enum class ExpiredCheckpoint : std::uint8_t { only_aborted, fails_job };   // counted since 1.11 (2(d).3)
// A task that meets the end of one input while it waits for another input's barrier.
enum class EndDuringAlignment : std::uint8_t { aborts, counts_as_aligned };  // counts since 1.15 (FLIP-147 by default)
// Whether a two-phase sink begins a transaction after the pre-commit of a suspend (M18: yes, aborted in close()).
enum class BeginsAfterSuspend : std::uint8_t { yes, no };
// Restart strategy where none is set and checkpoints are on (M28).
enum class DefaultRestart : std::uint8_t { at_once, fixed_delay_1s, exponential };

struct Semantics {
  StopCommand stop_command = StopCommand::refused;
  StopWithSnapshot stop_with_snapshot = StopWithSnapshot::savepoint;
  SourcesStop sources_stop = SourcesStop::before_barrier;
  PlainSavepointNotifies plain_savepoint_notifies = PlainSavepointNotifies::no;
  RecoveryUses recovery_uses = RecoveryUses::newest_checkpoint;
  AtEnd checkpoints_on_finished = AtEnd::erase;
  AtEnd checkpoints_on_canceled = AtEnd::by_policy;
  AtEnd checkpoints_on_failed = AtEnd::by_policy;
  StopCheckpoint stop_checkpoint = StopCheckpoint::keep;
  HalfSuccess half_success = HalfSuccess::fails_job;
  TriggerAfterFailedStop trigger_after_failed_stop = TriggerAfterFailedStop::goes_on;
  ExpiredCheckpoint expired_checkpoint = ExpiredCheckpoint::fails_job;
  EndDuringAlignment end_during_alignment = EndDuringAlignment::counts_as_aligned;
  BeginsAfterSuspend begins_after_suspend = BeginsAfterSuspend::yes;
  DefaultRestart default_restart = DefaultRestart::exponential;
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

// Names of all profiles in order: "flink-1.8", "flink-1.15", ..., "flip-45". A patch level may be added
// ("flink-1.20.5").
std::vector<std::string> profile_names();
// Nothing if the name is not known.
std::optional<Semantics> profile(std::string_view name);

}  // namespace model
