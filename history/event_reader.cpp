#include "history/event_reader.hpp"

#include <array>

namespace history {

// The first line that a search meets is the one that histories have most of.
const EventReader::Row* EventReader::find(std::string_view ev) {
  static constexpr std::array rows{
      Row{"source.emit", &EventReader::source_emit},
      Row{"op.process", &EventReader::op_process},
      Row{"sink.write", &EventReader::sink_write},
      Row{"watermark", &EventReader::watermark},
      Row{"timer.fired", &EventReader::timer_fired},
      Row{"notify.completed", &EventReader::notified<NotifyCompleted>},
      Row{"task.status", &EventReader::task_status},
      Row{"source.snapshot", &EventReader::source_snapshot},
      Row{"op.snapshot", &EventReader::op_snapshot},
      Row{"txn.begin", &EventReader::txn_begin},
      Row{"txn.precommit", &EventReader::txn_precommit},
      Row{"txn.commit", &EventReader::txn_ended<TxnCommit>},
      Row{"txn.abort", &EventReader::txn_ended<TxnAbort>},
      Row{"op.close", &EventReader::of_task<OpClose>},
      Row{"op.endInput", &EventReader::of_task<OpEndInput>},
      Row{"op.finish", &EventReader::of_task<OpFinish>},
      Row{"op.restored", &EventReader::op_restored},
      Row{"source.restored", &EventReader::source_restored},
      Row{"source.stop", &EventReader::of_task<SourceStop>},
      Row{"source.cancel", &EventReader::of_task<SourceCancel>},
      Row{"source.end", &EventReader::source_end},
      Row{"checkpoint.triggered", &EventReader::checkpoint_triggered},
      Row{"checkpoint.completed", &EventReader::checkpoint_completed},
      Row{"checkpoint.failed", &EventReader::checkpoint_failed},
      Row{"artifact.written", &EventReader::artifact_written},
      Row{"artifact.deleted", &EventReader::artifact_deleted},
      Row{"notify.aborted", &EventReader::notified<NotifyAborted>},
      Row{"job.submitted", &EventReader::job_submitted},
      Row{"job.status", &EventReader::job_status},
      Row{"command", &EventReader::given_command},
      Row{"command.result", &EventReader::command_result},
      Row{"txn.refused", &EventReader::txn_refused},
      Row{"txn.expire", &EventReader::txn_expire},
      Row{"fault", &EventReader::fault},
  };
  static_assert(rows.size() == std::variant_size_v<Event>);
  const JsonKey key(ev);
  for (const Row& row : rows)
    if (row.ev == key) return &row;
  return nullptr;
}

Event EventReader::job_submitted() {
  if (!fields_.has("restoredFrom")) {
    // null means from scratch; the field itself must be there.
    if (!fields_.is_null("restoredFrom")) fields_.text("restoredFrom");
    return JobSubmitted{new_job(), no_artifact};
  }
  const ArtifactId from = artifact("restoredFrom");
  return JobSubmitted{new_job(), from};
}
Event EventReader::job_status() {
  return JobStatusChanged{job(), fields_.one_of<JobStatus>("status"), fields_.optional_text("error")};
}
Event EventReader::task_status() {
  TaskStatusChanged e{at(), fields_.one_of<TaskStatus>("status"), fields_.optional_text("error")};
  const auto with = fields_.optional_text("chainedWith");
  if (fields_.ok() && !with.empty()) e.chained_with = names_.add_task(with);
  return e;
}
Event EventReader::given_command() {
  const JobId j = job();
  const auto kind = fields_.one_of<CommandKind>("kind");
  const bool drain = fields_.boolean("drain"), cleanup = fields_.optional_boolean("cleanup");
  return Command{command(true), j, kind, drain, cleanup};
}
Event EventReader::command_result() {
  const CommandId id = command(false);
  const bool ok = fields_.boolean("ok");
  return CommandResult{id, ok, optional_artifact("artifact"), fields_.optional_text("error"),
                       fields_.texts("errorChain")};
}
Event EventReader::checkpoint_triggered() {
  const JobId j = job();
  const auto id = fields_.small("checkpoint");
  const auto kind = fields_.one_of<SnapshotKind>("kind");
  if (fields_.ok()) checkpoints_.mark(std::uint64_t{j} << 32 | id), any_checkpoints_.mark(id);
  return CheckpointTriggered{j, id, kind};
}
Event EventReader::checkpoint_completed() {
  const JobId j = job();
  const auto id = checkpoint(j);
  return CheckpointCompleted{j, id, optional_artifact("artifact")};
}
Event EventReader::checkpoint_failed() {
  const JobId j = job();
  const auto id = checkpoint(j);
  return CheckpointFailed{j, id, fields_.text("reason")};
}
Event EventReader::artifact_written() {
  const JobId j = job();
  const auto id = checkpoint(j);
  const auto kind = fields_.one_of<ArtifactKind>("kind");
  const auto name = fields_.text("artifact");
  const auto channels =
      fields_.has("channelStates") ? static_cast<std::int32_t>(fields_.small("channelStates", INT32_MAX)) : -1;
  return ArtifactWritten{fields_.ok() ? names_.add_artifact(name, j, id, kind) : 0, kind, j, id, channels};
}
Event EventReader::artifact_deleted() { return ArtifactDeleted{artifact("artifact")}; }
Event EventReader::source_restored() {
  const At a = at();
  const auto positions = fields_.positions("positions");
  return SourceRestored{a, positions,
                        fields_.has("fromCheckpoint") ? some_checkpoint("fromCheckpoint") : no_checkpoint};
}
Event EventReader::source_emit() {
  const At a = at();
  return SourceEmit{a, fields_.record("rec")};
}
Event EventReader::source_snapshot() {
  const At a = at();
  const auto id = checkpoint(a.job);
  return SourceSnapshot{a, id, fields_.positions("positions")};
}
Event EventReader::source_end() {
  const At a = at();
  const auto how = fields_.optional_text("how");
  return SourceEnd{a, how, fields_.has("unsent") ? fields_.ranges("unsent") : std::span<const RecordRange>()};
}
Event EventReader::op_restored() {
  const At a = at();
  return OpRestored{a, fields_.state("state")};
}
Event EventReader::op_process() {
  const At a = at();
  const Record r = fields_.record("rec");
  return OpProcess{a, r, fields_.optional_boolean("late")};
}
Event EventReader::op_snapshot() {
  const At a = at();
  const auto id = checkpoint(a.job);
  return OpSnapshot{a, id, fields_.state("state")};
}
Event EventReader::watermark() {
  const At a = at();
  return Watermark{a, fields_.integer("value", INT64_MIN, INT64_MAX)};
}
Event EventReader::timer_fired() {
  const At a = at();
  const auto domain = fields_.one_of<TimerDomain>("domain");
  const auto time = fields_.integer("time", INT64_MIN, INT64_MAX);
  return TimerFired{a, domain, time, fields_.text_or_integer("key")};
}
Event EventReader::sink_write() {
  const At a = at();
  const TxnId t = fields_.has("txn") ? txn() : no_txn;
  const auto recs = fields_.ranges("recs");
  const auto name = fields_.text("out");
  return SinkWrite{a, t, fields_.ok() ? names_.add_out(name) : 0, recs};
}
Event EventReader::txn_begin() {
  const At a = at();
  const auto name = fields_.text("txn");
  return TxnBegin{a, fields_.ok() ? names_.add_txn(name) : 0};
}
Event EventReader::txn_precommit() {
  const At a = at();
  const TxnId t = txn();
  return TxnPrecommit{a, t, checkpoint(a.job)};
}
template <class E>
Event EventReader::txn_ended() {
  const At a = at();
  const TxnId t = txn();
  const bool recovered = fields_.boolean("recovered");
  return E{a, t, recovered, fields_.optional_boolean("repeat")};
}
Event EventReader::txn_refused() {
  const At a = at();
  const TxnId t = txn();
  const auto asked = fields_.text("asked");
  return TxnRefused{a, t, asked, fields_.text("reason")};
}
Event EventReader::txn_expire() { return TxnExpire{txn()}; }
template <class E>
Event EventReader::notified() {
  const At a = at();
  return E{a, some_checkpoint("checkpoint")};
}
Event EventReader::fault() {
  const auto kind = fields_.text("kind");
  const auto target = fields_.optional_text("target");
  return Fault{kind, target, fields_.optional_text("detail")};
}

}  // namespace history
