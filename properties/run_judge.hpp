#pragma once
// Judges one history as it goes by: a timed run of the model, or a recording. A property is asked after each step in
// which something was to be seen; what is due only at the end is asked once the history is over. Tested in
// tests/laws/audit_test.cpp, on recordings and on our own runs.
#include <optional>
#include <string>
#include <vector>

#include "history/gaps.hpp"
#include "properties/catalogue.hpp"

namespace properties {

// Which properties are judged, and what is promised.
struct Judging {
  history::Expectations expectations;
  std::vector<const Property*> properties;
  std::vector<Promise> promises;
  history::ColumnMask columns = 0;  // of the properties that can be judged
};
// `only`: ids, empty for all.
Judging judging_of(const history::Expectations& expectations, const std::vector<std::string>& only);

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
    fresh_ = true;
  }
  void after_step(std::uint64_t number);
  // In the order of `Judging::properties`. `gaps`: kinds of events that the history leaves out; what reads one is
  // undecided.
  std::vector<RunVerdict> finish(Stop stop, const std::vector<history::Gap>& gaps = {}) const;

 private:
  RunVerdict conclude(std::size_t i, Stop stop, const std::vector<history::Gap>& gaps) const;

  const Judging& judging_;
  JudgedLedger<history::Growing> ledger_;
  std::vector<bool> violated_;
  std::vector<std::optional<std::uint64_t>> at_;
  bool fresh_ = false;
};

}  // namespace properties
