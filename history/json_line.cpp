#include "history/json_line.hpp"

#include <nlohmann/json.hpp>

namespace history {
namespace {

// A walk over text that is known to be JSON.
class Walk {
 public:
  // The library takes a byte order mark for nothing.
  explicit Walk(std::string_view text) : text_(text), at_(text.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0) { blank(); }
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
        here = nlohmann::json::parse(text_.begin() + static_cast<std::ptrdiff_t>(key),
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
  std::size_t at_, end_ = 0;
};

}  // namespace

std::optional<JsonLine::Failure> JsonLine::parse(std::string_view text) {
  if (scan(text)) return std::nullopt;
  return parse_exactly(text);
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
