#pragma once
// The table of everything that may stand in a scenario file: blocks, their keys, what a value looks like. The reader
// asks this table what is known, required and modelled, and the JSON Schema is printed from it, so the two cannot drift
// apart. Tested in tests/scenarios/schema_test.cpp.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scenarios {

enum class Shape : std::uint8_t {
  text,       // any line of text
  story,      // text of any length
  name,       // letters, digits, '_', '-', '.': it is used inside other values
  task,       // "count/0"
  whole,      // a whole number within [least, most]
  count,      // the same with suffixes: 10M
  budget,     // 0..1
  duration,   // 10s
  durations,  // a list of durations
  delay,      // 10s, or a block of quantiles
  rate,       // 100/s
  moment,     // 27s, or +5s after the previous entry
  until,      // a duration, or "caught up"
  interval,   // a duration, or "none"
  records,    // "endless", a whole number, or a list of these
  condition,  // "job ended and command end answered ok"
  choice,     // one of `choices`
  choices,    // a list of them
  words,      // a list of names
  block,      // the block named in `of`
  blocks,     // a list of those
  vertices,   // a list of blocks, told apart by `kind`
  inputs,     // a list of names or `input` blocks
  semantics,  // a name, {base: …, knob: value}, or a list of these
  figures,    // by name: a whole number, some, none, unknown, or one of these for each delivery
  promises,   // by id: kept or broken
  answers,    // by id of a command: ok, failed or unanswered
  flink       // Flink's own keys, see flink_config.cpp
};

// Order matters: the reader turns the place in the list into an enumerator of the same place.
struct Choice {
  std::string_view word;
  bool modelled = true;
};

struct Key {
  std::string_view name;
  Shape shape = Shape::text;
  std::string_view means = {};  // one sentence for editors
  bool required = false;
  std::vector<Choice> choices = {};
  std::int64_t least = 0, most = 0;  // whole, count
  std::string_view of = {};          // block, blocks
  bool modelled = true;              // false: recognised and refused
};

struct Block {
  std::string_view name, means;
  std::vector<Key> keys;
  const Key* find(std::string_view key) const;
};

std::span<const Block> blocks();
const Block& block(std::string_view name);  // expects it to exist

// The blocks that `job: {vertices: …}` may hold, in the order of model::VertexKind.
std::span<const std::string_view> vertex_blocks();

}  // namespace scenarios
