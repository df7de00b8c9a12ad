#pragma once
// What the protocol files share. Each file under rules/ tells one protocol from top to bottom, guard beside effect; the
// table of all rules is rulebook.cpp.
#include <string_view>

#include "model/world.hpp"

namespace model {

using ChannelRule = sim::ChannelRule<World>;
using ActorRule = sim::ActorRule<World>;
using sim::ActorId;
using sim::ChannelId;
using sim::Ready;

// Why a command failed, as the client is told. `none`: it succeeded.
enum class Refusal : std::uint8_t {
  none,
  no_such_command,
  no_savepoint_directory,
  unusable_savepoint_directory,
  tasks_not_running,
  coordinator_suspending,
  expired,
  declined,
  stopping_failed,
  job_is_over
};
std::string_view to_string(Refusal r);

// ---- checkpoint.cpp and alignment.cpp: from the trigger to the notices
// Begins a snapshot: number, place, storage slot, triggers to the sources. `command` + 1, or 0 for a periodic one.
void trigger_snapshot(World& w, history::SnapshotKind kind, std::uint8_t command);
// Gives up a snapshot in progress: its files go, its command is answered, and if `tell` the tasks are told.
void abort_snapshot(World& w, Pending& p, Refusal why, bool tell);
void abort_all_snapshots(World& w, Refusal why, bool tell);
// The end of one input, for a task that may be waiting for that input's barrier.
void end_input_during_alignment(World& w, TaskId t);
// Rules that a defect may wrap.
void take_trigger(World& w, ChannelId c, const Message& m);
void complete_checkpoint(World& w, ChannelId c, const Message& m);
Pending* find_pending(World& w, std::uint32_t checkpoint);
bool is_durable_savepoint(const World& w, history::SnapshotKind kind, std::uint8_t command);

// ---- retention.cpp: who keeps what
void store_completed(World& w, std::uint8_t slot);
void clean_up(World& w, Phase terminal);
void discard(World& w, std::uint8_t slot);
std::uint8_t slot_for_recovery(const World& w);  // + 1; 0: from scratch
history::ArtifactId artifact_of(const World& w, std::uint8_t slot);

// ---- restore.cpp
void deploy_all(World& w, std::uint8_t slot_plus_one);

// ---- failure.cpp
void inject_task_failure(World& w, TaskId t);
void fail_task(World& w, TaskId t, std::string_view error);
// A terminal status for a task whose data goes nowhere any more: inputs are emptied and closed, the open transaction is
// aborted.
void tear_down(World& w, TaskId t, history::TaskStatus status, std::string_view error);
void all_tasks_ended(World& w);
// A running job has failed as a whole: it restarts or ends, as the strategy says.
void fail_job(World& w, std::string_view error);
void leave_running(World& w, Phase next, history::JobStatus status, std::string_view error);

// What a stateful task holds, as its events say it. Lives as long as the event is handled.
class StateAsEvent {
 public:
  StateAsEvent(const World& w, TaskId t);
  history::OperatorState value() const { return {count_, recs_}; }

 private:
  std::uint64_t count_ = 0;
  std::vector<history::RecordRange> recs_;
};

// ---- stop.cpp
// A task has reached the regular end of its work.
void finish_task(World& w, TaskId t);
void stop_sources(World& w);
void answer_stop(World& w, Refusal why);
Operation* pending_stop(World& w);

// ---- transactions.cpp: the two-phase sink and the external log
void begin_transaction(World& w, TaskId t);
void pre_commit(World& w, TaskId t, std::uint32_t checkpoint, bool begin_next);
void commit_up_to(World& w, TaskId t, std::uint32_t checkpoint);
void abort_current(World& w, TaskId t);
void save_transactions(World& w, TaskId t, std::uint32_t* words);
void recover_transactions(World& w, TaskId t, const std::uint32_t* words);
history::TxnId txn_id(TaskId t, std::uint32_t serial);

// ---- commands.cpp
void take_command(World& w, ChannelId c, const Message& m);
void answer(World& w, std::uint8_t command, Refusal why, std::uint8_t slot_plus_one);
Operation& wait_for_answer(World& w, std::uint8_t command, history::CommandKind kind);

}  // namespace model
