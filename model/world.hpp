#pragma once
// The view through which rules see the state: pointers bound once to one working block, named records, and the few
// verbs that all rules share (send, emit). World satisfies sim::World, so both loops drive it.
//
// Locality, which enabledness and partial-order reduction rest on: an effect writes its own actor's record, takes from
// its own channels and pushes to its own outboxes. Three exceptions, each an atomic call that nothing can come between,
// declared in ARCHITECTURE.md: the external transaction log (called by sinks), the storage directory (written and
// deleted by the coordinator, which also restores its enumerators from there, listed by a client that resumes, read by
// a task that restores), and an injected fault, which acts on its victim. Checked by tests/laws/locality_test.cpp.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "history/event.hpp"
#include "history/names.hpp"
#include "model/plan.hpp"
#include "model/state.hpp"
#include "sim/machine.hpp"

namespace model {

// Hears every event while the step that causes it acts.
struct Observer {
  virtual ~Observer() = default;
  virtual void on(const history::Event& event) = 0;
};

// `until: caught up`: how many records that were readable when the last execution began still lie in data channels.
// Derivable from the state, so not part of it. Kept by timed_run.cpp.
struct CatchUp {
  std::vector<std::uint32_t> behind;  // by split: offsets below this must get through; empty: not watched yet
  std::int64_t in_flight = 0;
};

class World {
 public:
  using Message = model::Message;
  using Rules = sim::Rulebook<World>;

  // `extra` bytes behind the state belong to the caller (what properties remember, in exploration). Starts as
  // `initial`.
  World(const Plan& plan, const Rules& rules, std::size_t extra = 0);
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  void initialise();

  // ---- what sim/ asks for
  sim::Channels<Message>& channels() { return channels_; }
  const sim::Channels<Message>& channels() const { return channels_; }
  const Rules& rules() const { return *rules_; }
  sim::Tape& tape() { return tape_; }
  const sim::Tape& tape() const { return tape_; }
  std::span<std::byte> block() { return block_; }
  std::span<const std::byte> block() const { return block_; }
  std::span<std::byte> extra() { return block_.subspan(plan.layout.end); }
  std::uint32_t actor_count() const { return Plan::first_task + plan.task_count(); }
  std::uint8_t actor_kind(sim::ActorId a) const;
  std::uint8_t kind_of(const Message& m) const { return static_cast<std::uint8_t>(m.kind); }
  bool fused(sim::ChannelId, const Message& m) const { return plan.fused[static_cast<std::size_t>(m.kind)]; }
  sim::Time latency(sim::ChannelId c, const Message& m, std::uint64_t random) const;
  sim::Time service(sim::ActorId a, const Message& m, std::uint64_t random) const;
  bool latency_varies(sim::ChannelId c) const;
  bool service_varies(sim::ActorId a) const;
  bool due_varies(sim::ActorId a) const;
  std::string actor_name(sim::ActorId a) const;
  std::string channel_name(sim::ChannelId c) const;

  // ---- verbs of effects
  void send(sim::ChannelId c, const Message& m);
  void clear(sim::ChannelId c);        // nothing is done where it is empty
  void close_inbox(sim::ChannelId c);  // emptied, and whatever is still sent to it vanishes
  void block(sim::ChannelId c, bool on);
  void forget_memory(TaskId t);  // of a task that has ended: positions, counts, transactions it knew of
  void touch(sim::ActorId a) { tape_.touched.push_back(a); }
  void forget_job_ended();
  // More of `what` than there is room for: the run ends here, undecided.
  void overflow(std::string_view what, std::string_view remedy);

  template <class E>
  void emit(const E& event) {
    if (plan.watches || std::is_same_v<E, history::JobSubmitted>) notice(event);
    if (observer) observer->on(history::Event(event));
  }
  // A record that was waiting in a data channel has been taken.
  void left_channel(history::Record r) {
    if (!catch_up->behind.empty() && r.offset < catch_up->behind[r.split]) --catch_up->in_flight;
  }
  // The offset of the split that comes next, whoever has it.
  std::uint32_t next_of(std::uint32_t split) const;
  // The stamp of an event of this task's current attempt.
  history::At at(TaskId t) const { return {task[t].job, t, task[t].attempt}; }

  // ---- payloads of snapshots
  std::uint32_t* payload(std::uint32_t slot_index, TaskId t) {
    return reinterpret_cast<std::uint32_t*>(block_.data() + plan.layout.payloads +
                                            slot_index * plan.layout.payload_stride) +
           plan.tasks[t].snapshot_offset;
  }
  // What the enumerators store: a word for each of their splits.
  std::uint32_t* enumerators_part(std::uint32_t slot_index) {
    return reinterpret_cast<std::uint32_t*>(block_.data() + plan.layout.payloads +
                                            slot_index * plan.layout.payload_stride) +
           plan.enumerators_offset;
  }
  PreCommitted* pre_committed(std::uint32_t sink_index) {
    return sink_pending_ + static_cast<std::size_t>(sink_index) * plan.capacities.pre_committed;
  }
  External& external(std::uint32_t sink_index) {
    return *reinterpret_cast<External*>(block_.data() + plan.layout.external +
                                        sink_index * plan.layout.external_stride);
  }
  TxnState& txn_state(std::uint32_t sink_index, std::uint32_t serial) {
    auto* states = reinterpret_cast<TxnState*>(&external(sink_index) + 1);
    return states[serial % plan.capacities.transactions];
  }

  // Of an unaligned checkpoint, by data channel; the records behind it.
  InFlight& in_flight(std::uint32_t slot_index, sim::ChannelId data) {
    const std::size_t channel = slot_index * plan.overtakes.size() + (data - plan.first_data);
    return *reinterpret_cast<InFlight*>(block_.data() + plan.layout.in_flight + channel * plan.layout.in_flight_stride);
  }
  Message* in_flight_records(std::uint32_t slot_index, sim::ChannelId data) {
    return reinterpret_cast<Message*>(&in_flight(slot_index, data) + 1);
  }

  const Plan& plan;
  Observer* observer = nullptr;
  CatchUp* catch_up = nullptr;

  Client* client;
  Watched* watched;  // [conditions]
  JobManager* jm;
  Pending* pending;       // [capacities.pending]
  Stored* store;          // [capacities.store]
  Operation* operations;  // [capacities.operations]
  Faults* faults;
  Task* task;                // [tasks]
  std::uint32_t* position;   // [places]: next offset
  Mark* mark;                // [marks]
  std::uint32_t* purged;     // [marks], where a window listens: offsets below it are in no open window
  std::uint32_t* watermark;  // where a window listens: of each task its own, then its inputs'
  std::uint32_t* arrived;    // of each data channel, unaligned: newest checkpoint whose barrier has come
  Execution* execution;      // [tasks]: what the JobManager knows of them
  SplitAt* split_at;         // [plan.enumerated]: what its enumerators know of their splits
  Reader* reader;            // [plan.readers]: and of their subtasks
  Sink* sink;                // [transactional sink subtasks]
  Slot* slot;                // [capacities.slots]
  std::uint32_t* planted;    // [spec.planted_words]: of a planted defect, whose rules alone touch it

 private:
  // Sets and clears the conditions of the timeline (timeline.cpp).
  template <class E>
  void notice(const E&) {}
  void notice(const history::JobSubmitted&);
  void notice(const history::JobStatusChanged&);
  void notice(const history::TaskStatusChanged&);
  void notice(const history::CommandResult&);
  void notice(const history::CheckpointTriggered&);
  void notice(const history::CheckpointCompleted&);
  void notice(const history::CheckpointFailed&);
  void notice(const history::SourceEmit&);
  void notice(const history::SinkWrite&);
  void notice(const history::TxnCommit&);
  void set_condition(std::size_t i, bool on);

  const sim::Delay& delay_of(sim::ChannelId c) const;

  const Rules* rules_;
  std::vector<std::uint64_t> storage_;
  std::span<std::byte> block_;
  sim::Channels<Message> channels_;
  sim::Tape tape_;
  PreCommitted* sink_pending_;
};

}  // namespace model
