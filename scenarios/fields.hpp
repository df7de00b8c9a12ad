#pragma once
// A map of the file seen through its block of the table in keys.hpp: on construction unknown, repeated, missing and not
// yet modelled keys are complained of; the functions read one value each, and leave `out` alone where it is missing or
// wrong.
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scenarios/context.hpp"
#include "scenarios/keys.hpp"
#include "sim/delay.hpp"
#include "sim/expect.hpp"

namespace scenarios {

class Fields {
 public:
  Fields(Context&, const Node&, const Block&);

  // Null where the key is missing. The key must be in the block's table.
  const Node* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  bool is_map() const { return node_.kind == Node::Kind::map; }
  Place place() const { return node_.place; }
  Place place_of(std::string_view key) const { return find(key) ? find(key)->place : node_.place; }

  // Each returns whether a good value was there.
  bool text(std::string_view key, std::string& out) const;  // one line
  bool story(std::string_view key, std::string& out) const;
  bool name(std::string_view key, std::string& out) const;
  bool duration(std::string_view key, sim::Time& out, sim::Time least = 0) const;
  bool durations(std::string_view key, std::vector<sim::Time>& out) const;
  // A duration of `least` or more milliseconds, no part of one.
  bool milliseconds(std::string_view key, std::uint32_t& out, std::uint32_t least = 1) const;
  bool delay(std::string_view key, sim::Delay& out) const;
  bool rate(std::string_view key, sim::Time& out) const;
  template <std::integral Whole>
  bool whole(std::string_view key, Whole& out) const {
    const auto value = number(key);
    if (value) out = static_cast<Whole>(*value);
    return value.has_value();
  }
  template <class E>
  bool choice(std::string_view key, E& out) const {
    const auto place = chosen(key);
    if (place) out = static_cast<E>(*place);
    return place.has_value();
  }
  // The items of a list; complains where it is none.
  const std::vector<Node>* list(std::string_view key) const;

  Context& context() const { return context_; }

 private:
  const Key& key(std::string_view) const;
  std::optional<std::int64_t> number(std::string_view key) const;  // whole, count, budget, as the table says
  std::optional<std::size_t> chosen(std::string_view key) const;

  Context& context_;
  const Node& node_;
  const Block& block_;
};

// The text of a scalar; complains where the node is none.
const std::string* scalar(Context&, const Node&, std::string_view expected);
// The place of a word among choices; complains where it is none, or not modelled yet.
std::optional<std::size_t> choose(Context&, const Node&, std::span<const Choice>);
// Letters, digits, '_', '-' and '.', not empty, not too long.
bool is_name(std::string_view);
// Calls f(key, place of the key, value) for each entry of a map of free keys; complains of repeated keys, and where it
// is no map.
template <class F>
void for_each_entry(Context&, const Node&, F&& f);

// Takes the value or complains.
template <class T>
bool take(Context& context, Place place, Parsed<T> parsed, T& out) {
  if (auto* c = std::get_if<Complaint>(&parsed)) return context.complain(place, std::move(*c)), false;
  out = std::get<T>(parsed);
  return true;
}

bool complain_unless_map(Context&, const Node&);
// Complains of each key that has stood before.
void complain_of_repeated(Context&, const Node&);

template <class F>
void for_each_entry(Context& context, const Node& node, F&& f) {
  if (!complain_unless_map(context, node)) return;
  complain_of_repeated(context, node);
  for (const Entry& e : node.entries) f(e.key, e.place, e.value);
}

}  // namespace scenarios
