#pragma once
// Every byte that changes: small plain structs without padding, all zero at the start, so that equal meaning is equal
// bytes. They lie one behind the other in one block, arrays sized by the Plan (Layout), channels last.
#include <cstdint>
#include <type_traits>

#include "history/event.hpp"

namespace model {

// What the client still has to do. It sees the events of the history, as an experimenter does, for the `when` of its
// timeline.
struct Client {
  std::uint8_t next;         // entry of the timeline that comes next
  std::uint8_t restored;     // storage slot + 1 that the execution submitted last was started from
  std::uint16_t conditions;  // bits of Plan::conditions that have come true and may still matter
  std::uint16_t submitted;   // the execution submitted last
  std::uint16_t zero;
};
// For a `record ... visible` condition: the transaction that the record was written into last; 0: none.
struct Watched {
  std::uint64_t txn;
};

enum class Phase : std::uint8_t { none, running, restarting, cancelling, failing, finished, canceled, failed };
constexpr bool is_over(Phase p) { return p == Phase::finished || p == Phase::canceled || p == Phase::failed; }

enum class Trigger : std::uint8_t { off, starting, on };

struct JobManager {
  std::uint32_t next_checkpoint;
  std::uint32_t running;          // tasks of this epoch that reported RUNNING
  std::uint32_t ended, finished;  // tasks of this epoch in a terminal status; those of them FINISHED
  std::uint32_t restarts;         // restart attempts used by this execution
  std::uint32_t periodic;         // periodic checkpoints triggered, over all executions
  std::uint16_t executions;       // submitted so far; the current one is executions - 1
  std::uint16_t epoch;            // deployments so far, over all executions
  std::uint16_t attempt;          // of the tasks, inside this execution
  Phase phase;
  Trigger trigger;
  std::uint8_t backoff_over;  // the restart delay has passed
  std::uint8_t restored;      // storage slot + 1 that this execution was started from
  std::uint8_t half_success;  // a stop's snapshot is complete and the tasks are ending
  std::uint8_t zero;
  std::uint32_t spare;
};

// A snapshot in progress.
struct Pending {
  std::uint32_t checkpoint;  // 0: free
  std::uint32_t acknowledged;
  history::SnapshotKind kind;
  std::uint8_t slot;
  std::uint8_t command;     // + 1 of the command that asked for it; 0: periodic
  std::uint8_t finalizing;  // the metadata is being written
};

// A completed snapshot in the coordinator's store, oldest first.
struct Stored {
  std::uint8_t slot;  // + 1; 0: free
};

// A command that waits for its answer.
struct Operation {
  std::uint8_t command;  // + 1; 0: free
  std::uint8_t slot;     // + 1 of the snapshot it has completed
  history::CommandKind kind;
  std::uint8_t zero;
};

struct Faults {
  std::uint8_t any, task_failure;  // used up
  std::uint16_t zero;
  std::uint32_t spare;
};

enum class Reading : std::uint8_t { no, yes };

struct Task {
  std::uint32_t aligning;      // checkpoint whose barriers it waits for; 0: none
  std::uint32_t handled;       // newest checkpoint snapshotted, aborted or overtaken
  std::uint32_t sync;          // snapshot of a stop whose completion it waits for; 0: none
  std::uint32_t barriers;      // inputs that have delivered the barrier of `aligning`
  std::uint32_t ended_inputs;  // inputs that have delivered the end of their partition
  std::uint16_t epoch, attempt, job;
  history::TaskStatus status;  // created: never deployed
  Reading reading;             // a source that may emit
  std::uint8_t notified;       // the stop's snapshot is known to be complete
  std::uint8_t zero[3];
};

// Of one split, in a stateful operator: the offset behind the last record counted, and how many were counted.
struct Mark {
  std::uint32_t next, count;
};

// A transactional sink subtask. Serial numbers of transactions start at 1.
struct Sink {
  std::uint32_t current;  // open transaction; 0: none
};
struct PreCommitted {
  std::uint32_t serial;  // 0: free
  std::uint32_t checkpoint;
};

enum class TxnState : std::uint8_t { unknown, open, pre_committed, committed, aborted };

// What the external system knows of one sink subtask's transactions; the states follow, one byte each, by serial mod
// capacity.
struct External {
  std::uint32_t begun;  // youngest serial number
};

enum class SlotPhase : std::uint8_t { free, writing, complete };

// One snapshot in storage. Its payload (positions, marks, transaction ids) lies apart.
struct Slot {
  std::uint32_t checkpoint;
  std::uint16_t job;
  SlotPhase phase;
  history::SnapshotKind kind;
  std::uint8_t durable_kind;  // history::ArtifactKind
  std::uint8_t zero[3];
};

static_assert(std::has_unique_object_representations_v<Client> &&
              std::has_unique_object_representations_v<JobManager> &&
              std::has_unique_object_representations_v<Pending> &&
              std::has_unique_object_representations_v<Operation> && std::has_unique_object_representations_v<Faults> &&
              std::has_unique_object_representations_v<Task> && std::has_unique_object_representations_v<Mark> &&
              std::has_unique_object_representations_v<Slot>);
static_assert(sizeof(JobManager) == 40 && sizeof(Task) == 32 && sizeof(Pending) == 12 && sizeof(Slot) == 12);

}  // namespace model
