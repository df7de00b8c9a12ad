#pragma once
// What the ids of events are called. The model derives names from its plan; the reader interns the names it meets.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/event.hpp"

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

// Names as they are met in a history. Ids are handed out in order of first sight, so that they stay dense; executions
// in order of submission. An id is given back only by what introduces it; the others look it up.
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
  JobId add_job(std::string_view name) { return static_cast<JobId>(jobs_.add(name)); }
  TaskId add_task(std::string_view name) { return static_cast<TaskId>(tasks_.add(name)); }
  SplitId add_split(std::string_view name) { return static_cast<SplitId>(splits_.add(name)); }
  CommandId add_command(std::string_view name) { return static_cast<CommandId>(commands_.add(name)); }
  TxnId add_txn(std::string_view name) { return txns_.add(name); }
  ArtifactId add_artifact(std::string_view name, JobId job, CheckpointId checkpoint, ArtifactKind kind);
  // "p0:17" becomes the record's own id where split 0 is known, "flush:..." a flushed one.
  OutId add_out(std::string_view name);

  std::optional<JobId> find_job(std::string_view name) const;
  std::optional<CommandId> find_command(std::string_view name) const;
  std::optional<TxnId> find_txn(std::string_view name) const { return txns_.find(name); }
  std::optional<ArtifactId> find_artifact(std::string_view name) const;
  std::optional<SplitId> find_split(std::string_view name) const;

 private:
  class Table {
   public:
    std::uint64_t add(std::string_view name);
    std::optional<std::uint64_t> find(std::string_view name) const;
    // A word that says so where the id was never given out.
    std::string name(std::uint64_t id) const { return id < names_.size() ? *names_[id] : "?" + std::to_string(id); }
    std::size_t size() const { return names_.size(); }

   private:
    std::map<std::string, std::uint64_t, std::less<>> ids_;
    std::vector<const std::string*> names_;
  };
  Table jobs_, tasks_, splits_, commands_, txns_, outs_;
  std::map<std::string, ArtifactId, std::less<>> artifacts_;
  std::map<ArtifactId, const std::string*> artifact_names_;
};

}  // namespace history
