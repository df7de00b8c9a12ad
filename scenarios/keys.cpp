#include "scenarios/keys.hpp"

#include <array>

#include "history/store.hpp"
#include "scenarios/reader.hpp"
#include "sim/expect.hpp"

namespace scenarios {
namespace {

constexpr std::array<std::string_view, 4> vertex_kinds{"source", "keyed-count", "map", "sink"};

std::vector<Choice> kind_choices() {
  std::vector<Choice> all(vertex_kinds.begin(), vertex_kinds.end());
  for (std::string_view later : {"window", "flat-map", "co-map", "async"}) all.push_back({later, false});
  return all;
}
std::vector<Choice> job_statuses() {
  return {{"INITIALIZING"}, {"CREATED"},  {"RUNNING"},    {"FAILING"},   {"FAILED"},     {"CANCELLING"},
          {"CANCELED"},     {"FINISHED"}, {"RESTARTING"}, {"SUSPENDED"}, {"RECONCILING"}};
}
std::vector<Choice> deliveries() { return {{"plain"}, {"idempotent", false}, {"transactional"}}; }
std::vector<Choice> command_kinds() {
  return {{"cancel"}, {"cancel-with-savepoint", false}, {"stop"}, {"stop-with-savepoint"}, {"stop-with-checkpoint"}, {"savepoint"},
          {"checkpoint", false}, {"resume"}};
}

// What every vertex has, with `own` keys behind.
std::vector<Key> vertex_keys(std::vector<Key> own) {
  std::vector<Key> keys{
      {"name", Shape::name, "Other vertices and conditions call it so.", true},
      {"kind", Shape::choice, "What the vertex does.", true, kind_choices()},
      {"parallelism", Shape::whole, "How many subtasks.", false, {}, 1, max_parallelism},
      {"service", Shape::delay, "How long one record keeps a subtask busy."},
  };
  keys.insert(keys.end(), own.begin(), own.end());
  return keys;
}
Key inputs_key() { return {"inputs", Shape::inputs, "Which vertices send to this one.", true}; }

Block source_block() {
  return {"source", "Reads splits of a log that can be read again.",
          vertex_keys({
              {"api", Shape::choice, "Which source interface of Flink it is written against.", false, {{"source-function"}, {"flip-27"}}},
              {"splits", Shape::whole, "How many splits all subtasks share; with fewer splits than subtasks some idle.", false, {}, 1,
               max_parallelism},
              {"rate", Shape::rate, "Records that become readable in each split.", true},
              {"records", Shape::records, "How many records a split has."},
              {"window", Shape::duration, "", false, {}, 0, 0, {}, false},
              {"watermarks", Shape::text, "", false, {}, 0, 0, {}, false},
          })};
}
Block keyed_count_block() {
  return {"keyed-count", "Counts records by key; its state is what snapshots are about.",
          vertex_keys({
              inputs_key(),
              {"keys", Shape::whole, "Record k has key k mod this.", false, {}, 1, 1'000'000},
              {"window", Shape::duration, "", false, {}, 0, 0, {}, false},
          })};
}
Block map_block() { return {"map", "Passes each record on.", vertex_keys({inputs_key()})}; }
Block sink_block() {
  return {"sink", "Makes records visible to the world outside.",
          vertex_keys({
              inputs_key(),
              {"delivery", Shape::choice, "When what it writes becomes visible.", false, deliveries()},
              {"api", Shape::choice, "Which sink interface of Flink it is written against.", false,
               {{"two-phase-function"}, {"sink-v2", false}}},
          })};
}

// What a way may say for itself, in place of the scenario's block of that name.
std::vector<Key> replaceable_keys() {
  return {
      {"semantics", Shape::semantics, "A version of Flink, with or without changed knobs; or a list of them."},
      {"job", Shape::block, "The job graph and what is slow in it.", false, {}, 0, 0, "job"},
      {"checkpoints", Shape::block, "Periodic checkpoints; none where the block is missing.", false, {}, 0, 0, "checkpoints"},
      {"flink-config", Shape::flink, "Flink's own configuration keys, in place of checkpoints, restart and savepoints."},
      {"restart", Shape::block, "What happens after a failure.", false, {}, 0, 0, "restart"},
      {"savepoints", Shape::block, "Where savepoints go.", false, {}, 0, 0, "savepoints"},
      {"until", Shape::until, "When a timed run ends; `caught up` where it is missing."},
      {"timeline", Shape::blocks, "What is done to the job and when, in order.", false, {}, 0, 0, "entry"},
      {"faults", Shape::block, "How many faults fuzz and explore may inject.", false, {}, 0, 0, "faults"},
      {"explore", Shape::block, "The size of an exploration.", false, {}, 0, 0, "explore"},
      {"expect", Shape::block, "What should come out; a way's keys win over the scenario's.", false, {}, 0, 0, "expect"},
  };
}
Block scenario_block() {
  std::vector<Key> keys{
      {"scenario", Shape::text, "Its name.", true},
      {"story", Shape::story, "What is done to which job and why that is worth knowing."},
  };
  const auto shared = replaceable_keys();
  keys.insert(keys.end(), shared.begin(), shared.end());
  keys.push_back({"ways", Shape::blocks, "Ways of ending: one run, or one column of a comparison, each.", false, {}, 0, 0, "way"});
  keys.push_back({"compare", Shape::block, "What a comparison compares.", false, {}, 0, 0, "compare"});
  return {"scenario", "One experiment.", std::move(keys)};
}
Block way_block() {
  std::vector<Key> keys{
      {"name", Shape::text, "Its column in a comparison.", true},
      {"command", Shape::block, "The command that takes the place of `way: here`.", false, {}, 0, 0, "command"},
      {"fault", Shape::block, "The fault that takes the place of `way: here`.", false, {}, 0, 0, "fault"},
  };
  const auto shared = replaceable_keys();
  keys.insert(keys.end(), shared.begin(), shared.end());
  return {"way", "One way of ending the job.", std::move(keys)};
}

Block checkpoints_block() {
  return {"checkpoints", "Periodic checkpoints.",
          {
              {"interval", Shape::interval, "From one trigger to the next.", true},
              {"first", Shape::duration, "The first trigger, from the start of the job; one interval where it is missing."},
              {"mode", Shape::choice, "Whether barriers are aligned.", false, {{"exactly-once"}, {"at-least-once", false}}},
              {"timeout", Shape::duration, "A checkpoint that takes longer is given up."},
              {"retention", Shape::choice, "What is left of them when the job is cancelled or fails.", false,
               {{"none"}, {"retain-on-cancel"}, {"delete-on-cancel"}}},
              {"retained", Shape::whole, "How many completed checkpoints are kept.", false, {}, 1, 1'000},
              {"max-concurrent", Shape::whole, "How many checkpoints may be on their way at once.", false, {}, 1, 100},
              {"unaligned", Shape::text, "", false, {}, 0, 0, {}, false},
              {"min-pause", Shape::duration, "", false, {}, 0, 0, {}, false},
              {"tolerable-failures", Shape::whole, "", false, {}, 0, 0, {}, false},
          }};
}

std::vector<Block> job_blocks() {
  return {
      scenario_block(),
      way_block(),
      {"job", "The job graph and what is slow in it.",
       {
           {"vertices", Shape::vertices, "Sources, operators and sinks.", true},
           {"network", Shape::block, "Delays and sizes of the channels.", false, {}, 0, 0, "network"},
           {"storage", Shape::block, "Delays of the snapshot storage.", false, {}, 0, 0, "storage"},
           {"chained", Shape::text, "", false, {}, 0, 0, {}, false},
           {"scheduler", Shape::text, "", false, {}, 0, 0, {}, false},
       }},
      source_block(),
      keyed_count_block(),
      map_block(),
      sink_block(),
      {"input", "One edge of the graph.",
       {
           {"from", Shape::name, "The vertex that sends.", true},
           {"exchange", Shape::choice, "To which subtask a record goes.", false, {{"forward"}, {"hash"}, {"rebalance", false}, {"broadcast", false}}},
       }},
      {"network", "Delays and sizes of the channels.",
       {
           {"data", Shape::delay, "From task to task, for records and barriers."},
           {"control", Shape::delay, "Between client, JobManager and tasks."},
           {"capacity", Shape::whole, "Records that fit into one data channel; a full one is backpressure.", false, {}, 1, 1'000'000},
       }},
      {"storage", "Delays of the snapshot storage.",
       {
           {"write", Shape::delay, "One task's part of a snapshot."},
           {"metadata", Shape::delay, "The end of a snapshot, when all parts are there."},
       }},
      {"delay", "Quantiles with straight lines between them.",
       {
           {"min", Shape::duration, "0ms where it is missing."},
           {"p50", Shape::duration, "Half of all are shorter.", true},
           {"p90", Shape::duration, "", true},
           {"p99", Shape::duration, "", true},
           {"max", Shape::duration, "", true},
       }},
      checkpoints_block(),
      {"restart", "What happens after a failure.",
       {
           {"strategy", Shape::choice, "`unset` leaves it to the version of Flink.", true,
            {{"unset"}, {"none"}, {"fixed-delay"}, {"exponential-delay", false}, {"failure-rate", false}}},
           {"attempts", Shape::whole, "With fixed-delay: restarts until the job fails.", false, {}, 0, 2'147'483'647},
           {"delay", Shape::duration, "With fixed-delay: from the failure to the restart."},
       }},
      {"savepoints", "Where savepoints go.",
       {{"directory", Shape::choice, "`none`: not configured; `unusable`: writing fails.", true, {{"default"}, {"none"}, {"unusable"}}}}},
  };
}

std::vector<Block> course_blocks() {
  return {
      {"entry", "One thing done to the job.",
       {
           {"at", Shape::moment, "Timed runs: not before this time; with + counted from the previous entry."},
           {"when", Shape::condition, "Not before this has come true."},
           {"command", Shape::block, "A command of the client.", false, {}, 0, 0, "command"},
           {"fault", Shape::block, "Something that breaks.", false, {}, 0, 0, "fault"},
           {"way", Shape::choice, "Each way's command or fault takes this place.", false, {{"here"}}},
       }},
      {"command", "A command of the client.",
       {
           {"kind", Shape::choice, "Which command.", true, command_kinds()},
           {"id", Shape::name, "Conditions call it so; c1, c2, … where it is missing."},
           {"drain", Shape::choice, "Whether windows fire before the job ends.", false, {{"false"}, {"true", false}}},
           {"from", Shape::choice, "What a resume starts from.", false, {{"best"}, {"savepoint"}, {"checkpoint"}, {"scratch"}}},
       }},
      {"fault", "Something that breaks.",
       {
           {"kind", Shape::choice, "What breaks.", true,
            {{"task-failure"}, {"taskmanager-loss", false}, {"jobmanager-loss", false}, {"snapshot-failure", false}, {"commit-failure", false},
             {"storage-failure", false}, {"notify-failure", false}}},
           {"task", Shape::task, "Which subtask.", true},
       }},
      {"compare", "What a comparison compares.",
       {
           {"baseline", Shape::text, "The way that the others are measured against."},
           {"sinks", Shape::choices, "Each case once with each delivery.", false, deliveries()},
       }},
      {"faults", "How many faults fuzz and explore may inject.",
       {
           {"any", Shape::budget, "In all."},
           {"task-failure", Shape::budget, "Of a task."},
           {"taskmanager-loss", Shape::budget, "", false, {}, 0, 0, {}, false},
           {"jobmanager-loss", Shape::budget, "", false, {}, 0, 0, {}, false},
           {"storage-failure", Shape::budget, "", false, {}, 0, 0, {}, false},
       }},
      {"explore", "The size of an exploration.",
       {
           {"records", Shape::whole, "Of each split.", false, {}, 0, history::bounded_offsets},
           {"checkpoints", Shape::whole, "Periodic triggers.", false, {}, 0, 100},
           {"capacity", Shape::whole, "Records in one data channel.", false, {}, 1, 100},
           {"states", Shape::count, "After so many states it stops, undecided.", false, {}, 1, 1'000'000'000'000},
           {"storage", Shape::choice, "`asynchronous`: each write is a message of its own, about 8 times the states.", false,
            {{"atomic"}, {"asynchronous"}}},
           {"expiry", Shape::choice, "`on`: each pending snapshot may expire once.", false, {{"off"}, {"on"}}},
           {"fused", Shape::words, "Kinds of messages that are delivered in the step that sends them."},
       }},
      {"expect", "What should come out.",
       {
           {"figures", Shape::figures, "A whole number, `unknown`, or one for each delivery: {plain: 650, transactional: 0}."},
           {"final status", Shape::choice, "Last status of the first execution.", false, job_statuses()},
           {"promises", Shape::promises, "By id of the property."},
           {"command", Shape::choice, "The answer to the way's command.", false, {{"failed"}, {"ok"}}},
           {"artifacts", Shape::block, "How many snapshots are left at the end.", false, {}, 0, 0, "artifacts"},
       }},
      {"artifacts", "How many snapshots are left at the end.",
       {
           {"checkpoint", Shape::whole, "", false, {}, 0, 1'000'000},
           {"savepoint", Shape::whole, "", false, {}, 0, 1'000'000},
       }},
  };
}

std::vector<Block> all_blocks() {
  std::vector<Block> all = job_blocks();
  const auto more = course_blocks();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

const Key* Block::find(std::string_view key) const {
  for (const Key& k : keys)
    if (k.name == key) return &k;
  return nullptr;
}

std::span<const Block> blocks() {
  static const std::vector<Block> all = all_blocks();
  return all;
}

const Block& block(std::string_view name) {
  for (const Block& b : blocks())
    if (b.name == name) return b;
  expects(!"a block of this name");
  return blocks().front();
}

std::span<const std::string_view> vertex_blocks() { return vertex_kinds; }

}  // namespace scenarios
