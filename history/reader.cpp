#include "history/reader.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>

#include "history/event_reader.hpp"
#include "history/header_reader.hpp"
#include "history/json_line.hpp"

namespace history {

struct Reader::State {
  State(InternedNames& names, OnEvent handler)
      : fields(json, names), events(fields, names), on_event(std::move(handler)) {}

  JsonLine json;
  Fields fields;
  EventReader events;
  OnEvent on_event;
  Header header;
  std::optional<Error> error;
  std::vector<Warning> warnings;
  std::string rest;  // of a line whose end has not come yet
  std::uint64_t line = 0, seq = 0;
  std::int64_t t = 0;
  bool has_header = false;

  void fail(std::size_t column, std::string message, std::string remedy) {
    error = Error{line, column, std::move(message), std::move(remedy)};
  }
  void take_problem() {
    const Fields::Problem& p = fields.problem();
    fail(p.column, p.message, p.remedy);
  }
  void read_line(std::string_view text);
  void read_first();
  void read_event();
};

namespace {

constexpr std::string_view blanks = " \t\r\n";

constexpr std::string_view not_json_remedy =
    "a history has one JSON object on each line; a file that was cut off can be read after removing its last line";

}  // namespace

void Reader::State::read_line(std::string_view text) {
  ++line;
  if (text.find_first_not_of(blanks) == std::string_view::npos) return;
  if (const auto failure = json.parse(text))
    return fail(failure->column, failure->message, std::string(not_json_remedy));
  has_header ? read_event() : read_first();
}

void Reader::State::read_first() {
  fields.restart("the header");
  if (fields.text("ev") != "history")
    fields.refuse("ev", "\"history\" on the first line", "a history begins with its header");
  if (fields.ok()) header = read_header(fields);
  if (!fields.ok()) return take_problem();
  has_header = true;
}

void Reader::State::read_event() {
  fields.restart("this event");
  const std::string_view ev = fields.text("ev");
  if (fields.ok()) fields.restart(ev);
  const std::int64_t number = fields.integer("seq", INT64_MIN, INT64_MAX);
  if (fields.ok() && number != static_cast<std::int64_t>(seq) + 1)
    fields.refuse("seq", fmt::format("{}", seq + 1), "seq counts the events 1, 2, 3 … without a gap");
  const std::int64_t time = fields.integer("t", 0, INT64_MAX);
  if (fields.ok() && time < t)
    fields.refuse("t", fmt::format("at least {}", t), "t is microseconds from the start and never falls");
  if (fields.ok() && ev == "history") fields.refuse("ev", "an event; the header stands on the first line only");
  if (!fields.ok()) return take_problem();
  ++seq;
  t = time;
  const EventReader::Row* const row = EventReader::find(ev);
  if (!row)
    return warnings.push_back(
        {line, fmt::format("\"{}\" is not an event that this program knows; the line is ignored", ev)});
  const Event event = events.read(*row);
  if (!fields.ok()) return take_problem();
  on_event({seq, t}, event);
}

Reader::Reader(InternedNames& names, OnEvent on_event) : state_(std::make_unique<State>(names, std::move(on_event))) {}
Reader::~Reader() = default;

bool Reader::feed(std::string_view piece) {
  State& s = *state_;
  while (!s.error) {
    const auto end = piece.find('\n');
    if (end == std::string_view::npos) {
      s.rest += piece;
      return true;
    }
    if (s.rest.empty()) {
      s.read_line(piece.substr(0, end));
    } else {
      s.rest += piece.substr(0, end);
      s.read_line(s.rest);
      s.rest.clear();
    }
    piece.remove_prefix(end + 1);
  }
  return false;
}

bool Reader::finish() {
  State& s = *state_;
  if (!s.error && !s.rest.empty()) {
    s.read_line(s.rest);
    s.rest.clear();
  }
  if (!s.error && !s.has_header)
    s.error = Error{1, 1, "expected the header of a history, found the end of the file",
                    "a history begins with a line {\"ev\":\"history\", …}"};
  return !s.error;
}

const Header& Reader::header() const { return state_->header; }
const std::optional<Error>& Reader::error() const { return state_->error; }
const std::vector<Warning>& Reader::warnings() const { return state_->warnings; }
std::uint64_t Reader::events() const { return state_->seq; }

ReadResult read_history(std::string_view text, InternedNames& names, Reader::OnEvent on_event) {
  Reader reader(names, std::move(on_event));
  if (reader.feed(text)) reader.finish();
  return {reader.header(), reader.events(), reader.warnings(), reader.error()};
}

std::string to_string(const Error& error, std::string_view file) {
  std::string out(file);
  if (error.line) out += fmt::format(":{}:{}", error.line, error.column);
  out += ": " + error.message;
  return error.remedy.empty() ? out : out + "\n  " + error.remedy;
}
std::string to_string(const Warning& warning, std::string_view file) {
  return fmt::format("{}:{}: warning: {}", file, warning.line, warning.message);
}

std::variant<std::string, Error> read_file(const std::string& path) {
  errno = 0;
  const gzFile in = gzopen(path.c_str(), "rb");  // reads what is not compressed as it stands
  if (!in)
    return Error{0, 0, fmt::format("cannot be opened: {}", std::strerror(errno)), "check the path and its permissions"};
  std::string text;
  char piece[65536];
  int n = 0;
  while ((n = gzread(in, piece, sizeof piece)) > 0) text.append(piece, static_cast<std::size_t>(n));
  int code = Z_OK;
  const std::string why = gzerror(in, &code);
  const bool cut = n == 0 && code == Z_BUF_ERROR;
  gzclose_r(in);
  if (n < 0 || cut)
    return Error{0, 0, fmt::format("cannot be read: {}", why), "it has to be a regular file, or a whole one of gzip"};
  return text;
}

}  // namespace history
