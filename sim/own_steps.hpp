#pragma once
// What a timed run knows about each step of an actor rule: its clock. Records are made when a step is enabled for the
// first time and keep their number for good, so that the agenda can name them. Tested in tests/sim/timed_test.cpp.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/arrivals.hpp"
#include "sim/rule.hpp"

namespace sim {

struct OwnStep {
  Time due = never, last = never;
  std::uint64_t cause = 0;  // number of the step that enabled it
  ActorId actor = nobody;
  std::uint32_t generation = 0;
  std::uint16_t rule = 0, binding = 0;
  Standing standing = Standing::idle;
};

// Addressed by (row, binding), where rows are numbered by the caller: one for each rule of each actor.
class OwnSteps {
 public:
  explicit OwnSteps(std::uint32_t rows) : blocks_(rows) {}

  OwnStep& operator[](std::uint32_t id) { return steps_[id]; }
  const std::vector<OwnStep>& all() const { return steps_; }

  // `nobody`: never enabled so far.
  std::uint32_t find(std::uint32_t row, std::uint32_t binding) const {
    for (std::uint32_t b = row; b != nobody; b = blocks_[b].next)
      if (binding - blocks_[b].binding < blocks_[b].count) return blocks_[b].first + (binding - blocks_[b].binding);
    return nobody;
  }
  // How many bindings of the row have a record.
  std::uint32_t known(std::uint32_t row) const {
    std::uint32_t b = row;
    while (blocks_[b].next != nobody) b = blocks_[b].next;
    return blocks_[b].binding + blocks_[b].count;
  }
  // Makes records for the bindings known(row) .. bindings - 1.
  void extend(std::uint32_t row, std::uint32_t bindings, ActorId actor, std::uint16_t rule) {
    const std::uint32_t from = known(row);
    std::uint32_t b = row;
    while (blocks_[b].next != nobody) b = blocks_[b].next;
    if (from > 0) {
      blocks_[b].next = static_cast<std::uint32_t>(blocks_.size());
      b = blocks_[b].next;
      blocks_.emplace_back();
    }
    blocks_[b] = {static_cast<std::uint32_t>(steps_.size()), from, bindings - from, nobody};
    for (std::uint32_t i = from; i < bindings; ++i) {
      OwnStep s;
      s.actor = actor;
      s.rule = rule;
      s.binding = static_cast<std::uint16_t>(i);
      steps_.push_back(s);
    }
  }

 private:
  struct Block {
    std::uint32_t first = 0, binding = 0, count = 0, next = nobody;  // records first.. are bindings binding..
  };
  std::vector<Block> blocks_;
  std::vector<OwnStep> steps_;
};

}  // namespace sim
