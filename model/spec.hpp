#pragma once
// One experiment, as an engineer would describe it: the job, its checkpoints, what is slow, what is done to it and
// when. The scenario reader fills this in; Plan (plan.hpp) turns it into the flat tables that rules read. Times are
// microseconds.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "history/header.hpp"
#include "model/semantics.hpp"
#include "sim/delay.hpp"

namespace model {

enum class VertexKind : std::uint8_t { source, keyed_count, map, sink };
enum class SourceApi : std::uint8_t { source_function, flip_27 };
enum class SinkApi : std::uint8_t { two_phase_function, sink_v2 };
enum class Exchange : std::uint8_t { forward, hash };

// How the splits of a source come to its subtasks.
enum class Assignment : std::uint8_t {
  fixed,        // split s is that of subtask s mod parallelism, for ever
  on_request,   // an enumerator at the JobManager hands them out, one after the other, to subtasks that ask
  parent_first  // the same; split k + 1 is the child of split k, and waits until that is known to have been read
};

struct InputSpec {
  std::string from;
  Exchange exchange = Exchange::forward;
  bool chained = false;  // forward only: both run in one thread, and nothing lies between them
};

// How a source comes by its records.
enum class Pacing : std::uint8_t {
  log,    // record k of a split is readable from k times the pace on; what has piled up is read at once
  pauses  // the source waits so long after each record
};
struct PaceChange {
  sim::Time from = 0, every = 0;
};

// Something that a subtask is slow at in the snapshot of a stop (not in others), as a slow disk or a long lock makes
// it.
struct HoldSpec {
  enum class What : std::uint8_t {
    trigger,   // a source comes late to its barrier
    snapshot,  // the state is late in storage
    notice     // it hears late that the snapshot is complete
  };
  What what = What::snapshot;
  std::uint32_t subtask = 0;
  sim::Time time = 0;
};

struct VertexSpec {
  std::string name;
  VertexKind kind = VertexKind::map;
  std::uint32_t parallelism = 1;
  std::vector<InputSpec> inputs;  // empty for sources
  sim::Delay service;             // a record keeps the task busy so long
  std::vector<HoldSpec> holds;
  // source
  SourceApi api = SourceApi::flip_27;
  std::uint32_t splits = 1;
  Assignment assignment = Assignment::fixed;
  sim::Time record_every = 10 * sim::millisecond;  // the pace, see Pacing
  Pacing pacing = Pacing::log;
  std::vector<PaceChange> pace_changes;  // in order of time; pauses only
  std::vector<std::uint32_t> bounds;     // records of each split; empty: endless
  std::uint32_t event_ms = 10;           // record k of a split has event time k times this, in milliseconds
  sim::Time watermark_every = 0;         // periodic watermarks; 0: one behind each record. Only where a window listens
  // A source's watermark is the event time of the next record less 1 ms; it stays behind that by so much. Flink's own
  // forBoundedOutOfOrderness(d) says the last record's less d less 1 ms: one record's event time more than d.
  std::uint32_t watermark_lag_ms = 0;
  sim::Time ignores_end = 0;  // reads on for so long after it was told to end
  bool stoppable = true;      // 1.8: implements StoppableFunction
  // keyed-count
  std::uint32_t keys = 1;       // key of a record = offset mod keys
  std::uint32_t window_ms = 0;  // tumbling event-time windows of so many milliseconds by key; 0: none
  // sink
  history::Delivery delivery = history::Delivery::plain;
  SinkApi sink_api = SinkApi::two_phase_function;
};

struct NetworkSpec {
  sim::Delay data, control;
  std::uint32_t capacity = 1000;  // records that fit into one data channel
};
struct StorageSpec {
  sim::Delay write;     // a task's state, from its barrier on
  sim::Delay metadata;  // the coordinator's finalisation, after the last acknowledgement
  sim::Delay prepare;   // the place of a snapshot that a command asks for, before its trigger; one after the other
};
struct CheckpointSpec {
  sim::Time interval = 0;               // 0: no periodic checkpoints
  sim::Time first = 0;                  // after the start of the trigger; `interval` where not given
  std::vector<sim::Time> later_firsts;  // the same of the executions behind the first; the last one holds for the rest
  history::Mode mode = history::Mode::exactly_once;
  sim::Time timeout = 600 * sim::second;
  history::Retention retention = history::Retention::none;
  std::uint32_t retained = 1;  // num-retained
  std::uint32_t max_concurrent = 1;
  std::uint32_t tolerable = 0;             // tolerable-failed-checkpoints
  bool unaligned = false;                  // periodic ones only; savepoints are always aligned
  std::optional<bool> after_tasks_finish;  // checkpoints-after-tasks-finish; nothing: the version's default
};
enum class RestartStrategy : std::uint8_t { unset, none, fixed_delay };
struct RestartSpec {
  RestartStrategy strategy = RestartStrategy::unset;
  std::uint32_t attempts = 1;
  sim::Time delay = sim::second;
};
enum class SavepointDirectory : std::uint8_t { usable, none, unusable };

// A condition of `when`. All of an entry's conditions must have come true since the entry before it was done, or still
// hold.
struct Condition {
  enum class Kind : std::uint8_t {
    job_ended,
    job_is,
    command_answered,
    checkpoint_triggered,
    checkpoint_completed,
    checkpoint_failed,
    record_emitted,
    record_visible,
    task_is
  };
  Kind kind = Kind::job_ended;
  history::JobStatus job_status{};     // job_is
  std::string command;                 // command_answered
  std::optional<bool> ok;              // command_answered: only this outcome
  history::CheckpointId checkpoint{};  // checkpoint_*
  history::Record record{};            // record_*
  std::uint32_t vertex{}, subtask{};   // task_is: index of the vertex in `vertices`
  history::TaskStatus task_status{};   // task_is
};

enum class ResumeFrom : std::uint8_t { best, savepoint, checkpoint, scratch };
enum class Claim : std::uint8_t { no_claim, claim, legacy };  // restore mode (2(f), M27)
struct CommandSpec {
  bool resume = false;          // a resume: start a new execution from `from`
  history::CommandKind kind{};  // otherwise
  bool drain = false;
  std::string id;  // "end"; made up as c1, c2, ... where not given
  ResumeFrom from = ResumeFrom::best;
  Claim claim = Claim::no_claim;
};
// What can be made to go wrong. The first strikes at once. A *mine* waits in its task for the hook it is named after,
// or in the storage for the next finalisation; in the snapshot of a stop where the job is being stopped.
enum class FaultKind : std::uint8_t {
  task_failure,
  process_failure,         // mine: the next record
  snapshot_failure,        // mine: the synchronous part
  async_snapshot_failure,  // mine: the asynchronous part; the task declines
  notify_failure,          // mine: the notice that a snapshot is complete
  commit_failure,          // mine: a two-phase sink's commit
  end_input_failure,       // mine
  finish_failure,          // mine
  close_failure,           // mine: close() at the regular end
  event_failure,           // mine: the next split that the enumerator sends does not arrive
  storage_failure,         // mine: the metadata cannot be written
  taskmanager_loss,        // at once: every subtask on one TaskManager
  jobmanager_loss,         // at once: leadership lost and regained, with high availability
  cluster_shutdown         // at once: the job is SUSPENDED and nobody takes it up again
};
constexpr std::size_t fault_kinds = 14;
struct FaultSpec {
  FaultKind kind = FaultKind::task_failure;
  std::uint32_t vertex{}, subtask{};  // of a task
  std::uint32_t taskmanager{};        // taskmanager_loss
};
struct TimelineEntry {
  std::optional<sim::Time> at;              // timed runs: not before this time
  std::optional<sim::Time> after_previous;  // timed runs: `+5s`
  std::vector<Condition> when;              // both loops
  std::optional<CommandSpec> command;       // exactly one of these two
  std::optional<FaultSpec> fault;
};

// Budgets of faults that may happen anywhere in an exploration.
struct FaultBudget {
  std::uint32_t any = 0;
  std::array<std::uint32_t, fault_kinds> of{};  // by kind
  std::uint32_t& operator[](FaultKind k) { return of[static_cast<std::size_t>(k)]; }
  std::uint32_t operator[](FaultKind k) const { return of[static_cast<std::size_t>(k)]; }
};
// TaskManagers: subtask i of each vertex lies on number i mod count.
struct ClusterSpec {
  std::uint32_t taskmanagers = 1;
  bool replacement = true;         // a lost TaskManager is replaced
  bool high_availability = false;  // leadership, store and counter outlive the JobManager
  sim::Delay teardown;             // from a task's failure or cancellation to its report
};

// The size of an exploration.
struct ExploreSpec {
  std::uint32_t records = 3;          // of each split
  std::uint32_t checkpoints = 2;      // periodic triggers
  std::uint32_t capacity = 2;         // records in one data channel
  std::uint64_t states = 10'000'000;  // bound on the number of states
  bool storage_atomic = true;         // false: each write is a message of its own (costs about x8.5)
  bool expiry = false;                // true: each pending snapshot may expire once
  std::vector<std::string> fused;     // declared reductions by message kind; none by default
};

struct Spec {
  std::string name;  // of the scenario; of the way
  std::string way;
  std::string profile;                 // base: "flink-1.15"; what is promised comes from here
  Semantics semantics;                 // with overrides
  std::vector<std::string> overrides;  // "sources_stop: after-completion"; for reports
  std::vector<VertexSpec> vertices;
  NetworkSpec network;
  StorageSpec storage;
  CheckpointSpec checkpoints;
  RestartSpec restart;
  ClusterSpec cluster;
  SavepointDirectory savepoints = SavepointDirectory::usable;
  std::optional<sim::Time> until;  // nothing: until caught up
  std::vector<TimelineEntry> timeline;
  FaultBudget faults;
  ExploreSpec explore;
  std::uint32_t planted_words = 0;  // of the state, for what a planted defect has to remember (defects/defect.hpp)
};

}  // namespace model
