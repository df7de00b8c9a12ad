#include "scenarios/dead_ends.hpp"

#include <fmt/format.h>

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
  if (const Seen* s = never_triggered(at)) return s;
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

// An execution that is being ended triggers no snapshot any more.
const Seen* DeadEnds::never_triggered(const Places& at) const {
  const model::JobManager& jm = *world_.jm;
  const bool ends = jm.phase == model::Phase::cancelling || jm.phase == model::Phase::failing || is_over(jm.phase);
  if (!ends || jm.executions == 0) return nullptr;
  if (triggers_.size() < jm.executions) {
    for (std::size_t n = triggers_.size(); n < jm.executions; ++n)
      triggers_.push_back(lanes_.numbers.find(fmt::format("run-{} triggers", n + 1)));
  }
  const auto lane = triggers_[jm.executions - 1U];
  return lane == lanes_.numbers.end() ? nullptr : lanes_.next(at, lane->second);
}

void DeadEnds::note(const Places& at, sim::Step step, const std::vector<Sighting>& shown, bool refused, bool dropped) {
  if (refused && step.of_channel() && step.subject == model::Plan::jobmanager_to_client) {
    for (const Sighting& s : shown)
      if (const auto lane = lanes_.numbers.find(s.lane); lane != lanes_.numbers.end())
        contradicted_ = lanes_.next(at, lane->second);
    return;
  }
  const TaskId t = task_of_step(world_, step);
  if (t == sim::nobody) return;
  const bool input = step.of_channel() && world_.channels().info(step.subject).channel_class ==
                                              static_cast<std::uint8_t>(model::ChannelClass::data);
  if (input && refused && !dropped)
    ++hopes_[t].refused;
  else
    hopes_[t].any = true;
}

bool DeadEnds::may_be_dropped(sim::Step step) const {
  using Kind = model::MessageKind;
  if (task_of_step(world_, step) == sim::nobody || !step.of_channel()) return true;
  const model::Message& m = world_.channels().at(step.subject, step.binding);
  if (m.kind == Kind::record || m.kind == Kind::watermark || m.kind == Kind::window_part) return false;
  const model::Task& task = world_.task[model::Plan::task_of(world_.channels().info(step.subject).receiver)];
  if (m.kind != Kind::barrier) return true;
  const bool of_second_stop = m.sync() && world_.plan.two_take_snapshots;  // until the first is over
  return of_second_stop || lanes_.may_be_given_up(m.large, task.job);
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
