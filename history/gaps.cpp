#include "history/gaps.hpp"

namespace history {

void GapFinder::hear(const Event& event) {
  seen_ |= kind_of(event);
  if (const auto* e = std::get_if<JobSubmitted>(&event))
    restored_ |= e->restored_from != no_artifact;
  else if (const auto* status = std::get_if<JobStatusChanged>(&event))
    ended_ |= status->status == JobStatus::finished || status->status == JobStatus::canceled;
  else if (const auto* commit = std::get_if<TxnCommit>(&event))
    committed_ |= !commit->recovered;
  else if (const auto* stored = std::get_if<SourceSnapshot>(&event))
    positions_ |= !stored->positions.empty();
}

std::vector<Gap> GapFinder::gaps(const Header& h) const {
  std::vector<Gap> all;
  const auto saw = [&](EventKinds k) { return (seen_ & k) != 0; };
  const auto needs = [&](EventKinds k, bool because, const char* reason) {
    if (!saw(k) && because) all.push_back({k, reason});
  };
  const bool completed = saw(kind_of<CheckpointCompleted>());
  const bool flows = saw(kinds<OpProcess, SinkWrite>());
  needs(kind_of<JobStatusChanged>(), seen_ != 0, "no job.status");
  needs(kind_of<TaskStatusChanged>(), saw(kinds<SourceEmit, OpProcess, SinkWrite>()),
        "no task.status, yet tasks have worked");
  needs(kind_of<SourceEmit>(), flows, "no source.emit, yet records were taken");
  needs(kind_of<SourceSnapshot>(), completed, "no source.snapshot, yet a checkpoint is complete");
  needs(kind_of<SourceRestored>(), restored_ && positions_ && saw(kind_of<SourceEmit>()),
        "no source.restored, yet an execution began with a snapshot");
  needs(kind_of<OpSnapshot>(), completed && saw(kind_of<OpProcess>()),
        "no op.snapshot, yet a checkpoint of a job with an operator is complete");
  needs(kind_of<SinkWrite>(), saw(kinds<TxnPrecommit, TxnCommit>()), "no sink.write, yet transactions were committed");
  needs(kinds<TxnBegin, TxnPrecommit, TxnCommit>(), h.sink == Delivery::transactional && saw(kind_of<SinkWrite>()),
        "no txn events, yet the sink is transactional");
  needs(kind_of<NotifyCompleted>(), committed_, "no notify.completed, yet a transaction was committed");
  needs(kind_of<CheckpointTriggered>(), saw(kind_of<SourceSnapshot>()), "no checkpoint.triggered, yet a source stored");
  needs(kind_of<ArtifactWritten>(), completed, "no artifact.written, yet a checkpoint is complete");
  needs(kind_of<CommandResult>(), saw(kind_of<Command>()) && ended_, "no command.result, yet a command was given");
  needs(kind_of<Command>(), h.command != "none", "no command, yet the header names one");
  return all;
}

}  // namespace history
