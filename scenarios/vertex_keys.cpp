// The keys of a job's vertices and of what stands inside them.
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
      {"holds", Shape::blocks, "What subtasks are slow at in the snapshot of a stop.", false, {}, 0, 0, "hold"},
  };
  keys.insert(keys.end(), own.begin(), own.end());
  return keys;
}
Key inputs_key() { return {"inputs", Shape::inputs, "Which vertices send to this one.", true}; }
Key keys_key() {
  return {"keys", Shape::whole, "Record k has key k mod this; a hash exchange goes by it.", false, {}, 1, 1'000'000};
}

Block source_block() {
  return {
      "source", "Reads splits of a log that can be read again.",
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
          {"assignment",
           Shape::choice,
           "`static`: split s is that of subtask s mod parallelism; `dynamic`: an enumerator hands splits out to "
           "subtasks that ask; `parent-first`: the same, and split k + 1 waits until split k is known to have been "
           "read.",
           false,
           {{"static"}, {"dynamic"}, {"parent-first"}}},
          {"rate", Shape::rate, "Records of each split; see pacing.", true},
          {"pacing",
           Shape::choice,
           "`log`: records become readable at the rate, and what has piled up is read at once; `pauses`: the "
           "source waits so long after each record.",
           false,
           {{"log"}, {"pauses"}}},
          {"pace changes",
           Shape::blocks,
           "Other rates from some time on; with pauses.",
           false,
           {},
           0,
           0,
           "pace-change"},
          {"records",
           Shape::records,
           "How many a split has: `endless`, a number, or a list of these with one for each split.",
           false,
           {},
           0,
           max_bound},
          {"event time", Shape::duration, "From one record of a split to the next, in the time of the data."},
          {"watermarks", Shape::duration, "From one watermark to the next; 0ms: one behind each record."},
          {"watermark lag", Shape::duration,
           "A watermark is the event time of the split's next record less 1ms, less this. As Flink's own watermarks: "
           "the event time of one record, and the out-of-orderness that is allowed."},
          {"ignores end", Shape::duration, "It reads on for so long after it was told to end."},
          switch_key("stoppable", "Flink 1.8: it implements StoppableFunction, so `stop` is allowed."),
      })};
}
Block keyed_count_block() {
  return {"keyed-count", "Counts records by key; its state is what snapshots are about.",
          vertex_keys({
              inputs_key(),
              keys_key(),
              {"window", Shape::duration, "It counts in tumbling windows of so much event time; none where missing."},
          })};
}
Block map_block() { return {"map", "Passes each record on.", vertex_keys({inputs_key(), keys_key()})}; }
Block sink_block() {
  return {"sink", "Makes records visible to the world outside.",
          vertex_keys({
              inputs_key(),
              keys_key(),
              {"delivery", Shape::choice, "When what it writes becomes visible.", false, deliveries()},
              {"api",
               Shape::choice,
               "Which sink interface of Flink it is written against.",
               false,
               {{"two-phase-function"}, {"sink-v2"}}},
          })};
}

}  // namespace

Key switch_key(std::string_view name, std::string_view means) {
  return {name, Shape::choice, means, false, {{"false"}, {"true"}}};
}

std::vector<Choice> deliveries() { return {{"plain"}, {"idempotent"}, {"transactional"}}; }

std::vector<Block> vertex_table() {
  return {
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
           switch_key("chained", "Both run in one thread, with nothing between them; with exchange: forward."),
       }},
      {"pace-change",
       "Another rate from some time on.",
       {
           {"from", Shape::duration, "In the time of the run.", true},
           {"rate", Shape::rate, "From then on.", true},
       }},
      {"hold",
       "Something that a subtask is slow at in the snapshot of a stop.",
       {
           {"what",
            Shape::choice,
            "`trigger`: a source comes late to its barrier; `snapshot`: the state is late in storage; `notice`: it "
            "hears late that the snapshot is complete.",
            true,
            {{"trigger"}, {"snapshot"}, {"notice"}}},
           {"subtask", Shape::whole, "Which one; 0 where it is missing.", false, {}, 0, max_parallelism - 1},
           {"time", Shape::duration, "How long.", true},
       }},
  };
}

}  // namespace scenarios
