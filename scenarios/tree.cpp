// yaml-cpp is used as a stream of events, not through YAML::Node: events keep the places of keys and both of two equal
// keys, and a bound can end the parse from inside it (depth: the parser recurses; aliases: `[*a, *a]` nine levels deep
// is a billion nodes). A bound leaves the parser by an exception of our own; nothing leaves this file but values.
#include "scenarios/tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "scenarios/reader.hpp"
#include "scenarios/text_check.hpp"

namespace scenarios {
namespace {

struct Refused {
  Place place;
  std::string what, expected;
};

Place place_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1}; }

struct Size {
  std::size_t nodes = 1;
  int depth = 1;
};
// Long texts count for more, since an alias copies them too.
Size size_of(const Node& n) {
  constexpr std::size_t bytes_per_node = 64;
  Size sum{.nodes = 1 + n.text.size() / bytes_per_node};
  const auto add = [&](const Node& child) {
    const Size s = size_of(child);
    sum.nodes += s.nodes;
    sum.depth = std::max(sum.depth, s.depth + 1);
  };
  for (const Node& item : n.items) add(item);
  for (const Entry& e : n.entries) add(e.value), sum.nodes += e.key.size() / bytes_per_node;
  return sum;
}

class Builder : public YAML::EventHandler {
 public:
  std::vector<Node> documents;
  // A list or map as a key. Not refused at once: yaml-cpp takes the unclosed bracket of a file that ends too early for
  // one.
  std::optional<Refused> odd_key;

  // The number of nodes is bounded over all documents of a file.
  void OnDocumentStart(const YAML::Mark&) override { open_.clear(), anchors_.clear(); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    leaf(make_node(Node::Kind::nothing, place_of(mark)), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_tag(mark, tag);
    leaf(make_node(Node::Kind::scalar, place_of(mark), value), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      throw Refused{place_of(mark), "an alias inside of what it stands for", "an anchor that is complete"};
    count(place_of(mark), found->second.size);
    add(Node(found->second.node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    start(Node::Kind::list, mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    start(Node::Kind::map, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapEnd() override { end(); }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    std::optional<Entry> pending;  // a key that waits for its value
  };
  struct Anchored {
    Node node;
    Size size;
  };

  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      throw Refused{place_of(mark), fmt::format("the tag {}", tag), "no tags"};
  }
  void count(Place place, Size size) {
    nodes_ += size.nodes;
    if (nodes_ > max_nodes)
      throw Refused{place, "too much in one file once its aliases are followed",
                    fmt::format("at most {} values", max_nodes)};
    if (static_cast<int>(open_.size()) + size.depth > max_depth)
      throw Refused{place, "nested too deeply", fmt::format("at most {} levels", max_depth)};
  }
  void leaf(Node node, YAML::anchor_t anchor) {
    count(node.place, {});
    remember(node, anchor);
    add(std::move(node));
  }
  void start(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_tag(mark, tag);
    count(place_of(mark), {});
    open_.push_back({make_node(kind, place_of(mark)), anchor, std::nullopt});
  }
  void end() {
    Open done = std::move(open_.back());
    open_.pop_back();
    remember(done.node, done.anchor);
    add(std::move(done.node));
  }
  // An anchor costs a copy, so it counts as much as the alias of it would.
  void remember(const Node& node, YAML::anchor_t anchor) {
    if (anchor == 0) return;
    const Size size = size_of(node);
    count(node.place, size);
    anchors_.insert_or_assign(anchor, Anchored{node, size});
  }
  void add(Node node) {
    if (open_.empty()) return documents.push_back(std::move(node));
    Open& parent = open_.back();
    if (parent.node.kind == Node::Kind::list) return parent.node.items.push_back(std::move(node));
    if (parent.pending) {
      if (parent.node.entries.size() == max_keys)
        throw Refused{parent.pending->place, "too many keys in one map", fmt::format("at most {}", max_keys)};
      if (node.kind == Node::Kind::nothing)
        node.place = parent.pending->place;  // else it stands where the next line begins
      parent.pending->value = std::move(node);
      parent.node.entries.push_back(std::move(*parent.pending));
      parent.pending.reset();
      return;
    }
    if (node.kind != Node::Kind::scalar && !odd_key)
      odd_key = Refused{node.place, fmt::format("{} as a key", kind_word(node.kind)), "a word"};
    parent.pending = Entry{std::move(node.text), node.place, {}};
  }

  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::string_view kind_word(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::nothing: return "nothing";
    case Node::Kind::scalar: return "a value";
    case Node::Kind::list: return "a list";
    case Node::Kind::map: break;
  }
  return "a map";
}

Forest plant(std::string_view file_name, std::string_view text) {
  const std::string file(file_name);
  if (auto refused = check_text(file_name, text)) return {{}, {std::move(*refused)}};
  const auto failed = [&](Place place, std::string what, std::string expected) {
    return Forest{
        {},
        {Error{file, std::max(place.line, 1), std::max(place.column, 1), std::move(what), std::move(expected), ""}}};
  };
  Builder builder;
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) continue;
    if (builder.odd_key) throw Refused(*builder.odd_key);
  } catch (const Refused& r) {
    return failed(r.place, r.what, r.expected);
  } catch (const YAML::Exception& e) {
    return failed(place_of(e.mark), "not YAML: " + e.msg,
                  "brackets, quotes and indentation that close where they open");
  } catch (const std::exception& e) {
    return failed({1, 1}, fmt::format("not YAML: {}", e.what()), "");
  }
  return {std::move(builder.documents), {}};
}

}  // namespace scenarios
