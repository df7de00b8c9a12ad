#pragma once
// One event line into one event, with what the format demands of references: an execution, checkpoint, transaction,
// artifact or command must have been introduced. Notices and the origin of a restore may name a checkpoint of an
// earlier execution.
#include <optional>
#include <string_view>

#include "history/event.hpp"
#include "history/fields.hpp"
#include "history/names.hpp"
#include "history/store.hpp"

namespace history {

class EventReader {
 public:
  EventReader(Fields& fields, InternedNames& names) : fields_(fields), names_(names) {}

  struct Row {  // of the table of events
    JsonKey ev;
    Event (EventReader::*read)();
  };
  // Null: there is no such event.
  static const Row* find(std::string_view ev);
  // The fields stand on the line; a problem is left in them.
  Event read(const Row& row) { return (this->*row.read)(); }

 private:
  void not_introduced(JsonKey key, std::string_view expected, std::string_view remedy);
  At at();
  JobId job();
  JobId new_job();
  CommandId command(bool introduces);
  CheckpointId checkpoint(JobId job);         // introduced in this execution
  CheckpointId some_checkpoint(JsonKey key);  // in this one or an earlier one
  TxnId txn();
  ArtifactId artifact(JsonKey key);
  ArtifactId optional_artifact(JsonKey key) { return fields_.has(key) ? artifact(key) : no_artifact; }

  Event job_submitted();
  Event job_status();
  Event task_status();
  Event given_command();
  Event command_result();
  Event checkpoint_triggered();
  Event checkpoint_completed();
  Event checkpoint_failed();
  Event artifact_written();
  Event artifact_deleted();
  Event source_restored();
  Event source_emit();
  Event source_snapshot();
  Event source_end();
  Event op_restored();
  Event op_process();
  Event op_snapshot();
  Event watermark();
  Event timer_fired();
  Event sink_write();
  Event txn_precommit();
  Event txn_refused();
  Event txn_expire();
  Event fault();
  template <class E>
  Event of_task() {
    return E{at()};
  }
  template <class E>
  Event txn_ended();
  Event txn_begin();
  template <class E>
  Event notified();

  Fields& fields_;
  InternedNames& names_;
  MarkedIds checkpoints_, any_checkpoints_;  // execution and checkpoint; checkpoint
};

}  // namespace history
