// The small blocks: checkpoints, restart, savepoints, cluster, explore, until.
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {

model::CheckpointSpec read_checkpoints(Context& context, const Node& node) {
  const Fields fields(context, node, block("checkpoints"));
  model::CheckpointSpec spec;
  const Node* interval = fields.find("interval");
  const bool none = interval && interval->kind == Node::Kind::scalar && interval->text == "none";
  if (!none && fields.duration("interval", spec.interval) && spec.interval < 10 * sim::millisecond)
    context.complain(fields.place_of("interval"), "an interval below 10ms", "at least 10ms, as Flink asks, or none");
  spec.first = spec.interval;
  if (fields.duration("first", spec.first) && none)
    context.complain(fields.place_of("first"), "a first checkpoint although the interval is none", "an interval");
  fields.durations("later-firsts", spec.later_firsts);
  fields.choice("mode", spec.mode);
  fields.duration("timeout", spec.timeout, sim::microsecond);
  fields.choice("retention", spec.retention);
  fields.whole("retained", spec.retained);
  fields.whole("max-concurrent", spec.max_concurrent);
  fields.whole("tolerable-failed-checkpoints", spec.tolerable);
  fields.choice("unaligned", spec.unaligned);
  if (bool after = false; fields.choice("after-tasks-finish", after)) spec.after_tasks_finish = after;
  if (spec.unaligned && spec.mode == history::Mode::at_least_once)
    context.complain(fields.place_of("unaligned"), std::string(unaligned_at_least_once), "mode: exactly-once");
  if (spec.unaligned && spec.max_concurrent > 1)
    context.complain(fields.place_of("max-concurrent"), std::string(unaligned_concurrent), "max-concurrent: 1");
  return spec;
}

model::RestartSpec read_restart(Context& context, const Node& node) {
  const Fields fields(context, node, block("restart"));
  model::RestartSpec spec;
  fields.choice("strategy", spec.strategy);
  fields.whole("attempts", spec.attempts);
  fields.duration("delay", spec.delay);
  if (spec.strategy == model::RestartStrategy::fixed_delay) return spec;
  for (std::string_view key : {"attempts", "delay"})
    if (fields.has(key))
      context.complain(fields.place_of(key), fmt::format("\"{}\" has no meaning here", key), "strategy: fixed-delay");
  return spec;
}

model::SavepointDirectory read_savepoints(Context& context, const Node& node) {
  const Fields fields(context, node, block("savepoints"));
  auto directory = model::SavepointDirectory::usable;
  fields.choice("directory", directory);
  return directory;
}

model::ClusterSpec read_cluster(Context& context, const Node& node) {
  const Fields fields(context, node, block("cluster"));
  model::ClusterSpec cluster;
  fields.whole("taskmanagers", cluster.taskmanagers);
  fields.choice("replacement", cluster.replacement);
  fields.choice("high-availability", cluster.high_availability);
  fields.delay("teardown", cluster.teardown);
  return cluster;
}

model::ExploreSpec read_explore(Context& context, const Node& node) {
  const Fields fields(context, node, block("explore"));
  model::ExploreSpec spec;
  fields.whole("records", spec.records);
  fields.whole("checkpoints", spec.checkpoints);
  fields.whole("capacity", spec.capacity);
  fields.whole("states", spec.states);
  std::uint8_t asynchronous = 0, expiry = 0;
  fields.choice("storage", asynchronous);
  fields.choice("expiry", expiry);
  spec.storage_atomic = asynchronous == 0;
  spec.expiry = expiry == 1;
  const auto* fused = fields.list("fused");
  if (!fused) return spec;
  if (fused->size() > max_list) {
    context.complain(fields.place_of("fused"), fmt::format("{} names", fused->size()),
                     fmt::format("at most {}", max_list));
    return spec;
  }
  const std::vector<std::string_view> kinds(context.known.message_kinds.begin(), context.known.message_kinds.end());
  for (const Node& item : *fused) {
    const auto* name = scalar(context, item, "the name of a message kind");
    if (!name) continue;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), *name) == kinds.end())
      context.unknown(item.place, fmt::format("{} is no kind of message that may be fused", in_quotes(*name)), *name,
                      kinds);
    else if (!is_name(*name))
      context.complain(item.place, fmt::format("{} is no name", in_quotes(*name)), "the name of a message kind");
    if (std::find(spec.fused.begin(), spec.fused.end(), *name) != spec.fused.end())
      context.complain(item.place, fmt::format("{} a second time", in_quotes(*name)), "each kind once");
    spec.fused.push_back(*name);
  }
  return spec;
}

std::optional<sim::Time> read_until(Context& context, const Node& node) {
  const auto* text = scalar(context, node, "a time such as 60s, or caught up");
  if (!text || *text == "caught up") return std::nullopt;
  sim::Time time = 0;
  auto parsed = parse_duration(*text);
  if (auto* c = std::get_if<Complaint>(&parsed)) {
    constexpr std::string_view words[]{"caught up"};
    c->expected += ", or caught up";
    if (c->nearest.empty()) c->nearest = nearest_of(*text, words);
  }
  if (!take(context, node.place, std::move(parsed), time)) return std::nullopt;
  if (time == 0) context.complain(node.place, "a run that ends when it begins", "a time above 0");
  return time;
}

}  // namespace scenarios
