#include "tests/fuzz/history_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "history/figures.hpp"
#include "history/reader.hpp"
#include "history/writer.hpp"
#include "tests/history/json_print.hpp"

namespace fuzz {
namespace {

using namespace history;

// Small, so that lines that are too long come up.
constexpr std::size_t longest_line = 3000;

struct Taken {
  ReadResult result;
  std::vector<std::uint64_t> seqs;
  std::string text;     // header and events as they are written, numbered anew
  std::string figures;  // and all that they are made of; nothing where there is no header
};

// What folds and writes the events of one reading.
class Taker {
 public:
  explicit Taker(ReadOptions options)
      : reader_(
            names_, [this](const Stamp& stamp, const Event& event) { take(stamp, event); }, options) {}
  Reader& reader() { return reader_; }
  Taken finish() {
    reader_.finish();
    taken_.result = reader_.result();
    if (taken_.result.header.scenario_json.empty()) return std::move(taken_);  // there was none
    std::string header;
    write_header(header, taken_.result.header);
    taken_.text.insert(0, header);
    const Figures all = figures(ledger_, taken_.result.header, names_);
    taken_.figures = to_json(all, taken_.result.header, Unknown::null).dump() + "\n" + dump(ledger_, names_);
    return std::move(taken_);
  }

 private:
  void take(const Stamp& stamp, const Event& event) {
    taken_.seqs.push_back(stamp.seq);
    ledger_.fold(event, stamp);
    write_event(taken_.text, names_, {taken_.seqs.size(), stamp.t}, event);
  }

  InternedNames names_;
  FigureLedger ledger_{FigureLedger::all()};
  Taken taken_;
  Reader reader_;
};

Taken take_whole(std::string_view bytes, ReadOptions options) {
  Taker taker(options);
  taker.reader().feed(bytes);
  return taker.finish();
}

// Cut where the bytes themselves say.
Taken take_in_pieces(std::string_view bytes, ReadOptions options) {
  Taker taker(options);
  std::uint32_t mixed = static_cast<std::uint32_t>(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    mixed = mixed * 1664525U + static_cast<unsigned char>(bytes[at]) + 1013904223U;
    const std::size_t size = 1 + mixed / 65536 % (mixed % 4 ? 40 : 400);
    taker.reader().feed(bytes.substr(at, size));
    at += size;
  }
  return taker.finish();
}

std::string difference(std::string_view law, const std::string& a, const std::string& b) {
  return a == b ? std::string() : fmt::format("{}\n--- one\n{}\n--- other\n{}\n", law, a, b);
}

// Line by line: what the scan takes, the library takes with the same result.
std::string broken_by_scanning(std::string_view bytes) {
  std::string broken;
  JsonLine fast, exact;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (!fast.scan(line)) continue;
    const bool refused = exact.parse_exactly(line).has_value();
    broken += difference("the scan reads as the library does", history_test::printed(fast),
                         refused ? "refused" : history_test::printed(exact));
  }
  return broken;
}

std::string printed(const ReadResult& r) {
  std::string out = fmt::format("{} lines, {} events, {} unknown\n", r.lines, r.events, r.unknown_events);
  if (r.error) out += to_string(*r.error, "error") + "\n";
  for (std::size_t f = 0; f < flaw_count; ++f)
    if (const auto n = r.damage.of(static_cast<Flaw>(f))) out += fmt::format("{}: {}\n", word(static_cast<Flaw>(f)), n);
  for (const Warning& w : r.warnings) out += to_string(w, "warning") + "\n";
  return out;
}

std::string broken_by_pieces(const Taken& whole, const Taken& pieces) {
  std::string broken = difference("pieces give what the whole gives", printed(whole.result), printed(pieces.result));
  broken += difference("pieces give the events of the whole", whole.text, pieces.text);
  broken += difference("pieces give the figures of the whole", whole.figures, pieces.figures);
  if (whole.seqs != pieces.seqs) broken += "pieces give the seq of the whole\n";
  return broken;
}

std::string broken_by_writing(const Taken& taken) {
  const Taken again = take_whole(taken.text, {});
  std::string broken = difference("what was written can be read", "", again.result.error ? printed(again.result) : "");
  broken += difference("what was written is read as it was", taken.text, again.text);
  broken += difference("what was written has the same figures", taken.figures, again.figures);
  return broken;
}

std::string broken_by_reading(const Taken& taken, Reading reading) {
  const ReadResult& r = taken.result;
  std::string broken;
  if (reading == Reading::strict && r.damage.any()) broken += "a strict reading counts no damage\n";
  if (r.events != taken.seqs.size() + r.unknown_events) broken += "an event is handed on, or it is not known\n";
  if (r.error && (r.error->line > r.lines + 1 || r.error->line < 1 || r.error->column < 1))
    broken += "an error has its place in the file\n" + printed(r);
  if (r.warnings.size() > (flaw_count + 1) * ReadResult::most_warnings_of_a_kind) broken += "warnings are few\n";
  return broken;
}

// Every line is blank, the header, taken or skipped.
std::string broken_by_counting(std::string_view bytes, const ReadResult& r) {
  if (r.error) return {};
  std::uint64_t lines = 0;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    lines += line.find_first_not_of(" \t\r") != line.npos || line.size() > longest_line;
  }
  return lines == 1 + r.events + r.damage.skipped()
             ? ""
             : fmt::format("{} lines are not all accounted for\n", lines) + printed(r);
}

// What a strict reading takes, a lenient one takes; and where that ends, this finds damage or ends as well.
std::string broken_by_lenience(const Taken& strict, const Taken& lenient) {
  if (!strict.result.error) {
    std::string broken = difference("what is right has no damage", printed(strict.result), printed(lenient.result));
    return broken + difference("what is right is taken leniently, too", strict.text, lenient.text);
  }
  if (lenient.text.compare(0, strict.text.size(), strict.text) != 0)
    return difference("a lenient reading begins as a strict one", strict.text, lenient.text);
  return lenient.result.error || lenient.result.damage.any() ? ""
                                                             : "an error is damage, too\n" + printed(strict.result);
}

}  // namespace

std::string broken_history_law(std::string_view bytes) {
  std::string broken = broken_by_scanning(bytes);
  Taken taken[2];
  for (const Reading reading : {Reading::strict, Reading::lenient}) {
    const ReadOptions options{.reading = reading, .longest_line = longest_line};
    Taken& whole = taken[static_cast<std::size_t>(reading)] = take_whole(bytes, options);
    broken += broken_by_reading(whole, reading);
    broken += broken_by_counting(bytes, whole.result);
    broken += broken_by_pieces(whole, take_in_pieces(bytes, options));
    if (!whole.figures.empty()) broken += broken_by_writing(whole);
  }
  return broken + broken_by_lenience(taken[0], taken[1]);
}

}  // namespace fuzz
