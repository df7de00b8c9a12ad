// The fast parser of a line: see json_line.hpp. One pass, no look behind; every doubt is a reason to give up.
#include <array>
#include <bit>
#include <cstring>

#include "history/json_line.hpp"

namespace history {
namespace {

// Bytes that a string may hold as they are. Those beyond ASCII are left to the library, which checks UTF-8.
constexpr std::array<bool, 256> plain_bytes = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

class JsonScan {
 public:
  JsonScan(JsonLine& line, std::string_view text) : line_(line), at_(text.data()), end_(at_ + text.size()) {}

  bool run() {
    blank();
    if (!take('{') || !object(no_key)) return false;
    blank();
    return at_ == end_;
  }

 private:
  void blank() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
  }
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() || std::memcmp(at_, word.data(), word.size()) != 0)
      return false;
    at_ += word.size();
    return true;
  }

  // Behind its first quote.
  bool string(std::string_view& text) {
    const char* const from = at_;
    while (at_ != end_ && plain_bytes[static_cast<unsigned char>(*at_)]) ++at_;
    text = {from, static_cast<std::size_t>(at_ - from)};
    return take('"');
  }
  JsonKey key_of(std::string_view text) const {
    JsonKey key = no_key;
    key.text = text;
    if (std::endian::native != std::endian::little || end_ - text.data() < 8 || text.empty()) return JsonKey(text);
    std::memcpy(&key.head, text.data(), 8);
    if (text.size() < 8) key.head &= ~std::uint64_t{0} >> (64 - 8 * text.size());
    return key;
  }

  // Behind its bracket. Recursion is as deep as values are nested.
  bool object(JsonKey key) {
    if (!open(JsonNode::Kind::object, key)) return false;
    blank();
    if (take('}')) return close();
    do {
      blank();
      std::string_view name;
      if (!take('"') || !string(name)) return false;
      blank();
      if (!take(':') || !value(key_of(name))) return false;
      blank();
    } while (take(','));
    return take('}') && close();
  }
  bool array(JsonKey key) {
    if (!open(JsonNode::Kind::array, key)) return false;
    blank();
    if (take(']')) return close();
    do {
      if (!value(no_key)) return false;
      blank();
    } while (take(','));
    return take(']') && close();
  }
  bool open(JsonNode::Kind kind, JsonKey key) {
    if (line_.open_.size() == JsonLine::deepest) return false;
    line_.open(kind, key);
    return true;
  }
  bool close() {
    line_.close();
    return true;
  }

  bool value(JsonKey key) {
    blank();
    if (at_ == end_) return false;
    switch (*at_) {
      case '"': return ++at_, string(line_.add(JsonNode::Kind::string, key).text);
      case '{': return ++at_, object(key);
      case '[': return ++at_, array(key);
      case 't': return word("true", JsonNode::Kind::boolean, 1, key);
      case 'f': return word("false", JsonNode::Kind::boolean, 0, key);
      case 'n': return word("null", JsonNode::Kind::null, 0, key);
      default: return integer(line_.add(JsonNode::Kind::integer, key).integer);
    }
  }
  // What follows a word or number is looked at by the caller, who wants a comma or a bracket.
  bool word(std::string_view text, JsonNode::Kind kind, std::int64_t value, JsonKey key) {
    line_.add(kind, key).integer = value;
    return take(text);
  }
  bool integer(std::int64_t& value) {
    constexpr std::ptrdiff_t most_digits = 19;  // as many always fit into 64 bits without a sign
    const bool negative = take('-');
    const char* const from = at_;
    std::uint64_t n = 0;
    while (at_ != end_ && is_digit(*at_) && at_ - from < most_digits)
      n = n * 10 + static_cast<std::uint64_t>(*at_++ - '0');
    if (at_ == from || (*from == '0' && at_ - from > 1) || n > static_cast<std::uint64_t>(INT64_MAX)) return false;
    value = negative ? -static_cast<std::int64_t>(n) : static_cast<std::int64_t>(n);
    return true;
  }

  JsonLine& line_;
  const char* at_;
  const char* const end_;
};

bool JsonLine::scan(std::string_view text) {
  start(text);
  return JsonScan(*this, text).run();
}

}  // namespace history
