#pragma once
// The recorded events that a follower (follow.cpp) has to explain, lane by lane, and how far it has come in each.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/world.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

using Places = std::vector<std::uint32_t>;  // by lane: events explained

struct Lanes {
  std::map<std::string, std::uint32_t, std::less<>> numbers;
  std::vector<std::vector<const Seen*>> events;
  std::set<std::string> topics;
  std::vector<std::uint32_t> from_outside;  // the client's, and those of faults
  std::vector<bool> is_of_thread;           // by lane: of a task's own thread, nothing beside it
  // Some operator's, some source's.
  bool op_snapshots_may_be_unheard = false, source_snapshots_may_be_unheard = false;

  // `seen` has to outlive this.
  Lanes(const std::vector<Seen>& seen, const std::vector<Sighting>& unheard);

  const Seen* next(const Places& at, std::uint32_t lane) const {
    return at[lane] < events[lane].size() ? events[lane][at[lane]] : nullptr;
  }
  // Of the lane of the task's thread; null: nothing.
  const Seen* next_of_thread(const Places& at, const model::World& w, model::TaskId t) const;
  // seq of the earliest event that is not explained; UINT64_MAX: all are.
  std::uint64_t earliest(const Places& at) const;
  const std::vector<std::uint32_t>& of_task(const model::World& w, model::TaskId t) const;  // of its execution now
  const std::vector<std::uint32_t>& of_task(const model::World& w, model::TaskId t, history::JobId job) const;
  // Whether the snapshot ever comes to nothing: none does so unseen.
  bool may_be_given_up(std::uint32_t checkpoint, std::uint32_t job) const;

 private:
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> of_tasks_;  // "run-1 op/0"
  std::set<std::string> unheard_;                                            // lanes in which more may happen
};

// "run-1 op/0": the execution that the task belongs to, and its name.
std::string lane_of_task(const model::World& w, model::TaskId t);
std::string lane_of_task(const model::World& w, model::TaskId t, history::JobId job);

}  // namespace scenarios
