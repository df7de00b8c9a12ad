#pragma once
// Judges one path after the other: random runs, and traces that are followed. It keeps the columns of the judged
// properties only, bounded ones where the plan is small enough (they lie in the world's extra bytes, so that copying
// the first state starts them afresh), growing ones otherwise, and asks a property only after events that its columns
// read. Tested in tests/laws/fuzz_test.cpp.
#include <cstdint>
#include <optional>

#include "model/world.hpp"
#include "properties/run_judge.hpp"

namespace scenarios {

using properties::PropertyBits;

class PathJudge {
 public:
  PathJudge(const properties::Judging& judging, bool bounded);
  // Bytes that it wants behind the state of its world.
  static std::size_t bytes(const properties::Judging& judging, bool bounded);

  // A new path; `world` is in its first state, whose extra bytes are zero.
  void begin(model::World& world);
  void hear(const history::Event& event);
  // Violated now, and not before on this path.
  PropertyBits after_step();
  // Nothing can happen any more. What is due only then, and not violated before.
  PropertyBits at_rest();
  // Numbers of checkpoints or attempts are about to outgrow the bounded columns: the run has to end here.
  bool outgrown(const model::World& world) const;
  // A bounded column is full: nothing that is seen from here on counts.
  bool overflowed() const;

  // Of all paths so far.
  PropertyBits arose() const { return arose_; }
  PropertyBits reached() const { return reached_; }

 private:
  template <class Store>
  PropertyBits say_yes(PropertyBits which, typename properties::Judge<Store>::Question properties::Judge<Store>::*ask,
                       const properties::JudgedLedger<Store>& ledger) const;
  template <class Store>
  PropertyBits ask(const properties::JudgedLedger<Store>& ledger);
  template <class Store>
  PropertyBits ask_at_rest(const properties::JudgedLedger<Store>& ledger);

  const properties::Judging& judging_;
  bool bounded_;
  std::optional<properties::JudgedLedger<history::Bounded>> small_;
  std::optional<properties::JudgedLedger<history::Growing>> large_;
  const properties::Readers readers_;
  PropertyBits can_be_reached_ = 0;
  PropertyBits wanted_ = 0, violated_ = 0, arose_ = 0, reached_ = 0;
};

}  // namespace scenarios
