// `job: {vertices, network, storage}`.
#include <fmt/format.h>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

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
  fields.delay("prepare", storage.prepare);
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
