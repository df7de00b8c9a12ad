#pragma once
// What is promised to the user of a run: by the version of the engine (the base profile of a simulation, the
// engineVersion of a recording) together with what the user configured. Never by overridden knobs, so that a changed
// knob can break a promise.
//
// Sections and M numbers are those of the reference semantics.md; where a text and a measurement differ, the
// measurement is used. An engine that is no version promises nothing.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "history/engine_version.hpp"
#include "history/header.hpp"

namespace history {

enum class Resume : std::uint8_t { none, best, savepoint, checkpoint, scratch };
enum class Keeping : std::uint8_t { erase, keep };

struct Expectations {
  EngineVersion version;
  // What the user configured.
  Retention retention = Retention::none;
  std::uint32_t retained = 1;  // num-retained
  Delivery delivery = Delivery::plain;
  Mode mode = Mode::exactly_once;
  Resume resume = Resume::none;
  // Executions that are resumed from the best artifact or a checkpoint, a bit each by number; the last bit stands for
  // all from the eighth on.
  std::uint8_t rewinding = 0;
  bool drain = false;
  bool suspends = false;  // some stop is no drain
  bool stops = false;     // some command ends the job
  bool periodic_checkpoints = false;
  bool windows = false;         // operators hold records back in their state
  bool bounded = false;         // some split ends by itself
  bool ends_by_itself = false;  // all do
  bool unaligned = false;
  bool faults = false;   // something is injected
  bool chained = false;  // some operators share a thread
  bool adaptive_scheduler = false;
  bool high_availability = false;
  bool taskmanagers_replaced = true;  // one that is lost
  bool final_checkpoint = false;      // checkpoints go on when tasks have finished, and a last one is waited for
  bool claims = false;                // restore mode CLAIM: the engine owns what it was started from
  std::uint32_t splits = 1, parallelism = 1;
  // Of windows: their length, the event time between two records of a split, the number of keys; not known where
  // several operators take a record or sources differ.
  std::int64_t window_ms = 0, event_ms = 0;
  std::uint32_t keys = 1;
  bool window_shape_known = true;
  bool every_source_feeds_every_window = true;   // each subtask with state hears the watermarks of all sources
  std::uint32_t checkpoint_budget = UINT32_MAX;  // periodic triggers of a whole exploration; UINT32_MAX: without limit
  bool snapshots_expire = true;                  // false: an exploration in which none does
  std::uint32_t record_budget = 0;               // records of each endless split in an exploration; 0: without limit
  // Where an enumerator hands splits out: up to which offset each is to be read, UINT32_MAX: not known. Else empty.
  std::vector<std::uint32_t> split_ends;
  std::uint32_t tasks = 0;      // 0: not known
  std::uint32_t tolerable = 0;  // tolerable-failed-checkpoints

  // A plain `stop`: 1.8 drains the sources and takes no snapshot (2(b)); 1.9 and later refuse it ((c).1); FLIP-45 takes
  // a checkpoint if checkpoints are retained on cancel, else does as 1.8 (1.5).
  enum class Stop : std::uint8_t { drains_sources, refused, takes_checkpoint } stop = Stop::refused;
  // Whether a plain `stop` that is not refused is the legacy one.
  bool plain_stop_drains() const {
    return stop == Stop::drains_sources || (stop == Stop::takes_checkpoint && retention != Retention::retain_on_cancel);
  }
  // What becomes of an execution's ordinary checkpoints at each status (table 2(d).6; M17: with high availability
  // SUSPENDED keeps).
  Keeping at_finished = Keeping::erase, at_canceled = Keeping::erase, at_failed = Keeping::erase,
          at_suspended = Keeping::erase;
  // The checkpoint that a FLIP-45 stop takes stays at every status (1.6, 2(d).6 last row).
  bool keeps_stop_checkpoint = false;
  // Records leave a source behind the barrier of a stop's snapshot ((c).2 step 2, (c).3, 7.1 "leak"): suspend
  // until 1.14, drain until 1.13.
  bool stop_leaks = false;
  // On suspend endInput is called (until 1.12.1 but 1.11.4+; 7.1) or windows fire (FLIP-27, 1.12.3 to 1.13; M5).
  bool suspend_fires = false;
  // A stop with a FLIP-27 source never ends in 1.11 and until 1.12.2 (M29).
  bool stop_hangs = false;
  // A stop whose task fails behind the complete savepoint is answered only when the job ends, and the job comes back
  // from that savepoint and runs on ((c).2; until 1.11.3 and 1.12.1).
  bool half_success_waits = false;
  // With the adaptive scheduler a task's failure during a stop leaves the job wedged until the savepoint expires
  // (M21: 1.16 - 2.2).
  bool failure_hangs_stop = false;
  // Of two stops at once one may wedge the job, or wait for the end of one that runs on (M3: 1.9 - 1.14).
  bool two_stops_hang = false;
  // A legacy source task that fails in a trigger or a notice never says so (M3, FLINK-21990: 1.11.2, 1.11.3, 1.12.0 -
  // 1.12.2).
  bool failed_source_hangs = false;
  // A task that hears that a stop was given up before it has the barrier stays blocked (M3: 1.14).
  bool failed_stop_blocks = false;
  // Operators behind a source in its chain are never told that their input has ended (1.9).
  bool chained_inputs_never_end = false;
  // On suspend 1.14 closes the output of a source that has not ended yet: what it hands on then is dropped (M9).
  bool suspend_drops_unsent = false;
  // After a stop that failed, periodic checkpoints go on (FLINK-15152: not in 1.9; M8).
  bool checkpoints_after_failed_stop = true;
  // A savepoint taken while the job runs on is restored after a failure, and operators are told that it is complete (R7
  // extra, 2(e).5; both until 1.14, neither since 1.15: FLINK-25191).
  bool plain_savepoint_recovers = false, plain_savepoint_commits = false;
  // A completed savepoint pushes the last checkpoint out of the store (M1, 7.1): every one until 1.12.1, a stop's
  // until 1.14.
  enum class Subsumes : std::uint8_t { nothing, of_stop, all } savepoint_subsumes = Subsumes::nothing;

  // Which periodic checkpoints count as failed (2(d).3): whose asynchronous part fails, that expire, whose metadata
  // cannot be written.
  bool counts_asynchronous = true, counts_expired = true, counts_not_finalised = true;

  Keeping at(JobStatus s) const {
    switch (s) {
      case JobStatus::finished: return at_finished;
      case JobStatus::canceled: return at_canceled;
      case JobStatus::failed: return at_failed;
      default: return at_suspended;
    }
  }
};

namespace expectation {

inline Resume resume_of(std::string_view word) {
  if (word == "best") return Resume::best;
  if (word == "savepoint") return Resume::savepoint;
  if (word == "checkpoint") return Resume::checkpoint;
  return word == "scratch" ? Resume::scratch : Resume::none;
}

// Table 2(d).6, rows of ordinary checkpoints.
inline void fill_retention(Expectations& e) {
  const bool on_cancel = e.retention == Retention::retain_on_cancel;
  const bool on_failure = e.retention != Retention::none;
  e.at_finished = Keeping::erase;
  e.at_canceled = on_cancel ? Keeping::keep : Keeping::erase;
  e.at_failed = on_failure ? Keeping::keep : Keeping::erase;
  e.at_suspended = on_cancel || e.high_availability ? Keeping::keep : Keeping::erase;
}

// What differs by version. 1.11.4 has what 1.12.2 has (FLINK-21132), hence the odd patch levels. A job may have sources
// of both APIs.
inline void fill_version(Expectations& e, bool flip_27, bool source_function) {
  using V = EngineVersion;
  const V v{e.version.major, e.version.minor, e.version.patch, false};
  const V since_1_9{1, 9, 0}, since_1_15{1, 15, 0};
  const bool patched_1_11 = v.major == 1 && v.minor == 11 && v.patch >= 4;
  e.stop = e.version.flip_45 ? Expectations::Stop::takes_checkpoint
           : v < since_1_9   ? Expectations::Stop::drains_sources
                             : Expectations::Stop::refused;
  e.keeps_stop_checkpoint = e.version.flip_45;
  e.stop_leaks = v >= since_1_9 && (e.suspends ? v < since_1_15 : v < V{1, 14, 0});
  e.suspend_fires =
      (v >= since_1_9 && v < V{1, 12, 2} && !patched_1_11) || (flip_27 && v >= V{1, 12, 3} && v < V{1, 14, 0});
  e.stop_hangs = flip_27 && v >= V{1, 11, 0} && v < V{1, 12, 3};
  e.half_success_waits = v >= since_1_9 && v < V{1, 12, 2} && !patched_1_11;
  e.two_stops_hang = v >= since_1_9 && v < since_1_15;
  e.failed_source_hangs =
      source_function && ((v >= V{1, 11, 2} && v < V{1, 11, 4}) || (v >= V{1, 12, 0} && v < V{1, 12, 3}));
  e.failed_stop_blocks = v >= V{1, 14, 0} && v < since_1_15;
  e.chained_inputs_never_end = e.chained && v >= since_1_9 && v < V{1, 10, 0};
  e.suspend_drops_unsent = v >= V{1, 14, 0} && v < since_1_15 && e.suspends;
  e.failure_hangs_stop = e.adaptive_scheduler && v >= V{1, 16, 0} && v < V{2, 3, 0};
  e.checkpoints_after_failed_stop = v < since_1_9 || v >= V{1, 10, 0};
  e.plain_savepoint_recovers = e.plain_savepoint_commits = v < since_1_15;
  e.counts_asynchronous = v < V{1, 10, 0} || v >= V{1, 12, 0};
  e.counts_expired = v >= V{1, 11, 0};
  e.counts_not_finalised = v >= V{1, 16, 0};
  e.savepoint_subsumes = v < V{1, 12, 2}  ? Expectations::Subsumes::all
                         : v < since_1_15 ? Expectations::Subsumes::of_stop
                                          : Expectations::Subsumes::nothing;
}

}  // namespace expectation

// `engine` is the name of a base profile or an engineVersion. Nothing: it is not known, so nothing can be said to be
// promised.
inline std::optional<Expectations> expectations_for(std::string_view engine, const Header& h) {
  const std::optional<EngineVersion> version = engine_version(engine);
  if (!version) return std::nullopt;
  Expectations e;
  e.version = *version;
  e.retention = h.retention;
  e.retained = h.retained;
  e.delivery = h.sink;
  e.mode = h.mode;
  e.resume = expectation::resume_of(h.resume);
  e.rewinding = e.resume == Resume::best || e.resume == Resume::checkpoint ? 0xff : 0;
  e.drain = h.drain;
  e.suspends = !h.drain;
  e.stops = h.command != "none";
  e.taskmanagers_replaced = h.replacement;
  e.tolerable = h.tolerable;
  e.periodic_checkpoints = h.checkpoint_interval_ms > 0;
  e.windows = h.window_ms > 0;
  e.bounded = !h.bounds.empty();
  e.ends_by_itself = e.bounded && h.bounds.size() >= h.splits;
  e.faults = h.fault != "none";
  e.splits = h.splits;
  e.parallelism = h.parallelism;
  e.window_ms = h.window_ms;
  e.event_ms = h.event_time_per_offset_ms;
  e.keys = h.keys;
  e.chained = h.chained;
  e.unaligned = h.unaligned;
  e.adaptive_scheduler = h.scheduler == "adaptive" || engine.find("-adaptive") != engine.npos;
  e.high_availability = h.high_availability;
  e.claims = h.claim == "claim";
  expectation::fill_retention(e);
  expectation::fill_version(e, h.source_api == "flip-27", h.source_api != "flip-27");
  e.final_checkpoint = h.checkpoints_after_tasks.value_or(e.version >= EngineVersion{1, 15, 0});
  return e;
}

}  // namespace history
