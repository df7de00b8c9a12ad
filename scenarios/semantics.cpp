// `semantics:` a profile's name, `{base: NAME, knob: value, …}`, or a list of these; and the same in one line of text.
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

struct Override {
  std::string knob, value;
  Place knob_place, value_place;
};

std::optional<model::Semantics> find_profile(Context& context, Place place, const std::string& name) {
  const auto found = model::profile(name);
  if (found) return found;
  const auto names = model::profile_names();
  const std::vector<std::string_view> known(names.begin(), names.end());
  const bool digit = !name.empty() && name.front() >= '0' && name.front() <= '9';
  context.unknown(place, fmt::format("unknown semantics {}", in_quotes(name)), digit ? "flink-" + name : name, known);
  return std::nullopt;
}

// Sets one knob; returns its place among the knobs.
std::optional<std::size_t> turn(Context& context, model::Semantics& semantics, const Override& o) {
  const auto knobs = model::knobs();
  const auto knob = std::find_if(knobs.begin(), knobs.end(), [&](const model::Knob& k) { return k.name == o.knob; });
  if (knob == knobs.end()) {
    std::vector<std::string_view> names{"base"};
    for (const model::Knob& k : knobs) names.push_back(k.name);
    context.unknown(o.knob_place, fmt::format("unknown knob {}", in_quotes(o.knob)), o.knob, names);
    return std::nullopt;
  }
  const auto value = std::find(knob->values.begin(), knob->values.end(), std::string_view(o.value));
  if (value == knob->values.end()) {
    context.unknown(o.value_place, fmt::format("unknown value {} of {}", in_quotes(o.value), knob->name), o.value,
                    knob->values);
    return std::nullopt;
  }
  knob->set(semantics, static_cast<std::uint8_t>(value - knob->values.begin()));
  return static_cast<std::size_t>(knob - knobs.begin());
}

SemanticsChoice make_choice(Context& context, Place place, const std::string& base,
                            const std::vector<Override>& overrides) {
  SemanticsChoice made{base, base, {}, {}};
  const auto profile = find_profile(context, place, base);
  if (profile) made.semantics = *profile;
  std::vector<std::pair<std::size_t, std::string>> turned;
  for (const Override& o : overrides)
    if (const auto knob = turn(context, made.semantics, o)) {
      const auto again = [&](const auto& t) { return t.first == *knob; };
      if (std::any_of(turned.begin(), turned.end(), again))
        context.complain(o.knob_place, fmt::format("the knob {} a second time", in_quotes(o.knob)), "each knob once");
      turned.emplace_back(*knob, fmt::format("{}: {}", o.knob, o.value));
    }
  std::stable_sort(turned.begin(), turned.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [knob, text] : turned) {
    made.text += (made.overrides.empty() ? " + " : ", ") + text;
    made.overrides.push_back(std::move(text));
  }
  return made;
}

SemanticsChoice read_choice(Context& context, const Node& node) {
  if (node.kind != Node::Kind::map) {
    const auto* name = scalar(context, node, "a version such as flink-1.15, or {base: flink-1.15, knob: value}");
    return name ? make_choice(context, node.place, *name, {}) : SemanticsChoice{};
  }
  std::string base;
  Place place = node.place;
  std::vector<Override> overrides;
  for_each_entry(context, node, [&](const std::string& key, Place key_place, const Node& value) {
    const auto* text = scalar(context, value, key == "base" ? "the name of a version" : "a value of this knob");
    if (!text) return;
    if (key == "base")
      base = *text, place = value.place;
    else
      overrides.push_back({key, *text, key_place, value.place});
  });
  if (base.empty()) {
    context.complain(node.place, "semantics without base", "base: flink-1.15, or another version");
    return {};
  }
  return make_choice(context, place, base, overrides);
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<SemanticsChoice> read_semantics_list(Context& context, const Node& node) {
  if (node.kind != Node::Kind::list) return {read_choice(context, node)};
  std::vector<SemanticsChoice> list;
  if (node.items.empty()) context.complain(node.place, "an empty list of semantics", "a version such as flink-1.15");
  if (node.items.size() > max_list) {
    context.complain(node.place, fmt::format("{} semantics", node.items.size()), fmt::format("at most {}", max_list));
    return list;
  }
  for (const Node& item : node.items) {
    list.push_back(read_choice(context, item));
    const auto& text = list.back().text;
    const auto same_text = [&](const SemanticsChoice& c) { return c.text == text; };
    if (!text.empty() && std::count_if(list.begin(), list.end(), same_text) > 1)
      context.complain(item.place, fmt::format("the semantics {} a second time", in_quotes(text)), "each of them once");
  }
  return list;
}

bool says_scheduler(const SemanticsChoice& choice) {
  return std::any_of(choice.overrides.begin(), choice.overrides.end(),
                     [](const std::string& text) { return text.starts_with("scheduler: "); });
}

void set_scheduler(Context& context, Place place, model::Scheduler scheduler, SemanticsChoice& choice) {
  const model::Knob& knob = *model::find_knob("scheduler");
  const std::string_view value = knob.values[static_cast<std::size_t>(scheduler)];
  std::vector<Override> all{{std::string(knob.name), std::string(value), place, place}};
  if (says_scheduler(choice))
    return context.complain(place, fmt::format("the scheduler beside {}, which says it too", in_quotes(choice.text)),
                            "one of the two");
  for (const std::string& text : choice.overrides) {
    const std::size_t colon = text.find(": ");
    all.push_back({text.substr(0, colon), text.substr(colon + 2), place, place});
  }
  if (choice.semantics.scheduler != scheduler && model::profile(choice.profile))
    choice = make_choice(context, place, choice.profile, all);
}

std::variant<SemanticsChoice, Error> read_semantics(std::string_view text) {
  const Catalogue nothing;
  Context context("--semantics", nothing);
  std::vector<Override> overrides;
  const std::size_t plus = text.find('+');
  std::string_view rest = plus == std::string_view::npos ? "" : text.substr(plus + 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size()), colon = rest.find(':');
    const Place place{1, static_cast<int>(rest.data() - text.data()) + 1};
    if (colon >= comma)
      context.complain(place, fmt::format("{} is no override", in_quotes(rest.substr(0, comma))), "knob: value");
    else
      overrides.push_back({std::string(trimmed(rest.substr(0, colon))),
                           std::string(trimmed(rest.substr(colon + 1, comma - colon - 1))), place, place});
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  SemanticsChoice made = make_choice(context, {1, 1}, std::string(trimmed(text.substr(0, plus))), overrides);
  if (context.mistakes() > 0) return context.errors().front();
  return made;
}

}  // namespace scenarios
