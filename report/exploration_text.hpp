#pragma once
// What explore says of a case: how far it looked, what it found, and a counterexample for each violation, of at most 40
// lines. Tested in tests/report/exploration_test.cpp.
#include <string>

#include "report/options.hpp"
#include "report/result.hpp"
#include "report/style.hpp"
#include "report/trace_file.hpp"

namespace report {

inline constexpr std::size_t counterexample_lines = 40;
// The head, the steps that fit below it, why the promise is broken, and the line that shows it again.
std::string with_story(std::string head, const scenarios::PropertyOutcome& property, const std::string& again,
                       const Style& style);

std::string exploration_report(const CaseResult& result, const Style& style);
// `again`: the line that reproduces it.
std::string counterexample(const scenarios::Case& subject, const scenarios::PropertyOutcome& outcome,
                           const std::string& again, const Style& style);

// "quiesce replay FILE --way cancel --sink plain --semantics "flink-1.15" --trace T"
std::string replay_line(const Options& options, const std::string& file, const scenarios::Scenario& scenario,
                        const scenarios::Case& subject, const std::string& trace, std::string_view verb = "replay");
// In the quotes of a shell, where it needs them.
std::string quoted(std::string_view text);

}  // namespace report
