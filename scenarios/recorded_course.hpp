#pragma once
// What an experimenter set and did in a recording of a real engine, and nothing of what came of it: the words of the
// header, when commands were given and faults struck, when each execution was handed in, how fast sources read, how
// often watermarks came, when the periodic trigger first went off. No status, answer or artifact is read, so a scenario
// made from this (from_recording.hpp) cannot know its outcome. Tested in tests/laws/conformance_test.cpp.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "history/reader.hpp"

namespace scenarios {

struct GivenCommand {
  std::int64_t t = 0;
  history::JobId job = 0;
  history::CommandKind kind{};
  bool drain = false, cleanup = false;
};

struct StruckFault {
  std::int64_t t = 0;
  std::string kind, target, detail;                 // as recorded: "task-failure", "op/1", "throws at op.process"
  std::optional<history::CheckpointId> checkpoint;  // "... of checkpoint 4"
};

// One execution as its sources saw it.
struct RecordedExecution {
  std::int64_t submitted = 0;
  std::optional<std::int64_t> first_emit;
  std::map<std::string, std::vector<std::int64_t>> emits;  // by split
};

// Words of the header beside those that every history has; zero or empty where a recorder does not know them.
struct RecorderWords {
  std::int64_t pace_us = 0, pace_around_command_us = 0;  // a source waits so long after each record
  std::int64_t sink_sleep_ms = 0, snapshot_sleep_ms = 0, source_ignores_end_ms = 0, source_one_holds_lock_ms = 0;
  std::int64_t bound = -1;  // of every split, or of one where the fault says so
  std::int64_t restart_attempts = 10, restart_delay_ms = 100, checkpoint_timeout_ms = 0, buffer_timeout_ms = 0,
               task_managers = 1;
  // The older recorders' watermarks are Flink's own: the greatest event time less 1 ms. The newer ones' come up to the
  // event time of the next record.
  bool flinks_watermarks = false;
  bool chained = false, unaligned = false, after_tasks_finish = false, high_availability = false, adaptive = false;
  std::string sink_api, sink_edge, claim;
};

// The start of an execution, or its start anew after a failure.
struct RecordedStart {
  history::JobId job = 0;
  std::uint32_t attempt = 0;
  std::int64_t first_emit = 0;
  std::optional<std::int64_t> first_trigger;  // of a periodic checkpoint
};

struct RecordedCourse {
  history::Header header;
  RecorderWords words;
  std::vector<RecordedExecution> executions;
  std::vector<RecordedStart> starts;
  std::vector<GivenCommand> commands;
  std::vector<StruckFault> faults;
  std::optional<std::int64_t> watermark_every;  // the usual distance of two watermarks at one task
  std::int64_t end = 0;                         // time of the last event
};

// Hears every event besides, while its texts are valid; may be empty.
using AlsoHears = std::function<void(const history::Stamp&, const history::Event&, const history::InternedNames&)>;
std::variant<RecordedCourse, history::Error> read_course(std::string_view text, const AlsoHears& also = {});

std::optional<std::int64_t> median(std::vector<std::int64_t> values);  // the upper one of two

}  // namespace scenarios
