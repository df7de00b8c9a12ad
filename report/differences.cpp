// Knobs by version: the whole table, and where two versions part.
//
// Versions do not stand in columns: with so many of them a line would not fit. A knob has a line for each span of
// versions in which it has one value; so a value that 1.11.4 brought, 1.12 had not and 1.12.2 brought again shows as
// what it is.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/lists.hpp"
#include "report/versions.hpp"
#include "report/words.hpp"

namespace report {

using Json = nlohmann::ordered_json;

namespace {

std::string of(const Json& row, const char* key) {
  const Json& value = row.at(key);
  return value.is_string() ? value.get<std::string>() : "";
}
Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

// A text in a column of its own, its first line behind `left`.
std::string hung(const std::string& left, const std::string& text, std::size_t column) {
  const std::string lines = wrapped(text, column, page_width);
  if (lines.empty()) return left + "\n";
  return left + (width(left) < column ? lines.substr(width(left)) : "\n" + lines);
}

std::string with_ticket(const Json& row) {
  const std::string ticket = of(row, "ticket");
  return of(row, "evidence") + (ticket.empty() ? "" : "; " + ticket);
}

}  // namespace

Json semantics_data() {
  Json list = Json::array();
  for (const model::Knob& k : model::knobs()) {
    Json values = Json::array();
    for (const KnobSpan& s : spans_of(k))
      values.push_back({{"value", s.row->value},
                        {"since", s.row->since},
                        {"evidence", s.row->evidence},
                        {"ticket", s.row->ticket},
                        {"until", text_or_null(s.until)},
                        {"versions", s.text}});
    list.push_back({{"knob", k.name}, {"meaning", k.meaning}, {"values", k.values}, {"history", std::move(values)}});
  }
  return list;
}

std::string semantics_text(const Json& data, const Style& style) {
  constexpr std::size_t versions_at = 6, value_at = 24, evidence_at = 50;
  std::string text =
      wrapped(fmt::format("Versions: {}. \"1.12\" is the newest of its patch levels. flip-45 is 1.15 but "
                          "where a line names it.",
                          known_versions()),
              2, page_width) +
      "\n";
  const auto line = [&](const std::string& versions, const std::string& value, const std::string& known) {
    std::string left = std::string(versions_at, ' ') + versions;
    left += std::string(std::max(value_at, width(left) + 2) - width(left), ' ') + value;
    return hung(left, known, evidence_at);
  };
  for (const Json& k : data) {
    std::vector<std::string> values = k.at("values");
    text += fmt::format("  {}  {}\n", style(Tone::strong, of(k, "knob")), of(k, "meaning"));
    for (const Json& row : k.at("history")) {
      std::erase(values, of(row, "value"));
      text += line(of(row, "versions"), of(row, "value"), with_ticket(row));
    }
    for (const std::string& v : values) text += line("no version", v, "to be tried");
  }
  return text + "\n" +
         wrapped(
             "A knob is changed in a file with `semantics: {base: flink-1.15, sources_stop: after-completion}`, on the "
             "command line with --semantics \"flink-1.15 + sources_stop: after-completion\".",
             2, page_width);
}

Json differences(const std::string& a, const std::string& b) {
  Json list = Json::array();
  for (const KnobChange& c : changes_between(*model::profile(a), *model::profile(b), b)) {
    const model::KnobRow &row = *c.row, &before = row_in_force(*c.knob, a);
    list.push_back({{"knob", c.knob->name},
                    {"meaning", c.knob->meaning},
                    {"from", c.from},
                    {"to", c.to},
                    {"since", row.since},
                    {"evidence", row.evidence},
                    {"ticket", row.ticket},
                    {"fromSince", before.since},
                    {"fromEvidence", before.evidence},
                    {"fromTicket", before.ticket}});
  }
  return list;
}

std::string differences_text(const Json& data, const std::string& a, const std::string& b, const Style& style) {
  if (data.empty()) return fmt::format("{} and {} do not differ in what is modelled.\n", a, b);
  std::string text = fmt::format("{} -> {}: {}\n", a, b, counted(data.size(), "knob"));
  for (const Json& r : data) {
    text += fmt::format("\n  {}  {}\n", style(Tone::strong, of(r, "knob")), of(r, "meaning"));
    text += fmt::format("      {} -> {}\n", of(r, "from"), of(r, "to"));
    const std::string ticket = of(r, "fromTicket");
    text += hung("      before", of(r, "fromEvidence") + (ticket.empty() ? "" : "; " + ticket), 15);
    const std::string since = of(r, "since");
    text += hung("      since", since + ": " + with_ticket(r), 15);
  }
  return text;
}

}  // namespace report
