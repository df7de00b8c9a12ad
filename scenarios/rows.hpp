#pragma once
// Pieces of scenario files, as the writer puts them together: words, quoted texts, maps and lists in one line.
#include <string>
#include <string_view>

#include "model/spec.hpp"
#include "scenarios/keys.hpp"

namespace scenarios {

// The word at an enumerator's place in the table.
template <class E>
std::string_view word(std::string_view in_block, std::string_view key, E value) {
  return block(in_block).find(key)->choices[static_cast<std::size_t>(value)].word;
}

std::string quoted(std::string_view);
// Names stand without quotes unless YAML would read something else.
std::string plain(std::string_view name);
std::string delay_text(const sim::Delay&);
constexpr std::string_view switch_text(bool on) { return on ? "true" : "false"; }

// Items of a map or list in one line.
class Row {
 public:
  void add(std::string_view item) { text_ += (text_.empty() ? "" : ", ") + std::string(item); }
  void add(std::string_view key, std::string_view value) { add(std::string(key) + ": " + std::string(value)); }
  bool empty() const { return text_.empty(); }
  std::string map() const { return "{" + text_ + "}"; }
  std::string list() const { return "[" + text_ + "]"; }

 private:
  std::string text_;
};

// A vertex in one line.
std::string vertex_text(const model::VertexSpec&);

}  // namespace scenarios
