#pragma once
// Everything fixed for a run: the Spec flattened into tables that rules read, and the layout of the state. Computed
// once.
//
// Tasks are numbered vertex by vertex in topological order. Split s of a source vertex belongs to subtask s mod
// parallelism, for ever, unless an enumerator hands it out; then each subtask has a place for each split. A stateful
// task keeps one mark for each split whose records can reach it: all splits behind a hash exchange, only those of its
// own source subtask along forward edges; so the state of a forward job grows with its size, not with its square.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/message.hpp"
#include "model/spec.hpp"
#include "sim/channels.hpp"

namespace model {

using TaskId = std::uint32_t;

struct Edge {
  std::uint32_t from, to;  // vertices
  Exchange exchange;
  bool chained;  // no channels: what one emits the next takes in the same step
  sim::ChannelId
      first_channel;  // forward: + subtask; hash: + upstream subtask * downstream parallelism + downstream subtask
};

struct Vertex {
  std::string name;
  VertexKind kind;
  ActorKind actor;
  std::uint32_t parallelism;
  TaskId first_task;
  std::vector<std::uint32_t> in, out;  // edges
  sim::Delay service;
  SourceApi api;
  std::uint32_t first_split, splits;  // source
  std::vector<std::uint32_t> bounds;  // of each split, in exploration at most the budget of records; empty: endless
  Assignment assignment;
  std::uint32_t first_place;       // of its subtasks' positions, where an enumerator hands out its splits
  std::uint32_t first_enumerated;  // of its splits among all those, and of its subtasks among all readers
  std::uint32_t first_reader;
  std::uint32_t keys;
  std::uint32_t window_ms;               // 0: none
  std::uint32_t results_of = no_window;  // vertex whose windows' results come here
  bool transactional;
  SinkApi sink_api;
  std::uint32_t spec;  // index in `Plan::spec.vertices`
  static constexpr std::uint32_t no_window = UINT32_MAX;
  // Source vertices whose records reach this one; `whole`: any subtask may see any split of it.
  struct Reach {
    std::uint32_t source;
    bool whole;
    std::uint32_t router;             // whole: the vertex whose hash exchange decides which subtask a record goes to
    std::uint32_t first_mark, marks;  // of each subtask's marks
  };
  std::vector<Reach> reach;
  std::uint32_t marks;               // of each subtask
  std::vector<std::uint32_t> route;  // of records by key, for hash exchanges into this vertex: key -> subtask
};

struct TaskInfo {
  std::uint32_t vertex, subtask;
  std::uint32_t first_mark;       // stateful: index of its first mark
  std::uint32_t sink;             // transactional: index among transactional sinks; else `sim::nobody`
  std::uint32_t inputs;           // number of data channels into it
  std::uint32_t snapshot_offset;  // of its part, inside the payload of a storage slot
  std::uint32_t watermarks;  // where a window listens: index of its own watermark; those of its inputs or splits follow
  TaskId next_in_chain;      // itself: the last
  TaskId head;               // first of its chain
};

// One entry of the timeline, with names resolved. Commands are numbered as in the timeline.
struct PlannedEntry {
  std::optional<sim::Time> at, after_previous;
  std::uint16_t conditions;  // bits of `Plan::conditions` that must be set
  std::optional<CommandSpec> command;
  std::optional<FaultSpec> fault;
  TaskId victim;  // of the fault, where it has one
};
// Whether a fault of this kind strikes one task.
constexpr bool strikes_task(FaultKind kind) { return kind < FaultKind::storage_failure; }
// One way in which the environment may strike, of the budgets.
struct FaultChoice {
  FaultKind kind;
  std::uint32_t target;  // task or TaskManager
};
struct PlannedCondition {
  Condition what;
  std::uint32_t entry;    // whose condition it is
  std::uint32_t command;  // command_answered: entry index of that command
  TaskId task;            // task_is
};

// Offsets of the records inside the block, in bytes.
struct Layout {
  std::uint32_t client, watched, jobmanager, pending, store, operations, faults, tasks, positions, marks, sinks,
      executions, enumerators, readers, watermarks, purged, arrived, in_flight, sink_pending, external, slots, payloads,
      planted, channels, end;
  std::uint32_t external_stride, payload_stride, in_flight_stride;
};

struct Capacities {
  std::uint32_t pending;        // snapshots in progress
  std::uint32_t store;          // completed snapshots the coordinator remembers
  std::uint32_t slots;          // snapshots in storage, half-written ones included
  std::uint32_t operations;     // commands that wait for an answer
  std::uint32_t pre_committed;  // transactions of one sink subtask that wait for their commit
  std::uint32_t transactions;   // youngest transactions of one sink subtask whose fate the external system remembers
  std::uint32_t to_task, to_jobmanager, to_storage;  // messages in one such channel
  std::uint32_t barriers;                            // room kept in a data channel for what is not a record
};

enum class Loop : std::uint8_t { run, explore };

class Plan {
 public:
  // The spec is valid (the scenario checker has seen to that); what does not fit a limit of the engine is said here.
  static std::variant<Plan, std::string> make(const Spec& spec, Loop loop);

  Spec spec;
  Loop loop;
  std::vector<Vertex> vertices;
  std::vector<Edge> edges;
  std::vector<TaskInfo> tasks;
  std::vector<std::uint32_t> source_of_split;  // vertex of each split
  std::uint32_t split_count = 0, mark_count = 0, sink_count = 0, watermark_count = 0;
  std::uint32_t place_count = 0;          // of positions
  std::vector<TaskId> readers;            // subtasks that are handed their splits
  std::vector<std::uint32_t> enumerated;  // splits that are handed out
  std::uint32_t enumerators_offset = 0;   // of what is known of them, inside the payload of a storage slot
  bool windows = false;                   // some vertex has windows, so watermarks flow
  std::vector<std::uint32_t>
      input_place;  // of each data channel: place of its watermark among its receiver's; windows only
  std::vector<std::uint8_t> overtakes;  // of each data channel: it belongs to a hash exchange
  std::vector<TaskId> heads;            // of chains; a task that is in none is the head of itself
  std::vector<TaskId> sink_tasks;       // transactional ones
  std::vector<PlannedEntry> timeline;
  std::vector<PlannedCondition> conditions;
  Capacities capacities{};
  Layout layout{};
  std::vector<sim::ChannelInfo> channels;
  bool unaligned = false;               // periodic checkpoints overtake records on hash exchanges
  std::uint32_t in_flight_records = 0;  // that a snapshot can hold of one channel
  sim::ChannelId first_overtaking = 0;  // one for each data channel, where checkpoints are unaligned
  sim::ChannelId first_to_task, first_to_jobmanager, first_to_storage, first_acknowledge, first_data;
  std::uint32_t periodic_budget = UINT32_MAX;  // triggers; UINT32_MAX: without end
  std::uint32_t record_limit = 0;              // records of each split; 0: without end
  std::uint32_t fault_budget = 0;
  std::vector<FaultChoice> fault_choices;
  bool mines_wait_for_stop = false;  // the timeline stops the job with a snapshot: its mines are meant for that
  bool fused[64] = {};               // by message kind
  bool expiry = true;
  bool two_take_snapshots = false;     // two commands: a trigger may come to a source that has ended, or be given up
  bool watches = false;                // the client looks at events: conditions or exact faults in the timeline
  std::uint32_t restart_attempts = 0;  // resolved from the strategy and the knob; UINT32_MAX: without end
  sim::Delay restart_delay;
  bool exponential_restart = false;
  bool checkpoints_after_finish = false;  // FLIP-147, by version and option

  std::uint32_t task_count() const { return static_cast<std::uint32_t>(tasks.size()); }
  const VertexSpec& spec_of(const Vertex& v) const { return spec.vertices[v.spec]; }
  const Vertex& vertex_of(TaskId t) const { return vertices[tasks[t].vertex]; }
  std::string task_name(TaskId t) const;

  // Actors: client, jobmanager, storage, faults, then the tasks.
  static constexpr sim::ActorId client = 0, jobmanager = 1, storage = 2, faults = 3, first_task = 4;
  static constexpr sim::ActorId actor_of(TaskId t) { return first_task + t; }
  static constexpr TaskId task_of(sim::ActorId a) { return a - first_task; }
  static constexpr sim::ChannelId client_to_jobmanager = 0, jobmanager_to_client = 1, jobmanager_to_storage = 2,
                                  storage_to_jobmanager = 3;
  sim::ChannelId to_task(TaskId t) const { return first_to_task + t; }
  sim::ChannelId to_jobmanager(TaskId t) const { return first_to_jobmanager + t; }
  sim::ChannelId to_storage(TaskId t) const { return first_to_storage + t; }
  sim::ChannelId acknowledge(TaskId t) const { return first_acknowledge + t; }

  // Pointwise edges are aligned all the same (2(d).2).
  bool can_be_overtaken(sim::ChannelId data) const { return unaligned && overtakes[data - first_data]; }
  sim::ChannelId overtaking(sim::ChannelId data) const { return first_overtaking + (data - first_data); }
  sim::ChannelId data_of(sim::ChannelId over) const { return first_data + (over - first_overtaking); }

  // The data channel that a record leaves `t` by along `e`.
  sim::ChannelId channel_for(const Edge& e, TaskId t, std::uint32_t offset) const {
    const std::uint32_t subtask = tasks[t].subtask;
    if (e.exchange == Exchange::forward) return e.first_channel + subtask;
    const Vertex& to = vertices[e.to];
    return e.first_channel + subtask * to.parallelism + to.route[offset % to.keys];
  }
  // Calls f(ChannelId) for each data channel into / out of the task. A chain has those of its first, of its last.
  template <class F>
  void for_each_input(TaskId t, F&& f) const {
    for (std::uint32_t i : vertex_of(t).in) {
      const Edge& e = edges[i];
      if (e.chained) continue;
      if (e.exchange == Exchange::forward) {
        f(e.first_channel + tasks[t].subtask);
        continue;
      }
      const std::uint32_t width = vertices[e.to].parallelism;
      for (std::uint32_t u = 0; u < vertices[e.from].parallelism; ++u)
        f(e.first_channel + u * width + tasks[t].subtask);
    }
  }
  template <class F>
  void for_each_output(TaskId t, F&& f) const {
    for (std::uint32_t i : vertex_of(t).out) {
      const Edge& e = edges[i];
      if (e.chained) continue;
      if (e.exchange == Exchange::forward) {
        f(e.first_channel + tasks[t].subtask);
        continue;
      }
      const std::uint32_t width = vertices[e.to].parallelism;
      for (std::uint32_t d = 0; d < width; ++d) f(e.first_channel + tasks[t].subtask * width + d);
    }
  }
  // Calls f(TaskId) along the chain that begins with `head`, or against it (M26).
  template <class F>
  void down_chain(TaskId head, F&& f) const {
    for (TaskId t = head;; t = tasks[t].next_in_chain) {
      const TaskId next = tasks[t].next_in_chain;
      f(t);
      if (next == t) return;
    }
  }
  template <class F>
  void up_chain(TaskId head, F&& f) const {
    if (tasks[head].next_in_chain != head) up_chain(tasks[head].next_in_chain, f);
    f(head);
  }
  TaskId last_of_chain(TaskId t) const {
    while (tasks[t].next_in_chain != t) t = tasks[t].next_in_chain;
    return t;
  }
  bool is_head(TaskId t) const { return tasks[t].head == t; }
  bool is_source(TaskId t) const { return vertex_of(t).kind == VertexKind::source; }
  bool has_stop(history::CommandKind kind) const;

  // Event time and windows: window w of a vertex is [w, w + 1) times its length.
  std::uint32_t window_of(const Vertex& v, history::Record r) const {
    return static_cast<std::uint32_t>(std::uint64_t{r.offset} * event_ms(r.split) / v.window_ms);
  }
  std::uint32_t first_of_window(const Vertex& v, std::uint32_t split, std::uint32_t window) const {
    const std::uint64_t e = event_ms(split);
    return static_cast<std::uint32_t>((std::uint64_t{window} * v.window_ms + e - 1) / e);
  }
  std::uint32_t event_ms(std::uint32_t split) const { return spec_of(vertices[source_of_split[split]]).event_ms; }
  // UINT32_MAX: endless.
  std::uint32_t bound_of(std::uint32_t split) const {
    const Vertex& v = vertices[source_of_split[split]];
    return v.bounds.empty() ? UINT32_MAX : v.bounds[split - v.first_split];
  }

  bool hands_out_splits() const { return !readers.empty(); }
  static bool is_enumerated(const Vertex& v) { return v.assignment != Assignment::fixed; }
  bool is_reader(TaskId t) const { return is_source(t) && is_enumerated(vertex_of(t)); }
  std::uint32_t reader_of(TaskId t) const { return vertex_of(t).first_reader + tasks[t].subtask; }

  // Splits of a source subtask: subtask, subtask + parallelism, ...; all that it may be handed, where it has to ask.
  std::uint32_t splits_of(TaskId t) const {
    const Vertex& v = vertex_of(t);  // no source has no splits
    if (is_enumerated(v)) return v.splits;
    return tasks[t].subtask < v.splits ? (v.splits - tasks[t].subtask - 1) / v.parallelism + 1 : 0;
  }
  std::uint32_t split_of(TaskId t, std::uint32_t local) const {
    const Vertex& v = vertex_of(t);
    return v.first_split + (is_enumerated(v) ? local : tasks[t].subtask + local * v.parallelism);
  }
  // Where its position is kept.
  std::uint32_t place_of(TaskId t, std::uint32_t local) const {
    const Vertex& v = vertex_of(t);
    return is_enumerated(v) ? v.first_place + tasks[t].subtask * v.splits + local : split_of(t, local);
  }
  // Whether only some of a split's records come to one subtask of the vertex with this reach.
  bool is_routed(const Vertex::Reach& r) const { return r.whole && vertices[r.router].parallelism > 1; }
  // Whether a record's way leads through this subtask; `r` is one of its vertex's reaches.
  bool comes_by(TaskId t, const Vertex::Reach& r, std::uint32_t offset) const {
    const Vertex& router = vertices[r.router];
    return !r.whole || router.route[offset % router.keys] == tasks[t].subtask;
  }
  // The mark that a stateful task keeps for a split; expects that its records can reach it.
  std::uint32_t mark_of(TaskId t, std::uint32_t split) const;
  // The inverse: calls f(reach, split, mark) for each.
  template <class F>
  void for_each_mark(TaskId t, F&& f) const {
    const Vertex& v = vertex_of(t);
    for (const Vertex::Reach& r : v.reach) {
      const Vertex& s = vertices[r.source];
      for (std::uint32_t i = 0; i < r.marks; ++i) {
        const std::uint32_t split = r.whole ? i : tasks[t].subtask + i * s.parallelism;
        if (split < s.splits) f(r, s.first_split + split, tasks[t].first_mark + r.first_mark + i);
      }
    }
  }
};

}  // namespace model
