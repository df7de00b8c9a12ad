#include "scenarios/context.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scenarios {

void Context::complain(Place place, std::string what, std::string expected) {
  if (fresh(seen_errors_, place, what))
    errors_.push_back({file_, place.line, place.column, std::move(what), std::move(expected), ""});
}

void Context::complain(Place place, Complaint c) {
  if (fresh(seen_errors_, place, c.what))
    errors_.push_back(
        {file_, place.line, place.column, std::move(c.what), std::move(c.expected), std::move(c.nearest)});
}

void Context::unknown(Place place, std::string what, std::string_view word,
                      std::span<const std::string_view> candidates) {
  if (!fresh(seen_errors_, place, what)) return;
  std::string expected = candidates.empty() ? "" : (candidates.size() > 1 ? "one of " : "") + listed(candidates);
  errors_.push_back(
      {file_, place.line, place.column, std::move(what), std::move(expected), nearest_of(word, candidates)});
}

void Context::warn(Place place, std::string what, std::string expected) {
  if (fresh(seen_warnings_, place, what))
    warnings_.push_back({file_, place.line, place.column, std::move(what), std::move(expected), ""});
}

std::vector<Error> Context::in_order(std::vector<Error> errors) {
  std::stable_sort(errors.begin(), errors.end(), [](const Error& a, const Error& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return errors;
}

std::string listed(std::span<const std::string_view> words) {
  constexpr std::size_t shown = 30;
  std::string text;
  const std::size_t n = std::min(words.size(), shown);
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  if (words.size() > shown) text += fmt::format(", … ({} in all)", words.size());
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t shown = 60;
  if (text.size() <= shown) return fmt::format("\"{}\"", text);
  std::size_t cut = shown;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;  // never inside a character
  return fmt::format("\"{}…\"", text.substr(0, cut));
}

}  // namespace scenarios
