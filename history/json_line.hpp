#pragma once
// One line of JSON as a flat list of nodes, in memory that is used again for every line, and the column of any of them.
// The library parses; columns are found by a second look at the text, which only errors pay for. Columns count bytes
// from 1.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace history {

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, integer, other_number, string, array, object };
  Kind kind;
  std::string key;       // inside an object
  std::string text;      // of a string
  std::int64_t integer;  // of an integer; 0 or 1 of a boolean
  std::uint32_t end;     // index behind its last descendant
};

// How to get from the object of the line to a value: keys and places in arrays.
struct JsonStep {
  std::string_view key;  // empty: the place counts
  std::size_t place = 0;
};
using JsonPath = std::vector<JsonStep>;

class JsonLine {
 public:
  static constexpr std::size_t deepest = 64;
  struct Failure {
    std::size_t column;
    std::string message;
  };

  // Nothing: it is one JSON object. The text must outlive the line.
  std::optional<Failure> parse(std::string_view text);

  const JsonNode& root() const { return nodes_[0]; }
  // The last member of that name; null: there is none.
  const JsonNode* member(const JsonNode& object, std::string_view key) const;
  // Calls f(JsonNode) for each member or element.
  template <class F>
  void for_each(const JsonNode& node, F&& f) const {
    for (std::uint32_t i = index(node) + 1; i < node.end; i = nodes_[i].end) f(nodes_[i]);
  }

  // Where the value at the end of the path begins; of a path that leads nowhere, where its last existing part begins.
  std::size_t column(const JsonPath& path) const { return begin(path) + 1; }
  // The text of that value, as it stands in the line.
  std::string_view raw(const JsonPath& path) const;

 private:
  friend struct JsonEvents;
  std::uint32_t index(const JsonNode& node) const { return static_cast<std::uint32_t>(&node - nodes_.data()); }
  JsonNode& add(JsonNode::Kind kind);
  std::size_t begin(const JsonPath& path) const;

  std::string_view text_;
  std::vector<JsonNode> nodes_;  // the first `used_`; the rest keeps its memory
  std::size_t used_ = 0;
  std::vector<std::uint32_t> open_;  // containers not yet closed
  std::string key_;
};

}  // namespace history
