#include "report/result_schema.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "properties/property.hpp"
#include "report/selection.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

Json type(const char* t) { return {{"type", t}}; }
Json or_null(const char* t) { return {{"type", {t, "null"}}}; }
Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }
Json reference(const char* name) { return {{"$ref", std::string("#/$defs/") + name}}; }
Json or_null_reference(const char* name) { return {{"anyOf", Json::array({reference(name), type("null")})}}; }

// All keys are there; others may be added behind them.
Json object(std::vector<std::pair<std::string, Json>> keys) {
  Json properties = Json::object(), required = Json::array();
  for (auto& [key, schema] : keys) properties[key] = std::move(schema), required.push_back(key);
  return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

Json words(std::initializer_list<std::string_view> all) {
  Json list = Json::array();
  for (const std::string_view w : all) list.push_back(w);
  return {{"enum", std::move(list)}};
}

Json property() {
  using properties::Kind, properties::Verdict;
  Json kinds = Json::array(), verdicts = Json::array();
  for (const Kind k : {Kind::always, Kind::across, Kind::sometimes, Kind::can_always})
    kinds.push_back(properties::to_string(k));
  for (const Verdict v : {Verdict::holds, Verdict::violated, Verdict::undecided, Verdict::not_violated, Verdict::seen,
                          Verdict::never, Verdict::not_seen, Verdict::vacuous})
    verdicts.push_back(properties::to_string(v));
  Json trace = list_of(type("string"));
  trace["type"] = {"array", "null"};
  return object({{"id", type("string")},
                 {"kind", {{"enum", kinds}}},
                 {"promised", type("boolean")},
                 {"verdict", {{"enum", verdicts}}},
                 {"bound", type("string")},
                 {"trace", std::move(trace)},
                 {"traceFile", or_null("string")},
                 {"violatedAtStep", or_null("integer")},
                 {"reason", type("string")}});
}

Json figures() {
  const Json number = {{"anyOf", Json::array({type("number"), {{"const", "unknown"}}})}};
  Json s = type("object");
  for (const std::string& name : known_figures()) s["properties"][name] = number;
  return s;
}

Json scope() {
  return object({{"states", type("integer")},
                 {"edges", type("integer")},
                 {"depth", type("integer")},
                 {"complete", type("boolean")},
                 {"bound", or_null("string")},
                 {"bytes", type("integer")},
                 {"bytesOfOneState", type("integer")},
                 {"budgets", list_of(type("string"))},
                 {"reductions", list_of(type("string"))}});
}

// Records or milliseconds; "unknown" where no run could tell.
Json costs() {
  Json cost = object({{"unit", words({"records", "ms"})},
                      {"runs", type("integer")},
                      {"median", type("number")},
                      {"p95", type("number")},
                      {"max", type("number")}});
  cost["properties"]["percentiles"] = list_of(type("number"));  // where runs differ
  Json s = type("object");
  s["additionalProperties"] = {{"anyOf", Json::array({cost, {{"const", "unknown"}}})}};
  return s;
}

Json way() {
  const Json claim = object({{"topic", type("string")},
                             {"words", type("string")},
                             {"evidence", words({"measured", "code", "documented", "inferred", "computed", "unknown"})},
                             {"source", type("string")}});
  return object({{"name", type("string")},
                 {"way", type("string")},
                 {"semantics", type("string")},
                 {"sinks", list_of(type("string"))},
                 {"baseline", type("boolean")},
                 {"advice", type("string")},
                 {"runbook", list_of(claim)},
                 {"halfWay", or_null("object")},
                 {"analogy", list_of(object({{"topic", type("string")}, {"words", type("string")}}))}});
}

Json sweep() {
  const Json one = object({{"way", type("string")},
                           {"semantics", type("string")},
                           {"sink", type("string")},
                           {"costs", list_of(reference("costs"))}});
  return object({{"name", type("string")},
                 {"key", type("string")},
                 {"meaning", type("string")},
                 {"values", list_of(type("string"))},
                 {"cases", list_of(one)}});
}

Json entry() {
  const Json command = object({{"id", type("string")},
                               {"kind", type("string")},
                               {"ok", or_null("boolean")},
                               {"artifact", or_null("string")},
                               {"error", or_null("string")}});
  const Json execution =
      object({{"job", type("string")}, {"finalStatus", or_null("string")}, {"restoredFrom", or_null("string")}});
  Json spread = type("object");
  spread["additionalProperties"] = object({{"min", type("integer")}, {"max", type("integer")}});
  Json s = object({{"name", type("string")},
                   {"way", type("string")},
                   {"semantics", type("string")},
                   {"sink", type("string")},
                   {"seed", type("integer")},
                   {"commands", list_of(command)},
                   {"executions", list_of(execution)},
                   {"figures", or_null_reference("figures")},
                   {"properties", list_of(reference("property"))},
                   {"scope", or_null_reference("scope")},
                   {"unmet", list_of(type("string"))},
                   {"error", or_null("string")},
                   {"runs", type("integer")},
                   {"spread", std::move(spread)}});
  s["properties"]["costs"] = reference("costs");  // of timed runs, as the next
  s["properties"]["duplicatesToCome"] = type("integer");
  return s;
}

Json error() {
  return object({{"file", type("string")},
                 {"line", type("integer")},
                 {"column", type("integer")},
                 {"what", type("string")},
                 {"expected", type("string")},
                 {"nearest", type("string")}});
}

Json step() {
  return object({{"number", type("integer")},
                 {"cause", type("integer")},
                 {"role", words({"engine", "command", "fault"})},
                 {"actor", type("string")},
                 {"rule", type("string")},
                 {"subject", type("string")},
                 {"binding", type("integer")},
                 {"events", list_of(type("object"))}});
}

}  // namespace

Json result_schema() {
  Json s = object({{"tool", {{"const", "quiesce"}}},
                   {"version", type("string")},
                   {"verb", type("string")},
                   {"exit", {{"enum", {0, 1, 2, 3, 4}}}}});
  s["properties"]["verdict"] = words({"ok", "violated", "expectation not met", "undecided", "impossible"});
  s["properties"]["errors"] = list_of(reference("error"));
  s["properties"]["steps"] = list_of(reference("step"));
  s["properties"]["recommendations"] = list_of(object({{"name", type("string")},
                                                       {"way", type("string")},
                                                       {"versions", list_of(type("string"))},
                                                       {"words", type("string")}}));
  s["properties"]["ways"] = list_of(reference("way"));
  s["properties"]["sweeps"] = list_of(reference("sweep"));
  // Of the verbs that judge cases; a verb of its own that lists something else under this key says so by its name.
  const Json judging = {{"properties", {{"verb", words({"run", "explore", "compare", "audit", "fuzz"})}}},
                        {"required", {"scenarios"}}};
  s["if"] = judging;
  s["then"] = {{"properties", {{"scenarios", list_of(reference("case"))}}}, {"required", {"verdict"}}};
  Json doc{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
           {"title", "a document of quiesce --format json"}};
  doc.update(s);
  doc["$defs"] = {{"case", entry()},  {"property", property()}, {"figures", figures()},
                  {"scope", scope()}, {"error", error()},       {"step", step()},
                  {"costs", costs()}, {"way", way()},           {"sweep", sweep()}};
  return doc;
}

}  // namespace report
