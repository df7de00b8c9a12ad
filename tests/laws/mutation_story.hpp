#pragma once
// A recording taken apart into its lines, so that one of them can be changed, left out, put in or moved. What is put
// together again is a history that the reader takes: `seq` is dense, and `t` never falls. Tested in mutation_test.cpp.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace laws {

// One event, without its `seq` and `t`. A field is its value as written, a text without its quotes, or empty.
struct StoryLine {
  std::int64_t t;
  std::string rest;  // "ev":"source.emit",…}

  std::string_view field(std::string_view key) const;
  bool is(std::string_view event) const { return field("ev") == event; }
  std::int64_t number(std::string_view key) const;
};

// The task, attempt and execution that a line belongs to are the same.
bool same_attempt(const StoryLine& a, const StoryLine& b);

class MutationStory {
 public:
  explicit MutationStory(std::string_view text);

  std::string_view header(std::string_view key) const { return header_.field(key); }
  std::size_t size() const { return lines_.size(); }
  const StoryLine& operator[](std::size_t i) const { return lines_[i]; }

  // The first line at or behind `from` that fits; `size()`: none.
  template <class Fits>
  std::size_t find(std::size_t from, Fits&& fits) const {
    while (from < lines_.size() && !fits(lines_[from])) ++from;
    return from;
  }
  // Behind the last line of the execution: where the next one is submitted, or the end.
  std::size_t end_of(std::string_view job) const;
  // The last status of the execution.
  std::string_view final_status(std::string_view job) const;

  std::string text() const { return text_of(header_.rest, lines_); }
  std::string without(std::size_t at) const;
  std::string with(std::size_t at, std::string rest) const;  // in place of what stands there
  std::string inserted(std::size_t before, std::string rest) const;
  std::string moved(std::size_t from, std::size_t before) const;  // to an earlier place

 private:
  static std::string text_of(const std::string& header, const std::vector<StoryLine>& lines);

  StoryLine header_;
  std::vector<StoryLine> lines_;
};

}  // namespace laws
