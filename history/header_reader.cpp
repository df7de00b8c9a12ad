#include "history/header_reader.hpp"

#include <array>

namespace history {
namespace {

constexpr std::int64_t greatest = std::int64_t{1} << 53;  // what every JSON tool can hold

// One of these words, as they stand.
template <std::size_t N>
std::string word_of(Fields& fields, JsonKey key, const std::array<std::string_view, N>& words) {
  const std::string text(fields.text(key));
  for (std::string_view w : words)
    if (w == text) return text;
  std::string expected;
  for (std::string_view w : words)
    expected += (expected.empty() ? "" : w == words.back() ? " or " : ", ") + std::string(w);
  fields.refuse(key, expected);
  return text;
}

}  // namespace

Header read_header(Fields& f) {
  static constexpr std::array<std::string_view, 1> formats{"quiesce-history"};
  static constexpr std::array<std::string_view, 2> engines{"flink", "model"}, clocks{"wall", "model"};
  static constexpr std::array<std::string_view, 6> commands{
      "none", "cancel", "cancel-with-savepoint", "stop", "stop-with-savepoint", "stop-with-checkpoint"};
  static constexpr std::array<std::string_view, 3> restarts{"none", "fixed-delay", "unset"};
  static constexpr std::array<std::string_view, 5> resumes{"none", "best", "savepoint", "checkpoint", "scratch"};
  Header h;
  word_of(f, "format", formats);
  if (f.integer("version", INT64_MIN, INT64_MAX) != 1)
    f.refuse("version", "1", "this program reads version 1 of the format only");
  h.engine = word_of(f, "engine", engines);
  h.engine_version = f.text("engineVersion");
  h.clock = word_of(f, "clock", clocks);
  f.enter("scenario");
  if (!f.ok()) return h;
  h.name = f.text("name");
  h.command = word_of(f, "command", commands);
  h.drain = f.boolean("drain");
  h.retention = f.one_of<Retention>("retention");
  h.mode = f.one_of<Mode>("mode");
  h.checkpoint_interval_ms = f.integer("checkpointIntervalMs", 0, greatest);
  h.source = f.text("source");
  h.source_api = f.optional_text("sourceApi");
  h.sink_api = f.optional_text("sinkApi");
  h.scheduler = f.optional_text("scheduler");
  h.claim = f.optional_text("claim");
  if (f.has("unaligned")) h.unaligned = f.boolean("unaligned");
  if (f.has("chained")) h.chained = f.boolean("chained");
  if (f.has("highAvailability")) h.high_availability = f.boolean("highAvailability");
  h.sink = f.one_of<Delivery>("sink");
  h.parallelism = f.small("parallelism");
  h.splits = f.small("splits");
  h.window_ms = f.integer("window", 0, greatest);
  h.event_time_per_offset_ms = f.integer("eventTimePerOffsetMs", 0, greatest);
  h.fault = f.text("fault");
  h.restart = word_of(f, "restart", restarts);
  h.resume = word_of(f, "resume", resumes);
  h.keys = f.small("keys");
  if (f.has("retained")) h.retained = f.small("retained");
  if (f.has("replacement")) h.replacement = f.boolean("replacement");
  if (f.has("tolerableFailures"))
    h.tolerable = static_cast<std::uint32_t>(f.integer("tolerableFailures", 0, INT32_MAX));
  if (f.has("checkpointsAfterTasksFinish")) h.checkpoints_after_tasks = f.boolean("checkpointsAfterTasksFinish");
  if (f.has("bounds"))
    for (auto& [split, records] : f.counts("bounds")) h.bounds[split] = records;
  f.leave();
  if (f.ok()) h.scenario_json = f.raw("scenario");
  return h;
}

}  // namespace history
