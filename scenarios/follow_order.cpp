#include "scenarios/follow_order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/dead_ends.hpp"
#include "sim/machine.hpp"

namespace scenarios {

using Machine = sim::Machine<model::World>;

// What is polled or logged may have happened a little before it was seen. A change of the job's status ends much that
// is under way, so what can still come is let come first.
std::uint64_t Order::of_shown(const Seen& s) const {
  const Timing timing = s.sighting.timing;
  if (timing == Timing::late || timing == Timing::polled) return s.seq - std::min(limits_.ahead, s.seq);
  if (timing == Timing::shutdown) return s.seq + 2 * limits_.ahead;
  return timing == Timing::ending ? s.seq + limits_.ahead : s.seq;
}

// The JobManager takes its mail at once, a task soon. What the client does unseen (it lays mines) it does just before
// what it does next.
std::uint64_t Order::of_silent(const Places& at, sim::Step step, std::uint64_t open) const {
  constexpr std::uint64_t soon = 12;
  if (step.of_channel()) return Machine::actor(world_, step) == model::Plan::jobmanager ? open - 1 : open + soon;
  if (Machine::role(world_, step) == sim::Role::engine) return std::max(open - 1, end_of_source(step));
  if (step.subject == model::Plan::faults) return of_failure(step.binding, open);
  std::uint64_t least = UINT64_MAX;
  for (const std::uint32_t lane : lanes_.from_outside)
    if (const Seen* s = lanes_.next(at, lane)) least = std::min(least, s->seq - 1);
  return least;
}

// A task that is to take its snapshot next takes the barriers for it; what may keep it from that comes later.
std::optional<std::uint64_t> Order::of_message(const Places& at, sim::Step step, std::uint64_t open) const {
  if (!step.of_channel()) return std::nullopt;
  const model::Message& m = world_.channels().at(step.subject, step.binding);
  if (m.kind == model::MessageKind::finished)
    return heard_of(step.subject - world_.plan.first_to_jobmanager, history::TaskStatus::finished);
  if (m.kind == model::MessageKind::command) return last_command(at);
  const model::TaskId t = task_of_step(world_, step);
  if (t == sim::nobody) return std::nullopt;
  const Seen* next = lanes_.next_of_thread(at, world_, t);
  if (m.kind == model::MessageKind::barrier && next)
    if (next->sighting.what.starts_with(fmt::format("op.snapshot {} ", m.large))) return std::min(open, next->seq);
  if (m.kind == model::MessageKind::watermark && may_wait(t, step.subject, next)) return open + limits_.ahead;
  return std::nullopt;
}

// The JobManager hears of a command when it is given, however early that was tried.
std::optional<std::uint64_t> Order::last_command(const Places& at) const {
  const auto lane = lanes_.numbers.find("client");
  if (lane == lanes_.numbers.end()) return std::nullopt;
  for (std::uint32_t place = at[lane->second]; place-- > 0;)
    if (const Seen& s = *lanes_.events[lane->second][place]; s.sighting.what.starts_with("command ")) return s.seq;
  return std::nullopt;
}

// A failure that nobody wrote down comes just before the JobManager hears of it.
std::uint64_t Order::of_failure(std::uint32_t choice, std::uint64_t open) const {
  const model::FaultChoice& c = world_.plan.fault_choices[choice];
  const bool of_task = c.kind == model::FaultKind::task_failure;
  const auto heard = of_task ? heard_of(c.target, history::TaskStatus::failed) : std::nullopt;
  return heard ? *heard - 1 : open + limits_.ahead;
}

// When the JobManager heard how the task has ended.
std::optional<std::uint64_t> Order::heard_of(model::TaskId t, history::TaskStatus status) const {
  const std::string what = text_of_status(status, world_.task[t].attempt);
  const auto found = likely_.find(std::pair(lane_of_task(world_, t), what));
  return found == likely_.end() ? std::nullopt : std::optional(found->second);
}

// A watermark that raises an input may keep the task from what it showed next, and nobody saw when it came. So it waits
// until what lies behind it is wanted or, if the task's watermark is to rise next, until this input holds that down.
bool Order::may_wait(model::TaskId t, sim::ChannelId c, const Seen* next) const {
  if (!next) return true;
  if (next->sighting.watermark < 0) return !lies_behind_watermarks(c, next->sighting.what);
  const std::uint32_t place = world_.plan.input_place[c - world_.plan.first_data];
  const std::int64_t input = std::int64_t{world_.watermark[world_.plan.tasks[t].watermarks + 1 + place]} - 1;
  return input >= next->sighting.watermark;
}

bool Order::lies_behind_watermarks(sim::ChannelId c, std::string_view what) const {
  for (std::uint16_t i = 1; i < world_.channels().count(c); ++i) {
    const model::Message& m = world_.channels().at(c, i);
    if (m.kind == model::MessageKind::watermark) continue;
    if (m.kind == model::MessageKind::barrier) return what.starts_with("op.snapshot ");
    if (m.kind != model::MessageKind::record) return false;
    return what.starts_with(fmt::format("op.process {}:{} ", names_.split(m.split()), m.large));
  }
  return false;
}

// A source that has read all says so some time later.
std::uint64_t Order::end_of_source(sim::Step step) const {
  const model::TaskId t = task_of_step(world_, step);
  if (t == sim::nobody || !world_.plan.is_source(t) || world_.task[t].reading == model::Reading::yes) return 0;
  const auto found =
      likely_.find(std::pair(lane_of_task(world_, t), "source.end (" + std::to_string(world_.task[t].attempt) + ")"));
  return found == likely_.end() ? 0 : found->second;
}

}  // namespace scenarios
