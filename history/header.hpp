#pragma once
// Line 1 of a history: which engine, which version, and the scenario in the few words that an observer needs to judge
// it.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "history/event.hpp"

namespace history {

enum class Retention : std::uint8_t { none, retain_on_cancel, delete_on_cancel };
enum class Delivery : std::uint8_t { plain, idempotent, transactional };
enum class Mode : std::uint8_t { exactly_once, at_least_once };

struct Header {
  std::string engine = "model";  // "flink" or "model"
  std::string engine_version;    // "1.20.5"; of the model: the name of its base profile
  std::string clock = "model";   // "wall" or "model"
  // scenario
  std::string name;
  std::string command =
      "none";  // none | cancel | cancel-with-savepoint | stop | stop-with-savepoint | stop-with-checkpoint
  bool drain = false;
  Retention retention = Retention::none;
  Mode mode = Mode::exactly_once;
  std::int64_t checkpoint_interval_ms = 0;  // 0: none
  std::string source = "replayable";
  std::string source_api;  // "" where not said; so too the words below
  std::string sink_api;
  std::string scheduler;  // default | adaptive
  std::string claim;      // no-claim | claim | legacy
  bool unaligned = false, chained = false, high_availability = false;
  Delivery sink = Delivery::plain;
  std::uint32_t parallelism = 1, splits = 1;
  std::int64_t window_ms = 0;
  std::int64_t event_time_per_offset_ms = 10;
  std::string fault = "none";
  std::string restart = "none";  // none | fixed-delay | unset
  std::string resume = "none";   // none | best | savepoint | checkpoint | scratch
  std::uint32_t keys = 1;
  std::uint32_t retained = 1;
  // What recorders do not say and our own runs do, where it is not what is usual.
  bool replacement = true;                      // of a TaskManager that is lost
  std::uint32_t tolerable = 0;                  // tolerable-failed-checkpoints
  std::optional<bool> checkpoints_after_tasks;  // that have finished; nothing: as the version does
  std::map<std::string, std::uint64_t> bounds;  // split -> number of records, where a split is bounded
  std::string scenario_json;  // the whole scenario object as read, so that nothing is lost on rewriting
};

}  // namespace history
