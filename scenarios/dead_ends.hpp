#pragma once
// States from which a recording cannot be explained any more, seen at once and not only when all that others might do
// meanwhile has been looked at.
#include <cstdint>
#include <vector>

#include "model/world.hpp"
#include "scenarios/follow_lanes.hpp"
#include "sim/rule.hpp"

namespace scenarios {

class DeadEnds {
 public:
  DeadEnds(const model::World& world, const Lanes& lanes) : world_(world), lanes_(lanes) {}

  // What a task that is over, or a source that has ceased to read, still has to show: nothing that comes could show it.
  // Null: nothing of the kind. Of the state that the world is in.
  const Seen* cut_off(const Places& at) const;

  // Of the steps that one state allows: begin, then each step, then the question.
  void begin() { hopes_.assign(world_.plan.task_count(), {}); }
  void note(sim::Step step, bool refused);  // `refused`: and for good, not only for now
  // Whether a task has no hope: all its inputs begin with what it cannot take next, and it has nothing else to do.
  bool is_stuck(const Places& at) const;

 private:
  struct Hope {
    std::uint32_t refused = 0;  // inputs
    bool any = false;
  };
  const model::World& world_;
  const Lanes& lanes_;
  std::vector<Hope> hopes_;  // by task
};

// The task whose step it is; sim::nobody: it is not a task's.
model::TaskId task_of_step(const model::World& w, sim::Step step);

}  // namespace scenarios
