#include "scenarios/follow_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scenarios {

std::string lane_of_task(const model::World& w, model::TaskId t) {
  return fmt::format("run-{} {}", w.task[t].job + 1, w.plan.task_name(t));
}

Lanes::Lanes(const std::vector<Seen>& seen) {
  for (const Seen& s : seen) {
    const std::string& name = s.sighting.lane;
    const auto [at, fresh] = numbers.emplace(name, static_cast<std::uint32_t>(events.size()));
    if (fresh) {
      events.emplace_back();
      const auto slash = name.find('/');
      if (name == "client" || name.starts_with("fault"))
        from_outside.push_back(at->second);
      else if (name.starts_with("run-") && slash != std::string::npos)
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

const std::vector<std::uint32_t>& Lanes::of_task(const model::World& w, model::TaskId t) const {
  static const std::vector<std::uint32_t> none;
  const auto found = of_tasks_.find(lane_of_task(w, t));
  return found == of_tasks_.end() ? none : found->second;
}

}  // namespace scenarios
