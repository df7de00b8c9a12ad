#pragma once
// What comes of reading a history: its header, the first error of a strict reading, and what a lenient one found
// damaged. Filled by the Reader (reader.hpp).
#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/header.hpp"

namespace history {

struct Error {
  std::uint64_t line, column;  // from 1; bytes; 0 where the whole file is meant
  std::string message;         // what was expected, and what was found
  std::string remedy;          // what to do about it
};
struct Warning {
  std::uint64_t line;
  std::string message;
  std::uint64_t column = 0;  // 0 where the whole line is meant
};

// `file:line:column: message` and the remedy on a second line.
std::string to_string(const Error& error, std::string_view file);
std::string to_string(const Warning& warning, std::string_view file);

// What can be wrong with a line. A strict reading ends there, a lenient one goes on.
enum class Flaw : std::uint8_t {
  // the line is skipped
  not_json,
  cut_off,  // not JSON, and the last line, which does not end
  too_long,
  missing_field,
  wrong_value,        // of another type, not one of the words, out of range, or given before
  unknown_reference,  // names an execution, checkpoint, transaction, artifact or command that was never introduced
  seq_repeated,       // a line of this seq came before
  // the line is taken
  seq_gap,      // lines before it are missing, other than those that could not be read
  seq_late,     // it comes after lines of a greater seq
  t_falls,      // its t is lifted to that of the line before
  file_is_cut,  // compressed, and ends too early; what could be had of it was read
};
inline constexpr std::size_t flaw_count = 11;
// "unknown reference".
std::string_view word(Flaw flaw);

struct Damage {
  std::array<std::uint64_t, flaw_count> counts{};  // lines, by Flaw; a line that is taken may have several

  std::uint64_t of(Flaw f) const { return counts[static_cast<std::size_t>(f)]; }
  std::uint64_t& of(Flaw f) { return counts[static_cast<std::size_t>(f)]; }
  std::uint64_t skipped() const {
    return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(Flaw::seq_gap),
                           std::uint64_t{0});
  }
  bool any() const { return *this != Damage{}; }
  friend bool operator==(const Damage&, const Damage&) = default;
};

enum class Reading : std::uint8_t {
  strict,  // the first flaw is the error that ends it
  lenient  // only a wrong header ends it; a line that would be refused is skipped and counted
};
struct ReadOptions {
  Reading reading = Reading::strict;
  std::function<void(const Header&)> on_header = {};  // called before the first event; may be empty
  std::size_t longest_line = std::size_t{64} << 20;  // bytes; a longer line is a flaw, so that no file takes all memory
};

struct ReadResult {
  // Of unknown events and of each flaw, as many are kept as warnings; the rest is counted only.
  static constexpr std::uint64_t most_warnings_of_a_kind = 10;

  Header header;
  std::uint64_t lines = 0;           // the header and blank ones too
  std::uint64_t events = 0;          // lines taken, those of unknown events too
  std::uint64_t unknown_events = 0;  // lines of an `ev` that this program does not know
  Damage damage;                     // of a lenient reading
  std::vector<Warning> warnings;
  std::optional<Error> error;
};

}  // namespace history
