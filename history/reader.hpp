#pragma once
// Reads a history: JSON Lines, the header first, then events in order. Every event is checked as the format asks before
// it is handed on, so whatever folds them may trust them. The first thing that is wrong ends the reading and is a
// value, with line and column; events before it have been handed on. Tested in tests/history/reader_test.cpp and on
// recordings.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "history/event.hpp"
#include "history/header.hpp"
#include "history/names.hpp"

namespace history {

struct Error {
  std::uint64_t line, column;  // from 1; bytes; 0 where the whole file is meant
  std::string message;         // what was expected, and what was found
  std::string remedy;          // what to do about it
};
struct Warning {
  std::uint64_t line;
  std::string message;
};

// `file:line:column: message` and the remedy on a second line.
std::string to_string(const Error& error, std::string_view file);
std::string to_string(const Warning& warning, std::string_view file);

// Takes a history in pieces of any size. An event's spans and texts are valid only while it is being handled.
class Reader {
 public:
  using OnEvent = std::function<void(const Stamp&, const Event&)>;

  Reader(InternedNames& names, OnEvent on_event);
  ~Reader();

  // False: an error was found; further pieces are ignored.
  bool feed(std::string_view piece);
  // The end of the file. False: an error was found, here or before.
  bool finish();

  // Complete once the first line has been read.
  const Header& header() const;
  const std::optional<Error>& error() const;
  const std::vector<Warning>& warnings() const;
  std::uint64_t events() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ReadResult {
  Header header;
  std::uint64_t events = 0;
  std::vector<Warning> warnings;
  std::optional<Error> error;
};

// The whole text at once.
ReadResult read_history(std::string_view text, InternedNames& names, Reader::OnEvent on_event);

// The bytes of a file, decompressed where it is one of gzip, or why they cannot be had.
std::variant<std::string, Error> read_file(const std::string& path);

}  // namespace history
