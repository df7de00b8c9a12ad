// Costs as CSV (RFC 4180): a line for each case and kind of cost, so that any tool can turn them around.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/exports.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

void put(std::string& csv, const Json& of, const std::string& key, const std::string& value, const Json& costs) {
  for (const auto& [kind, cost] : costs.items()) {
    csv += fmt::format("{},{},{},{},{},{},{}", field(of.at("name")), field(of.at("way")), field(of.at("semantics")),
                       field(of.at("sink")), field(key), field(value), kind);
    if (!cost.is_object()) {
      csv += ",,0,unknown,unknown,unknown\r\n";
      continue;
    }
    csv += fmt::format(",{},{},{},{},{}\r\n", cost.at("unit").get<std::string>(), cost.at("runs").dump(),
                       cost.at("median").dump(), cost.at("p95").dump(), cost.at("max").dump());
  }
}

}  // namespace

Exported csv_of(const Json& document) {
  std::string csv = "scenario,way,semantics,sink,key,value,cost,unit,runs,median,p95,max\r\n";
  for (const Json& e : document.at("scenarios"))
    if (e.contains("costs")) put(csv, e, "", "", e["costs"]);
  if (!document.contains("sweeps")) return csv;
  for (const Json& sweep : document["sweeps"])
    for (Json one : sweep.at("cases")) {
      one["name"] = sweep.at("name");
      for (std::size_t v = 0; v < one.at("costs").size(); ++v)
        put(csv, one, sweep.at("key"), sweep.at("values").at(v), one["costs"][v]);
    }
  return csv;
}

}  // namespace report
