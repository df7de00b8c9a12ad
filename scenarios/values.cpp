#include "scenarios/values.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>

namespace scenarios {
namespace {

using sim::Time;
__extension__ typedef __int128 Wide;

struct Unit {
  std::string_view name;
  Time length;
};
// From long to short: the order in which a spelling is looked for.
constexpr std::array units{Unit{"h", 3600 * sim::second}, Unit{"min", 60 * sim::second}, Unit{"s", sim::second},
                           Unit{"ms", sim::millisecond}, Unit{"us", sim::microsecond}};
constexpr std::string_view unit_names = "h, min, s, ms or us";

const Unit* find_unit(std::string_view name) {
  for (const Unit& u : units)
    if (u.name == name) return &u;
  return nullptr;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits, nothing else, and not so many that the value could overflow.
std::optional<std::int64_t> digits(std::string_view text) {
  constexpr std::size_t most_digits = 18;
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  std::int64_t value = 0;
  for (char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::size_t count_digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

// A short, printable piece of what was found.
std::string quoted(std::string_view text) {
  constexpr std::size_t shown = 40;
  return text.size() <= shown ? fmt::format("\"{}\"", text)
                              : fmt::format("\"{}...\" ({} bytes)", text.substr(0, shown), text.size());
}

Complaint no_duration(std::string_view text, std::string nearest = {}) {
  return {fmt::format("{} is no duration", quoted(text)),
          fmt::format("a number with a unit ({}), such as 10s or 50ms", unit_names), std::move(nearest)};
}

// `whole` and `fraction` (digits behind the point) in units of `length`; nothing where that is no whole number of
// microseconds.
std::optional<Time> scaled(std::int64_t whole, std::string_view fraction, Time length) {
  while (fraction.ends_with('0')) fraction.remove_suffix(1);
  Wide value = static_cast<Wide>(whole) * length;
  if (!fraction.empty()) {
    const auto numerator = digits(fraction);
    if (!numerator) return std::nullopt;
    Wide denominator = 1;
    for (std::size_t i = 0; i < fraction.size(); ++i) denominator *= 10;
    const Wide part = static_cast<Wide>(*numerator) * length;
    if (part % denominator != 0) return std::nullopt;
    value += part / denominator;
  }
  return value > longest_duration ? longest_duration + 1 : static_cast<Time>(value);
}

// A number of records near `records` that divides `span`; 0 where none is near.
std::int64_t nearest_divisor(std::int64_t records, Time span) {
  constexpr std::int64_t farthest = 100'000;
  for (std::int64_t by = 1; by <= farthest; ++by) {
    if (records > by && span % (records - by) == 0) return records - by;
    if (records + by <= span && span % (records + by) == 0) return records + by;
  }
  return 0;
}

}  // namespace

Parsed<Time> parse_duration(std::string_view text) {
  const std::size_t n = count_digits(text);
  std::string_view rest = text.substr(n), fraction;
  if (rest.starts_with('.')) {
    fraction = rest.substr(1, count_digits(rest.substr(1)));
    if (fraction.empty()) return no_duration(text);
    rest = rest.substr(1 + fraction.size());
  }
  if (n == 0) return no_duration(text);
  if (rest.empty()) {
    const bool zero = text.find_first_not_of("0.") == std::string_view::npos;
    return Complaint{fmt::format("{} has no unit", quoted(text)), fmt::format("a unit ({})", unit_names),
                     zero     ? "0ms"
                     : n <= 9 ? fmt::format("{}s", text)
                              : ""};
  }
  const Unit* unit = find_unit(rest.starts_with(' ') ? rest.substr(1) : rest);
  if (!unit) return no_duration(text);
  const auto whole = digits(text.substr(0, n));
  const std::string limit = fmt::format("at most {}", duration_text(longest_duration));
  if (!whole) return Complaint{fmt::format("{} is too long", quoted(text)), limit, ""};
  const auto value = scaled(*whole, fraction, unit->length);
  if (!value)
    return Complaint{fmt::format("{} is no whole number of microseconds", quoted(text)), "no part of a microsecond",
                     ""};
  if (*value > longest_duration) return Complaint{fmt::format("{} is too long", quoted(text)), limit, ""};
  return *value;
}

Parsed<Time> parse_rate(std::string_view text) {
  const Complaint no_rate{fmt::format("{} is no rate", quoted(text)),
                          "records per unit of time, such as 100/s, 5/min or 1/20ms", ""};
  const std::size_t n = count_digits(text);
  if (n > 0 && n == text.size())
    return Complaint{fmt::format("{} has no unit", quoted(text)), "a rate, such as 100/s",
                     n <= 9 ? fmt::format("{}/s", text) : ""};
  if (n == 0 || n >= text.size() || text[n] != '/') return no_rate;
  const std::string_view per = text.substr(n + 1);
  const std::size_t m = count_digits(per);
  const Unit* unit = find_unit(per.substr(m));
  const auto records = digits(text.substr(0, n));
  const auto times = m == 0 ? std::optional<std::int64_t>(1) : digits(per.substr(0, m));
  if (!unit || !times) return no_rate;
  if (*times > longest_duration / unit->length)
    return Complaint{fmt::format("{} is too slow", quoted(text)),
                     fmt::format("at least one record in {}", duration_text(longest_duration)), ""};
  const Time span = *times * unit->length;
  if (records == 0) return Complaint{"a rate of 0", "at least one record; a job without records needs no source", ""};
  if (span == 0) return no_rate;
  if (!records || *records > span)
    return Complaint{fmt::format("{} is too fast", quoted(text)), "at most one record in a microsecond", "1/us"};
  if (span % *records == 0) return span / *records;
  const std::int64_t near = nearest_divisor(*records, span);
  return Complaint{fmt::format("{} leaves no whole number of microseconds between two records", quoted(text)),
                   fmt::format("a rate that divides {} us", span), near == 0 ? "" : fmt::format("{}/{}", near, per)};
}

Parsed<std::int64_t> parse_whole(std::string_view text, std::int64_t least, std::int64_t most, bool suffixes) {
  const std::string range = fmt::format("a whole number from {} to {}", least, most);
  const bool negative = text.starts_with('-');
  const std::string_view number = negative ? text.substr(1) : text;
  const std::size_t n = count_digits(number);
  const std::string_view suffix = number.substr(n);
  const std::int64_t factor = suffix.empty()  ? 1
                              : !suffixes     ? 0
                              : suffix == "k" ? 1'000
                              : suffix == "M" ? 1'000'000
                              : suffix == "G" ? 1'000'000'000
                                              : 0;
  if (n == 0 || factor == 0)
    return Complaint{fmt::format("{} is no whole number", quoted(text)),
                     suffixes ? range + ", such as 500, 20k or 10M" : range, ""};
  const auto value = digits(number.substr(0, n));
  const bool too_big = !value || static_cast<Wide>(*value) * factor > std::numeric_limits<std::int64_t>::max();
  const std::int64_t signed_value = too_big ? 0 : (negative ? -*value : *value) * factor;
  if (too_big || signed_value < least || signed_value > most)
    return Complaint{fmt::format("{} is out of range", quoted(text)), range, ""};
  return signed_value;
}

Parsed<std::int64_t> parse_budget(std::string_view text) {
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    const std::string_view least = text.substr(0, dots);
    if (digits(least) != 0)
      return Complaint{fmt::format("a budget that starts at {}", quoted(least)),
                       "0..N: faults may happen; exact ones stand in the timeline", ""};
    return parse_whole(text.substr(dots + 2), 0, most_faults);
  }
  auto parsed = parse_whole(text, 0, most_faults);
  if (auto* c = std::get_if<Complaint>(&parsed))
    c->expected = fmt::format("a budget such as 0..1, at most 0..{}", most_faults);
  return parsed;
}

std::string duration_text(Time t) {
  if (t == 0) return "0ms";
  for (const Unit& u : units)
    if (t % u.length == 0) return fmt::format("{}{}", t / u.length, u.name);
  return fmt::format("{}us", t);
}

std::string rate_text(Time record_every) {
  for (std::string_view name : {"s", "min", "h"})
    if (const Time length = find_unit(name)->length; length % record_every == 0)
      return fmt::format("{}/{}", length / record_every, name);
  return fmt::format("1/{}", duration_text(record_every));
}

}  // namespace scenarios
