// A job graph is good if its names are clear, every edge has two ends, it has sources and sinks, records can get from
// one to the other everywhere, and nothing runs in a circle: boost finds the strongly connected components, and one of
// several vertices is a circle.
#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>
#include <set>

#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

using model::Exchange;
using model::VertexKind;
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using NameTable = std::map<std::string_view, std::size_t>;

NameTable name_table(Context& context, const Job& job) {
  NameTable table;
  for (std::size_t v = 0; v < job.vertices.size(); ++v) {
    const auto& name = job.vertices[v].name;
    if (!table.emplace(name, v).second)
      context.complain(job.places[v], fmt::format("a second vertex named {}", in_quotes(name)), "a name of its own");
  }
  return table;
}

void check_edge(Context& context, const model::VertexSpec& from, const model::VertexSpec& to,
                const model::InputSpec& input, Place place) {
  if (from.kind == VertexKind::sink)
    context.complain(place, fmt::format("{} is a sink, which sends to nobody", in_quotes(from.name)),
                     "a source or an operator");
  if (input.chained && from.parallelism != to.parallelism)
    return context.complain(place,
                            fmt::format("{} ({} subtasks) chained with {} ({})", in_quotes(from.name), from.parallelism,
                                        in_quotes(to.name), to.parallelism),
                            "equal parallelism, or chained: false and exchange: hash");
  if (input.exchange == Exchange::forward && from.parallelism != to.parallelism)
    context.complain(place,
                     fmt::format("a forward exchange from {} ({} subtasks) to {} ({})", in_quotes(from.name),
                                 from.parallelism, in_quotes(to.name), to.parallelism),
                     "equal parallelism, or exchange: hash");
}

// Edges into every vertex; those that name no vertex are complained of and left out.
Graph connect(Context& context, const Job& job, const NameTable& table) {
  Graph graph(job.vertices.size());
  std::vector<std::string_view> names;
  for (const auto& [name, v] : table) names.push_back(name);
  for (std::size_t v = 0; v < job.vertices.size(); ++v) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < job.vertices[v].inputs.size(); ++i) {
      const auto& input = job.vertices[v].inputs[i];
      const Place place = job.input_places[v][i];
      const auto from = table.find(input.from);
      if (from == table.end()) {
        context.unknown(place, fmt::format("{} is no vertex", in_quotes(input.from)), input.from, names);
        continue;
      }
      if (!seen.insert(input.from).second)
        context.complain(
            place, fmt::format("a second edge from {} to {}", in_quotes(input.from), in_quotes(job.vertices[v].name)),
            "one edge between two vertices");
      check_edge(context, job.vertices[from->second], job.vertices[v], input, place);
      boost::add_edge(from->second, v, graph);
    }
  }
  return graph;
}

void check_circles(Context& context, const Job& job, const Graph& graph) {
  std::vector<std::size_t> component(job.vertices.size());
  const std::size_t n = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
  std::vector<std::vector<std::size_t>> members(n);
  for (std::size_t v = 0; v < component.size(); ++v) members[component[v]].push_back(v);
  for (const auto& circle : members) {
    const std::size_t first = circle.front();
    if (circle.size() == 1 && !boost::edge(first, first, graph).second) continue;
    std::vector<std::string_view> names;
    for (std::size_t v : circle) names.push_back(job.vertices[v].name);
    context.complain(job.places[first], fmt::format("a cycle in the graph through {}", listed(names)),
                     "edges that lead from sources to sinks only");
  }
}

// Vertices that can be reached from `kind`, along the edges of `graph`.
template <class SomeGraph>
std::vector<bool> reached_from(const Job& job, const SomeGraph& graph, VertexKind kind) {
  std::vector<bool> reached(job.vertices.size());
  std::vector<std::size_t> waiting;
  for (std::size_t v = 0; v < job.vertices.size(); ++v)
    if (job.vertices[v].kind == kind) reached[v] = true, waiting.push_back(v);
  while (!waiting.empty()) {
    const std::size_t v = waiting.back();
    waiting.pop_back();
    for (auto [e, end] = boost::out_edges(v, graph); e != end; ++e) {
      const std::size_t to = boost::target(*e, graph);
      if (!reached[to]) reached[to] = true, waiting.push_back(to);
    }
  }
  return reached;
}

Graph reversed(const Graph& graph) {
  Graph back(boost::num_vertices(graph));
  for (auto [e, end] = boost::edges(graph); e != end; ++e)
    boost::add_edge(boost::target(*e, graph), boost::source(*e, graph), back);
  return back;
}

void check_dead_ends(Context& context, const Job& job, const Graph& graph) {
  const auto before_sink = reached_from(job, reversed(graph), VertexKind::sink);
  for (std::size_t v = 0; v < job.vertices.size(); ++v)
    if (!before_sink[v])
      context.complain(job.places[v],
                       fmt::format("no sink behind {}: nobody could see its records", in_quotes(job.vertices[v].name)),
                       "a sink that it leads to");
}

void check_size(Context& context, const Job& job, const NameTable& table, Place place) {
  std::uint64_t channels = 0;
  for (const auto& vertex : job.vertices)
    for (const auto& input : vertex.inputs) {
      const std::uint64_t from = job.vertices[table.at(input.from)].parallelism;
      channels += input.exchange == Exchange::hash ? from * vertex.parallelism : from;
    }
  if (channels > max_channels)
    context.complain(place, fmt::format("{} channels between subtasks", channels),
                     fmt::format("at most {}; a hash exchange has one for each pair", max_channels));
}

// A chain is a line: what one subtask of it emits only the next one takes.
void check_chains(Context& context, const Job& job, const Graph& graph, const NameTable& table) {
  for (std::size_t v = 0; v < job.vertices.size(); ++v)
    for (std::size_t i = 0; i < job.vertices[v].inputs.size(); ++i) {
      const auto& input = job.vertices[v].inputs[i];
      const std::size_t receivers = boost::out_degree(table.at(input.from), graph);
      if (input.chained && receivers > 1)
        context.complain(job.input_places[v][i],
                         fmt::format("{} is chained with {}, but sends to {} vertices", in_quotes(input.from),
                                     in_quotes(job.vertices[v].name), receivers),
                         "a single receiver where one is chained, or chained: false");
    }
}

bool has_kind(const Job& job, VertexKind kind) {
  return std::any_of(job.vertices.begin(), job.vertices.end(), [&](const auto& v) { return v.kind == kind; });
}

}  // namespace

void check_graph(Context& context, const Job& job, Place place) {
  const std::size_t before = context.mistakes();
  const NameTable table = name_table(context, job);
  const bool source = has_kind(job, VertexKind::source), sink = has_kind(job, VertexKind::sink);
  if (!source) context.complain(place, "a job without a source", "a vertex of kind: source");
  if (!sink) context.complain(place, "a job without a sink", "a vertex of kind: sink");
  const Graph graph = connect(context, job, table);
  check_circles(context, job, graph);
  if (context.mistakes() != before) return;
  check_dead_ends(context, job, graph);
  check_size(context, job, table, place);
  check_chains(context, job, graph, table);
  check_reach(context, job);
}

}  // namespace scenarios
