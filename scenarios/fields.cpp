#include "scenarios/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace scenarios {
namespace {

constexpr std::size_t longest_line = 200, longest_name = 64;

std::vector<std::string_view> modelled_words(std::span<const Choice> choices) {
  std::vector<std::string_view> words;
  for (const Choice& c : choices)
    if (c.modelled) words.push_back(c.word);
  return words;
}

std::vector<std::string_view> modelled_keys(const Block& block) {
  std::vector<std::string_view> words;
  for (const Key& k : block.keys)
    if (k.modelled) words.push_back(k.name);
  return words;
}

std::string block_word(const Block& block) {
  const std::string_view article =
      std::string_view("aeiou").find(block.name.front()) == std::string_view::npos ? "a" : "an";
  return fmt::format("{} `{}` block", article, block.name);
}

}  // namespace

bool complain_unless_map(Context& context, const Node& node) {
  if (node.kind == Node::Kind::map) return true;
  context.complain(node.place, fmt::format("{} where a map belongs", kind_word(node.kind)),
                   "`key: value` lines, or {key: value}");
  return false;
}

void complain_of_repeated(Context& context, const Node& node) {
  std::map<std::string_view, Place> first;
  for (const Entry& e : node.entries) {
    const auto [at, fresh] = first.emplace(e.key, e.place);
    if (!fresh)
      context.complain(e.place, fmt::format("the key {} a second time", in_quotes(e.key)),
                       fmt::format("it once; it stands at {}:{} too", at->second.line, at->second.column));
  }
}

Fields::Fields(Context& context, const Node& node, const Block& block) : context_(context), node_(node), block_(block) {
  if (!complain_unless_map(context, node)) return;
  complain_of_repeated(context, node);
  for (const Entry& e : node.entries) {
    const Key* key = block.find(e.key);
    if (!key) {
      context.unknown(e.place, fmt::format("unknown key {} in {}", in_quotes(e.key), block_word(block)), e.key,
                      modelled_keys(block));
    } else if (!key->modelled) {
      context.complain(e.place, fmt::format("not modelled yet: {}; modelled in {}: {}", key->name, block_word(block),
                                            listed(modelled_keys(block))));
    }
  }
  for (const Key& k : block.keys)
    if (k.required && !find(k.name))
      context.complain(node.place, fmt::format("{} without {}", block_word(block), k.name),
                       fmt::format("the key \"{}\"", k.name));
}

const Key& Fields::key(std::string_view name) const {
  const Key* found = block_.find(name);
  expects(found);
  return *found;
}

const Node* Fields::find(std::string_view name) const {
  key(name);
  for (const Entry& e : node_.entries)
    if (e.key == name) return &e.value;
  return nullptr;
}

const std::string* scalar(Context& context, const Node& node, std::string_view expected) {
  if (node.kind == Node::Kind::scalar) return &node.text;
  context.complain(node.place, fmt::format("{} where a value belongs", kind_word(node.kind)), std::string(expected));
  return nullptr;
}

bool Fields::text(std::string_view name, std::string& out) const {
  const Node* node = find(name);
  const std::string* found = node ? scalar(context_, *node, "a line of text") : nullptr;
  if (!found) return false;
  const bool control =
      std::any_of(found->begin(), found->end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (found->empty() || found->size() > longest_line || control) {
    context_.complain(node->place, fmt::format("{} is no good as \"{}\"", in_quotes(*found), name),
                      fmt::format("one line of 1 to {} bytes", longest_line));
    return false;
  }
  out = *found;
  return true;
}

bool Fields::story(std::string_view name, std::string& out) const {
  const Node* node = find(name);
  const std::string* found = node ? scalar(context_, *node, "text") : nullptr;
  if (found) out = *found;
  return found;
}

bool is_name(std::string_view text) {
  constexpr std::string_view marks = "_-.";
  const auto good = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           marks.find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= longest_name && std::all_of(text.begin(), text.end(), good);
}

bool Fields::name(std::string_view name, std::string& out) const {
  const Node* node = find(name);
  const std::string* found = node ? scalar(context_, *node, "a name") : nullptr;
  if (!found) return false;
  if (!is_name(*found)) {
    context_.complain(node->place, fmt::format("{} is no name", in_quotes(*found)),
                      fmt::format("letters, digits, '_', '-' and '.', at most {} of them", longest_name));
    return false;
  }
  out = *found;
  return true;
}

bool Fields::duration(std::string_view name, sim::Time& out, sim::Time least) const {
  const Node* node = find(name);
  const std::string* found = node ? scalar(context_, *node, "a duration, such as 10s") : nullptr;
  sim::Time value = 0;
  if (!found || !take(context_, node->place, parse_duration(*found), value)) return false;
  if (value < least) {
    context_.complain(node->place, fmt::format("{} for \"{}\"", *found, name),
                      fmt::format("at least {}", duration_text(least)));
    return false;
  }
  out = value;
  return true;
}

bool Fields::durations(std::string_view name, std::vector<sim::Time>& out) const {
  const Node* node = find(name);
  if (!node) return false;
  if (node->kind != Node::Kind::list) {
    context_.complain(node->place, fmt::format("no list for \"{}\"", name), "a list of durations, such as [10s, 3s]");
    return false;
  }
  std::vector<sim::Time> all;
  for (const Node& one : node->items) {
    const std::string* found = scalar(context_, one, "a duration, such as 10s");
    sim::Time value = 0;
    if (found && take(context_, one.place, parse_duration(*found), value)) all.push_back(value);
  }
  if (all.size() != node->items.size()) return false;
  out = std::move(all);
  return true;
}

bool Fields::milliseconds(std::string_view name, std::uint32_t& out, std::uint32_t least) const {
  constexpr sim::Time longest = 24 * 3600 * sim::second;
  sim::Time time = 0;
  if (!duration(name, time, least * sim::millisecond)) return false;
  if (time % sim::millisecond != 0 || time > longest) {
    context_.complain(place_of(name), fmt::format("{} for \"{}\"", duration_text(time), name),
                      fmt::format("whole milliseconds, at most {}", duration_text(longest)));
    return false;
  }
  out = static_cast<std::uint32_t>(time / sim::millisecond);
  return true;
}

bool Fields::rate(std::string_view name, sim::Time& out) const {
  const Node* node = find(name);
  const std::string* found = node ? scalar(context_, *node, "a rate, such as 100/s") : nullptr;
  return found && take(context_, node->place, parse_rate(*found), out);
}

bool Fields::delay(std::string_view name, sim::Delay& out) const {
  const Node* node = find(name);
  if (!node) return false;
  if (node->kind != Node::Kind::map) {
    const std::string quantiles = ", or quantiles, such as {p50: 20ms, p90: 50ms, p99: 200ms, max: 1s}";
    const std::string* found = scalar(context_, *node, "a duration, such as 10s" + quantiles);
    auto parsed = found ? parse_duration(*found) : Parsed<sim::Time>(Complaint{});
    if (auto* complaint = std::get_if<Complaint>(&parsed)) complaint->expected += quantiles;
    sim::Time constant = 0;
    if (!found || !take(context_, node->place, parsed, constant)) return false;
    out = sim::Delay::constant(constant);
    return true;
  }
  const Fields fields(context_, *node, block("delay"));
  sim::Delay d;
  fields.duration("min", d.least);
  bool all = fields.duration("p50", d.p50);  // each is asked, so that each says what is wrong with it
  all &= fields.duration("p90", d.p90);
  all &= fields.duration("p99", d.p99);
  all &= fields.duration("max", d.max);
  if (!all) return false;
  if (d.least > d.p50 || d.p50 > d.p90 || d.p90 > d.p99 || d.p99 > d.max) {
    context_.complain(node->place, "quantiles that fall", "min <= p50 <= p90 <= p99 <= max");
    return false;
  }
  out = d;
  return true;
}

std::optional<std::int64_t> Fields::number(std::string_view name) const {
  const Key& k = key(name);
  const Node* node = find(name);
  const std::string* found = node ? scalar(context_, *node, "a whole number") : nullptr;
  std::int64_t value = 0;
  if (!found) return std::nullopt;
  auto parsed =
      k.shape == Shape::budget ? parse_budget(*found) : parse_whole(*found, k.least, k.most, k.shape == Shape::count);
  if (!take(context_, node->place, std::move(parsed), value)) return std::nullopt;
  return value;
}

std::optional<std::size_t> choose(Context& context, const Node& node, std::span<const Choice> choices) {
  const auto words = modelled_words(choices);
  const std::string* found = scalar(context, node, listed(words));
  if (!found) return std::nullopt;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].word != *found) continue;
    if (choices[i].modelled) return i;
    context.complain(node.place, fmt::format("not modelled yet: {}; modelled: {}", *found, listed(words)));
    return std::nullopt;
  }
  context.unknown(node.place, fmt::format("unknown value {}", in_quotes(*found)), *found, words);
  return std::nullopt;
}

std::optional<std::size_t> Fields::chosen(std::string_view name) const {
  const Node* node = find(name);
  return node ? choose(context_, *node, key(name).choices) : std::nullopt;
}

const std::vector<Node>* Fields::list(std::string_view name) const {
  const Node* node = find(name);
  if (!node) return nullptr;
  if (node->kind == Node::Kind::list) return &node->items;
  context_.complain(node->place, fmt::format("{} where a list belongs", kind_word(node->kind)),
                    fmt::format("\"{}\": a list, lines with '-' or [ , ]", name));
  return nullptr;
}

}  // namespace scenarios
