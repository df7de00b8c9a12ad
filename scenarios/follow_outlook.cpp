#include "scenarios/follow_outlook.hpp"

#include <algorithm>

namespace scenarios {

using model::Message;
using model::MessageKind;
using model::TaskId;

Outlook::Outlook(const model::World& world) : world_(world) {
  const model::Plan& plan = world.plan;
  for (const model::Vertex& v : plan.vertices) bounded_ |= !v.bounds.empty();
  // Behind a drain; behind a suspend only where each task is a source with a thread of its own (extra_checkpoint.cpp).
  const bool drains = std::any_of(plan.timeline.begin(), plan.timeline.end(),
                                  [](const model::PlannedEntry& e) { return e.command && e.command->drain; });
  const bool all_sources = std::all_of(plan.heads.begin(), plan.heads.end(), [&](TaskId t) {
    return plan.is_source(t) && plan.vertex_of(t).api == model::SourceApi::source_function;
  });
  extra_ = plan.spec.semantics.extra_checkpoint == model::ExtraCheckpoint::after_drain && (drains || all_sources);
}

// Whatever begins one is looked at: the trigger, what is being triggered, the commands to come.
bool Outlook::may_begin_snapshot() const {
  if (world_.jm->trigger != model::Trigger::off || bounded_ || extra_) return true;
  for (std::uint32_t i = 0; i < world_.plan.capacities.pending; ++i)
    if (world_.pending[i].checkpoint) return true;
  for (std::uint32_t i = 0; i < world_.plan.capacities.operations; ++i)
    if (world_.operations[i].command && world_.operations[i].waits != model::Waits::for_end) return true;
  return client_may_ask_for_snapshot();
}

bool Outlook::client_may_ask_for_snapshot() const {
  if (!world_.channels().empty(model::Plan::client_to_jobmanager)) return true;
  for (std::size_t i = world_.client->next; i < world_.plan.timeline.size(); ++i) {
    const model::PlannedEntry& e = world_.plan.timeline[i];
    if (!e.command) continue;
    if (e.command->resume) return false;
    if (e.command->kind != history::CommandKind::cancel) return true;
  }
  return false;
}

bool Outlook::is_under_way() const {
  const auto& channels = world_.channels();
  const auto holds = [&](sim::ChannelId c, MessageKind kind) {
    for (std::uint16_t i = 0; i < channels.count(c); ++i)
      if (channels.at(c, i).kind == kind) return true;
    return false;
  };
  for (TaskId t = 0; t < world_.plan.task_count(); ++t)
    if (world_.task[t].aligning || holds(world_.plan.to_task(t), MessageKind::trigger)) return true;
  for (sim::ChannelId c = world_.plan.first_data; c < channels.size(); ++c)
    if (holds(c, MessageKind::barrier)) return true;
  return false;
}

bool Outlook::may_lose_taskmanager() const {
  for (std::size_t i = world_.client->next; i < world_.plan.timeline.size(); ++i)
    if (const auto& fault = world_.plan.timeline[i].fault; fault && fault->kind == model::FaultKind::taskmanager_loss)
      return true;
  return world_.plan.fault_budget > 0;
}

bool Outlook::may_strike() const {
  for (std::size_t i = world_.client->next; i < world_.plan.timeline.size(); ++i)
    if (world_.plan.timeline[i].fault) return true;
  if (world_.faults->any < world_.plan.fault_budget) return true;
  for (TaskId t = 0; t < world_.plan.task_count(); ++t)
    if (world_.task[t].mines) return true;
  return false;
}

bool Outlook::may_lay_mine_later(TaskId head) const {
  for (std::size_t i = world_.client->next; i < world_.plan.timeline.size(); ++i) {
    const model::PlannedEntry& e = world_.plan.timeline[i];
    if (!e.fault || !model::strikes_task(e.fault->kind) || world_.plan.tasks[e.victim].head != head) continue;
    const bool now = i == world_.client->next && (world_.client->conditions & e.conditions) == e.conditions;
    if (!now) return true;
  }
  return false;
}

bool Outlook::has_mine(TaskId head) const {
  bool mines = false;
  world_.plan.down_chain(head, [&](TaskId t) { mines |= world_.task[t].mines != 0; });
  return mines;
}

// Beside what strikes: a stop that was given up fails tasks, and so does a second one.
bool Outlook::may_fail_task() const {
  if (may_strike() || world_.plan.two_take_snapshots) return true;
  const auto& channels = world_.channels();
  for (TaskId t = 0; t < world_.plan.task_count(); ++t) {
    const model::Task& task = world_.task[t];
    if (task.status == history::TaskStatus::failed || task.leaving == model::Leaving::failed) return true;
    for (std::uint16_t i = 0; i < channels.count(world_.plan.to_task(t)); ++i)
      if (channels.at(world_.plan.to_task(t), i).kind == MessageKind::notify_aborted) return true;
  }
  return false;
}

}  // namespace scenarios
