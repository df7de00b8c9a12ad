#include "history/json_line.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace history {

using Json = nlohmann::json;

// The library calls these as it reads. False stops it.
struct JsonEvents {
  JsonLine& line;
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
    line.nodes_[line.used_ - 1].text = text;
    return true;
  }
  bool binary(Json::binary_t&) { return false; }
  bool key(std::string& text) {
    line.key_ = text;
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
  bool value(JsonNode::Kind kind, std::int64_t integer = 0) {
    if (line.used_ == 0) return refuse(Stop::not_object);
    line.add(kind).integer = integer;
    return true;
  }
  bool open(JsonNode::Kind kind) {
    if (line.open_.size() == JsonLine::deepest) return refuse(Stop::too_deep);
    line.add(kind);
    line.open_.push_back(static_cast<std::uint32_t>(line.used_ - 1));
    return true;
  }
  bool close() {
    line.nodes_[line.open_.back()].end = static_cast<std::uint32_t>(line.used_);
    line.open_.pop_back();
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

// A walk over text that is known to be JSON.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) { blank(); }
  std::size_t at() const { return at_; }

  // Enters the container here and stands on the value of the step; false: there is none, and it stands where it stood.
  bool enter(const JsonStep& step) {
    const std::size_t from = at_;
    const bool object = !step.key.empty();
    if (at_ >= text_.size() || text_[at_] != (object ? '{' : '[')) return false;
    next();
    std::size_t found = std::string_view::npos;
    for (std::size_t place = 0; text_[at_] != '}' && text_[at_] != ']'; ++place) {
      bool here = !object && place == step.place;
      if (object) {
        const std::size_t key = at_;
        skip();
        here = Json::parse(text_.begin() + static_cast<std::ptrdiff_t>(key),
                           text_.begin() + static_cast<std::ptrdiff_t>(end_)) == step.key;
        next();  // the colon
      }
      if (here) found = at_;
      skip();
      if (text_[at_] == ',') next();
    }
    at_ = found == std::string_view::npos ? from : found;
    return found != std::string_view::npos;
  }
  // Goes behind the value here and the blanks that follow it.
  void skip() {
    std::size_t depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"')
        string();
      else if (c == '{' || c == '[')
        ++depth, ++at_;
      else if (c == '}' || c == ']')
        --depth, ++at_;
      else if (c == ',' || c == ':' || is_blank(c))
        ++at_;
      else
        word();
    } while (depth > 0);
    end_ = at_;
    blank();
  }
  std::size_t end() const { return end_; }  // of the value skipped last

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void blank() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  void next() { ++at_, blank(); }
  void string() {
    for (++at_; text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }
  void word() {
    while (at_ < text_.size() && std::string_view(",]}").find(text_[at_]) == std::string_view::npos &&
           !is_blank(text_[at_]))
      ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0, end_ = 0;
};

}  // namespace

std::optional<JsonLine::Failure> JsonLine::parse(std::string_view text) {
  text_ = text;
  used_ = 0;
  open_.clear();
  key_.clear();
  JsonEvents events{*this};
  if (Json::sax_parse(text.begin(), text.end(), &events)) return std::nullopt;
  const std::size_t first = Walk(text).at();
  switch (events.stop) {
    case JsonEvents::Stop::not_object:
      return Failure{first + 1, "expected one JSON object a line, found another value"};
    case JsonEvents::Stop::too_deep: return Failure{too_deep_at(text) + 1, "expected values nested at most 64 deep"};
    default: break;
  }
  if (events.error_at > text.size()) return Failure{text.size() + 1, "expected one JSON object, which is cut off here"};
  return Failure{std::max<std::size_t>(events.error_at, 1), "expected JSON; this byte does not continue it"};
}

JsonNode& JsonLine::add(JsonNode::Kind kind) {
  if (used_ == nodes_.size()) nodes_.emplace_back();
  JsonNode& node = nodes_[used_++];
  node.kind = kind;
  node.end = static_cast<std::uint32_t>(used_);
  node.key.swap(key_);
  key_.clear();
  return node;
}

const JsonNode* JsonLine::member(const JsonNode& object, std::string_view key) const {
  const JsonNode* found = nullptr;
  for_each(object, [&](const JsonNode& n) {
    if (n.key == key) found = &n;
  });
  return found;
}

std::size_t JsonLine::begin(const JsonPath& path) const {
  Walk walk(text_);
  for (const JsonStep& step : path)
    if (!walk.enter(step)) break;
  return walk.at();
}

std::string_view JsonLine::raw(const JsonPath& path) const {
  const std::size_t from = begin(path);
  Walk walk(text_.substr(from));
  walk.skip();
  return text_.substr(from, walk.end());
}

}  // namespace history
