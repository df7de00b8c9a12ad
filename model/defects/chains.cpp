#include "model/defects/chains.hpp"

namespace model {

std::span<const Chain> chains() {
  static const std::vector<Chain> table = {
      {"savepoint-and-committed-output",
       "Savepoint and committed output: is a savepoint a place to go back to, and who is told of it?",
       {{"Savepoints leave the recovery store, since users may delete them, but still commit (FLINK-6328).",
         "FLINK-10354"},
        {"They come back to the store, with an option to prefer checkpoints all the same.", "FLINK-20427"},
        {"The option looks for its checkpoint one entry too far back.", "FLINK-14145"},
        {"In the store, a savepoint pushes out the checkpoint that the next incremental one builds on.", "FLINK-21351"},
        {"Out of the store again, and no notices (FLINK-25191); only the savepoint of a stop still commits.",
         "FLINK-26783"},
        {"A failure behind it ends the job; but the scheduler may hear of the failure first.", "FLINK-27972"},
        {"The error names the good savepoint; the controller keeps it in two lists, and one of them deletes it.",
         "FLINK-38033"}}},
      {"end-of-input",
       "End of input: who is told, and when, that nothing will come any more?",
       {{"Every end of a partition is the end of the input, a suspend's too.", "FLINK-21132"},
        {"Stops are no end of the input; neither is a drain.", "FLINK-21453"},
        {"The mark is set where the stop is taken, and races with an end that comes by itself.", "FLINK-23884"},
        {"Sources stop when the savepoint is complete, so that records run out behind the barrier.", "FLINK-23532"},
        {"Sources stop first; a connector that had relied on the old order stores nothing then.", "FLINK-35115"}}},
      {"ambiguous-write",
       "An ambiguous write to the high-availability store: did it happen or not?",
       {{"What cannot be read at recovery is removed.", "FLINK-7783"},
        {"What is told to have failed is deleted, although its pointer was written.", "FLINK-22494"},
        {"The write is tried again; what is there already is taken for a conflict, and the live state is deleted.",
         "FLINK-28265"}}},
      {"second-commit",
       "A second commit behind a lost reply: tell a repetition from the next in line.",
       {{"Nothing says which batch was committed, so a repeated one is committed again.", "PAIMON-9666"},
        {"The number of the checkpoint says it; after a rewind the numbers come again.", "ICEBERG-10892"}}},
      {"source-events",
       "Source events: which side of a snapshot is a split on that is on its way?",
       {{"A split leaves the enumerator's state when it is sent; that the sending can fail is only logged.",
         "FLINK-21996"},
        {"What was sent is waited for, but another thread sends the triggers: a split gets to the wrong side of them, "
         "or to a later attempt.",
         "FLINK-18071"},
        {"One thread and a valve; four years later a connector has the same hole in the other direction: the report "
         "that a shard was read is on its way when both sides store theirs.",
         "FLINK-37627"},
        {"And one whose enumerator stores a split that is nobody's yet, but not where it begins.", "FLINK-38453"}}},
  };
  return table;
}

const Chain* find_chain(std::string_view id) {
  for (const Chain& c : chains())
    if (c.id == id) return &c;
  return nullptr;
}

}  // namespace model
