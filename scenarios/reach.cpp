// What comes to which vertex. Refused is what the engine cannot hold: records of one source that come to a vertex on
// two ways, windows with more records of one key than fit into its state, results of windows where records are counted.
//
// Each vertex is asked once, its inputs first; the set of its sources has one bit for each.
#include <fmt/format.h>

#include <bitset>
#include <cstdint>
#include <map>
#include <optional>

#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

using model::VertexKind;
using Sources = std::bitset<max_vertices>;

constexpr std::size_t nobody = SIZE_MAX;
constexpr std::uint32_t most_in_a_window = 63, most_window_splits = 65'535;

constexpr std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

class Reach {
 public:
  Reach(Context& context, const Job& job)
      : context_(context), job_(job), of_(job.vertices.size()), results_(job.vertices.size()) {
    for (std::size_t v = 0; v < job.vertices.size(); ++v) index_.emplace(job.vertices[v].name, v);
  }

  void check() {
    for (std::size_t v = 0; v < job_.vertices.size(); ++v) {
      of(v);
      results_of(v);
      if (job_.vertices[v].window_ms > 0) check_window(v);
    }
  }

 private:
  const Sources& of(std::size_t v) {
    if (of_[v]) return *of_[v];
    const model::VertexSpec& vertex = job_.vertices[v];
    Sources all;
    if (vertex.kind == VertexKind::source) all.set(v);
    for (std::size_t i = 0; i < vertex.inputs.size(); ++i) {
      const Sources& more = of(index_.at(vertex.inputs[i].from));
      if (const Sources both = all & more; both.any())
        context_.complain(
            job_.input_places[v][i],
            fmt::format("records of {} reach {} on two ways", in_quotes(job_.vertices[first(both)].name),
                        in_quotes(vertex.name)),
            "one way from each source to a vertex; read the log with a second source, or leave out an edge");
      all |= more;
    }
    return of_[v].emplace(all);
  }
  static std::size_t first(const Sources& set) {
    std::size_t i = 0;
    while (!set[i]) ++i;
    return i;
  }

  // The engine looks at all sources, whether their records come here or not.
  void check_window(std::size_t v) {
    const model::VertexSpec& vertex = job_.vertices[v];
    const Place place = job_.window_places[v];
    std::uint64_t splits = 0;
    for (const model::VertexSpec& source : job_.vertices) {
      if (source.kind != VertexKind::source) continue;
      splits += source.splits;
      const std::uint64_t of_all_keys = divided_up(vertex.window_ms, source.event_ms),
                          of_one_key = divided_up(of_all_keys, vertex.keys);
      if (of_one_key > most_in_a_window)
        context_.complain(
            place,
            fmt::format("a window of {}ms holds {} records of one key of a split of {}: {}ms of event time a record, "
                        "{} keys",
                        vertex.window_ms, of_one_key, in_quotes(source.name), source.event_ms, vertex.keys),
            fmt::format("at most {} of them: keys: {} or more, a shorter \"window\" or a longer \"event time\"",
                        most_in_a_window, divided_up(of_all_keys, most_in_a_window)));
    }
    if (splits > most_window_splits)
      context_.complain(place, fmt::format("windows in a job of {} splits", splits),
                        fmt::format("at most {} splits", most_window_splits));
  }

  // The vertex whose windows' results come to `v`, or nobody. What those count is in no source's split any more.
  std::size_t results_of(std::size_t v) {
    if (results_[v]) return *results_[v];
    const model::VertexSpec& vertex = job_.vertices[v];
    std::size_t of = nobody;
    for (std::size_t i = 0; i < vertex.inputs.size(); ++i) {
      const std::size_t from = index_.at(vertex.inputs[i].from);
      const std::size_t more = job_.vertices[from].window_ms > 0 ? from : results_of(from);
      if (more == nobody) continue;
      if (vertex.kind == VertexKind::keyed_count || vertex.inputs.size() > 1)
        context_.complain(job_.input_places[v][i],
                          fmt::format("the results of the windows of {} come to {}",
                                      in_quotes(job_.vertices[more].name), in_quotes(vertex.name)),
                          "a map or a sink with no other input behind a window");
      of = more;
    }
    return results_[v].emplace(of);
  }

  Context& context_;
  const Job& job_;
  std::map<std::string_view, std::size_t> index_;
  std::vector<std::optional<Sources>> of_;
  std::vector<std::optional<std::size_t>> results_;
};

}  // namespace

void check_reach(Context& context, const Job& job) { Reach(context, job).check(); }

}  // namespace scenarios
