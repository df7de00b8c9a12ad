#pragma once
// When each execution ended, the errors that came with statuses, and the order in which executions first had a status.
// Figures only. Written by job.status.
#include <optional>
#include <string>

#include "history/store.hpp"

namespace history {

template <class Store>
struct StatusTimes {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "status times";

  struct Error {
    JobStatus status;
    std::string text;
  };
  GrowingMap<JobId, std::int64_t> terminal;  // t of the last terminal status
  std::vector<JobId> order;
  std::vector<Error> errors;

  void on(const JobStatusChanged& e, const Stamp& stamp) {
    if (std::find(order.begin(), order.end(), e.job) == order.end()) order.push_back(e.job);
    if (is_terminal(e.status)) terminal.get(e.job) = stamp.t;
    if (!e.error.empty()) errors.push_back({e.status, std::string(e.error)});
  }
};

}  // namespace history
