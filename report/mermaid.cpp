// Diagrams as Mermaid sequence diagrams in Markdown: messages that something can be seen of, and landmarks as notes.
// What is folded on the page is left out here, and said.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "report/exports.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

// Mermaid ends a message at ";" and "#"; the rest means itself.
std::string plain(std::string text) {
  for (char& c : text)
    if (c == ';' || c == '#' || c == '\n') c = ',';
  return text;
}

std::string when(const Json& e) {
  return e.contains("t") ? seconds(to_milliseconds(e["t"].get<std::int64_t>())) + ": " : "";
}

bool shown(const Json& e) {
  if (!e.contains("lane") || e.contains("fold")) return false;
  const std::string message = e.value("message", "");
  return e["weight"] != "idle" || message == "barrier" || message == "acknowledgement";
}

void put(std::string& text, const Json& e, const std::map<std::uint64_t, std::size_t>& lane_of) {
  const std::string words = plain(when(e) + e["words"].get<std::string>());
  const auto cause = lane_of.find(e["c"].get<std::uint64_t>());
  if (e.contains("from") && cause != lane_of.end() && cause->second != e["lane"].get<std::size_t>())
    text += fmt::format("  L{}->>L{}: {}\n", cause->second, e["lane"].dump(), words);
  else
    text += fmt::format("  Note over L{}: {}\n", e["lane"].dump(), words);
}

std::string of(const Json& d) {
  std::string text = fmt::format("## {}\n\n```mermaid\nsequenceDiagram\n", d.at("title").get<std::string>());
  for (std::size_t i = 0; i < d.at("lanes").size(); ++i)
    text += fmt::format("  participant L{} as {}\n", i, plain(d["lanes"][i].at("name").get<std::string>()));
  std::map<std::uint64_t, std::size_t> lane_of;
  std::size_t folded = 0;
  for (const Json& e : d.at("entries")) {
    if (e.contains("lane")) lane_of[e["n"].get<std::uint64_t>()] = e["lane"].get<std::size_t>();
    if (!shown(e)) {
      ++folded;
      continue;
    }
    put(text, e, lane_of);
  }
  text += "```\n";
  if (folded) text += fmt::format("\n{} of steady state left out.\n", counted(folded, "entry"));
  return text + "\n";
}

}  // namespace

Exported mermaid_of(const Json& document) {
  std::string text;
  for (const Json& d : document.at("diagrams")) text += of(d);
  return text;
}

}  // namespace report
