#pragma once
// What is wrong with a scenario file, as values: all of it at once, in order of place.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scenarios {

struct Error {
  std::string file;
  int line = 0, column = 0;             // from 1; 0 where a file has no lines to speak of
  std::string what, expected, nearest;  // the last two may be empty
  friend bool operator==(const Error&, const Error&) = default;
};

// "f.yaml:3:7: unknown key "rat" of a vertex; expected one of api, …; did you mean "rate"?"
std::string to_text(const Error&);

// One line each, at most 50 of them; says how many more there are.
std::string to_text(std::span<const Error>);

// The candidate with the least edit distance, if that is near enough to be a slip of the pen; else empty. Without
// `most` a third of the word may be wrong.
std::string nearest_of(std::string_view word, std::span<const std::string_view> candidates, std::size_t most = 0);

}  // namespace scenarios
