// The keys of what is done to a job, and of the budgets of an exploration.
#include "history/bounded.hpp"
#include "scenarios/fault_kinds.hpp"
#include "scenarios/key_tables.hpp"

namespace scenarios {
namespace {

std::vector<Choice> command_kinds() {
  return {{"cancel"},
          {"cancel-with-savepoint"},
          {"stop"},
          {"stop-with-savepoint"},
          {"stop-with-checkpoint"},
          {"savepoint"},
          {"checkpoint"},
          {"resume"}};
}

std::vector<Choice> fault_choices() {
  std::vector<Choice> all;
  for (const FaultRow& row : fault_rows()) all.push_back({row.word});
  return all;
}
std::vector<Key> budget_keys() {
  std::vector<Key> keys{{"any", Shape::budget, "In all; the sum of the others where it is missing."}};
  for (const FaultRow& row : fault_rows()) keys.push_back({row.word, Shape::budget, row.means});
  return keys;
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
           switch_key("drain", "A stop in which windows fire before the job ends."),
           {"from",
            Shape::choice,
            "What a resume starts from.",
            false,
            {{"best"}, {"savepoint"}, {"checkpoint"}, {"scratch"}}},
           {"claim",
            Shape::choice,
            "Who owns the snapshot that a resume starts from.",
            false,
            {{"no-claim"}, {"claim"}, {"legacy"}}},
       }},
      {"fault",
       "Something that breaks.",
       {
           {"kind", Shape::choice, "What breaks.", true, fault_choices()},
           {"task", Shape::task, "Which subtask; of a fault that strikes one."},
           {"taskmanager", Shape::whole, "Which TaskManager is lost.", false, {}, 0, 999},
       }},
      {"faults", "How many faults an exploration may inject.", budget_keys()},
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
