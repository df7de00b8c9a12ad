#pragma once
// A recorded history, judged as a run is: figures from the same Ledger, the same properties, under what the version
// that it names promises. Tested in tests/laws/audit_test.cpp.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history/reader.hpp"
#include "scenarios/outcome.hpp"

namespace scenarios {

struct AuditOptions {
  std::vector<std::string> only = {};  // ids of the properties to judge; empty: all
  std::string otherwise = {};          // judge it as this version, where nothing is known of the one that it names
  bool lenient = false;                // lines that would be refused are skipped and counted
  model::EventSink hear = {};          // hears every event as well; may be empty
  std::shared_ptr<history::InternedNames> names = {};  // to be filled; empty: fresh ones
};

struct Audit {
  CaseOutcome outcome;                            // without figures and verdicts where there is an error
  std::shared_ptr<const Case> subject;            // what a report calls it: command, version, kind of sink
  std::shared_ptr<history::InternedNames> names;  // of what the events mean
  std::vector<history::Warning> warnings;
  history::Damage damage;               // of a lenient reading
  std::optional<history::Error> error;  // it cannot be read
};
Audit audit_history(const std::string& path, const AuditOptions& options);
Audit audit_text(std::string_view text, const AuditOptions& options);

}  // namespace scenarios
