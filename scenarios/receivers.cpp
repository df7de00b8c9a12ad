#include "scenarios/receivers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "model/names.hpp"
#include "scenarios/dead_ends.hpp"
#include "scenarios/follow_lanes.hpp"
#include "sim/machine.hpp"

namespace scenarios {

using history::At;

namespace {

std::string key_of(std::string_view lane, std::string_view split, history::Record rec, std::uint32_t attempt) {
  return fmt::format("{} {}:{} ({})", lane, split, rec.offset, attempt);
}

}  // namespace

void Receivers::hear(const history::Event& e, const history::Names& names) {
  if (const auto* took = std::get_if<history::OpProcess>(&e)) {
    const std::string lane = fmt::format("run-{} {}", took->at.job + 1, names.task(took->at.task));
    taken_[took->at].push_back({key_of(lane, names.split(took->rec.split), took->rec, took->at.attempt), took->rec});
  } else if (const auto* wrote = std::get_if<history::SinkWrite>(&e)) {
    if (!history::is_passed_through(wrote->out)) return;
    const std::string task = names.task(wrote->at.task);
    const auto subtask = static_cast<std::uint32_t>(std::atoi(task.c_str() + task.find('/') + 1));
    received_[{wrote->at.job, wrote->at.attempt, history::record_of(wrote->out)}] = subtask;
  }
}

ReceiverOf Receivers::all(std::uint32_t subtasks) const {
  ReceiverOf all;
  for (const auto& [at, records] : taken_) {
    const auto receiver = [&, &at = at](const Taken& t) {
      const auto found = received_.find({at.job, at.attempt, t.rec});
      return found == received_.end() ? subtasks : found->second;
    };
    std::uint32_t turn = 0;  // of the first, by the first that was received
    const auto known =
        std::find_if(records.begin(), records.end(), [&](const Taken& t) { return receiver(t) < subtasks; });
    if (known != records.end()) {
      const auto before = static_cast<std::uint32_t>(known - records.begin());
      turn = (receiver(*known) + subtasks - before % subtasks) % subtasks;
    }
    for (const Taken& t : records) {
      const std::uint32_t to = receiver(t);
      all[t.key] = to < subtasks ? to : turn;
      turn = (turn + 1) % subtasks;
    }
  }
  return all;
}

Steering::Steering(const model::World& world, const ReceiverOf& receivers, std::vector<std::uint32_t>* route)
    : world_(world), receivers_(receivers), route_(receivers.empty() ? nullptr : route) {}

bool Steering::prepare(sim::Step step) {
  if (!route_ || !step.of_channel()) return true;
  const model::TaskId t = task_of_step(world_, step);
  const model::Message& m = world_.channels().at(step.subject, step.binding);
  if (t == sim::nobody || m.kind != model::MessageKind::record) return true;
  const std::string split = model::ModelNames(world_.plan).split(m.split());
  const auto to = receivers_.find(key_of(lane_of_task(world_, t), split, {m.split(), m.large}, world_.task[t].attempt));
  if (to == receivers_.end()) return true;
  route_->assign(route_->size(), to->second);
  return sim::Machine<model::World>::ready(world_, step) == sim::Ready::yes;
}

bool Steering::lacks_room() const {
  if (!route_) return false;
  for (sim::ChannelId c = world_.plan.first_data; c < world_.plan.channels.size(); ++c)
    if (!world_.channels().has_room_for_data(c)) return true;
  return false;
}

}  // namespace scenarios
