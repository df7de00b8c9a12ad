#pragma once
// A case as a list of checks, each passed, failed or skipped with its reason: what a CI server shows. One for each
// property, one for what the file expects, one for a case that could not be run. All formats for machines that count
// tests read this list, so that they agree. Tested in tests/report/checks_test.cpp.
#include <string>
#include <vector>

#include "report/result.hpp"

namespace report {

struct Check {
  enum class Outcome : std::uint8_t { passed, failed, skipped, error };
  Outcome outcome;
  std::string name;                            // "no-loss"; "as the file expects"; "can be run"
  std::string reason;                          // one line; of what is passed a remark, or nothing
  const scenarios::PropertyOutcome* property;  // null: it is no property's
};
std::vector<Check> checks(const CaseResult& result);

// One case, and where it stands.
struct CaseView {
  const scenarios::Scenario& scenario;
  const std::string& file;
  const CaseResult& result;
  // The line of what ends the job; of a recording that of the event that broke the promise.
  int line(const scenarios::PropertyOutcome* property) const;
  // "stop · flink-1.15 · plain", of a recording its file; may be empty.
  std::string name() const;
};

// A broken promise told in full, without colour: the sentence, the steps (at most `rows`), why, and how to see it
// again.
std::string account(const CaseResult& result, const scenarios::PropertyOutcome& property, std::size_t rows);

}  // namespace report
