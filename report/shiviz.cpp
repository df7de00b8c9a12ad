// Diagrams as a log with vector clocks for ShiViz: two lines for each step, the clock first. Its parser wants
//
//     (?<host>\S+) (?<clock>\{.*\})\n(?<event>.*)        and, between executions, ^=== (?<trace>.*) ===$
//
// A lane's clock counts its steps; a step that takes a message also knows all that the step knew that sent it.
// Stretches of steady state are steps of nobody and left out; a message from inside of one is then an event of its
// receiver alone.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/exports.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::map<std::size_t, std::uint64_t>;

// A host is a word without blanks.
std::string host(const Json& d, std::size_t lane) {
  std::string name = d.at("lanes").at(lane).at("name");
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string text_of(const Json& d, const Clock& clock) {
  Json j = Json::object();
  for (const auto& [lane, n] : clock) j[host(d, lane)] = n;
  return j.dump();
}

std::string of(const Json& d) {
  std::string text = fmt::format("=== {} ===\n", d.at("title").get<std::string>());
  std::map<std::size_t, Clock> now;             // by lane
  std::map<std::uint64_t, Clock> when_it_came;  // by step
  for (const Json& e : d.at("entries")) {
    if (!e.contains("lane")) continue;
    const auto lane = e["lane"].get<std::size_t>();
    Clock& clock = now[lane];
    if (const auto cause = when_it_came.find(e["c"].get<std::uint64_t>());
        e.contains("from") && cause != when_it_came.end())
      for (const auto& [other, n] : cause->second) clock[other] = std::max(clock[other], n);
    ++clock[lane];
    when_it_came[e["n"].get<std::uint64_t>()] = clock;
    std::string words = e["words"];
    std::replace(words.begin(), words.end(), '\n', ' ');
    text += fmt::format("{} {}\n{}\n", host(d, lane), text_of(d, clock), words);
  }
  return text;
}

}  // namespace

Exported shiviz_of(const Json& document) {
  std::string text;
  for (const Json& d : document.at("diagrams")) text += of(d);
  return text;
}

}  // namespace report
