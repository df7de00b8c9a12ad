#pragma once
// The scenario behind a recording: the same job on the same version, the same commands and faults at the same times, at
// the same pace. What the model makes of it may then be compared with what the engine did, because nothing of that is
// read here (recorded_course.hpp). Tested in tests/laws/conformance_test.cpp on every recording at hand.
#include "model/spec.hpp"
#include "scenarios/recorded_course.hpp"

namespace scenarios {

// What a recording does not tell and may have been either way; a campaign goes through the combinations.
struct Untold {
  // Where in the wait between two records of a source a command or fault came, in eighths of it from the recorded time
  // on: no clock is that exact. A clean-up comes when sources wait longer.
  int phase = 0;
  // When the periodic trigger first goes off is drawn by the engine at each start of the job, restarts included; the
  // Spec has one time for each execution. So it is that of its first start or of its last.
  enum class Trigger : std::uint8_t { as_at_first, as_at_last } trigger = Trigger::as_at_first;
  // A record leaves its sender with the next barrier, or when the buffer's time is up, which is 100 ms where nothing is
  // set; and whether a snapshot is durable before a failure, a second command or the next record is a matter of
  // milliseconds.
  enum class Delays : std::uint8_t { usual, buffers_time_out, quick } delays = Delays::usual;
};
Untold untold(std::uint32_t number);  // the combinations in turn, from 0
inline constexpr std::uint32_t untold_combinations = 36;

// The profile's name must be known ("flink-1.20.5"); if it is not, the spec has default semantics and an empty profile.
model::Spec spec_of_recording(const RecordedCourse& course, const Untold& guess = {});

// Times of a recording, as times of the model's run: both begin where the sources do.
class RecordedClock {
 public:
  // `late`: what was recorded comes so much later.
  explicit RecordedClock(const RecordedCourse& course, sim::Time late = 0);
  sim::Time at(std::int64_t t) const { return t > origin_ ? t - origin_ : 0; }
  // When an execution has to be handed in for its sources to begin when they did.
  sim::Time handed_in(const RecordedExecution& x) const;

 private:
  std::int64_t origin_ = 0;
};

// How long sources wait after each record, as measured, and when that changed.
struct RecordedPace {
  sim::Time usual = 0;
  std::vector<model::PaceChange> changes;
};
RecordedPace pace_of_recording(const RecordedCourse& course, const RecordedClock& clock);

// The commands, the resume and the faults, in order. `vertices` are those of the spec: source, op, sink.
std::vector<model::TimelineEntry> timeline_of_recording(const RecordedCourse& course, const Untold& guess);
// Where savepoints of the recording were to go, which some faults had made impossible beforehand.
model::SavepointDirectory savepoint_directory_of(const RecordedCourse& course);

// Indices into the vertices of the spec.
inline constexpr std::uint32_t recorded_source = 0, recorded_op = 1, recorded_sink = 2;

}  // namespace scenarios
