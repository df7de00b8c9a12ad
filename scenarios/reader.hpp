#pragma once
// Reads scenario files. Nothing that stands in a file makes it crash or throw: what is wrong becomes errors, all of
// them.
//
// In the order of reading, one file each: text -> tree (tree.hpp: yaml-cpp, bounds on size, depth and aliases) ->
// blocks (keys.hpp: the table of keys, which also makes the JSON Schema) -> one model::Spec a way (ways.cpp) -> checks
// across blocks (graph.cpp, reach.cpp, course.cpp). Tested in tests/scenarios.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scenarios/error.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

// Names that the caller knows and this folder must not: expectations may mention no others. An empty list is not
// checked.
struct Catalogue {
  std::vector<std::string> promises;  // ids of properties
  std::vector<std::string> figures;
  std::vector<std::string> message_kinds;  // what `explore: {fused: …}` may name
};

struct Read {
  std::vector<Scenario> scenarios;  // empty where there are errors
  std::vector<Error> errors;        // in order of place
  std::vector<Error> warnings;      // legal, but perhaps not meant: a subtask without a split, an ignored Flink key
  bool ok() const { return errors.empty(); }
};

// Bounds, all of them printed by the error that they cause.
inline constexpr std::size_t max_bytes = 1'000'000;
inline constexpr int max_depth = 64;
inline constexpr std::size_t max_nodes = 500'000;     // after aliases are followed
inline constexpr std::size_t max_cases = 1'000;       // of a file
inline constexpr std::size_t max_weight = 1'000'000;  // of a file: vertices, edges, entries, … of all ways
inline constexpr std::size_t max_keys = 1'000;        // of one map
inline constexpr std::size_t max_mistakes = 500;  // what stands behind the scenario or way with this one is not read
inline constexpr std::size_t max_vertices = 200, max_timeline = 200, max_conditions = 16;
inline constexpr std::size_t max_list = 100;  // semantics, fused, holds, changes of pace
inline constexpr std::uint32_t max_parallelism = 200'000;
inline constexpr std::int64_t max_bound = 1'000'000'000;  // records of a split
inline constexpr std::uint32_t endless = UINT32_MAX;      // of one split, where others are bounded
inline constexpr std::uint64_t max_channels = 50'000'000;

Read read(std::string_view file_name, std::string_view text, const Catalogue& known);

// The same words as in a file, for `--semantics`: "flink-1.15", "flink-1.15 + sources_stop: after-completion,
// half_success: restarts".
std::variant<SemanticsChoice, Error> read_semantics(std::string_view text);

}  // namespace scenarios
