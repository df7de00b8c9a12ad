#pragma once
// Folds what a World emits into the bounded columns that lie behind its state, in the same block: loading another state
// is loading what its properties remember, too.
#include <utility>

#include "model/world.hpp"
#include "properties/judged_ledger.hpp"

namespace scenarios {

class Folding final : public model::Observer {
 public:
  using Ledger = properties::JudgedLedger<history::Bounded>;
  Folding(Ledger ledger, const history::Expectations& e) : ledger_(std::move(ledger)) {
    properties::configure(ledger_, e);
  }
  void on(const history::Event& event) override { ledger_.fold(event, {0, 0}); }
  const Ledger& ledger() const { return ledger_; }

 private:
  Ledger ledger_;
};

}  // namespace scenarios
