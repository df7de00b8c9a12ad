// One of the `vertices:` of a job. What only a source has is in source.cpp.
#include <fmt/format.h>

#include <algorithm>

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

void read_input(Context& context, const Node& node, model::VertexSpec& vertex, std::vector<Place>& places) {
  model::InputSpec input{"", usual_exchange(vertex.kind)};
  if (node.kind == Node::Kind::map) {
    const Fields edge(context, node, block("input"));
    edge.name("from", input.from);
    edge.choice("exchange", input.exchange);
    edge.choice("chained", input.chained);
    if (input.chained && input.exchange == Exchange::hash)
      context.complain(edge.place_of("chained"), "a chained input with a hash exchange",
                       "exchange: forward, or chained: false");
    places.push_back(edge.place_of("from"));
  } else {
    if (const auto* name = scalar(context, node, "the name of a vertex, or {from: …, exchange: …}")) input.from = *name;
    places.push_back(node.place);
  }
  vertex.inputs.push_back(std::move(input));
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
  for (const Node& node : *list) read_input(context, node, vertex, places);
  const auto chained = [](const model::InputSpec& i) { return i.chained; };
  const auto first = std::find_if(vertex.inputs.begin(), vertex.inputs.end(), chained);
  if (first != vertex.inputs.end() && vertex.inputs.size() > 1)
    context.complain(places[static_cast<std::size_t>(first - vertex.inputs.begin())],
                     fmt::format("a chained input of {} beside others", in_quotes(vertex.name)),
                     "a single input where one is chained, as in Flink");
}

void read_holds(const Fields& fields, model::VertexSpec& vertex) {
  const auto* list = fields.list("holds");
  if (!list) return;
  Context& context = fields.context();
  if (list->size() > max_list)
    return context.complain(fields.place_of("holds"), fmt::format("{} holds", list->size()),
                            fmt::format("at most {}", max_list));
  for (const Node& node : *list) {
    const Fields one(context, node, block("hold"));
    if (!one.is_map()) continue;
    model::HoldSpec hold;
    one.choice("what", hold.what);
    one.whole("subtask", hold.subtask);
    one.duration("time", hold.time);
    if (hold.what == model::HoldSpec::What::trigger && vertex.kind != VertexKind::source)
      context.complain(one.place_of("what"), fmt::format("{} is triggered by barriers", in_quotes(vertex.name)),
                       "snapshot or notice; trigger is for sources");
    if (hold.subtask >= vertex.parallelism)
      context.complain(one.place_of("subtask"),
                       fmt::format("{} has no subtask {}", in_quotes(vertex.name), hold.subtask),
                       fmt::format("a subtask from 0 to {}", vertex.parallelism - 1));
    const auto again = [&](const model::HoldSpec& h) { return h.what == hold.what && h.subtask == hold.subtask; };
    if (std::any_of(vertex.holds.begin(), vertex.holds.end(), again))
      context.complain(node.place, fmt::format("a second hold of this kind for subtask {}", hold.subtask),
                       "one of each kind for a subtask");
    vertex.holds.push_back(hold);
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

}  // namespace

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
  read_holds(fields, vertex);
  if (*kind == VertexKind::source)
    read_source(fields, vertex);
  else
    read_inputs(fields, vertex, input_places);
  const bool counts = *kind == VertexKind::keyed_count;
  if (*kind != VertexKind::source) fields.whole("keys", vertex.keys);
  if (counts) fields.milliseconds("window", vertex.window_ms);
  if (*kind == VertexKind::sink) fields.choice("delivery", vertex.delivery), fields.choice("api", vertex.sink_api);
  job.vertices.push_back(std::move(vertex));
  job.places.push_back(node.place);
  job.input_places.push_back(std::move(input_places));
  job.window_places.push_back(counts ? fields.place_of("window") : node.place);
}

}  // namespace scenarios
