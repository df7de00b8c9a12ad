#pragma once
// A YAML text as a tree in which every key and value knows its place. Duplicate keys are still there, in order; aliases
// have been followed. yaml-cpp is used by tree.cpp alone.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/error.hpp"

namespace scenarios {

struct Place {
  int line = 0, column = 0;  // from 1
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Entry;
struct Node {
  enum class Kind : unsigned char { nothing, scalar, list, map };
  Kind kind = Kind::nothing;
  Place place;
  std::string text;            // scalar
  std::vector<Node> items;     // list
  std::vector<Entry> entries;  // map
};
inline Node make_node(Node::Kind, Place, std::string text = {});
struct Entry {
  std::string key;
  Place place;  // of the key
  Node value;
};

inline Node make_node(Node::Kind kind, Place place, std::string text) { return {kind, place, std::move(text), {}, {}}; }

std::string_view kind_word(Node::Kind);  // "a map"

struct Forest {
  std::vector<Node> documents;
  std::vector<Error> errors;  // the first that the parser met, or one of the bounds of reader.hpp
};
Forest plant(std::string_view file_name, std::string_view text);

}  // namespace scenarios
