// The exact parser of a line: the library decides what is JSON, and says which byte is not. See json_line.hpp.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "history/json_line.hpp"

namespace history {

using Json = nlohmann::json;

// The library calls these as it reads. False stops it.
struct JsonEvents {
  JsonLine& line;
  JsonKey key_read = no_key;
  std::size_t error_at = 0;  // bytes read when it failed; 0: it did not
  enum class Stop : std::uint8_t { no, not_json, not_object, too_deep } stop = Stop::no;

  bool null() { return value(JsonNode::Kind::null); }
  bool boolean(bool b) { return value(JsonNode::Kind::boolean, b); }
  bool number_integer(Json::number_integer_t n) { return value(JsonNode::Kind::integer, n); }
  bool number_unsigned(Json::number_unsigned_t n) {
    if (n > static_cast<std::uint64_t>(INT64_MAX)) return value(JsonNode::Kind::other_number);
    return value(JsonNode::Kind::integer, static_cast<std::int64_t>(n));
  }
  bool number_float(Json::number_float_t, const std::string&) { return value(JsonNode::Kind::other_number); }
  bool string(std::string& text) {
    if (!value(JsonNode::Kind::string)) return false;
    line.nodes_[line.used_ - 1].text = kept(text);
    return true;
  }
  bool binary(Json::binary_t&) { return false; }
  bool key(std::string& text) {
    key_read = JsonKey(kept(text));
    return true;
  }
  bool start_object(std::size_t) { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) { return line.used_ == 0 ? refuse(Stop::not_object) : open(JsonNode::Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) {
    // Of a string or number in the wrong place the library tells the last byte, of anything else the byte itself.
    const std::string_view what = error.what();
    const bool whole_token =
        what.find("unexpected string literal") != what.npos || what.find("unexpected number literal") != what.npos;
    error_at = whole_token && !token.empty() && position >= token.size() ? position - token.size() + 1 : position;
    return refuse(Stop::not_json);
  }

 private:
  bool refuse(Stop why) {
    stop = why;
    return false;
  }
  // Where the decoded texts stand does not move: all of them are no longer than the line.
  std::string_view kept(const std::string& text) {
    const std::size_t from = line.decoded_.size();
    line.decoded_ += text;
    return std::string_view(line.decoded_).substr(from);
  }
  JsonKey key_of_next() { return std::exchange(key_read, no_key); }
  bool value(JsonNode::Kind kind, std::int64_t integer = 0) {
    if (line.used_ == 0) return refuse(Stop::not_object);
    line.add(kind, key_of_next()).integer = integer;
    return true;
  }
  bool open(JsonNode::Kind kind) {
    if (line.open_.size() == JsonLine::deepest) return refuse(Stop::too_deep);
    line.open(kind, key_of_next());
    return true;
  }
  bool close() {
    line.close();
    return true;
  }
};

namespace {

// Where a container opens that lies deeper than allowed. Only asked where the text up to there is JSON.
std::size_t too_deep_at(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (!quoted && (text[i] == '{' || text[i] == '[') && ++depth > JsonLine::deepest)
      return i;
    else if (!quoted && (text[i] == '}' || text[i] == ']'))
      --depth;
  }
  return text.size();
}

}  // namespace

std::optional<JsonLine::Failure> JsonLine::parse_exactly(std::string_view text) {
  start(text);
  decoded_.clear();
  decoded_.reserve(text.size());
  JsonEvents events{*this};
  if (Json::sax_parse(text.begin(), text.end(), &events)) return std::nullopt;
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  switch (events.stop) {
    case JsonEvents::Stop::not_object:
      return Failure{first + 1, "expected one JSON object a line, found another value"};
    case JsonEvents::Stop::too_deep: return Failure{too_deep_at(text) + 1, "expected values nested at most 64 deep"};
    default: break;
  }
  if (events.error_at > text.size()) return Failure{text.size() + 1, "expected one JSON object, which is cut off here"};
  return Failure{std::max<std::size_t>(events.error_at, 1), "expected JSON; this byte does not continue it"};
}

}  // namespace history
