#pragma once
// A parsed line as text: two parsers agree where their prints do.
#include <ostream>
#include <sstream>
#include <string>

#include "history/json_line.hpp"

namespace history_test {

inline void print(std::ostream& out, const history::JsonLine& line, const history::JsonNode& node) {
  using Kind = history::JsonNode::Kind;
  out << static_cast<int>(node.kind) << ' ' << node.key.text.size() << node.key.text << ' ' << node.key.head;
  if (node.kind == Kind::string) out << " s" << node.text.size() << node.text;
  if (node.kind == Kind::integer || node.kind == Kind::boolean) out << " i" << node.integer;
  if (node.kind != Kind::object && node.kind != Kind::array) return void(out << '\n');
  out << " (\n";
  line.for_each(node, [&](const history::JsonNode& n) {
    print(out, line, n);
    if (node.kind == Kind::object) out << "last " << (line.member(node, n.key) == &n) << '\n';
  });
  out << ")\n";
}
inline std::string printed(const history::JsonLine& line) {
  std::ostringstream out;
  print(out, line, line.root());
  return out.str();
}

}  // namespace history_test
