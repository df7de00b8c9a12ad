// What ties tasks together: chains, the ways of windows' results, channels, and where watermarks and overtaking
// barriers have their places.

#include <fmt/format.h>

#include <algorithm>

#include "model/layout.hpp"
#include "model/state.hpp"

namespace model {

// A chain is a line: each of its edges is the only one out of one vertex and the only one into the next.
std::optional<std::string> find_chains(Plan& plan) {
  for (const Edge& e : plan.edges) {
    if (!e.chained) continue;
    Vertex &from = plan.vertices[e.from], &to = plan.vertices[e.to];
    if (e.exchange != Exchange::forward || from.parallelism != to.parallelism || from.out.size() > 1 ||
        to.in.size() > 1)
      return fmt::format("{} cannot be chained to {}: a chain needs one forward way between equally many subtasks",
                         to.name, from.name);
    for (std::uint32_t k = 0; k < from.parallelism; ++k) {
      plan.tasks[from.first_task + k].next_in_chain = to.first_task + k;
      plan.tasks[to.first_task + k].head = plan.tasks[from.first_task + k].head;
    }
  }
  for (TaskId t = 0; t < plan.task_count(); ++t)
    if (plan.is_head(t)) plan.heads.push_back(t);
  return std::nullopt;
}

// Whose windows' results each vertex takes. They go on to maps and sinks only: what they count is in no source's split.
std::optional<std::string> follow_results(Plan& plan) {
  constexpr std::uint32_t most_of_key = 63;  // what the number in a window_part holds
  for (std::uint32_t n = 0; n < plan.vertices.size(); ++n) {
    Vertex& v = plan.vertices[n];
    for (std::uint32_t i : v.in) {
      const std::uint32_t from = plan.edges[i].from;
      const std::uint32_t of = plan.vertices[from].window_ms ? from : plan.vertices[from].results_of;
      if (of == Vertex::no_window) continue;
      if (v.kind == VertexKind::keyed_count || v.in.size() > 1)
        return fmt::format("{} takes the results of the windows of {}; only a map or a sink with no other input can",
                           v.name, plan.vertices[of].name);
      v.results_of = of;
    }
    if (!v.window_ms) continue;
    if (plan.split_count > UINT16_MAX)
      return fmt::format("{} splits; with windows at most 65535 fit", plan.split_count);
    for (std::uint32_t s = 0; s < plan.split_count; ++s)
      if (v.window_ms / std::max(plan.event_ms(s), 1U) / v.keys > most_of_key)
        return fmt::format(
            "{}: more than {} records of one key of a split lie in a window of {} ms; use more keys or "
            "a shorter window",
            v.name, most_of_key, v.window_ms);
  }
  return std::nullopt;
}

// Each task's own watermark, behind it those of its inputs or, of a source, of its splits.
void place_watermarks(Plan& plan) {
  if (!plan.windows) return;
  plan.input_place.resize(plan.overtakes.size());
  for (TaskId t = 0; t < plan.task_count(); ++t) {
    plan.tasks[t].watermarks = plan.watermark_count++;
    std::uint32_t place = 0;
    plan.for_each_input(t, [&](sim::ChannelId c) { plan.input_place[c - plan.first_data] = place++; });
    plan.watermark_count += place + plan.splits_of(t);
  }
}

namespace {

// Beside each data channel one for barriers that overtake its records.
std::optional<std::string> add_overtaking(Plan& plan, std::uint32_t records) {
  for (const Vertex& v : plan.vertices) {
    const auto hashed = [&](std::uint32_t e) { return plan.edges[e].exchange == Exchange::hash; };
    const auto n = std::count_if(v.in.begin(), v.in.end(), hashed);
    if (n != 0 && (static_cast<std::size_t>(n) != v.in.size() || v.results_of != Vertex::no_window))
      return fmt::format("{}: with unaligned checkpoints its inputs must all be hashed and bring records, or none be",
                         v.name);
  }
  plan.unaligned = true;
  plan.in_flight_records = 2 * records;
  const auto count = static_cast<sim::ChannelId>(plan.channels.size()) - plan.first_data;
  if (std::uint64_t{count} * plan.in_flight_records * plan.capacities.slots > 1U << 26)
    return fmt::format(
        "unaligned checkpoints of {} channels with {} records each are too large; lower network.capacity", count,
        records);
  plan.first_overtaking = static_cast<sim::ChannelId>(plan.channels.size());
  for (sim::ChannelId c = 0; c < count; ++c) {
    sim::ChannelInfo info = plan.channels[plan.first_data + c];
    info.capacity = static_cast<std::uint16_t>(plan.capacities.barriers);
    info.data_capacity = 0;
    info.channel_class = static_cast<std::uint8_t>(ChannelClass::overtaking);
    plan.channels.push_back(info);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> add_channels(Plan& plan) {
  const auto channel = [&](sim::ActorId from, sim::ActorId to, ChannelClass c, std::uint32_t capacity,
                           std::uint32_t data = 0) {
    plan.channels.push_back({0, from, to, static_cast<std::uint16_t>(capacity), static_cast<std::uint16_t>(data),
                             static_cast<std::uint8_t>(c), 0, 0});
  };
  const auto next = [&] { return static_cast<sim::ChannelId>(plan.channels.size()); };
  const Capacities& k = plan.capacities;
  const std::uint32_t commands = std::max<std::uint32_t>(static_cast<std::uint32_t>(plan.timeline.size()) + 1, 2);
  channel(Plan::client, Plan::jobmanager, ChannelClass::client_to_jobmanager, commands);
  channel(Plan::jobmanager, Plan::client, ChannelClass::jobmanager_to_client, commands);
  channel(Plan::jobmanager, Plan::storage, ChannelClass::jobmanager_to_storage, k.to_storage);
  channel(Plan::storage, Plan::jobmanager, ChannelClass::storage_to_jobmanager, k.to_storage);
  const std::uint32_t n = plan.task_count();
  plan.first_to_task = next();
  for (TaskId t = 0; t < n; ++t)
    channel(Plan::jobmanager, Plan::actor_of(t), ChannelClass::jobmanager_to_task, k.to_task);
  plan.first_to_jobmanager = next();
  for (TaskId t = 0; t < n; ++t)
    channel(Plan::actor_of(t), Plan::jobmanager, ChannelClass::task_to_jobmanager, k.to_jobmanager);
  plan.first_to_storage = next();
  for (TaskId t = 0; t < n; ++t) channel(Plan::actor_of(t), Plan::storage, ChannelClass::task_to_storage, k.to_storage);
  plan.first_acknowledge = next();
  for (TaskId t = 0; t < n; ++t)
    channel(Plan::storage, Plan::jobmanager, ChannelClass::storage_acknowledge, k.barriers);
  plan.first_data = next();
  const std::uint32_t records = plan.loop == Loop::explore ? plan.spec.explore.capacity : plan.spec.network.capacity;
  if (records + k.barriers > 55'000)
    return fmt::format("network.capacity: {} records in one channel; at most 55000 fit", records);
  constexpr std::uint32_t burst = 4096;                                     // results of windows that fire at once
  const std::uint32_t most = plan.split_count * plan.spec.explore.records;  // each may bring a result and a watermark
  // Where the end of the data is told apart from the end of its partition, both may wait behind records and barriers.
  const bool bounded = std::any_of(plan.spec.vertices.begin(), plan.spec.vertices.end(),
                                   [](const VertexSpec& v) { return !v.bounds.empty(); });
  const std::uint32_t ends = bounded && plan.spec.semantics.last_hook == LastHook::finish ? 1 : 0;
  for (Edge& e : plan.edges) {
    e.first_channel = next();
    if (e.chained) continue;
    const bool results = plan.vertices[e.from].window_ms || plan.vertices[e.from].results_of != Vertex::no_window;
    const std::uint32_t room = k.barriers + ends +
                               (!plan.windows                ? 0
                                : plan.loop == Loop::explore ? 4 + 2 * std::max(records, results ? most : 0)
                                : results                    ? burst
                                                             : 64);
    const Vertex &from = plan.vertices[e.from], &to = plan.vertices[e.to];
    for (std::uint32_t u = 0; u < from.parallelism; ++u)
      for (std::uint32_t d = 0; d < (e.exchange == Exchange::hash ? to.parallelism : 1); ++d) {
        const TaskId target = to.first_task + (e.exchange == Exchange::hash ? d : u);
        channel(Plan::actor_of(from.first_task + u), Plan::actor_of(target), ChannelClass::data, records + room,
                records);
        ++plan.tasks[target].inputs;
        plan.overtakes.push_back(e.exchange == Exchange::hash);
      }
  }
  if (plan.spec.checkpoints.unaligned) return add_overtaking(plan, records);
  return std::nullopt;
}

}  // namespace model
