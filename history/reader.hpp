#pragma once
// Reads a history: JSON Lines, the header first, then events in order. Every event is checked as the format asks before
// it is handed on, so whatever folds them may trust them. The first thing that is wrong ends the reading and is a
// value, with line and column; events before it have been handed on. A lenient reading skips and counts such lines.
//
// Memory: the longest line (with 64 bytes for each value in it) and a piece of it; names and what was introduced
// (names.hpp); a range for each run of checkpoints of an execution; a few warnings of each kind; of a lenient reading,
// a range for each gap in seq. Nothing grows with the number of lines. Tested in tests/history/reader_test.cpp,
// lenient_test.cpp and on recordings.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "history/event.hpp"
#include "history/names.hpp"
#include "history/read_result.hpp"

namespace history {

// Takes a history in pieces of any size. An event's spans and texts are valid only while it is being handled.
class Reader {
 public:
  using OnEvent = std::function<void(const Stamp&, const Event&)>;

  Reader(InternedNames& names, OnEvent on_event, ReadOptions options = {});
  ~Reader();

  // False: an error was found; further pieces are ignored.
  bool feed(std::string_view piece);
  // The end of the file. False: an error was found, here or before.
  bool finish();

  // So far. The header is complete once the first line has been read.
  const ReadResult& result() const;
  const Header& header() const { return result().header; }
  const std::optional<Error>& error() const { return result().error; }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The whole text at once.
ReadResult read_history(std::string_view text, InternedNames& names, Reader::OnEvent on_event,
                        ReadOptions options = {});

// A file piece by piece, decompressed where it is one of gzip. One that cannot be opened or read to its end is an error
// without a line, which events may precede. A lenient reading takes a compressed file that ends too early as far as it
// goes.
ReadResult read_history_file(const std::string& path, InternedNames& names, Reader::OnEvent on_event,
                             ReadOptions options = {});

// The bytes of a file, decompressed where it is one of gzip, or why they cannot be had.
std::variant<std::string, Error> read_file(const std::string& path);

}  // namespace history
