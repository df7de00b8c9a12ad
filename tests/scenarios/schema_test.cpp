// The schema and the reader come from one table; these tests hold them together from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scenarios/keys.hpp"
#include "scenarios/schema.hpp"
#include "support.hpp"

namespace scenarios {
namespace {

using Json = nlohmann::json;

TEST(schema, is_json_of_draft_2020_12_in_which_every_reference_leads_somewhere) {
  const std::string text = schema(some_names());
  const Json whole = Json::parse(text);
  EXPECT_EQ(whole.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
  std::size_t references = 0;
  const std::string mark = "\"$ref\": \"#/$defs/";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    EXPECT_TRUE(whole.at("$defs").contains(text.substr(begin, text.find('"', begin) - begin)));
    ++references;
  }
  EXPECT_GT(references, 20U);
}

TEST(schema, has_every_key_that_the_reader_takes_and_no_other) {
  const Json defs = Json::parse(schema({})).at("$defs");
  for (const Block& b : blocks()) {
    const Json& properties = defs.at(std::string(b.name)).at("properties");
    std::size_t modelled = 0;
    for (const Key& key : b.keys) {
      if (!key.modelled) continue;
      ++modelled;
      EXPECT_TRUE(properties.contains(std::string(key.name))) << b.name << " " << key.name;
    }
    EXPECT_EQ(properties.size(), modelled) << b.name;
    EXPECT_EQ(defs.at(std::string(b.name)).at("additionalProperties"), false);
  }
}

TEST(schema, every_knob_and_profile_is_listed_with_its_values) {
  const Json defs = Json::parse(schema({})).at("$defs");
  EXPECT_EQ(defs.at("profile").at("anyOf").at(0).at("enum").size(), model::profile_names().size());
  const Json& one =
      defs.at("scenario").at("properties").at("semantics").at("anyOf").at(0).at("anyOf").at(1).at("properties");
  EXPECT_EQ(one.size(), model::knobs().size() + 1);
  for (const model::Knob& k : model::knobs())
    for (std::string_view value : k.values) {
      const Json& words = one.at(std::string(k.name)).at("enum");
      EXPECT_TRUE(std::find(words.begin(), words.end(), value) != words.end()) << k.name << " " << value;
    }
}

TEST(schema, the_shapes_are_what_json_schema_calls_them) {
  const Json defs = Json::parse(schema(some_names())).at("$defs");
  const Json& source = defs.at("source").at("properties");
  EXPECT_EQ(source.at("kind").at("const"), "source");
  EXPECT_EQ(source.at("splits").at("type"), "integer");
  EXPECT_EQ(source.at("splits").at("maximum"), max_parallelism);
  EXPECT_EQ(source.at("service").at("anyOf").at(1).at("$ref"), "#/$defs/delay");
  EXPECT_EQ(defs.at("job").at("properties").at("vertices").at("items").at("oneOf").size(), vertex_blocks().size());
  EXPECT_EQ(defs.at("scenario").at("required"), (Json::array({"scenario"})));
  EXPECT_EQ(defs.at("expect").at("properties").at("figures").at("propertyNames").at("enum").size(),
            some_names().figures.size());
  EXPECT_EQ(defs.at("expect").at("properties").at("commands").at("additionalProperties").at("enum"),
            Json::array({"failed", "ok", "unanswered"}));
  EXPECT_EQ(defs.at("expect").at("properties").at("left by run-1").at("$ref"), "#/$defs/artifacts");
  EXPECT_EQ(
      defs.at("expect").at("properties").at("figures").at("additionalProperties").at("anyOf").at(0).at("anyOf").at(1),
      (Json{{"enum", {"some", "none", "unknown"}}}));
  EXPECT_EQ(defs.at("explore").at("properties").at("expiry").at("enum"), Json::array({"off", false, "on", true}));
  EXPECT_EQ(defs.at("sink").at("properties").at("delivery").at("enum"),
            Json::array({"plain", "idempotent", "transactional"}));
  EXPECT_EQ(source.at("stoppable").at("enum"), Json::array({"false", false, "true", true}));
  EXPECT_EQ(source.at("records").at("anyOf").at(0).at("anyOf").at(0).at("const"), "endless");
  EXPECT_EQ(source.at("records").at("anyOf").at(1).at("type"), "array");
  EXPECT_EQ(source.at("pace changes").at("items").at("$ref"), "#/$defs/pace-change");
  EXPECT_EQ(source.at("holds").at("items").at("$ref"), "#/$defs/hold");
  EXPECT_EQ(defs.at("hold").at("required"), (Json::array({"what", "time"})));
  EXPECT_EQ(defs.at("fault").at("properties").at("kind").at("enum").size(), model::fault_kinds);
  EXPECT_EQ(defs.at("faults").at("properties").size(), model::fault_kinds + 1);
  EXPECT_EQ(defs.at("scenario").at("properties").at("cluster").at("$ref"), "#/$defs/cluster");
}

// What the reader does with each key of the table: it knows it, unless it says that a later part brings it.
TEST(schema, the_reader_knows_every_key_of_the_table) {
  for (const Block& b : blocks())
    for (const Key& key : b.keys) {
      if (b.name != "scenario" && b.name != "way") continue;
      const std::string line = std::string(key.name) + ": ~\n";
      const std::string text =
          b.name == "way" ? spoilt("  - name: stop\n", "  - " + line + "    name: stop\n") : std::string(good) + line;
      const std::string errors = to_text(read("f.yaml", text, {}).errors);
      EXPECT_EQ(errors.find("unknown key \"" + std::string(key.name)), std::string::npos) << errors;
    }
}

}  // namespace
}  // namespace scenarios
