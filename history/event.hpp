#pragma once
// The vocabulary of everything an observer outside the engine can see: one struct for each event of the history format
// (version 1). The simulator emits these, the reader parses them, the Ledger folds them; there is no other interface
// between what executes and what judges.
//
// Ids are small numbers. What they are called is known by a `Names` (names.hpp): the reader interns what it reads, the
// model derives names from its plan. Spans and views in an event are valid only while the event is being handled.
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace history {

using JobId = std::uint32_t;   // one execution, in order of submission from 0; called run-1, run-2, ...
using TaskId = std::uint32_t;  // "<vertex>/<subtask>"
using SplitId = std::uint32_t;
using Offset = std::uint32_t;
using CheckpointId = std::uint32_t;  // rises inside a lineage; savepoints draw from the same counter
using CommandId = std::uint32_t;
using ArtifactId = std::uint64_t;  // one stored snapshot
using TxnId = std::uint64_t;
using OutId = std::uint64_t;                               // one output of a sink, by name
inline constexpr Offset greatest_offset = ~Offset{0} - 1;  // so that the end behind it fits
inline constexpr ArtifactId no_artifact = ~ArtifactId{0};
inline constexpr TxnId no_txn = ~TxnId{0};
inline constexpr TaskId no_task = ~TaskId{0};
inline constexpr CheckpointId no_checkpoint = ~CheckpointId{0};
inline constexpr std::int64_t max_watermark = INT64_MAX;

struct Record {
  SplitId split;
  Offset offset;
  friend auto operator<=>(const Record&, const Record&) = default;
};

// Inclusive at both ends.
struct RecordRange {
  SplitId split;
  Offset first, last;
  friend auto operator<=>(const RecordRange&, const RecordRange&) = default;
};

// The next offset that a source will read from a split.
struct Position {
  SplitId split;
  Offset next;
  friend auto operator<=>(const Position&, const Position&) = default;
};

// What a stateful operator stores: how many records it has counted since the beginning, and which.
struct OperatorState {
  std::uint64_t count;
  std::span<const RecordRange> recs;
};

enum class JobStatus : std::uint8_t {
  initializing,
  created,
  running,
  failing,
  failed,
  cancelling,
  canceled,
  finished,
  restarting,
  suspended,
  reconciling
};
enum class TaskStatus : std::uint8_t {
  created,
  scheduled,
  deploying,
  initializing,
  running,
  finished,
  canceling,
  canceled,
  failed,
  reconciling
};
enum class CommandKind : std::uint8_t {
  cancel,
  cancel_with_savepoint,
  stop,
  stop_with_savepoint,
  stop_with_checkpoint,
  savepoint,
  checkpoint
};
enum class SnapshotKind : std::uint8_t { checkpoint, savepoint, suspend, terminate };  // of a trigger
enum class ArtifactKind : std::uint8_t { checkpoint, savepoint };
enum class TimerDomain : std::uint8_t { event, processing };

inline bool is_terminal(JobStatus s) {
  return s == JobStatus::failed || s == JobStatus::canceled || s == JobStatus::finished || s == JobStatus::suspended;
}
// An attempt that occupies its subtask.
inline bool is_active(TaskStatus s) {
  return s == TaskStatus::deploying || s == TaskStatus::initializing || s == TaskStatus::running ||
         s == TaskStatus::canceling;
}

// Which task, in which execution and attempt, an event belongs to.
struct At {
  JobId job;
  TaskId task;
  std::uint32_t attempt;
  friend auto operator<=>(const At&, const At&) = default;
};

struct JobSubmitted {
  JobId job;
  ArtifactId restored_from = no_artifact;
};
struct JobStatusChanged {
  JobId job;
  JobStatus status;
  std::string_view error;
};
struct TaskStatusChanged {
  At at;
  TaskStatus status;
  std::string_view error;
  TaskId chained_with = no_task;
};
struct Command {
  CommandId id;
  JobId job;
  CommandKind kind;
  bool drain;
  bool cleanup;
};
struct CommandResult {
  CommandId id;
  bool ok;
  ArtifactId artifact = no_artifact;
  std::string_view error;
  std::span<const std::string_view> error_chain;
};
struct CheckpointTriggered {
  JobId job;
  CheckpointId checkpoint;
  SnapshotKind kind;
};
struct CheckpointCompleted {
  JobId job;
  CheckpointId checkpoint;
  ArtifactId artifact = no_artifact;
};
struct CheckpointFailed {
  JobId job;
  CheckpointId checkpoint;
  std::string_view reason;
};
struct ArtifactWritten {
  ArtifactId artifact;
  ArtifactKind kind;
  JobId job;
  CheckpointId checkpoint;
  std::int32_t channel_states = -1;
};
struct ArtifactDeleted {
  ArtifactId artifact;
};
struct SourceRestored {
  At at;
  std::span<const Position> positions;
  CheckpointId from_checkpoint = no_checkpoint;
};
struct SourceEmit {
  At at;
  Record rec;
};
struct SourceSnapshot {
  At at;
  CheckpointId checkpoint;
  std::span<const Position> positions;
};
struct SourceStop {
  At at;
};
struct SourceCancel {
  At at;
};
struct SourceEnd {
  At at;
  std::string_view how;
  std::span<const RecordRange> unsent;
};
struct OpRestored {
  At at;
  OperatorState state;
};
struct OpProcess {
  At at;
  Record rec;
  bool late;
};
struct OpSnapshot {
  At at;
  CheckpointId checkpoint;
  OperatorState state;
};
struct OpEndInput {
  At at;
};
struct OpFinish {
  At at;
};
struct OpClose {
  At at;
};
struct Watermark {
  At at;
  std::int64_t value;
};
struct TimerFired {
  At at;
  TimerDomain domain;
  std::int64_t time;
  std::string_view key;
};
struct SinkWrite {
  At at;
  TxnId txn = no_txn;
  OutId out;
  std::span<const RecordRange> recs;
};  // without txn: visible at once
struct TxnBegin {
  At at;
  TxnId txn;
};
struct TxnPrecommit {
  At at;
  TxnId txn;
  CheckpointId checkpoint;
};
struct TxnCommit {
  At at;
  TxnId txn;
  bool recovered;
  bool repeat;
};
struct TxnAbort {
  At at;
  TxnId txn;
  bool recovered;
  bool repeat;
};
struct TxnRefused {
  At at;
  TxnId txn;
  std::string_view asked, reason;
};
struct TxnExpire {
  TxnId txn;
};
struct NotifyCompleted {
  At at;
  CheckpointId checkpoint;
};
struct NotifyAborted {
  At at;
  CheckpointId checkpoint;
};
struct Fault {
  std::string_view kind, target, detail;
};

using Event =
    std::variant<JobSubmitted, JobStatusChanged, TaskStatusChanged, Command, CommandResult, CheckpointTriggered,
                 CheckpointCompleted, CheckpointFailed, ArtifactWritten, ArtifactDeleted, SourceRestored, SourceEmit,
                 SourceSnapshot, SourceStop, SourceCancel, SourceEnd, OpRestored, OpProcess, OpSnapshot, OpEndInput,
                 OpFinish, OpClose, Watermark, TimerFired, SinkWrite, TxnBegin, TxnPrecommit, TxnCommit, TxnAbort,
                 TxnRefused, TxnExpire, NotifyCompleted, NotifyAborted, Fault>;

// A set of kinds of events, a bit for each by its place in Event.
using EventKinds = std::uint64_t;
template <class E>
constexpr EventKinds kind_of() {
  EventKinds found = 0;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((found |= std::is_same_v<E, std::variant_alternative_t<I, Event>> ? EventKinds{1} << I : 0), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Event>>());
  return found;
}
template <class... E>
constexpr EventKinds kinds() {
  return (kind_of<E>() | ... | EventKinds{0});
}
inline EventKinds kind_of(const Event& e) { return EventKinds{1} << e.index(); }

// Where an event stands: `seq` is dense from 1, `t` is microseconds from the start and never falls. After a lenient
// reading `seq` is the file's own number, which may leave some out and come late.
struct Stamp {
  std::uint64_t seq;
  std::int64_t t;
};

}  // namespace history
