#pragma once
// Which source records each execution has handed downstream, and how many emissions were repeats inside it (after a
// restart). Written by source.emit.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Emitted {
  static constexpr std::string_view name = "emitted";

  struct Entry {
    typename Store::Records records;
    typename Store::Total repeats;  // emissions of a record that this execution had emitted before
  };
  typename Store::template Map<typename Store::Job, Entry, 4> jobs;

  const Entry* find(JobId job) const { return jobs.find(Store::job(job)); }

  void on(const JobSubmitted& e, const Stamp&) { jobs.get(Store::job(e.job)); }
  void on(const SourceEmit& e, const Stamp&) {
    Entry& entry = jobs.get(Store::job(e.at.job));
    if (!entry.records.insert(e.rec)) up(entry.repeats);
  }
};

}  // namespace history
