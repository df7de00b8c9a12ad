// The keys of a job and its settings: channels, storage, checkpoints, restart, savepoints, cluster. Vertices are in
// vertex_keys.cpp.
#include "scenarios/key_tables.hpp"

namespace scenarios {
namespace {

Block checkpoints_block() {
  return {
      "checkpoints",
      "Periodic checkpoints.",
      {
          {"interval", Shape::interval, "From one trigger to the next.", true},
          {"first", Shape::duration, "The first trigger, from the start of the job; one interval where it is missing."},
          {"later-firsts", Shape::durations,
           "The same for the executions after the first, one each; the last holds for the rest. Flink draws it anew."},
          {"mode", Shape::choice, "Whether barriers are aligned.", false, {{"exactly-once"}, {"at-least-once"}}},
          {"timeout", Shape::duration, "A checkpoint that takes longer is given up."},
          {"retention",
           Shape::choice,
           "What is left of them when the job is cancelled or fails.",
           false,
           {{"none"}, {"retain-on-cancel"}, {"delete-on-cancel"}}},
          {"retained", Shape::whole, "How many completed checkpoints are kept.", false, {}, 1, 1'000},
          {"max-concurrent", Shape::whole, "How many checkpoints may be on their way at once.", false, {}, 1, 100},
          {"tolerable-failed-checkpoints",
           Shape::whole,
           "How many may fail in a row before the job does.",
           false,
           {},
           0,
           1'000'000},
          switch_key("unaligned", "Barriers overtake records, which go into the snapshot; savepoints stay aligned."),
          switch_key("after-tasks-finish",
                     "Checkpoints go on when some tasks have finished; where it is missing, as in this version."),
          {"min-pause", Shape::duration, "", false, {}, 0, 0, {}, false},
      }};
}

}  // namespace

std::vector<Block> job_blocks() {
  return {
      {"job",
       "The job graph and what is slow in it.",
       {
           {"vertices", Shape::vertices, "Sources, operators and sinks.", true},
           {"network", Shape::block, "Delays and sizes of the channels.", false, {}, 0, 0, "network"},
           {"storage", Shape::block, "Delays of the snapshot storage.", false, {}, 0, 0, "storage"},
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
            50'000},
       }},
      {"storage",
       "Delays of the snapshot storage.",
       {
           {"write", Shape::delay, "One task's part of a snapshot."},
           {"metadata", Shape::delay, "The end of a snapshot, when all parts are there."},
           {"prepare", Shape::delay, "The place of a snapshot that a command asks for, before its trigger."},
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
      {"cluster",
       "What the job runs on.",
       {
           {"taskmanagers",
            Shape::whole,
            "How many; subtask i of each vertex lies on number i mod this.",
            false,
            {},
            1,
            1'000},
           switch_key("replacement", "A lost TaskManager is replaced; true where it is missing."),
           switch_key("high-availability", "Leadership, checkpoint store and counter outlive the JobManager."),
           {"teardown", Shape::delay, "From a task's failure or cancellation to its report."},
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
