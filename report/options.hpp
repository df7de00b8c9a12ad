#pragma once
// What the command line says. Flags mean the same for every verb; each verb's row in the catalogue says which of them
// it heeds. Tested in tests/report/usage_test.cpp.
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "scenarios/error.hpp"

namespace report {

enum class Format : std::uint8_t { text, json, markdown, html, junit, sarif, csv, perfetto, mermaid, shiviz, graphviz };
// All but these two are made by the verbs that judge cases, and some of them by `report`.
inline bool for_results(Format f) { return f != Format::text && f != Format::json; }
// Made from the document of the results alone (exports.hpp), so `report` makes them again.
inline bool from_document(Format f) { return f == Format::html || f >= Format::csv; }
enum class Switch : std::uint8_t { automatic, on, off };
enum class ProgressKind : std::uint8_t { automatic, plain, off };

struct Budget {
  std::uint64_t states = 0, bytes = 0, runs = 0, microseconds = 0;  // 0: not said
};

struct Options {
  std::string program = "quiesce";  // as it was called, for lines that can be copied
  std::string verb;
  std::vector<std::string> files;  // what follows the verb
  std::vector<std::string> semantics, ways, sinks, properties;
  std::uint64_t seed = 1, runs = 1, jobs = 0;  // jobs 0: as many as the machine has cores
  bool runs_said = false;
  Budget budget;
  std::string out, history, trace, failures, sweep;
  std::string defect;                // the one that is planted
  std::vector<std::string> defects;  // of gallery
  std::vector<std::string> between;  // two versions, or nothing
  Format format = Format::text;
  Switch color = Switch::automatic;
  ProgressKind progress = ProgressKind::automatic;
  bool generated = false, regress = false, analogy = false;
  bool lenient = false, quiet = false, help = false, version = false;
};

// Flags as --help shows them: "--seed N" and what it does.
struct Flag {
  std::string_view name, value, meaning;
};
const std::vector<Flag>& flags();

std::variant<Options, scenarios::Error> parse(int argc, const char* const* argv);
// Whether the arguments ask for JSON, however wrong the rest of them is: errors are then JSON too.
bool wants_json(int argc, const char* const* argv);

// "1M-states", "500k-states", "1M-runs", "60s", "2GB".
std::variant<Budget, scenarios::Error> parse_budget(const std::string& text);

}  // namespace report
