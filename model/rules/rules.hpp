#pragma once
// What the protocol files share. Each file under rules/ tells one protocol from top to bottom, guard beside effect; the
// table of all rules is rulebook.cpp. A task that takes part in a chain is named here by the first of its chain.
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
  not_executing,
  not_stoppable,
  coordinator_suspending,
  coordinator_shut_down,
  expired,
  declined,
  asynchronous_part,
  not_finalised,
  subsumed,
  task_failed,
  inconsistent_state,
  not_finished,
  stopping_failed,
  job_cancelled,
  job_is_over
};
std::string_view to_string(Refusal r);

// Why a task declines a snapshot.
enum class Decline : std::uint8_t { not_ready, subsumed, input_ended, asynchronous_part };

// ---- what the version says, where several files ask
inline bool is_adaptive(const World& w) { return w.plan.spec.semantics.scheduler == Scheduler::adaptive; }
// Whether a stop makes the sources cease reading before their barrier.
inline bool sources_stop_first(const World& w, bool drain) {
  const Semantics& s = w.plan.spec.semantics;
  return (drain ? s.drain_sources_stop : s.sources_stop) == SourcesStop::before_barrier;
}

// Whether operators end with the data, before their partition does (FLIP-143, FLIP-147).
inline bool finishes(const World& w) { return w.plan.spec.semantics.last_hook == LastHook::finish; }
// Whether a task whose data has ended waits for one more checkpoint (FLIP-147).
inline bool waits_for_final_checkpoint(const World& w) {
  return w.plan.checkpoints_after_finish && w.plan.spec.checkpoints.interval;
}

// Whether a task takes what the JobManager tells it. One that closes, or waits in vain for its source, does not say no:
// its mails are never read.
inline bool reads_mail(const World& w, TaskId head) {
  const Task& task = w.task[head];
  return task.status == history::TaskStatus::running && task.reading != Reading::closing &&
         task.leaving != Leaving::failed;
}

// ---- trigger.cpp: when a snapshot begins
// Number, place, storage slot, triggers to the sources. `command` + 1, or 0 for a periodic one.
void trigger_snapshot(World& w, history::SnapshotKind kind, std::uint8_t command);
bool tasks_can_be_triggered(const World& w);
// Whether one more snapshot may be in progress beside those that are, savepoints among them; a savepoint itself is only
// asked where checkpoints are unaligned (2(d).4).
bool has_turn(const World& w);
bool is_triggering(const World& w);  // one has its number and was not sent; no other begins (2(d).4)

// ---- checkpoint.cpp: from there to completion, as the coordinator sees it
// The snapshot in progress that a message speaks of; null: it is over, or the message is from an earlier deployment.
Pending* pending_of(World& w, const Message& m);
Message about(const World& w, MessageKind kind, const Pending& p);
// Storage slot that the execution's checkpoint is being written to; nothing: it was given up meanwhile.
std::optional<std::uint8_t> slot_being_written(const World& w, std::uint32_t checkpoint, std::uint16_t job);
void tell_all(World& w, const Message& m);  // every task; of a chain its first
bool is_durable_savepoint(const World& w, history::SnapshotKind kind, std::uint8_t command);
bool is_of_stop(history::SnapshotKind kind);
void make_durable(World& w, std::uint8_t slot);  // its metadata can be read
// Rules that a defect may wrap.
void complete_checkpoint(World& w, ChannelId c, const Message& m);

// ---- extra_checkpoint.cpp: the checkpoint behind the savepoint of a stop
bool extra_checkpoint_follows(const World& w, bool drain);

// ---- abort.cpp: a snapshot that comes to nothing
// Its files go, the tasks are told, its command is answered, and if it was a stop's the job fails where the version
// wants that. `by_task`: a task asked for it.
void abort_snapshot(World& w, Pending& p, Refusal why, bool by_task);
void abort_all_snapshots(World& w, Refusal why);

// ---- alignment.cpp: barriers and state, as the tasks see them
void take_trigger(World& w, ChannelId c, const Message& m);
// The end of one input, for a task that may be waiting for that input's barrier.
void end_input_during_alignment(World& w, TaskId t, ChannelId ended);
void forget_alignment(World& w, TaskId t, std::uint32_t checkpoint);
// Barriers and triggers up to this number come too late from now on; whether the task has heard that it was given up.
void pass(Task& task, std::uint32_t checkpoint);
bool was_given_up(const Task& task, std::uint32_t checkpoint);
// A source that had to leave its loop before it could take the trigger of a stop has left it.
void continue_late_trigger(World& w, TaskId t);
void snapshot_task(World& w, TaskId t, Message m);  // the barrier leaves and the state is saved; nothing is written yet
void write_snapshot(World& w, TaskId t, Message m);
void give_up_alignment(World& w, TaskId t, Decline why);
std::uint8_t bits_of(history::SnapshotKind kind);  // of a message about such a snapshot

// ---- aborted_stop.cpp: a barrier that comes behind the notice that its stop was given up
bool will_block_for_aborted_stop(const World& w, TaskId t, const Message& notice);
void remember_aborted_stop(World& w, TaskId t, std::uint32_t checkpoint);
void block_for_aborted_stop(World& w, TaskId t, const Message& barrier);
void send_cancellation_barriers(World& w, TaskId t, std::uint32_t checkpoint);

// ---- unaligned.cpp: barriers that overtake records
bool overtakes_records(const World& w, const Message& m);
void send_overtaking_barrier(World& w, ChannelId data, const Message& m);
// `in_place`: the mark among the records has come, so that none lies before it.
void take_overtaking_barrier(World& w, ChannelId data, const Message& m, bool in_place);
// A record is taken from a channel whose barrier is still to come.
void note_in_flight(World& w, TaskId t, ChannelId data, const Message& m);
void end_input_unaligned(World& w, TaskId t, ChannelId data);
void put_back_in_flight(World& w, std::uint8_t slot);
std::uint32_t channels_in_flight(World& w, std::uint8_t slot);

// ---- retention.cpp: who keeps what
void store_completed(World& w, std::uint8_t slot);
void claim_snapshot(World& w, std::uint8_t slot);
void clean_up(World& w, Phase terminal);
void discard(World& w, std::uint8_t slot);
std::uint8_t slot_for_recovery(const World& w);  // + 1; 0: from scratch
history::ArtifactId artifact_of(const World& w, std::uint8_t slot);

// ---- restore.cpp
void deploy_all(World& w, std::uint8_t slot_plus_one);

// ---- enumerator.cpp: who reads which split, where an enumerator at the JobManager says so
void store_enumerators(World& w, std::uint8_t slot);             // their part of the snapshot; the valve closes
void restore_enumerators(World& w, std::uint8_t slot_plus_one);  // all readers are new
void forget_enumerators(World& w);                               // the job is on its way to its end or to a restart
bool any_event_unanswered(const World& w);
void reader_ended(World& w, TaskId t);
void ask_for_split(World& w, TaskId t);  // nothing is done where the subtask has one to read
// Rules that defects take apart.
Ready may_assign(const World& w, std::uint32_t reader, std::uint32_t* split);
void note_assigned(World& w, std::uint32_t reader, std::uint32_t split);
void send_split(World& w, std::uint32_t reader, std::uint32_t split);
void no_longer_being_given(World& w, ChannelId c);

// ---- failure.cpp
// What faults can strike depends on what runs, and on the phase of the JobManager: they have to look again.
void victims_changed(World& w);
void enter_phase(World& w, Phase next);
// The whole chain fails.
void fail_task(World& w, TaskId t, std::string_view error);
// The same in the thread that reads the mails of the task.
void fail_in_mail(World& w, TaskId t, std::string_view error);
// A terminal status for one operator whose data goes nowhere any more: inputs are emptied and closed, the open
// transaction is aborted.
void tear_down(World& w, TaskId t, history::TaskStatus status, std::string_view error);
void all_tasks_ended(World& w);
// A task is known to have failed: the job fails, or the failure waits for the savepoint of a stop.
void react_to_failed_task(World& w, std::string_view error);
// A running job has failed as a whole: it restarts or ends, as the strategy says.
void fail_job(World& w, std::string_view error, bool by_task = false);
// The failed snapshot of a stop asks for a failure of a job that is not running any more.
void fail_late(World& w);
// `status`: nothing, where the job says none. `why`: what the clients of commands that wait are told.
void leave_running(World& w, Phase next, std::optional<history::JobStatus> status, std::string_view error,
                   Refusal why = Refusal::coordinator_suspending);
void lose_leadership(World& w, bool regained);
void cancel_job(World& w);

// ---- faults.cpp
bool can_strike(const World& w, FaultChoice c);
void strike(World& w, FaultChoice c);
// Whether a mine of this kind goes off in the task now; it is used up. `of_stop`: the hook belongs to the end of the
// task or to the snapshot of a stop.
bool strikes(World& w, TaskId t, FaultKind kind, bool of_stop = true);
bool storage_strikes(World& w, bool of_command);

// What a stateful task holds, as its events say it. Lives as long as the event is handled.
class StateAsEvent {
 public:
  StateAsEvent(const World& w, TaskId t);
  history::OperatorState value() const { return {count_, recs_}; }

 private:
  std::uint64_t count_ = 0;
  std::vector<history::RecordRange> recs_;
};

// ---- ending.cpp: how a task ends in good order
void finish_task(World& w, TaskId t);
void end_of_splits(World& w, TaskId source);  // it has read all that it will get
// endInput and finish of all operators of the chain, first to last. False: one of them failed.
bool end_operators(World& w, TaskId t);
// Whether a source that was told to end goes on reading for a while.
bool reads_on(const World& w, TaskId t);

// ---- windows.cpp: watermarks and what they fire
bool is_late(const World& w, TaskId t, history::Record r);
bool watermark_follows_each_record(const World& w, TaskId source);
std::uint32_t watermark_of_source(const World& w, TaskId source);
void note_event_time(World& w, TaskId source, std::uint32_t local_split);  // of the record it has just emitted
// Nothing happens unless it is higher than the last one.
void emit_watermark(World& w, TaskId source, std::uint32_t value);

// ---- transactions.cpp: the two-phase sink and the external log
// Where the sink's API begins one before there is anything to write.
void begin_transaction(World& w, TaskId t);
// That what the sink writes now goes into; none for a sink that is not transactional.
history::TxnId transaction_for_output(World& w, TaskId t);
void pre_commit(World& w, TaskId t, std::uint32_t checkpoint, bool begin_next);
void commit_up_to(World& w, TaskId t, std::uint32_t checkpoint);
void abort_current(World& w, TaskId t);
void save_transactions(World& w, TaskId t, std::uint32_t* words);
void recover_transactions(World& w, TaskId t, const std::uint32_t* words);
history::TxnId txn_id(TaskId t, std::uint32_t serial);

// ---- stop.cpp: a snapshot that a user asks for, and the stop around it
// Commands that wait are answered because the job leaves RUNNING; because it has ended.
void answer_before_leaving(World& w, Refusal why);
void answer_at_end(World& w, Phase terminal);
void snapshot_completed(World& w, const Pending& p);
void snapshot_given_up(World& w, const Pending& p, Refusal why, bool by_task);
void ask_for_snapshot(World& w, std::uint8_t command, history::CommandKind kind);
void stop_sources(World& w);
ActorRule rule_trigger_for_command();  // a defect may wrap it

// ---- commands.cpp
void take_command(World& w, ChannelId c, const Message& m);
void answer(World& w, std::uint8_t command, Refusal why, std::uint8_t slot_plus_one);
Operation& wait_for_answer(World& w, std::uint8_t command, history::CommandKind kind);

}  // namespace model
