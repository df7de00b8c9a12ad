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

  // What a task that is over, a source that has ceased to read, or a job that is being ended still has to show: nothing
  // that comes could show it.
  // Null: nothing of the kind. Of the state that the world is in.
  const Seen* cut_off(const Places& at) const;

  // Of the steps that one state allows: begin, then each step with what it shows, then the questions.
  void begin() { hopes_.assign(world_.plan.task_count(), {}), contradicted_ = nullptr; }
  // `refused`: and for good, not only for now; `dropped`: as below.
  void note(const Places& at, sim::Step step, const std::vector<Sighting>& shown, bool refused, bool dropped);
  // Whether a notice may still come that turns the message into nothing, or into something else; before the step.
  bool may_be_dropped(sim::Step step) const;
  // Whether a task has no hope: all its inputs begin with what it cannot take next, and it has nothing else to do.
  bool is_stuck(const Places& at) const;
  // An answer that is on its way to the client, and is another than was recorded. Null: there is none.
  const Seen* contradicted() const { return contradicted_; }

 private:
  struct Hope {
    std::uint32_t refused = 0;  // inputs
    bool any = false;
  };
  const Seen* never_triggered(const Places& at) const;

  const model::World& world_;
  const Lanes& lanes_;
  mutable std::vector<decltype(Lanes::numbers)::const_iterator> triggers_;  // by execution
  std::vector<Hope> hopes_;                                                 // by task
  const Seen* contradicted_ = nullptr;
};

// The task whose step it is; sim::nobody: it is not a task's.
model::TaskId task_of_step(const model::World& w, sim::Step step);

}  // namespace scenarios
