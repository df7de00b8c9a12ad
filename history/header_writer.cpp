#include <nlohmann/json.hpp>

#include "history/words.hpp"
#include "history/writer.hpp"

namespace history {
namespace {

using Json = nlohmann::ordered_json;

Json scenario(const Header& h) {
  Json s;
  s["name"] = h.name;
  s["command"] = h.command;
  s["drain"] = h.drain;
  s["retention"] = word(h.retention);
  s["mode"] = word(h.mode);
  s["checkpointIntervalMs"] = h.checkpoint_interval_ms;
  s["source"] = h.source;
  s["sink"] = word(h.sink);
  s["parallelism"] = h.parallelism;
  s["splits"] = h.splits;
  s["window"] = h.window_ms;
  s["fault"] = h.fault;
  s["restart"] = h.restart;
  s["resume"] = h.resume;
  s["keys"] = h.keys;
  s["eventTimePerOffsetMs"] = h.event_time_per_offset_ms;
  if (!h.source_api.empty()) s["sourceApi"] = h.source_api;
  if (!h.sink_api.empty()) s["sinkApi"] = h.sink_api;
  if (!h.scheduler.empty()) s["scheduler"] = h.scheduler;
  if (!h.claim.empty()) s["claim"] = h.claim;
  if (h.unaligned) s["unaligned"] = true;
  if (h.chained) s["chained"] = true;
  if (h.high_availability) s["highAvailability"] = true;
  s["retained"] = h.retained;
  if (!h.replacement) s["replacement"] = false;
  if (h.tolerable) s["tolerableFailures"] = h.tolerable;
  if (h.checkpoints_after_tasks) s["checkpointsAfterTasksFinish"] = *h.checkpoints_after_tasks;
  if (!h.bounds.empty()) s["bounds"] = h.bounds;
  return s;
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

void write_header(std::string& out, const Header& h) {
  Json line{{"ev", "history"}, {"format", "quiesce-history"}, {"version", 1}, {"engine", h.engine}};
  line["engineVersion"] = h.engine_version;
  line["clock"] = h.clock;
  std::string head = dumped(line);
  head.pop_back();
  out += head + ",\"scenario\":" + (h.scenario_json.empty() ? dumped(scenario(h)) : h.scenario_json) + "}\n";
}

}  // namespace history
