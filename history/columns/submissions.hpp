#pragma once
// What each execution was started from. Written by job.submitted.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Submissions {
  static constexpr std::string_view name = "submissions";

  typename Store::template Map<typename Store::Job, typename Store::Artifact, 4>
      from;  // a narrow no_artifact: from scratch

  // no_artifact: from scratch, or not submitted.
  ArtifactId restored_from(JobId job) const {
    const auto* a = from.find(Store::job(job));
    return a ? Store::artifact_id(*a) : no_artifact;
  }

  void on(const JobSubmitted& e, const Stamp&) { from.get(Store::job(e.job)) = Store::artifact(e.restored_from); }
};

}  // namespace history
