// `job: {vertices, network, storage}`.
#include <fmt/format.h>

#include <limits>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

using model::Exchange;
using model::VertexKind;

// A keyed operator needs the records of a key in one place, so its inputs are hashed unless they say otherwise.
Exchange usual_exchange(VertexKind kind) {
  return kind == VertexKind::keyed_count ? Exchange::hash : Exchange::forward;
}

void read_inputs(const Fields& fields, model::VertexSpec& vertex, std::vector<Place>& places) {
  const auto* list = fields.list("inputs");
  if (!list) return;
  Context& context = fields.context();
  if (list->empty())
    context.complain(fields.place_of("inputs"), fmt::format("{} has no inputs", in_quotes(vertex.name)),
                     "the name of a vertex");
  if (list->size() > max_vertices)
    return context.complain(fields.place_of("inputs"), fmt::format("{} inputs", list->size()),
                            fmt::format("at most {}", max_vertices));
  for (const Node& node : *list) {
    model::InputSpec input{"", usual_exchange(vertex.kind)};
    if (node.kind == Node::Kind::map) {
      const Fields edge(context, node, block("input"));
      edge.name("from", input.from);
      edge.choice("exchange", input.exchange);
      places.push_back(edge.place_of("from"));
    } else {
      if (const auto* name = scalar(context, node, "the name of a vertex, or {from: …, exchange: …}"))
        input.from = *name;
      places.push_back(node.place);
    }
    vertex.inputs.push_back(std::move(input));
  }
}

std::optional<VertexKind> read_kind(Context& context, const Node& node) {
  if (!complain_unless_map(context, node)) return std::nullopt;
  for (const Entry& e : node.entries) {
    if (e.key != "kind") continue;
    const auto place = choose(context, e.value, block("map").find("kind")->choices);
    return place ? std::optional(static_cast<VertexKind>(*place)) : std::nullopt;
  }
  context.complain(node.place, "a vertex without kind", "kind: " + listed(vertex_blocks()));
  return std::nullopt;
}

// Bounded sources come with a later part; the key stands in files already.
void read_records(const Fields& fields) {
  const Node* node = fields.find("records");
  const auto* text = node ? scalar(fields.context(), *node, "endless") : nullptr;
  if (!text || *text == "endless") return;
  if (std::holds_alternative<std::int64_t>(parse_whole(*text, 0, std::numeric_limits<std::int64_t>::max(), true)))
    fields.context().complain(
        node->place, fmt::format("not modelled yet: records: {} (a bounded source); modelled: endless", *text));
  else
    fields.context().complain(node->place, fmt::format("unknown value {}", in_quotes(*text)), "endless");
}

void read_vertex(Context& context, const Node& node, Job& job) {
  const auto kind = read_kind(context, node);
  if (!kind) return;
  const Fields fields(context, node, block(vertex_blocks()[static_cast<std::size_t>(*kind)]));
  model::VertexSpec vertex;
  std::vector<Place> input_places;
  vertex.kind = *kind;
  fields.name("name", vertex.name);
  fields.whole("parallelism", vertex.parallelism);
  fields.delay("service", vertex.service);
  if (*kind == VertexKind::source) {
    fields.choice("api", vertex.api);
    fields.whole("splits", vertex.splits);
    fields.rate("rate", vertex.record_every);
    read_records(fields);
    if (vertex.splits < vertex.parallelism)
      context.warn(fields.place_of("splits"),
                   fmt::format("{} of the {} subtasks of {} have no split and idle", vertex.parallelism - vertex.splits,
                               vertex.parallelism, in_quotes(vertex.name)));
  } else {
    read_inputs(fields, vertex, input_places);
  }
  if (*kind == VertexKind::keyed_count) fields.whole("keys", vertex.keys);
  if (*kind == VertexKind::sink) fields.choice("delivery", vertex.delivery), fields.choice("api", vertex.sink_api);
  job.vertices.push_back(std::move(vertex));
  job.places.push_back(node.place);
  job.input_places.push_back(std::move(input_places));
}

void read_network(const Fields& job_fields, model::NetworkSpec& network) {
  const Node* node = job_fields.find("network");
  if (!node) return;
  const Fields fields(job_fields.context(), *node, block("network"));
  fields.delay("data", network.data);
  fields.delay("control", network.control);
  fields.whole("capacity", network.capacity);
}

void read_storage(const Fields& job_fields, model::StorageSpec& storage) {
  const Node* node = job_fields.find("storage");
  if (!node) return;
  const Fields fields(job_fields.context(), *node, block("storage"));
  fields.delay("write", storage.write);
  fields.delay("metadata", storage.metadata);
}

}  // namespace

Job read_job(Context& context, const Node& node) {
  const std::size_t before = context.mistakes();
  const Fields fields(context, node, block("job"));
  Job job;
  read_network(fields, job.network);
  read_storage(fields, job.storage);
  const auto* vertices = fields.list("vertices");
  if (!vertices) return job;
  if (vertices->size() > max_vertices) {
    context.complain(fields.place_of("vertices"), fmt::format("{} vertices", vertices->size()),
                     fmt::format("at most {}", max_vertices));
    return job;
  }
  for (const Node& vertex : *vertices) read_vertex(context, vertex, job);
  if (context.mistakes() == before) check_graph(context, job, fields.place_of("vertices"));
  job.complete = context.mistakes() == before;
  return job;
}

}  // namespace scenarios
