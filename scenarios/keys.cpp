#include "scenarios/keys.hpp"

#include <array>

#include "scenarios/key_tables.hpp"
#include "sim/expect.hpp"

namespace scenarios {
namespace {

constexpr std::array<std::string_view, 4> vertex_kinds{"source", "keyed-count", "map", "sink"};

std::vector<Block> all_blocks() {
  std::vector<Block> all = outer_blocks();
  for (const auto& part : {job_blocks(), vertex_table(), course_blocks()})
    all.insert(all.end(), part.begin(), part.end());
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
  sim::never_here("a block of this name");
}

std::span<const std::string_view> vertex_blocks() { return vertex_kinds; }

}  // namespace scenarios
