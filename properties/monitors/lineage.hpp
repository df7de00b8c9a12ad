#pragma once
// Whether an execution was started from the newest snapshot that the one before it left behind, savepoints included;
// only such a lineage is promised exactly-once output. An execution that made no snapshot passes on what it was itself
// started from.
//
// M13: a savepoint that its execution had fallen back behind (a restart went to an older snapshot) is not on the line
// either, because the fallback has aborted, or made a second time, what the savepoint's transactions hold.
#include "history/store.hpp"

namespace properties {

template <class Store>
class Lineage {
 public:
  enum class Step : std::uint8_t { on_line, elsewhere, behind_fallback };

  Step submitted(const history::JobSubmitted& e) {
    const bool newest = Store::artifact(e.restored_from) == (has_ ? artifact_ : Store::artifact(history::no_artifact));
    const Step step = !newest ? Step::elsewhere : fallen_back_ ? Step::behind_fallback : Step::on_line;
    has_ = e.restored_from != history::no_artifact;
    artifact_ = has_ ? Store::artifact(e.restored_from) : typename Store::Artifact{};
    checkpoint_ = 0, fallen_back_ = savepoint_ = 0;
    return step;
  }
  void written(const history::ArtifactWritten& e) {
    const auto checkpoint = Store::checkpoint(e.checkpoint);
    if (checkpoint < checkpoint_) return;  // a slow savepoint may be complete after a younger checkpoint
    has_ = 1, artifact_ = Store::artifact(e.artifact), checkpoint_ = checkpoint;
    savepoint_ = e.kind == history::ArtifactKind::savepoint, fallen_back_ = 0;
  }
  // A restart inside the execution. Where it is not said which snapshot was used, a savepoint counts as passed over.
  void restarted(history::CheckpointId from) {
    if (savepoint_ && (from == history::no_checkpoint || Store::checkpoint(from) != checkpoint_)) fallen_back_ = 1;
  }

 private:
  typename Store::Artifact artifact_{};
  typename Store::Checkpoint checkpoint_{};  // of `artifact_` if this execution wrote it, else 0
  std::uint8_t has_ = 0, savepoint_ = 0, fallen_back_ = 0;
};

}  // namespace properties
