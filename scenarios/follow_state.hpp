#pragma once
// What a follower (follow.cpp) knows of one order of steps: the model's state, and how far each lane has come.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenarios/follow_lanes.hpp"
#include "sim/rule.hpp"

namespace scenarios {

struct FollowState {
  std::vector<std::byte> block;
  Places at;
  std::uint64_t explained = 0;  // events
};

// A state that one step leads to.
struct FollowChild {
  FollowState state;
  std::uint64_t first = 0;  // seq of the earliest event that the step shows, or what stands for it
  bool silent = true;       // it shows nothing
  bool of_thread = false;   // it shows what the task's thread shows next
  bool finishes = false;    // the task has FINISHED by it
  bool is_deaf = false;     // it runs, and takes no mail any more
  sim::Step step{};
  model::TaskId task = sim::nobody;  // whose step it is
};

}  // namespace scenarios
