#pragma once
// What the ids in the model's events are called, what a fault is, and the header of the histories it writes.
#include "history/header.hpp"
#include "history/names.hpp"
#include "model/plan.hpp"

namespace model {

class ModelNames final : public history::Names {
 public:
  explicit ModelNames(const Plan& plan) : plan_(&plan) {}
  std::string job(history::JobId) const override;
  std::string task(history::TaskId) const override;
  std::string split(history::SplitId) const override;
  std::string command(history::CommandId) const override;
  std::string artifact(history::ArtifactId) const override;
  std::string txn(history::TxnId) const override;
  std::string out(history::OutId) const override;
  VertexKind vertex_kind(history::TaskId) const override;

 private:
  const Plan* plan_;
};

// A fault in the vocabulary of history.md; the detail says which hook throws.
struct FaultWords {
  std::string_view kind, detail;
};
const FaultWords& words_of(FaultKind kind);

// The scenario in the few words of history.md. `command` is the first command that is no resume.
history::Header header_of(const Plan& plan);

}  // namespace model
