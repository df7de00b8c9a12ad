// The job of each scenario as a graph for Graphviz, and what was explored where it is small.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/exports.hpp"
#include "report/graphs.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

std::string label(const Json& v) {
  const std::string delivery = v.at("delivery").is_string() ? ", " + v["delivery"].get<std::string>() : "";
  return fmt::format("{}\n{}{}\nparallelism {}", v.at("name").get<std::string>(), v.at("kind").get<std::string>(),
                     delivery, v.at("parallelism").dump());
}
// Line breaks are for Graphviz to make.
std::string label_text(const Json& v) {
  std::string text = label(v), out;
  for (const char c : text) out += c == '\n' ? std::string("\x01") : std::string(1, c);
  out = dot_literal(out);
  for (std::size_t at; (at = out.find('\x01')) != std::string::npos;) out.replace(at, 1, "\\n");
  return out;
}

}  // namespace

Exported graphviz_of(const Json& document) {
  std::string dot;
  for (const Json& job : document.at("jobs")) {
    dot += fmt::format("digraph {} {{\n  rankdir=LR;\n  node [shape=box];\n",
                       dot_literal(job.at("name").get<std::string>()));
    for (const Json& v : job.at("vertices"))
      dot += fmt::format("  {} [label={}];\n", dot_literal(v.at("name").get<std::string>()), label_text(v));
    for (const Json& e : job.at("edges"))
      dot += fmt::format("  {} -> {} [label={}{}];\n", dot_literal(e.at("from").get<std::string>()),
                         dot_literal(e.at("to").get<std::string>()), dot_literal(e.at("exchange").get<std::string>()),
                         e["exchange"] == "chained" ? ", style=dashed" : "");
    dot += "}\n";
  }
  return dot + dot_of_graphs(document);
}

}  // namespace report
