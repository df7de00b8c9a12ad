#include "history/reader.hpp"

#include <fmt/format.h>

#include "history/event_reader.hpp"
#include "history/header_reader.hpp"
#include "history/json_line.hpp"
#include "history/seq_order.hpp"

namespace history {

struct Reader::State {
  State(InternedNames& names, OnEvent handler, const ReadOptions& o)
      : options(o), fields(json, names), events(fields, names), on_event(std::move(handler)) {}

  const ReadOptions options;
  JsonLine json;
  Fields fields;
  EventReader events;
  OnEvent on_event;
  ReadResult result;
  std::string rest;  // of a line whose end has not come yet
  bool has_header = false;
  bool in_long_line = false;  // it is counted; what still comes of it is passed over
  bool unended = false;       // the line at hand is the last one and has no end
  std::uint64_t seq = 0;
  std::int64_t t = 0;
  // of a lenient reading
  SeqOrder order;
  bool has_seq = false;  // of the line at hand

  bool lenient() const { return options.reading == Reading::lenient; }
  void read_line(std::string_view text);
  void read_long_line();
  void read_first();
  void read_event();
  void take(std::int64_t number, std::int64_t time);
  void warn_of_unknown(std::string_view ev);
  void check_seq(std::int64_t number);
  void place_seq(std::int64_t number);
  void check_t(std::int64_t& time);
  void refuse(const Fields::Problem& problem);
  void note(Flaw flaw, std::size_t column, std::string_view message);
};

namespace {

constexpr std::string_view blanks = " \t\r\n";

constexpr std::string_view not_json_remedy =
    "a history has one JSON object on each line; a file that was cut off can be read after removing its last line";

}  // namespace

void Reader::State::read_line(std::string_view text) {
  ++result.lines;
  has_seq = false;
  if (text.find_first_not_of(blanks) == std::string_view::npos) return;
  if (auto failure = json.parse(text))
    return refuse({failure->column, std::move(failure->message), std::string(not_json_remedy),
                   unended ? Flaw::cut_off : Flaw::not_json});
  has_header ? read_event() : read_first();
}

void Reader::State::read_long_line() {
  ++result.lines;
  has_seq = false;
  refuse({options.longest_line + 1, fmt::format("expected a line of at most {} bytes", options.longest_line),
          "a state is written as ranges of records, not one by one", Flaw::too_long});
}

void Reader::State::read_first() {
  fields.restart("the header");
  if (fields.text("ev") != "history")
    fields.refuse("ev", "\"history\" on the first line", "a history begins with its header");
  if (fields.ok()) result.header = read_header(fields);
  if (!fields.ok()) return refuse(fields.problem());
  has_header = true;
  if (options.on_header) options.on_header(result.header);
}

void Reader::State::read_event() {
  fields.restart("this event");
  const std::string_view ev = fields.text("ev");
  if (fields.ok()) fields.restart(ev);
  const std::int64_t number = fields.integer("seq", INT64_MIN, INT64_MAX);
  if (fields.ok()) check_seq(number);
  std::int64_t time = fields.integer("t", 0, INT64_MAX);
  if (fields.ok()) check_t(time);
  if (fields.ok() && ev == "history") fields.refuse("ev", "an event; the header stands on the first line only");
  if (!fields.ok()) return refuse(fields.problem());
  const EventReader::Row* const row = EventReader::find(ev);
  if (!row) {
    take(number, time);
    return warn_of_unknown(ev);
  }
  const Event event = events.read(*row);
  if (!fields.ok()) return refuse(fields.problem());
  take(number, time);
  on_event({seq, t}, event);
}

void Reader::State::take(std::int64_t number, std::int64_t time) {
  seq = static_cast<std::uint64_t>(number), t = time;
  ++result.events;
}

void Reader::State::warn_of_unknown(std::string_view ev) {
  if (++result.unknown_events > ReadResult::most_warnings_of_a_kind) return;
  result.warnings.push_back(
      {result.lines,
       fmt::format("\"{}\" is not an event that this program knows; the line is ignored", ev.substr(0, 100))});
}

void Reader::State::check_seq(std::int64_t number) {
  if (lenient()) return place_seq(number);
  if (number != static_cast<std::int64_t>(seq) + 1)
    fields.refuse("seq", fmt::format("{}", seq + 1), "seq counts the events 1, 2, 3 … without a gap");
}

void Reader::State::place_seq(std::int64_t number) {
  if (number < 1) return fields.refuse("seq", "a number from 1");
  has_seq = true;
  const std::uint64_t expected = order.expected();
  switch (order.take(static_cast<std::uint64_t>(number))) {
    case SeqOrder::Place::next: return;
    case SeqOrder::Place::repeated:
      return fields.refuse("seq", "a number that was not seen before", {}, Flaw::seq_repeated);
    case SeqOrder::Place::after_gap:
      return note(Flaw::seq_gap, 0, fmt::format("seq goes from {} to {}; lines are missing", expected - 1, number));
    case SeqOrder::Place::late:
      return note(Flaw::seq_late, 0, fmt::format("seq {} comes after {}", number, expected - 1));
  }
}

void Reader::State::check_t(std::int64_t& time) {
  if (time >= t) return;
  if (!lenient())
    return fields.refuse("t", fmt::format("at least {}", t), "t is microseconds from the start and never falls");
  note(Flaw::t_falls, 0, fmt::format("t falls from {} to {}; the first is taken", t, time));
  time = t;
}

void Reader::State::refuse(const Fields::Problem& problem) {
  if (!lenient() || !has_header) {
    result.error = Error{result.lines, problem.column, problem.message, problem.remedy};
    return;
  }
  if (!has_seq) order.lose();
  note(problem.flaw, problem.column, "skipped: " + problem.message);
}

void Reader::State::note(Flaw flaw, std::size_t column, std::string_view message) {
  if (++result.damage.of(flaw) <= ReadResult::most_warnings_of_a_kind)
    result.warnings.push_back({result.lines, std::string(message), column});
}

Reader::Reader(InternedNames& names, OnEvent on_event, ReadOptions options)
    : state_(std::make_unique<State>(names, std::move(on_event), options)) {}
Reader::~Reader() = default;

bool Reader::feed(std::string_view piece) {
  State& s = *state_;
  while (!s.result.error) {
    const auto end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    const bool whole = end != std::string_view::npos;
    if (!s.in_long_line && s.rest.size() + part.size() > s.options.longest_line) {
      s.read_long_line();
      s.in_long_line = true;
    }
    if (s.in_long_line) {
      s.rest.clear();
      s.in_long_line = !whole;
    } else if (!whole) {
      s.rest += part;
    } else if (s.rest.empty()) {
      s.read_line(part);
    } else {
      s.rest += part;
      s.read_line(s.rest);
      s.rest.clear();
    }
    if (!whole) return !s.result.error;
    piece.remove_prefix(end + 1);
  }
  return false;
}

bool Reader::finish() {
  State& s = *state_;
  if (!s.result.error && !s.rest.empty()) {
    s.unended = true;
    s.read_line(s.rest);
    s.rest.clear();
  }
  if (!s.result.error && !s.has_header)
    s.result.error = Error{1, 1, "expected the header of a history, found the end of the file",
                           "a history begins with a line {\"ev\":\"history\", …}"};
  return !s.result.error;
}

const ReadResult& Reader::result() const { return state_->result; }

ReadResult read_history(std::string_view text, InternedNames& names, Reader::OnEvent on_event, ReadOptions options) {
  Reader reader(names, std::move(on_event), options);
  if (reader.feed(text)) reader.finish();
  return reader.result();
}

}  // namespace history
