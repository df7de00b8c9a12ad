#include "scenarios/schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/semantics.hpp"
#include "scenarios/expect_words.hpp"
#include "scenarios/keys.hpp"

namespace scenarios {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view duration_pattern = R"([0-9]+(\.[0-9]+)? ?(h|min|s|ms|us))";

Json reference(std::string_view name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }
Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }
Json pattern(std::string_view p) { return {{"type", "string"}, {"pattern", fmt::format("^({})$", p)}}; }
Json any_of(std::vector<Json> all) { return {{"anyOf", std::move(all)}}; }
// YAML editors see a bare number as one, quotes or not.
Json text_or_number() { return {{"type", {"string", "number", "boolean"}}}; }

Json words_of(const std::vector<Choice>& choices) {
  Json words = Json::array();
  for (const Choice& c : choices) {
    if (!c.modelled) continue;
    words.push_back(c.word);
    // YAML 1.1 editors turn these words into booleans before they validate.
    if (c.word == "on" || c.word == "true" || c.word == "yes") words.push_back(true);
    if (c.word == "off" || c.word == "false" || c.word == "no") words.push_back(false);
  }
  return {{"enum", std::move(words)}};
}

Json figures_schema(const Catalogue& known) {
  const Json one = any_of({{{"type", "integer"}}, {{"enum", {"some", "none", "unknown"}}}});
  Json by_sink = Json::object();
  for (const Choice& c : block("sink").find("delivery")->choices)
    if (c.modelled) by_sink[std::string(c.word)] = one;
  const Json figure = any_of({one, {{"type", "object"}, {"properties", by_sink}, {"additionalProperties", false}}});
  Json s{{"type", "object"}, {"additionalProperties", figure}};
  if (!known.figures.empty()) s["propertyNames"] = {{"enum", known.figures}};
  return s;
}
Json promises_schema(const Catalogue& known) {
  Json s{{"type", "object"}, {"additionalProperties", {{"enum", {"kept", "broken"}}}}};
  if (!known.promises.empty()) s["propertyNames"] = {{"enum", known.promises}};
  return s;
}

Json answers_schema() {
  Json words = Json::array();
  for (std::string_view word : answer_words) words.push_back(word);
  return {{"type", "object"}, {"additionalProperties", {{"enum", std::move(words)}}}};
}

Json semantics_schema() {
  Json knobs = Json::object();
  knobs["base"] = reference("profile");
  for (const model::Knob& k : model::knobs()) {
    std::vector<Choice> values;
    for (std::string_view v : k.values) values.push_back({v});
    knobs[std::string(k.name)] = words_of(values);
    knobs[std::string(k.name)]["description"] = k.meaning;
  }
  const Json one =
      any_of({reference("profile"),
              {{"type", "object"}, {"properties", knobs}, {"required", {"base"}}, {"additionalProperties", false}}});
  return any_of({one, list_of(one)});
}

Json vertices_schema() {
  std::vector<Json> kinds;
  for (std::string_view kind : vertex_blocks()) kinds.push_back(reference(kind));
  return list_of({{"oneOf", std::move(kinds)}});
}

Json value_schema(const Key& key, const Catalogue& known) {
  switch (key.shape) {
    case Shape::text:
    case Shape::story: return text_or_number();
    case Shape::name: return any_of({pattern("[A-Za-z0-9_.-]{1,64}"), {{"type", "number"}}});
    case Shape::task: return pattern("[A-Za-z0-9_.-]{1,64}/[0-9]+");
    case Shape::whole: return {{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}};
    case Shape::count:
      return any_of({{{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}}, pattern("[0-9]+[kMG]")});
    case Shape::budget: return any_of({{{"type", "integer"}, {"minimum", 0}}, pattern(R"(0\.\.[0-9]+)")});
    case Shape::duration: return pattern(duration_pattern);
    case Shape::delay: return any_of({pattern(duration_pattern), reference("delay")});
    case Shape::rate: return pattern("[0-9]+/[0-9]*(h|min|s|ms|us)");
    case Shape::moment: return pattern(fmt::format(R"(\+?{})", duration_pattern));
    case Shape::durations: return list_of(pattern(duration_pattern));
    case Shape::until: return pattern(fmt::format("caught up|{}", duration_pattern));
    case Shape::interval: return pattern(fmt::format("none|{}", duration_pattern));
    case Shape::records: {
      const Json one =
          any_of({{{"const", "endless"}}, {{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}}});
      return any_of({one, list_of(one)});
    }
    case Shape::condition: return {{"type", "string"}};
    case Shape::choice: return words_of(key.choices);
    case Shape::choices: return list_of(words_of(key.choices));
    case Shape::words: return list_of({{"type", "string"}});
    case Shape::block: return reference(key.of);
    case Shape::blocks: return list_of(reference(key.of));
    case Shape::vertices: return vertices_schema();
    case Shape::inputs: return list_of(any_of({{{"type", "string"}}, reference("input")}));
    case Shape::semantics: return semantics_schema();
    case Shape::figures: return figures_schema(known);
    case Shape::promises: return promises_schema(known);
    case Shape::answers: return answers_schema();
    case Shape::flink: break;
  }
  return {{"type", "object"}};
}

Json block_schema(const Block& b, const Catalogue& known) {
  Json properties = Json::object(), required = Json::array();
  for (const Key& key : b.keys) {
    if (!key.modelled) continue;
    Json value = value_schema(key, known);
    if (!key.means.empty()) value["description"] = key.means;
    properties[std::string(key.name)] = std::move(value);
    if (key.required) required.push_back(key.name);
  }
  for (std::string_view kind : vertex_blocks())
    if (b.name == kind) properties["kind"] = {{"const", kind}};
  return {{"type", "object"},
          {"description", b.means},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

}  // namespace

std::string schema(const Catalogue& known) {
  Json defs = Json::object();
  for (const Block& b : blocks()) defs[std::string(b.name)] = block_schema(b, known);
  Json names = Json::array();
  for (const auto& name : model::profile_names()) names.push_back(name);
  defs["profile"] = any_of({{{"enum", std::move(names)}}, pattern(R"(flink-[0-9]+\.[0-9]+(\.[0-9]+)?)")});
  const Json whole{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                   {"title", "quiesce scenario"},
                   {"description", "One scenario, or a list of them."},
                   {"anyOf", Json::array({reference("scenario"), list_of(reference("scenario"))})},
                   {"$defs", std::move(defs)}};
  return whole.dump(2) + "\n";
}

}  // namespace scenarios
