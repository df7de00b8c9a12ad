// What can be refused before a parser sees the text: too long, not text at all, tabs where YAML has none. The parser's
// own messages for these lead nowhere ("illegal map value"), and none of its code should meet binary data.
#include <fmt/format.h>

#include "scenarios/reader.hpp"
#include "scenarios/text_check.hpp"

namespace scenarios {
namespace {

// Length of the UTF-8 sequence at the head of `text`; 0 where there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned head = byte(0);
  if (head < 0x80U) return 1;
  if (head >= 0xC2U && head < 0xE0U) return follows(1) ? 2 : 0;
  if (head >= 0xE0U && head < 0xF0U) {
    const bool overlong = head == 0xE0U && byte(1) < 0xA0U, surrogate = head == 0xEDU && byte(1) >= 0xA0U;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (head >= 0xF0U && head < 0xF5U) {
    const bool overlong = head == 0xF0U && byte(1) < 0x90U, beyond = head == 0xF4U && byte(1) >= 0x90U;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

bool is_text(unsigned char c) { return c >= 0x20 ? c != 0x7F : c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::optional<Error> check_text(std::string_view file_name, std::string_view text) {
  const std::string file(file_name);
  if (text.size() > max_bytes)
    return Error{file,
                 1,
                 1,
                 fmt::format("the file has {} bytes", text.size()),
                 fmt::format("at most {} (a scenario is a page; histories are read by `audit`)", max_bytes),
                 ""};
  int line = 1, column = 1;
  bool indenting = true;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0 || !is_text(c))
      return Error{file, line, column, fmt::format("byte 0x{:02x} is not text", c), "YAML in UTF-8", ""};
    if (c == '\t' && indenting) return Error{file, line, column, "a tab in the indentation", "spaces", ""};
    indenting = c == '\n' || (indenting && c == ' ');
    if (c == '\n') ++line, column = 0;
    ++column;
    i += length;
  }
  return std::nullopt;
}

}  // namespace scenarios
