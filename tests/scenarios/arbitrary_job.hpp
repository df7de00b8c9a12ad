#pragma once
// Random jobs that the reader would accept: a chain of vertices between a source and a sink.
#include <algorithm>
#include <string>
#include <vector>

#include "arbitrary_values.hpp"
#include "model/spec.hpp"

namespace scenarios {

inline void arbitrary_holds(model::VertexSpec& v) {
  using What = model::HoldSpec::What;
  for (const What what : {What::trigger, What::snapshot, What::notice}) {
    if (*rc::gen::inRange(0, 4) != 0 || (what == What::trigger && v.kind != model::VertexKind::source)) continue;
    v.holds.push_back({what, static_cast<std::uint32_t>(arbitrary_whole(0, v.parallelism - 1)), arbitrary_time()});
  }
}

// Only the last split of a line of children may have no end.
inline model::Assignment arbitrary_assignment(const model::VertexSpec& v) {
  const std::size_t ends = v.bounds.size() == 1 ? v.splits : v.bounds.size();
  const bool all_end = std::none_of(v.bounds.begin(), v.bounds.end(), [](std::uint32_t b) { return b == UINT32_MAX; });
  if (all_end && ends == v.splits && arbitrary_bool()) return model::Assignment::parent_first;
  return arbitrary_enum<model::Assignment>({model::Assignment::fixed, model::Assignment::on_request});
}

inline void arbitrary_source(model::VertexSpec& v) {
  v.api = arbitrary_enum<model::SourceApi>({model::SourceApi::source_function, model::SourceApi::flip_27});
  v.splits = static_cast<std::uint32_t>(arbitrary_whole(1, 50));
  v.record_every = arbitrary_time(1);
  v.pacing = arbitrary_enum<model::Pacing>({model::Pacing::log, model::Pacing::pauses});
  sim::Time from = 0;
  const auto changes = v.pacing == model::Pacing::pauses ? arbitrary_whole(0, 3) : 0;
  for (int i = 0; i < changes; ++i) v.pace_changes.push_back({from += arbitrary_time(1), arbitrary_time(1)});
  const auto bounds = *rc::gen::element<std::uint32_t>(0, 1, v.splits);
  for (std::uint32_t i = 0; i < bounds; ++i)
    v.bounds.push_back(i > 0 && arbitrary_bool() ? UINT32_MAX
                                                 : static_cast<std::uint32_t>(arbitrary_whole(0, 1'000'000'000)));
  if (v.api == model::SourceApi::flip_27) v.assignment = arbitrary_assignment(v);
  v.event_ms = static_cast<std::uint32_t>(arbitrary_whole(1, 86'400'000));
  v.watermark_every = arbitrary_time();
  v.ignores_end = arbitrary_time();
  v.stoppable = arbitrary_bool();
}

// At most 63 records of one key of a split in it.
inline void arbitrary_window(model::VertexSpec& v, const model::VertexSpec& source) {
  const std::int64_t longest = std::int64_t{63} * v.keys * source.event_ms;
  v.window_ms = static_cast<std::uint32_t>(arbitrary_whole(1, std::min<std::int64_t>(longest, 86'400'000)));
}

inline model::InputSpec arbitrary_input(const model::VertexSpec& from, const model::VertexSpec& to) {
  model::InputSpec input{from.name, model::Exchange::hash};
  if (from.parallelism != to.parallelism) return input;
  input.exchange = arbitrary_enum<model::Exchange>({model::Exchange::forward, model::Exchange::hash});
  input.chained = input.exchange == model::Exchange::forward && arbitrary_bool();
  return input;
}

inline std::vector<model::VertexSpec> arbitrary_vertices() {
  using model::VertexKind;
  std::vector<model::VertexSpec> vertices(static_cast<std::size_t>(arbitrary_whole(2, 5)));
  bool windows = false;  // behind them nothing is counted
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    auto& v = vertices[i];
    v.name = arbitrary_name().substr(0, 20) + std::to_string(i);
    v.kind = i == 0                     ? VertexKind::source
             : i + 1 == vertices.size() ? VertexKind::sink
             : windows                  ? VertexKind::map
                                        : arbitrary_enum<VertexKind>({VertexKind::keyed_count, VertexKind::map});
    v.parallelism = static_cast<std::uint32_t>(arbitrary_whole(1, 50));
    if (i > 0 && arbitrary_bool()) v.parallelism = vertices[i - 1].parallelism;
    v.service = arbitrary_delay();
    if (i == 0) arbitrary_source(v);
    arbitrary_holds(v);
    if (i == 0) continue;
    v.inputs.push_back(arbitrary_input(vertices[i - 1], v));
    v.keys = static_cast<std::uint32_t>(arbitrary_whole(1, 1'000'000));
    if (v.kind == VertexKind::keyed_count && arbitrary_bool()) arbitrary_window(v, vertices[0]), windows = true;
    if (v.kind != VertexKind::sink) continue;
    v.delivery = static_cast<history::Delivery>(arbitrary_whole(0, 2));
    v.sink_api = arbitrary_enum<model::SinkApi>({model::SinkApi::two_phase_function, model::SinkApi::sink_v2});
  }
  return vertices;
}

}  // namespace scenarios
