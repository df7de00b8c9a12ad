#pragma once
// What the ids of events are called. The model derives names from its plan; the reader interns the names it meets.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/event.hpp"
#include "history/growing.hpp"
#include "history/name_tables.hpp"

namespace history {

struct Names {
  virtual ~Names() = default;
  virtual std::string job(JobId) const = 0;            // "run-1"
  virtual std::string task(TaskId) const = 0;          // "source/0"
  virtual std::string split(SplitId) const = 0;        // "0"
  virtual std::string command(CommandId) const = 0;    // "c1"
  virtual std::string artifact(ArtifactId) const = 0;  // "run-1/chk-3", "run-1/savepoint-4"
  virtual std::string txn(TxnId) const = 0;            // "t7"
  virtual std::string out(OutId) const = 0;            // "p0:17", "k3@2000"
  // The role of the task's vertex, by kind in the model, by name (op/, sink/) in a recording.
  enum class VertexKind : std::uint8_t { source, op, sink, other };
  virtual VertexKind vertex_kind(TaskId) const = 0;
};

// Artifact ids of the model carry their meaning, so that no table is needed.
constexpr ArtifactId model_artifact(JobId job, CheckpointId checkpoint, ArtifactKind kind) {
  return ArtifactId{job} << 33 | ArtifactId{checkpoint} << 1 | static_cast<ArtifactId>(kind);
}
constexpr JobId job_of_model_artifact(ArtifactId a) { return static_cast<JobId>(a >> 33); }
constexpr CheckpointId checkpoint_of_model_artifact(ArtifactId a) { return static_cast<CheckpointId>(a >> 1); }
constexpr ArtifactKind kind_of_model_artifact(ArtifactId a) { return static_cast<ArtifactKind>(a & 1); }
// The reader gives out such ids too. Only for a second artifact of the same execution, checkpoint and kind it has to
// make one up.
constexpr bool has_meaning(ArtifactId a) { return !(a >> 63); }

// A record passed through unchanged is named for itself ("p0:17"); bit 63 marks such an id.
constexpr OutId passed_through(Record r) { return OutId{1} << 63 | OutId{r.split} << 32 | r.offset; }
constexpr bool is_passed_through(OutId out) { return out >> 63; }
// What a task pushes out because it ends ("flush:close:run-1:op/0"); bit 62 marks such an id.
constexpr OutId flushed(std::uint64_t n) { return OutId{1} << 62 | n; }
// A window's result in the model: key (below 2^22) and the window's end in milliseconds ("k3@2000").
constexpr OutId window_result(std::uint32_t key, std::uint64_t end_ms) { return OutId{key} << 40 | end_ms; }
constexpr bool is_flushed(OutId out) { return out >> 62 == 1; }
constexpr Record record_of(OutId out) {
  return {static_cast<SplitId>(out >> 32 & 0x7fffffffU), static_cast<Offset>(out)};
}

// Names as they are met in a history. Executions, tasks, splits and commands are numbered in order of first sight, so
// that ids stay dense. An id is given back only by what introduces it; the others look it up.
//
// Grows with the number of executions, tasks, splits, commands and artifacts: whatever was introduced may be named
// again at any time, by a resumed execution for example. Of transactions and outputs it grows with the stems of their
// names and with the gaps in their numbers, not with how many there were.
class InternedNames final : public Names {
 public:
  std::string job(JobId id) const override { return jobs_.name(id); }
  std::string task(TaskId id) const override { return tasks_.name(id); }
  std::string split(SplitId id) const override { return splits_.name(id); }
  std::string command(CommandId id) const override { return commands_.name(id); }
  std::string artifact(ArtifactId id) const override;
  std::string txn(TxnId id) const override { return txns_.name(id); }
  std::string out(OutId id) const override;
  VertexKind vertex_kind(TaskId id) const override;

  // Made where missing.
  JobId add_job(std::string_view name) { return jobs_.add(name); }
  TaskId add_task(std::string_view name) { return tasks_.add(name); }
  SplitId add_split(std::string_view name) { return splits_.add(name); }
  CommandId add_command(std::string_view name) { return commands_.add(name); }
  TxnId add_txn(std::string_view name);
  ArtifactId add_artifact(std::string_view name, JobId job, CheckpointId checkpoint, ArtifactKind kind);
  // "p0:17" becomes the record's own id, "flush:..." a flushed one: by the name alone, so that one name has one id.
  OutId add_out(std::string_view name);

  std::optional<JobId> find_job(std::string_view name) const { return jobs_.find(name); }
  std::optional<CommandId> find_command(std::string_view name) const { return commands_.find(name); }
  std::optional<TxnId> find_txn(std::string_view name) const;
  std::optional<ArtifactId> find_artifact(std::string_view name) const;

 private:
  NameTable jobs_, tasks_, splits_, commands_;
  NumberedNames txns_, outs_;
  MarkedIds begun_;  // transactions
  NameTable artifacts_;
  std::vector<ArtifactId> artifact_ids_;                  // in the order of the table
  std::map<ArtifactId, std::uint32_t> artifact_numbers_;  // in the table
};

}  // namespace history
