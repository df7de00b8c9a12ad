#include "scenarios/dead_ends.hpp"

#include "sim/machine.hpp"

namespace scenarios {

using history::TaskStatus;
using model::TaskId;

TaskId task_of_step(const model::World& w, sim::Step step) {
  const sim::ActorId a = sim::Machine<model::World>::actor(w, step);
  const bool task = a >= model::Plan::actor_of(0) && a < model::Plan::actor_of(w.plan.task_count());
  return task ? model::Plan::task_of(a) : sim::nobody;
}

const Seen* DeadEnds::cut_off(const Places& at) const {
  for (TaskId t = 0; t < world_.plan.task_count(); ++t) {
    const model::Task& task = world_.task[t];
    const TaskStatus s = task.status;
    const bool over = s == TaskStatus::finished || s == TaskStatus::failed || s == TaskStatus::canceled;
    const bool reads_no_more =
        world_.plan.is_source(t) && s == TaskStatus::running && task.reading == model::Reading::no;
    if (!over && !reads_no_more) continue;
    for (const std::uint32_t lane : lanes_.of_task(world_, t)) {
      const Seen* next = lanes_.next(at, lane);
      if (!next || next->sighting.attempt != task.attempt) continue;
      if (over || next->sighting.what.starts_with("source.emit")) return next;
    }
  }
  return nullptr;
}

void DeadEnds::note(sim::Step step, bool refused) {
  const TaskId t = task_of_step(world_, step);
  if (t == sim::nobody) return;
  const bool input = step.of_channel() && world_.channels().info(step.subject).channel_class ==
                                              static_cast<std::uint8_t>(model::ChannelClass::data);
  if (input && refused)
    ++hopes_[t].refused;
  else
    hopes_[t].any = true;
}

bool DeadEnds::is_stuck(const Places& at) const {
  if (world_.plan.unaligned) return false;  // barriers come beside the records
  for (TaskId t = 0; t < hopes_.size(); ++t) {
    const std::uint32_t inputs = world_.plan.tasks[t].inputs;
    if (hopes_[t].any || inputs == 0 || hopes_[t].refused < inputs) continue;
    for (const std::uint32_t lane : lanes_.of_task(world_, t)) {
      const Seen* next = lanes_.next(at, lane);
      if (!next || next->sighting.attempt != world_.task[t].attempt) continue;
      const std::string& name = next->sighting.lane;
      if (!name.ends_with(" notices") && !name.ends_with(" commits")) return true;  // those come by mail
    }
  }
  return false;
}

}  // namespace scenarios
