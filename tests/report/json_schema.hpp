#pragma once
// As much of JSON Schema as the schemas of this program use; a keyword that it does not know is a mistake, so that no
// test passes because something was not looked at.
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace report_test {

class JsonSchema {
 public:
  using Json = nlohmann::json;
  explicit JsonSchema(Json whole) : whole_(std::move(whole)) {}

  // What is wrong, with its place: "/scenarios/0/seed: is no integer".
  std::vector<std::string> errors(const Json& value) {
    found_.clear();
    check(whole_, value, "");
    return found_;
  }

 private:
  static bool is(const Json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    return type == "null" && value.is_null();
  }
  bool fits(const Json& schema, const Json& value) {
    JsonSchema other(whole_);
    other.check(schema, value, "");
    return other.found_.empty();
  }
  void complain(const std::string& at, const std::string& what) { found_.push_back(at + ": " + what); }

  void check(const Json& schema, const Json& value, const std::string& at) {
    static const std::set<std::string> known{
        "$schema", "title",      "$defs",    "$ref", "type", "enum",  "const",
        "anyOf",   "properties", "required", "if",   "then", "items", "additionalProperties"};
    for (const auto& [key, rest] : schema.items())
      if (!known.contains(key)) complain(at, "keyword " + key);
    if (schema.contains("$ref"))
      check(whole_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value, at);
    check_value(schema, value, at);
    if (value.is_object()) check_object(schema, value, at);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i) check(schema["items"], value[i], at + "/" + std::to_string(i));
    if (schema.contains("if") && fits(schema["if"], value)) check(schema["then"], value, at);
  }
  void check_value(const Json& schema, const Json& value, const std::string& at) {
    if (schema.contains("type")) {
      const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
      bool any = false;
      for (const Json& t : types) any |= is(value, t.get<std::string>());
      if (!any) complain(at, "is no " + types.dump());
    }
    if (schema.contains("const") && value != schema["const"]) complain(at, "is not " + schema["const"].dump());
    if (schema.contains("enum")) {
      bool any = false;
      for (const Json& e : schema["enum"]) any |= e == value;
      if (!any) complain(at, value.dump() + " is none of " + schema["enum"].dump());
    }
    if (schema.contains("anyOf")) {
      bool any = false;
      for (const Json& s : schema["anyOf"]) any |= fits(s, value);
      if (!any) complain(at, "fits none of several");
    }
  }
  void check_object(const Json& schema, const Json& value, const std::string& at) {
    if (schema.contains("required"))
      for (const Json& key : schema["required"])
        if (!value.contains(key.get<std::string>())) complain(at, "has no " + key.get<std::string>());
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [key, rest] : value.items()) {
      if (properties.contains(key))
        check(properties[key], rest, at + "/" + key);
      else if (schema.contains("additionalProperties"))
        check(schema["additionalProperties"], rest, at + "/" + key);
    }
  }

  Json whole_;
  std::vector<std::string> found_;
};

}  // namespace report_test
