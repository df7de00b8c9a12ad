#pragma once
// Versions as a user says them, and the rows of the table of knobs put into words.
// Tested in tests/report/versions_test.cpp.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/semantics.hpp"
#include "scenarios/error.hpp"

namespace report {

// "1.14" is "flink-1.14"; all else stays as it is.
std::string full_version(std::string_view text);
// "flink-1.8, flink-1.9, ..., flip-45; a patch level may be added, such as flink-1.12.7".
std::string known_versions();
scenarios::Error unknown_version(std::string_view flag, std::string_view text);

// "FLINK-23532, measured (1.15.4: leaked 0)": how we know a row.
std::string known_from(const model::KnobRow& row);

// The last version in which a row holds, and all of its rows: "1.8 - 1.11.3", "1.11.4 - 1.11.x", "1.15 and later".
struct KnobSpan {
  const model::KnobRow* row;
  std::string until;  // empty: it still does
  std::string text;
};
std::vector<KnobSpan> spans_of(const model::Knob& knob);

// A knob in which two sets of semantics differ.
struct KnobChange {
  const model::Knob* knob;
  std::string_view from, to;
  // Of the new value in the newer profile; nothing where it is no version's but changed by hand.
  const model::KnobRow* row;
};
std::vector<KnobChange> changes_between(const model::Semantics& from, const model::Semantics& to,
                                        std::string_view to_profile);

}  // namespace report
