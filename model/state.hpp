#pragma once
// Every byte that changes: small plain structs without padding, all zero at the start, so that equal meaning is equal
// bytes. They lie one behind the other in one block, arrays sized by the Plan (Layout), channels last.
#include <cstdint>
#include <type_traits>

#include "history/event.hpp"
#include "model/spec.hpp"

namespace model {

// What the client still has to do. It sees the events of the history, as an experimenter does, for the `when` of its
// timeline.
struct Client {
  std::uint8_t next;         // entry of the timeline that comes next
  std::uint8_t restored;     // storage slot + 1 that the execution submitted last was started from
  std::uint16_t conditions;  // bits of Plan::conditions that have come true and may still matter
  std::uint16_t submitted;   // the execution submitted last
  std::uint16_t introduced;  // executions that the engine has taken: before that a command would not know its job
};
// For a `record ... visible` condition: the transaction that the record was written into last; 0: none.
struct Watched {
  std::uint64_t txn;
};

enum class Phase : std::uint8_t {
  none,
  running,
  restarting,
  cancelling,
  failing,
  suspending,  // leadership is lost; the tasks are being cancelled
  finished,
  canceled,
  failed,
  suspended
};
constexpr bool is_over(Phase p) { return p >= Phase::finished; }

enum class Trigger : std::uint8_t { off, starting, on };

struct JobManager {
  std::uint32_t next_checkpoint;
  std::uint32_t running;          // tasks of this epoch that reported RUNNING
  std::uint32_t ended, finished;  // tasks of this epoch in a terminal status; those of them FINISHED
  std::uint32_t data_ended;       // tasks of this epoch that reported the end of their data and have not ended yet
  std::uint32_t restarts;         // restart attempts used by this execution
  std::uint32_t periodic;         // periodic checkpoints triggered, over all executions
  std::uint32_t failures;         // checkpoints that failed in a row
  std::uint16_t executions;       // submitted so far; the current one is executions - 1
  std::uint16_t epoch;            // deployments so far, over all executions
  std::uint16_t attempt;          // of the tasks, inside this execution
  Phase phase;
  Trigger trigger;
  std::uint8_t backoff_over;   // the restart delay has passed, or leadership is back
  std::uint8_t restored;       // storage slot + 1 that this execution was started from
  std::uint8_t half_success;   // a stop's snapshot is complete and the tasks are ending
  std::uint8_t deferred;       // adaptive scheduler: a task's failure waits for the savepoint of a stop (M21)
  std::uint8_t regains;        // suspending: leadership will come back
  std::uint8_t no_slots;       // a lost TaskManager was not replaced: nothing can be deployed
  std::uint8_t asked_to_fail;  // the snapshot of a stop was given up, and the job is to fail for it
  std::uint8_t final_done;     // the checkpoint behind the end of all data was triggered and not given up
};

// What the JobManager knows of a task of this epoch.
enum class Execution : std::uint8_t { deployed, data_ended, ended };

// How far the coordinator has come with a snapshot.
enum class Stage : std::uint8_t {
  waits_for_tasks,
  not_sent,   // it has a number, maybe the part of the enumerators, and the sources do not know of it yet
  finalizing  // the metadata is being written
};
// A snapshot in progress.
struct Pending {
  std::uint32_t checkpoint;  // 0: free
  std::uint32_t missing;     // acknowledgements to come
  history::SnapshotKind kind;
  std::uint8_t slot;
  std::uint8_t command;  // + 1 of the command that asked for it; 0: periodic
  Stage stage;
};

// A completed snapshot in the coordinator's store, oldest first.
struct Stored {
  std::uint8_t slot;     // + 1; 0: free
  std::uint8_t claimed;  // the execution was started from it and owns it
};

// A command that waits for its answer.
enum class Waits : std::uint8_t { for_trigger, for_snapshot, for_end };
struct Operation {
  std::uint8_t command;  // + 1; 0: free
  std::uint8_t slot;     // + 1 of the snapshot it has completed
  history::CommandKind kind;
  Waits waits;
};

struct Faults {
  std::uint8_t any;              // used up
  std::uint8_t of[fault_kinds];  // the same by kind
  std::uint8_t storage_mine;     // the next metadata cannot be written
};

// Of a split that an enumerator hands out, as the enumerator knows it.
enum class SplitAt : std::uint8_t {
  enumerator,  // nobody's yet
  reader,      // handed out
  finished     // read to its end; asked only where a child waits for it
};
// Of a subtask that gets its splits so.
enum class Reader : std::uint8_t {
  silent,      // it asks for nothing
  waits,       // it has asked for a split
  being_given  // one is on its way, and the reader has not said that it has come
};

enum class Reading : std::uint8_t {
  no,
  yes,
  done,     // restored from a snapshot that its operator had finished before: there is nothing to read
  leaving,  // told to end; its loop has not returned yet
  closing   // it has ended and hears nothing any more; JobManager and outputs do not know yet
};
// How a task comes to its end.
enum class Leaving : std::uint8_t {
  none,
  suspend,
  drain,
  end_of_data,
  failed  // told when its source has returned
};
// What a task knows of the end of the snapshot that it has stopped for, or will.
enum class Heard : std::uint8_t { nothing, complete, given_up };

// One operator of one subtask. Of a chain only the first one's control fields (the numbers, `heard`, `leaving`) are
// used: a chain takes barriers and hears notices as one.
struct Task {
  std::uint32_t aligning;  // checkpoint whose barriers it waits for; 0: none
  std::uint32_t handled;   // newest checkpoint snapshotted, aborted or overtaken
  std::uint32_t given_up;  // those behind it that the task has heard the end of before their barriers: bit number % 32
  std::uint32_t sync;      // snapshot whose completion it waits for before it ends; 0: none
  std::uint32_t barriers;  // inputs that have delivered the barrier of `aligning`; a source's late trigger: its bits
  std::uint32_t ended_inputs;  // inputs that have delivered the end of their partition
  std::uint32_t data_ended;    // inputs that have delivered the end of their data
  std::uint16_t epoch, attempt, job;
  std::uint16_t mines;         // faults that wait for their hook, a bit for each FaultKind
  history::TaskStatus status;  // created: never deployed
  Reading reading;             // of a source
  Heard heard;                 // complete: of `sync`; given up: of `aligning`
  Leaving leaving;
};

// Of one split, in a stateful operator: the offset behind the last record counted, and how many were counted.
struct Mark {
  std::uint32_t next, count;
};
// Position of a source subtask's split in a snapshot that the subtask had finished before: there is nothing to read.
// Where an enumerator hands out splits, also the place of each that the subtask does not have.
constexpr std::uint32_t all_read = UINT32_MAX;
// Of one that had its splits from an enumerator, in each of its places: it was FINISHED, so that it is not one that
// waits for a split.
constexpr std::uint32_t reader_finished = UINT32_MAX - 1;
// The place of a split that the subtask has read and reported, and keeps for the report to be repeated by a restore.
// From here on no place is a position.
constexpr std::uint32_t reported = UINT32_MAX - 2;
// Watermarks in milliseconds + 1; 0: none yet.
constexpr std::uint32_t max_watermark = UINT32_MAX;

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

// What a snapshot holds of one channel: records that a barrier has overtaken; they follow, eight bytes each.
struct InFlight {
  std::uint32_t count, zero;
};

static_assert(std::has_unique_object_representations_v<Client> &&
              std::has_unique_object_representations_v<JobManager> &&
              std::has_unique_object_representations_v<Pending> &&
              std::has_unique_object_representations_v<Operation> && std::has_unique_object_representations_v<Faults> &&
              std::has_unique_object_representations_v<Task> && std::has_unique_object_representations_v<Mark> &&
              std::has_unique_object_representations_v<Slot>);
static_assert(sizeof(JobManager) == 48 && sizeof(Task) == 40 && sizeof(Pending) == 12 && sizeof(Slot) == 12);

}  // namespace model
