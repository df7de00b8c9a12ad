#pragma once
// One line of JSON as a flat list of nodes, in memory that is used again for every line, and the column of any of them.
//
// Two parsers fill the list. The scan (json_scan.cpp) takes what nearly every line of a history is: objects, lists,
// words, integers, strings without escapes or bytes beyond ASCII. It copies nothing, and it gives up rather than judge.
// What it gives up goes to the library (json_exact.cpp), which alone decides what is not JSON and where. So the scan
// may take less than the library, never more or otherwise: tests/history/json_line_test.cpp holds them to that.
//
// Columns are found by a second look at the text, which only errors pay for; they count bytes from 1.
// Memory grows with the longest line: 64 bytes a value.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace history {

// A name of a member, with its first eight bytes as a number: one comparison tells most names apart.
struct JsonKey {
  consteval JsonKey(const char* literal) : JsonKey(std::string_view(literal)) {}
  explicit constexpr JsonKey(std::string_view t) : text(t), head(head_of(t)) {}

  friend constexpr bool operator==(const JsonKey& a, const JsonKey& b) {
    return a.head == b.head && a.text.size() == b.text.size() && (a.text.size() <= 8 || a.text == b.text);
  }
  static constexpr std::uint64_t head_of(std::string_view t) {
    std::uint64_t head = 0;
    for (std::size_t i = t.size() < 8 ? t.size() : 8; i > 0; --i)
      head = head << 8 | static_cast<unsigned char>(t[i - 1]);
    return head;
  }

  std::string_view text;
  std::uint64_t head;
};

inline constexpr JsonKey no_key{std::string_view()};

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, integer, other_number, string, array, object };
  JsonKey key;               // inside an object
  std::string_view text;     // of a string
  std::int64_t integer;      // of an integer; 0 or 1 of a boolean
  std::uint32_t end;         // index behind its last descendant
  std::uint32_t before;      // index of the member or element before it; 0: it is the first
  std::uint32_t last_child;  // index of its last member or element; 0: none
  Kind kind;
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
  // The same by the library alone.
  std::optional<Failure> parse_exactly(std::string_view text);
  // By the scan alone. False: it gave up, which says nothing about the text.
  bool scan(std::string_view text);

  const JsonNode& root() const { return nodes_[0]; }
  // The last member of that name; null: there is none.
  const JsonNode* member(const JsonNode& object, JsonKey key) const {
    for (std::uint32_t i = object.last_child; i != 0; i = nodes_[i].before)
      if (nodes_[i].key == key) return &nodes_[i];
    return nullptr;
  }
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
  friend class JsonScan;
  friend struct JsonEvents;
  std::uint32_t index(const JsonNode& node) const { return static_cast<std::uint32_t>(&node - nodes_.data()); }
  std::size_t begin(const JsonPath& path) const;

  // How both parsers build the list.
  void start(std::string_view text) {
    text_ = text;
    used_ = 0;
    open_.clear();
  }
  JsonNode& add(JsonNode::Kind kind, JsonKey key) {
    if (used_ == nodes_.size()) nodes_.push_back({no_key, {}, 0, 0, 0, 0, kind});
    const auto here = static_cast<std::uint32_t>(used_++);
    JsonNode& node = nodes_[here];
    node.key = key, node.kind = kind;
    node.end = here + 1;
    node.before = node.last_child = 0;
    if (!open_.empty()) {
      JsonNode& parent = nodes_[open_.back()];
      node.before = parent.last_child;
      parent.last_child = here;
    }
    return node;
  }
  void open(JsonNode::Kind kind, JsonKey key) {
    add(kind, key);
    open_.push_back(static_cast<std::uint32_t>(used_ - 1));
  }
  void close() {
    nodes_[open_.back()].end = static_cast<std::uint32_t>(used_);
    open_.pop_back();
  }

  std::string_view text_;
  std::vector<JsonNode> nodes_;  // the first `used_`; the rest keeps its memory
  std::size_t used_ = 0;
  std::vector<std::uint32_t> open_;  // containers not yet closed
  std::string decoded_;              // keys and strings of the library
};

}  // namespace history
