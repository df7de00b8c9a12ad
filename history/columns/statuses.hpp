#pragma once
// The status of each execution: what it is now, what it has ever been, and whether a final one was left again. Written
// by job.submitted and job.status.
//
// SUSPENDED is final only without high availability, which the events do not say, so leaving it is counted apart.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Statuses {
  static constexpr std::string_view name = "statuses";

  struct Entry {
    std::uint16_t seen;       // bit JobStatus
    JobStatus last;           // `initializing` before the first event
    std::uint8_t left_final;  // 1: FINISHED, CANCELED or FAILED was followed by another status
    std::uint8_t left_suspended;
    std::uint8_t zero;
    bool has_been(JobStatus s) const { return seen >> static_cast<int>(s) & 1; }
    bool ended() const { return seen && is_terminal(last); }
  };
  typename Store::template Map<typename Store::Job, Entry, 4> jobs;

  const Entry* find(JobId job) const { return jobs.find(Store::job(job)); }

  void on(const JobSubmitted& e, const Stamp&) { jobs.get(Store::job(e.job)); }
  void on(const JobStatusChanged& e, const Stamp&) {
    Entry& entry = jobs.get(Store::job(e.job));
    if (entry.ended() && e.status != entry.last)
      (entry.last == JobStatus::suspended ? entry.left_suspended : entry.left_final) = 1;
    entry.last = e.status;
    entry.seen = static_cast<std::uint16_t>(entry.seen | 1U << static_cast<int>(e.status));
  }
};

}  // namespace history
