#pragma once
// Judges one history as it goes by: a timed run of the model, or a recording. A property is asked after each step that
// showed something that it reads; what is due only at the end is asked once the history is over. Tested in
// tests/laws/audit_test.cpp, on recordings and on our own runs.
#include <optional>
#include <string>
#include <vector>

#include "history/gaps.hpp"
#include "properties/judging.hpp"

namespace properties {

// How a history stops.
enum class Stop : std::uint8_t {
  quiet,     // nothing is left to happen
  at_limit,  // its time is up, and all that was due by then was waited for
  running,   // somewhere: what is due only later may still come
  broken     // the run could not go on: only what was seen to be violated counts
};

struct RunVerdict {
  const Property* property;
  Promise promise;
  Verdict verdict;
  std::optional<std::uint64_t> violated_at;  // number of the step after which it first was
  std::string undecided;                     // why, where it is
};

class RunJudge {
 public:
  explicit RunJudge(const Judging& judging);

  void hear(const history::Event& event, const history::Stamp& stamp) {
    ledger_.fold(event, stamp);
    wanted_ |= readers_.of(event);
  }
  void after_step(std::uint64_t number) {
    if (wanted_ != 0) ask(number);
  }
  // In the order of `Judging::properties`. `gaps`: kinds of events that the history leaves out; what reads one is
  // undecided.
  std::vector<RunVerdict> finish(Stop stop, const std::vector<history::Gap>& gaps = {}) const;

 private:
  void ask(std::uint64_t number);
  bool violated(std::size_t i) const { return at_[i].has_value(); }
  RunVerdict conclude(std::size_t i, Stop stop, const std::vector<history::Gap>& gaps) const;

  const Judging& judging_;
  const Readers readers_;
  JudgedLedger<history::Growing> ledger_;
  std::vector<std::optional<std::uint64_t>> at_;  // by property: number of the step after which it was violated first
  PropertyBits unbroken_, wanted_ = 0;  // not violated so far; concerned by what was heard since the last step
};

}  // namespace properties
