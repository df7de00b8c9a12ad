#include "report/graphs.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/words.hpp"
#include "scenarios/explored_graph.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word(sim::Role role) {
  return role == sim::Role::command ? "command" : role == sim::Role::fault ? "fault" : "engine";
}

// Lines of a label: Graphviz wants \n between them, inside of the quotes.
std::string label(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    const std::string quoted = dot_literal(line);
    text += (text.empty() ? "" : "\\n") + quoted.substr(1, quoted.size() - 2);
  }
  return "\"" + text + "\"";
}

std::string state_line(std::size_t number, const Json& s) {
  std::vector<std::string> lines{fmt::format("{}", number), s.at("phase")};
  for (const Json& id : s.at("broken")) lines.push_back("broken: " + id.get<std::string>());
  std::string attributes = "label=" + label(lines);
  if (!s["broken"].empty()) attributes += ", shape=octagon, penwidth=2";
  if (s.at("rest")) attributes += ", peripheries=2";
  return fmt::format("  {} [{}];\n", number, attributes);
}

std::string edge_line(const Json& e) {
  const std::string role = e.at("role");
  return fmt::format("  {} -> {} [label={}{}];\n", e.at("from").dump(), e.at("to").dump(),
                     dot_literal(e.at("step").get<std::string>()),
                     role == "command" ? ", style=bold"
                     : role == "fault" ? ", style=dashed"
                                       : "");
}

}  // namespace

std::string dot_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

Json graph_of(const CaseView& view, std::size_t entry, const model::World::Rules& rules,
              const std::vector<std::string>& only) {
  const scenarios::CaseOutcome& o = view.result.outcome;
  if (!o.scope || !o.scope->complete || o.scope->states > most_drawn) return nullptr;
  const auto graph = scenarios::explored_graph(*o.subject, rules, only, most_drawn);
  if (!graph) return nullptr;
  Json j{{"title", fmt::format("{}: {}", view.scenario.name, title(*o.subject))},
         {"entry", entry},
         {"states", Json::array()},
         {"edges", Json::array()}};
  for (const auto& s : graph->states)
    j["states"].push_back({{"depth", s.depth}, {"phase", s.phase}, {"rest", s.rest}, {"broken", s.broken}});
  for (const auto& e : graph->edges)
    j["edges"].push_back({{"from", e.from}, {"to", e.to}, {"step", e.step}, {"role", word(e.role)}});
  return j;
}

std::string dot_of_graphs(const Json& document) {
  std::string dot;
  for (const Json& g : document.value("graphs", Json::array())) {
    dot += fmt::format("digraph {} {{\n  node [shape=box];\n", dot_literal(g.at("title").get<std::string>()));
    for (std::size_t i = 0; i < g.at("states").size(); ++i) dot += state_line(i, g["states"][i]);
    for (const Json& e : g.at("edges")) dot += edge_line(e);
    dot += "}\n";
  }
  if (const auto left_out = document.value("graphsLeftOut", std::uint64_t{0}))
    dot += fmt::format(
        "// {} not drawn: more than {} states, or not explored to the end; less is explored with fewer `records:` and\n"
        "// `checkpoints:` in the block `explore:` of the scenario.\n",
        left_out == 1 ? "1 explored graph is" : fmt::format("{} explored graphs are", left_out), grouped(most_drawn));
  return dot;
}

}  // namespace report
