#include "scenarios/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace scenarios {
namespace {

constexpr std::size_t longest_compared = 64, printed_at_most = 50;

// Case is no difference: FLIP-27 and flip-27 are the same slip.
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Optimal string alignment: insert, delete, replace, or swap two neighbours, one each. Three rows are kept.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool equal = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (equal ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_of(std::string_view word, std::span<const std::string_view> candidates, std::size_t most) {
  if (word.empty() || word.size() > longest_compared) return {};
  std::string_view best;
  std::size_t least = (most > 0 ? most : std::max<std::size_t>(1, word.size() / 3)) + 1;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > longest_compared || candidate == word) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) least = distance, best = candidate;
  }
  return std::string(best);
}

std::string to_text(const Error& e) {
  std::string text = e.line > 0 ? fmt::format("{}:{}:{}: {}", e.file, e.line, e.column, e.what)
                                : fmt::format("{}: {}", e.file, e.what);
  if (!e.expected.empty()) text += "; expected " + e.expected;
  if (!e.nearest.empty()) text += fmt::format("; did you mean \"{}\"?", e.nearest);
  return text;
}

std::string to_text(std::span<const Error> errors) {
  std::string text;
  for (const Error& e : errors.first(std::min(errors.size(), printed_at_most))) text += to_text(e) + "\n";
  if (errors.size() > printed_at_most) text += fmt::format("... and {} more\n", errors.size() - printed_at_most);
  return text;
}

}  // namespace scenarios
