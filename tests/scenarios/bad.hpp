#pragma once
// A bad scenario file, and what is to be said of it at which place.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <tuple>

#include "support.hpp"

namespace scenarios {

struct Bad {
  std::string name, text;
  int line, column;
  std::string fragment;  // of one error at this place
};
inline void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

inline Bad spoil(std::string name, std::string_view piece, std::string_view by, int line, int column,
                 std::string fragment) {
  return {std::move(name), spoilt(piece, by), line, column, std::move(fragment)};
}

inline void expect_refused(const Bad& bad) {
  const Read result = read("f.yaml", bad.text, some_names());
  EXPECT_TRUE(result.scenarios.empty());
  const auto fits = [&](const Error& e) {
    return e.line == bad.line && (bad.column == 0 || e.column == bad.column) &&
           to_text(e).find(bad.fragment) != std::string::npos;
  };
  EXPECT_TRUE(std::any_of(result.errors.begin(), result.errors.end(), fits))
      << "wanted " << bad.line << ":" << bad.column << ": " << bad.fragment << "\n"
      << to_text(result.errors);
  EXPECT_TRUE(std::is_sorted(result.errors.begin(), result.errors.end(), [](const Error& a, const Error& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  }));
}

}  // namespace scenarios
