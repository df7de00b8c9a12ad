#pragma once
// Colour, and tables. Colour only repeats what the words say: without it every output says the same.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace report {

enum class Tone : std::uint8_t { plain, strong, faint, good, bad, warn };

struct Style {
  bool color = false;
  std::string operator()(Tone tone, std::string_view text) const;
};

inline constexpr std::size_t page_width = 116;  // of what is wrapped; tables try to stay below

struct Column {
  std::vector<std::string> title;  // its lines, from the top
  bool right = false;
};
struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

// Columns as wide as their widest cell, two blanks apart.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void row(std::vector<Cell> cells);
  // A line of its own across all columns.
  void line(std::string text, Tone tone = Tone::plain);
  std::string text(const Style& style, std::size_t indent) const;

 private:
  struct Row {
    std::vector<Cell> cells;
    bool across = false;
  };
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace report
