#include "scenarios/follow_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scenarios {

std::string lane_of_task(const model::World& w, model::TaskId t) { return lane_of_task(w, t, w.task[t].job); }
std::string lane_of_task(const model::World& w, model::TaskId t, history::JobId job) {
  return fmt::format("run-{} {}", job + 1, w.plan.task_name(t));
}

Lanes::Lanes(const std::vector<Seen>& seen, const std::vector<Sighting>& unheard) {
  for (const Sighting& s : unheard) {
    unheard_.insert(s.lane);
    op_snapshots_may_be_unheard |= s.what.starts_with("op.snapshot");
    source_snapshots_may_be_unheard |= s.what.starts_with("source.snapshot");
  }
  for (const Seen& s : seen) {
    const std::string& name = s.sighting.lane;
    const auto [at, fresh] = numbers.emplace(name, static_cast<std::uint32_t>(events.size()));
    if (fresh) {
      events.emplace_back();
      const auto slash = name.find('/');
      const bool of_task = name.starts_with("run-") && slash != std::string::npos;
      is_of_thread.push_back(of_task && name.find(' ', slash) == std::string::npos);
      if (name == "client" || name.starts_with("fault"))
        from_outside.push_back(at->second);
      else if (of_task)
        of_tasks_[name.substr(0, name.find(' ', slash))].push_back(at->second);
    }
    events[at->second].push_back(&s);
    topics.insert(s.sighting.topic);
  }
}

std::uint64_t Lanes::earliest(const Places& at) const {
  std::uint64_t least = UINT64_MAX;
  for (std::uint32_t lane = 0; lane < at.size(); ++lane)
    if (const Seen* s = next(at, lane)) least = std::min(least, s->seq);
  return least;
}

const Seen* Lanes::next_of_thread(const Places& at, const model::World& w, model::TaskId t) const {
  const auto lane = numbers.find(lane_of_task(w, t));
  return lane == numbers.end() ? nullptr : next(at, lane->second);
}

bool Lanes::may_be_given_up(std::uint32_t checkpoint, std::uint32_t job) const {
  const std::string lane = fmt::format("run-{} failure of {}", job + 1, checkpoint);
  return numbers.contains(lane) || unheard_.contains(lane);
}

const std::vector<std::uint32_t>& Lanes::of_task(const model::World& w, model::TaskId t) const {
  return of_task(w, t, w.task[t].job);
}
const std::vector<std::uint32_t>& Lanes::of_task(const model::World& w, model::TaskId t, history::JobId job) const {
  static const std::vector<std::uint32_t> none;
  const auto found = of_tasks_.find(lane_of_task(w, t, job));
  return found == of_tasks_.end() ? none : found->second;
}

}  // namespace scenarios
