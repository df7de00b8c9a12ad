#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace report {

std::string seconds(std::int64_t us) {
  const bool negative = us < 0;
  const std::uint64_t n = negative ? -static_cast<std::uint64_t>(us) : static_cast<std::uint64_t>(us);
  const char* sign = negative ? "-" : "";
  if (n > 0 && n < 1000) return fmt::format("{}{} us", sign, n);
  std::string fraction = fmt::format("{:06}", n % 1'000'000);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return fmt::format("{}{}{}{} s", sign, n / 1'000'000, fraction.empty() ? "" : ".", fraction);
}

std::int64_t to_milliseconds(std::int64_t us) {
  constexpr std::int64_t ms = 1000;
  if (us > -ms && us < ms) return us;
  return (us + (us < 0 ? -ms / 2 : ms / 2)) / ms * ms;
}

std::string grouped(std::uint64_t n) {
  std::string digits = fmt::format("{}", n);
  if (digits.size() <= 4) return digits;
  for (std::size_t at = digits.size() - 3; at > 0 && at < digits.size(); at -= std::min<std::size_t>(at, 3))
    digits.insert(at, ",");
  return digits;
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", grouped(n), what, n == 1 ? "" : "s");
}

std::string bytes(std::uint64_t n) {
  constexpr std::string_view units[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  std::uint64_t tenths = n * 10;
  for (; tenths >= 10'000 && unit + 1 < std::size(units); ++unit) tenths /= 1000;
  if (unit == 0 || tenths >= 1000) return fmt::format("{} {}", tenths / 10, units[unit]);
  return fmt::format("{}.{} {}", tenths / 10, tenths % 10, units[unit]);
}

std::string listed(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) || c == '.' || c == '_')
      out += static_cast<char>(std::tolower(u));
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() || out.front() == '.' ? "case" + out : out;
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string shortened(std::string_view text, std::size_t most) {
  if (width(text) <= most) return std::string(text);
  std::size_t at = 0;
  for (std::size_t n = 0; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80 && n++ + 1 == most) break;
  return std::string(text.substr(0, at)) + "…";
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t most) {
  std::string out, line;
  const auto flush = [&] {
    if (!line.empty()) out += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && indent + width(line) + 1 + width(word) > most) flush();
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  flush();
  return out;
}

std::string way_of(const std::string& name) { return name.empty() ? "the timeline" : name; }

}  // namespace report
