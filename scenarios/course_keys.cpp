// The keys of what is done to a job, and of the budgets of fuzz and explore.
#include "history/bounded.hpp"
#include "scenarios/key_tables.hpp"

namespace scenarios {
namespace {

std::vector<Choice> command_kinds() {
  return {{"cancel"},
          {"cancel-with-savepoint", false},
          {"stop"},
          {"stop-with-savepoint"},
          {"stop-with-checkpoint"},
          {"savepoint"},
          {"checkpoint", false},
          {"resume"}};
}

}  // namespace

std::vector<Block> course_blocks() {
  return {
      {"entry",
       "One thing done to the job.",
       {
           {"at", Shape::moment, "Timed runs: not before this time; with + counted from the previous entry."},
           {"when", Shape::condition, "Not before this has come true."},
           {"command", Shape::block, "A command of the client.", false, {}, 0, 0, "command"},
           {"fault", Shape::block, "Something that breaks.", false, {}, 0, 0, "fault"},
           {"way", Shape::choice, "Each way's command or fault takes this place.", false, {{"here"}}},
       }},
      {"command",
       "A command of the client.",
       {
           {"kind", Shape::choice, "Which command.", true, command_kinds()},
           {"id", Shape::name, "Conditions call it so; c1, c2, … where it is missing."},
           {"drain", Shape::choice, "Whether windows fire before the job ends.", false, {{"false"}, {"true", false}}},
           {"from",
            Shape::choice,
            "What a resume starts from.",
            false,
            {{"best"}, {"savepoint"}, {"checkpoint"}, {"scratch"}}},
       }},
      {"fault",
       "Something that breaks.",
       {
           {"kind",
            Shape::choice,
            "What breaks.",
            true,
            {{"task-failure"},
             {"taskmanager-loss", false},
             {"jobmanager-loss", false},
             {"snapshot-failure", false},
             {"commit-failure", false},
             {"storage-failure", false},
             {"notify-failure", false}}},
           {"task", Shape::task, "Which subtask.", true},
       }},
      {"faults",
       "How many faults fuzz and explore may inject.",
       {
           {"any", Shape::budget, "In all."},
           {"task-failure", Shape::budget, "Of a task."},
           {"taskmanager-loss", Shape::budget, "", false, {}, 0, 0, {}, false},
           {"jobmanager-loss", Shape::budget, "", false, {}, 0, 0, {}, false},
           {"storage-failure", Shape::budget, "", false, {}, 0, 0, {}, false},
       }},
      {"explore",
       "The size of an exploration.",
       {
           {"records", Shape::whole, "Of each split.", false, {}, 0, history::bounded_offsets},
           {"checkpoints", Shape::whole, "Periodic triggers.", false, {}, 0, 100},
           {"capacity", Shape::whole, "Records in one data channel.", false, {}, 1, 100},
           {"states", Shape::count, "After so many states it stops, undecided.", false, {}, 1, 1'000'000'000'000},
           {"storage",
            Shape::choice,
            "`asynchronous`: each write is a message of its own, about 8 times the states.",
            false,
            {{"atomic"}, {"asynchronous"}}},
           {"expiry", Shape::choice, "`on`: each pending snapshot may expire once.", false, {{"off"}, {"on"}}},
           {"fused", Shape::words, "Kinds of messages that are delivered in the step that sends them."},
       }},
  };
}

}  // namespace scenarios
