#pragma once
// Whether an execution was started from the newest snapshot that the one before it left behind, savepoints included;
// only such a lineage is promised exactly-once output. An execution that made no snapshot passes on what it was itself
// started from.
//
// M13: a savepoint that its execution had fallen back behind (a restart went to an older snapshot) is not on the line
// either, because the fallback has aborted, or made a second time, what the savepoint's transactions hold. So it stays,
// whatever is completed later: where younger checkpoints are deleted with their job, that savepoint is what is left.
#include "history/store.hpp"

namespace properties {

template <class Store>
class Lineage {
 public:
  enum class Step : std::uint8_t { on_line, elsewhere, behind_fallback };

  Step submitted(const history::JobSubmitted& e) {
    const auto from = Store::artifact(e.restored_from);
    const Savepoint* savepoint = savepoints_.find(from);
    const bool newest = from == (has_ ? artifact_ : Store::artifact(history::no_artifact));
    const Step step = savepoint && savepoint->passed ? Step::behind_fallback : newest ? Step::on_line : Step::elsewhere;
    has_ = e.restored_from != history::no_artifact;
    artifact_ = has_ ? from : typename Store::Artifact{};
    newest_ = checkpoint_ = 0;
    savepoints_.for_each([](const auto&, Savepoint& s) { s.number = 0; });
    return step;
  }
  void written(const history::ArtifactWritten& e) {
    const auto number = Store::checkpoint(e.checkpoint);
    if (e.kind == history::ArtifactKind::savepoint)
      savepoints_.get(Store::artifact(e.artifact)).number = number;
    else if (number > checkpoint_)
      checkpoint_ = number;
    if (number < newest_) return;  // a slow savepoint may be complete after a younger checkpoint
    has_ = 1, artifact_ = Store::artifact(e.artifact), newest_ = number;
  }
  // A restart inside the execution. Where it is not said which snapshot was used, savepoints are passed over.
  void restarted(history::CheckpointId from) {
    const auto number = from == history::no_checkpoint ? checkpoint_ : Store::checkpoint(from);
    savepoints_.for_each([&](const auto&, Savepoint& s) {
      if (s.number > number) s.passed = 1;
    });
  }
  bool overflow() const { return savepoints_.overflow(); }

 private:
  struct Savepoint {
    typename Store::Checkpoint number;  // 0: of an earlier execution
    std::uint8_t passed;                // a restart has gone to an older snapshot
  };

  typename Store::template Map<typename Store::Artifact, Savepoint, 4> savepoints_;
  typename Store::Artifact artifact_{};
  typename Store::Checkpoint newest_{};      // number of `artifact_` if this execution wrote it, else 0
  typename Store::Checkpoint checkpoint_{};  // the youngest that is no savepoint; 0: none
  std::uint8_t has_ = 0, zero_ = 0;
};

}  // namespace properties
