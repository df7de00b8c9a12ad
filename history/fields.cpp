#include "history/fields.hpp"

#include <fmt/format.h>

#include <charconv>

namespace history {
namespace {

std::string_view kind_word(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::boolean: return "a boolean";
    case JsonNode::Kind::integer: return "an integer";
    case JsonNode::Kind::other_number: return "a number that is not a 64-bit integer";
    case JsonNode::Kind::string: return "a string";
    case JsonNode::Kind::array: return "a list";
    case JsonNode::Kind::object: return "an object";
  }
  return "?";
}

// What was found, short enough for a message.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text.substr(0, 40)) out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  return out + (text.size() > 40 ? "…\"" : "\"");
}
std::string found(const JsonNode& node) {
  if (node.kind == JsonNode::Kind::string) return quoted(node.text);
  if (node.kind == JsonNode::Kind::integer) return fmt::format("{}", node.integer);
  return std::string(kind_word(node.kind));
}

std::optional<Offset> offset_of(std::string_view text) {
  Offset value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > greatest_offset) return std::nullopt;
  return value;
}

}  // namespace

void Fields::restart(std::string_view what) {
  what_ = what;
  object_ = &line_.root();
  inside_ = {};
  problem_.reset();
}

void Fields::enter(JsonKey key) {
  const JsonNode* node = required(key, JsonNode::Kind::object, "an object");
  if (!node) return;
  object_ = node;
  inside_ = key.text;
}
void Fields::leave() { object_ = &line_.root(), inside_ = {}; }

JsonPath Fields::path(std::string_view key) const {
  JsonPath path;
  if (!inside_.empty()) path.push_back({inside_});
  if (!key.empty()) path.push_back({key});
  return path;
}

void Fields::refuse_at(JsonPath path, std::string message, std::string remedy, Flaw flaw) {
  if (!problem_) problem_ = Problem{line_.column(path), std::move(message), std::move(remedy), flaw};
}

void Fields::refuse(JsonKey key, std::string expected, std::string remedy, Flaw flaw) {
  const JsonNode* node = find(key);
  refuse_at(
      path(key.text),
      fmt::format("expected {} in \"{}\" of {}{}", expected, key.text, what_, node ? ", found " + found(*node) : ""),
      std::move(remedy), flaw);
}

const JsonNode* Fields::find(JsonKey key) const { return line_.member(*object_, key); }

bool Fields::has(JsonKey key) const {
  const JsonNode* node = find(key);
  return node && node->kind != JsonNode::Kind::null;
}

bool Fields::is_null(JsonKey key) const {
  const JsonNode* node = find(key);
  return node && node->kind == JsonNode::Kind::null;
}

const JsonNode* Fields::required(JsonKey key, JsonNode::Kind kind, std::string_view kind_name) {
  const JsonNode* node = find(key);
  if (!node) {
    refuse_at(path({}), fmt::format("expected a field \"{}\" ({}) in {}, which has none", key.text, kind_name, what_),
              {}, Flaw::missing_field);
    return nullptr;
  }
  if (node->kind == kind) return node;
  refuse(key, std::string(kind_name));
  return nullptr;
}

std::string_view Fields::text(JsonKey key) {
  const JsonNode* node = required(key, JsonNode::Kind::string, "a string");
  return node ? node->text : std::string_view();
}
std::string_view Fields::optional_text(JsonKey key) { return has(key) ? text(key) : std::string_view(); }

bool Fields::boolean(JsonKey key) {
  const JsonNode* node = required(key, JsonNode::Kind::boolean, "true or false");
  return node && node->integer;
}
bool Fields::optional_boolean(JsonKey key) { return has(key) && boolean(key); }

std::int64_t Fields::integer(JsonKey key, std::int64_t least, std::int64_t most) {
  const JsonNode* node = required(key, JsonNode::Kind::integer, "an integer");
  if (!node) return least;
  if (node->integer >= least && node->integer <= most) return node->integer;
  refuse(key, fmt::format("an integer from {} to {}", least, most));
  return least;
}
std::uint32_t Fields::small(JsonKey key, std::uint32_t most) {
  return static_cast<std::uint32_t>(integer(key, 0, most));
}

std::string_view Fields::text_or_integer(JsonKey key) {
  const JsonNode* node = find(key);
  if (!node || node->kind != JsonNode::Kind::integer) return text(key);
  number_ = fmt::format("{}", node->integer);
  return number_;
}

// "0:17", or unless `single` also "0:17-20".
bool Fields::parse_range(std::string_view text, bool single, RecordRange& range) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view numbers = text.substr(colon + 1);
  const auto dash = single ? std::string_view::npos : numbers.find('-');
  const auto first = offset_of(numbers.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : offset_of(numbers.substr(dash + 1));
  if (!first || !last || *last < *first) return false;
  range = {names_.add_split(text.substr(0, colon)), *first, *last};
  return true;
}

Record Fields::record(JsonKey key) {
  RecordRange range{};
  const std::string_view t = text(key);
  if (ok() && !parse_range(t, true, range)) refuse(key, "a record \"split:offset\" with an offset up to 4294967294");
  return {range.split, range.first};
}

std::span<const RecordRange> Fields::ranges(JsonKey key) {
  ranges_.clear();
  const JsonNode* list = required(key, JsonNode::Kind::array, "a list of records");
  if (!list) return {};
  line_.for_each(*list, [&](const JsonNode& n) {
    RecordRange range{};
    if (n.kind == JsonNode::Kind::string && parse_range(n.text, false, range)) return ranges_.push_back(range);
    JsonPath at = path(key.text);
    at.push_back({{}, ranges_.size()});
    refuse_at(at, fmt::format("expected a record \"split:offset\" or a range \"split:first-last\" with offsets up to "
                              "4294967294 in \"{}\" of {}, found {}",
                              key.text, what_, found(n)));
    ranges_.push_back(range);
  });
  return ranges_;
}

std::span<const Position> Fields::positions(JsonKey key) {
  positions_.clear();
  const JsonNode* object = required(key, JsonNode::Kind::object, "an object of next offsets by split");
  if (!object) return {};
  line_.for_each(*object, [&](const JsonNode& n) {
    if (n.kind == JsonNode::Kind::integer && n.integer >= 0 && n.integer <= greatest_offset)
      return positions_.push_back({names_.add_split(n.key.text), static_cast<Offset>(n.integer)});
    JsonPath at = path(key.text);
    at.push_back({n.key.text});
    refuse_at(at, fmt::format("expected the next offset of split \"{}\" (0 to 4294967294) in \"{}\" of {}, found {}",
                              n.key.text, key.text, what_, found(n)));
  });
  return positions_;
}

OperatorState Fields::state(JsonKey key) {
  enter(key);
  OperatorState state{};
  if (ok()) state.count = static_cast<std::uint64_t>(integer("count", 0, INT64_MAX));
  if (ok()) state.recs = ranges("recs");
  leave();
  return state;
}

std::span<const std::string_view> Fields::texts(JsonKey key) {
  texts_.clear();
  if (!has(key)) return {};
  const JsonNode* list = required(key, JsonNode::Kind::array, "a list of strings");
  if (!list) return {};
  line_.for_each(*list, [&](const JsonNode& n) {
    if (n.kind == JsonNode::Kind::string) return texts_.push_back(n.text);
    JsonPath at = path(key.text);
    at.push_back({{}, texts_.size()});
    refuse_at(at, fmt::format("expected a string in \"{}\" of {}, found {}", key.text, what_, found(n)));
    texts_.push_back({});
  });
  return texts_;
}

std::vector<std::pair<std::string, std::uint64_t>> Fields::counts(JsonKey key) {
  std::vector<std::pair<std::string, std::uint64_t>> out;
  const JsonNode* object = required(key, JsonNode::Kind::object, "an object of numbers");
  if (!object) return out;
  line_.for_each(*object, [&](const JsonNode& n) {
    if (n.kind == JsonNode::Kind::integer && n.integer >= 0)
      return void(out.emplace_back(n.key.text, static_cast<std::uint64_t>(n.integer)));
    JsonPath at = path(key.text);
    at.push_back({n.key.text});
    refuse_at(at, fmt::format("expected a number of records for \"{}\" in \"{}\" of {}, found {}", n.key.text, key.text,
                              what_, found(n)));
  });
  return out;
}

std::string_view Fields::raw(JsonKey key) const { return line_.raw(path(key.text)); }

}  // namespace history
