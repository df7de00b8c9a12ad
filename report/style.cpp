#include "report/style.hpp"

#include <algorithm>

#include "report/words.hpp"

namespace report {
namespace {

std::string_view code(Tone tone) {
  switch (tone) {
    case Tone::plain: return "";
    case Tone::strong: return "1";
    case Tone::faint: return "2";
    case Tone::good: return "32";
    case Tone::bad: return "1;31";
    case Tone::warn: return "33";
  }
  return "";
}

}  // namespace

std::string Style::operator()(Tone tone, std::string_view text) const {
  if (!color || tone == Tone::plain || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code(tone)) + "m" + std::string(text) + "\x1b[0m";
}

void Table::row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), false});
}
void Table::line(std::string text, Tone tone) { rows_.push_back({{{std::move(text), tone}}, true}); }

std::string Table::text(const Style& style, std::size_t indent) const {
  std::vector<std::size_t> widths;
  std::size_t head = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t w = 0;
    for (const std::string& t : columns_[i].title) w = std::max(w, width(t));
    for (const Row& r : rows_)
      if (!r.across) w = std::max(w, width(r.cells[i].text));
    widths.push_back(w);
    head = std::max(head, columns_[i].title.size());
  }
  std::string out;
  const auto put = [&](const auto& cell_at) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Cell c = cell_at(i);
      const std::string pad(widths[i] - std::min(widths[i], width(c.text)), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].right ? pad + style(c.tone, c.text) : style(c.tone, c.text) + pad;
    }
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  };
  for (std::size_t n = 0; n < head; ++n)
    put([&](std::size_t i) { return n < columns_[i].title.size() ? Cell{columns_[i].title[n], Tone::faint} : Cell{}; });
  for (const Row& r : rows_) {
    if (r.across)
      out += std::string(indent, ' ') + style(r.cells.front().tone, r.cells.front().text) + "\n";
    else
      put([&](std::size_t i) { return r.cells[i]; });
  }
  return out;
}

}  // namespace report
