#pragma once
// Files of traces. Comments on top say what the trace was made with, so that whoever follows it later, with another
// version of this program or of the scenario, is told what is different. Tested in tests/report/trace_file_test.cpp.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/options.hpp"
#include "scenarios/outcome.hpp"

namespace report {

// What a trace was made with. Empty: the file does not say.
struct TraceHeader {
  std::string version;  // of quiesce
  std::string scenario, way, semantics, sink, defect;
  std::string content;   // a digest of all that the case says: job, budgets, timeline, …
  std::string property;  // that it breaks
  friend bool operator==(const TraceHeader&, const TraceHeader&) = default;
};
TraceHeader header_for(const scenarios::Scenario& scenario, const scenarios::Case& subject, const std::string& defect,
                       std::string_view property);
std::string to_text(const TraceHeader& header);
TraceHeader parse_trace_header(std::string_view text);  // whatever it is: what is not there stays empty
// What differs, a sentence each: "the trace was made by quiesce 0.1.0; this is 0.2.0".
std::vector<std::string> differences(const TraceHeader& then, const TraceHeader& now);

// The text of a trace file: its header, then the steps. `again`: the line that follows it.
std::string trace_file(const scenarios::Scenario& scenario, const scenarios::Case& subject,
                       const scenarios::PropertyOutcome& outcome, const std::string& again,
                       const std::string& defect = {});

// The text of a file that holds steps; an error for one that is no trace.
std::variant<std::string, scenarios::Error> read_trace(const std::string& file);

// An error unless exactly one case is chosen: a trace belongs to one.
struct Selection;
std::optional<scenarios::Error> one_case(const Selection& selection, const Options& options);

}  // namespace report
