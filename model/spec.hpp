#pragma once
// One experiment, as an engineer would describe it: the job, its checkpoints, what is slow, what is done to it and
// when. The scenario reader fills this in; Plan (plan.hpp) turns it into the flat tables that rules read. Times are
// microseconds.
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

struct InputSpec {
  std::string from;
  Exchange exchange = Exchange::forward;
};

struct VertexSpec {
  std::string name;
  VertexKind kind = VertexKind::map;
  std::uint32_t parallelism = 1;
  std::vector<InputSpec> inputs;  // empty for sources
  sim::Delay service;             // a record keeps the task busy so long
  // source
  SourceApi api = SourceApi::flip_27;
  std::uint32_t splits = 1;
  sim::Time record_every = 10 * sim::millisecond;  // record k of each split is readable at k times this
  // keyed-count
  std::uint32_t keys = 1;  // key of a record = offset mod keys
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
};
struct CheckpointSpec {
  sim::Time interval = 0;  // 0: no periodic checkpoints
  sim::Time first = 0;     // after the start of the trigger; `interval` where not given
  history::Mode mode = history::Mode::exactly_once;
  sim::Time timeout = 600 * sim::second;
  history::Retention retention = history::Retention::none;
  std::uint32_t retained = 1;  // num-retained
  std::uint32_t max_concurrent = 1;
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
struct CommandSpec {
  bool resume = false;          // a resume: start a new execution from `from`
  history::CommandKind kind{};  // otherwise
  bool drain = false;
  std::string id;  // "end"; made up as c1, c2, ... where not given
  ResumeFrom from = ResumeFrom::best;
};
enum class FaultKind : std::uint8_t { task_failure };
struct FaultSpec {
  FaultKind kind = FaultKind::task_failure;
  std::uint32_t vertex{}, subtask{};
};
struct TimelineEntry {
  std::optional<sim::Time> at;              // timed runs: not before this time
  std::optional<sim::Time> after_previous;  // timed runs: `+5s`
  std::vector<Condition> when;              // both loops
  std::optional<CommandSpec> command;       // exactly one of these two
  std::optional<FaultSpec> fault;
};

// Budgets of faults that may happen anywhere (fuzz, explore).
struct FaultBudget {
  std::uint32_t any = 0, task_failure = 0;
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
  SavepointDirectory savepoints = SavepointDirectory::usable;
  std::optional<sim::Time> until;  // nothing: until caught up
  std::vector<TimelineEntry> timeline;
  FaultBudget faults;
  ExploreSpec explore;
};

}  // namespace model
