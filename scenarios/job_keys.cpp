// The keys of a job: vertices, channels, storage, checkpoints, restart, savepoints.
#include "scenarios/key_tables.hpp"
#include "scenarios/reader.hpp"

namespace scenarios {
namespace {

std::vector<Choice> kind_choices() {
  std::vector<Choice> all;
  for (const std::string_view word : vertex_blocks()) all.push_back({word});
  for (std::string_view later : {"window", "flat-map", "co-map", "async"}) all.push_back({later, false});
  return all;
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
              {"api",
               Shape::choice,
               "Which source interface of Flink it is written against.",
               false,
               {{"source-function"}, {"flip-27"}}},
              {"splits",
               Shape::whole,
               "How many splits all subtasks share; with fewer splits than subtasks some idle.",
               false,
               {},
               1,
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
              {"api",
               Shape::choice,
               "Which sink interface of Flink it is written against.",
               false,
               {{"two-phase-function"}, {"sink-v2", false}}},
          })};
}

Block checkpoints_block() {
  return {
      "checkpoints",
      "Periodic checkpoints.",
      {
          {"interval", Shape::interval, "From one trigger to the next.", true},
          {"first", Shape::duration, "The first trigger, from the start of the job; one interval where it is missing."},
          {"mode", Shape::choice, "Whether barriers are aligned.", false, {{"exactly-once"}, {"at-least-once", false}}},
          {"timeout", Shape::duration, "A checkpoint that takes longer is given up."},
          {"retention",
           Shape::choice,
           "What is left of them when the job is cancelled or fails.",
           false,
           {{"none"}, {"retain-on-cancel"}, {"delete-on-cancel"}}},
          {"retained", Shape::whole, "How many completed checkpoints are kept.", false, {}, 1, 1'000},
          {"max-concurrent", Shape::whole, "How many checkpoints may be on their way at once.", false, {}, 1, 100},
          {"unaligned", Shape::text, "", false, {}, 0, 0, {}, false},
          {"min-pause", Shape::duration, "", false, {}, 0, 0, {}, false},
          {"tolerable-failures", Shape::whole, "", false, {}, 0, 0, {}, false},
      }};
}

}  // namespace

std::vector<Choice> deliveries() { return {{"plain"}, {"idempotent", false}, {"transactional"}}; }

std::vector<Block> job_blocks() {
  return {
      {"job",
       "The job graph and what is slow in it.",
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
      {"input",
       "One edge of the graph.",
       {
           {"from", Shape::name, "The vertex that sends.", true},
           {"exchange",
            Shape::choice,
            "To which subtask a record goes.",
            false,
            {{"forward"}, {"hash"}, {"rebalance", false}, {"broadcast", false}}},
       }},
      {"network",
       "Delays and sizes of the channels.",
       {
           {"data", Shape::delay, "From task to task, for records and barriers."},
           {"control", Shape::delay, "Between client, JobManager and tasks."},
           {"capacity",
            Shape::whole,
            "Records that fit into one data channel; a full one is backpressure.",
            false,
            {},
            1,
            1'000'000},
       }},
      {"storage",
       "Delays of the snapshot storage.",
       {
           {"write", Shape::delay, "One task's part of a snapshot."},
           {"metadata", Shape::delay, "The end of a snapshot, when all parts are there."},
       }},
      {"delay",
       "Quantiles with straight lines between them.",
       {
           {"min", Shape::duration, "0ms where it is missing."},
           {"p50", Shape::duration, "Half of all are shorter.", true},
           {"p90", Shape::duration, "", true},
           {"p99", Shape::duration, "", true},
           {"max", Shape::duration, "", true},
       }},
      checkpoints_block(),
      {"restart",
       "What happens after a failure.",
       {
           {"strategy",
            Shape::choice,
            "`unset` leaves it to the version of Flink.",
            true,
            {{"unset"}, {"none"}, {"fixed-delay"}, {"exponential-delay", false}, {"failure-rate", false}}},
           {"attempts", Shape::whole, "With fixed-delay: restarts until the job fails.", false, {}, 0, 2'147'483'647},
           {"delay", Shape::duration, "With fixed-delay: from the failure to the restart."},
       }},
      {"savepoints",
       "Where savepoints go.",
       {{"directory",
         Shape::choice,
         "`none`: not configured; `unusable`: writing fails.",
         true,
         {{"default"}, {"none"}, {"unusable"}}}}},
  };
}

}  // namespace scenarios
