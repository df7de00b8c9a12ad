// The recorders' jobs are all of one shape, source -> op by key -> sink, so the header's words and a handful of times
// make the whole Spec. Delays of the network and of storage were not recorded as such; they are those of one JVM, with
// some jitter, so that different seeds let messages overtake each other as they may.
#include "scenarios/from_recording.hpp"

#include <algorithm>

namespace scenarios {
namespace {

using sim::millisecond;

// From the hand-in to the first record, in the model.
constexpr sim::Time start_up = 4 * millisecond;
// What was under way when the recording ended is let come to its end; a bounded job may wait for a last checkpoint.
sim::Time settling(const RecordedCourse& course) {
  const bool bounded = course.words.bound >= 0 || !course.header.bounds.empty();
  return 300 * millisecond + (bounded ? 2 * course.header.checkpoint_interval_ms * millisecond : 0);
}

model::NetworkSpec network_of(const RecordedCourse& course, const Untold& guess) {
  model::NetworkSpec n;
  n.data = {200, 2 * millisecond, 8 * millisecond, 12 * millisecond, 15 * millisecond};
  n.control = {100, 300, millisecond, 3 * millisecond, 5 * millisecond};
  if (guess.delays == Untold::Delays::buffers_time_out && !course.words.buffer_timeout_ms && course.header.window_ms)
    n.data = {200, 40 * millisecond, 85 * millisecond, 99 * millisecond, 100 * millisecond};
  if (guess.delays == Untold::Delays::quick) {
    n.data = {30, 100, 400, millisecond, 1500};
    n.control = {50, 150, 400, millisecond, 1500};
  }
  // A slow sink fills the buffers between tasks; they hold few records at this pace.
  n.capacity = course.words.sink_sleep_ms ? 40 : 200;
  return n;
}

// A task that fails or is cancelled closes its operators before it reports.
sim::Delay teardown_of(const Untold& guess) {
  if (guess.delays == Untold::Delays::quick)
    return {300, millisecond, 2 * millisecond, 4 * millisecond, 6 * millisecond};
  return {2 * millisecond, 5 * millisecond, 10 * millisecond, 15 * millisecond, 20 * millisecond};
}

model::StorageSpec storage_of(const Untold& guess) {
  model::StorageSpec s;
  s.prepare = {500, 2 * millisecond, 5 * millisecond, 9 * millisecond, 12 * millisecond};
  if (guess.delays == Untold::Delays::quick) {
    s.write = {50, 300, millisecond, 2 * millisecond, 3 * millisecond};
    s.metadata = sim::Delay::constant(millisecond);
  } else {
    s.write = {millisecond, 3 * millisecond, 10 * millisecond, 20 * millisecond, 30 * millisecond};
    s.metadata = sim::Delay::constant(5 * millisecond);
  }
  return s;
}

// The bound of each split; of a job that ends by itself, or of the one subtask that ends before the others.
std::vector<std::uint32_t> bounds_of(const RecordedCourse& course) {
  constexpr auto endless = UINT32_MAX;
  const history::Header& h = course.header;
  std::vector<std::uint32_t> bounds(h.splits, endless);
  if (course.words.bound >= 0) {
    const auto bound = static_cast<std::uint32_t>(course.words.bound);
    if (h.fault == "subtask-finished")
      bounds.back() = bound;
    else
      bounds.assign(h.splits, bound);
  }
  for (std::uint32_t s = 0; s < h.splits; ++s)
    if (const auto at = h.bounds.find(std::to_string(s)); at != h.bounds.end())
      bounds[s] = static_cast<std::uint32_t>(at->second);
  const bool bounded = std::any_of(bounds.begin(), bounds.end(), [](std::uint32_t b) { return b != endless; });
  return bounded ? bounds : std::vector<std::uint32_t>();
}

// Source 1 takes its lock with the first record that it emits around the command, when the wait after the one before is
// over. If that was about to end when the command came, either may have been first.
bool takes_lock_in_time(const RecordedCourse& course, const Untold& guess) {
  if (course.commands.empty() || course.executions.empty()) return true;
  std::int64_t before = 0;
  for (const auto& [split, times] : course.executions.front().emits)
    for (std::int64_t t : times)
      if (split == "1" && t <= course.commands.front().t) before = t;
  return course.commands.front().t - before > course.words.pace_around_command_us || guess.phase > 0;
}

model::VertexSpec source_of(const RecordedCourse& course, const RecordedClock& clock, const Untold& guess) {
  const history::Header& h = course.header;
  model::VertexSpec v;
  v.name = "source", v.kind = model::VertexKind::source, v.parallelism = h.parallelism, v.splits = h.splits;
  v.api = h.source_api == "flip-27" ? model::SourceApi::flip_27 : model::SourceApi::source_function;
  RecordedPace pace = pace_of_recording(course, clock);
  v.record_every = pace.usual;
  v.pacing = model::Pacing::pauses;
  v.pace_changes = std::move(pace.changes);
  v.bounds = bounds_of(course);
  v.event_ms = static_cast<std::uint32_t>(h.event_time_per_offset_ms);
  if (h.window_ms) v.watermark_every = course.watermark_every.value_or(100 * millisecond);
  if (course.words.flinks_watermarks) v.watermark_lag_ms = v.event_ms;
  v.ignores_end = course.words.source_ignores_end_ms * millisecond;
  v.stoppable = h.fault != "not-stoppable";
  if (course.words.source_one_holds_lock_ms && h.parallelism > 1 && takes_lock_in_time(course, guess))
    v.holds.push_back({model::HoldSpec::What::trigger, 1, course.words.source_one_holds_lock_ms * millisecond});
  return v;
}

// What the fault events say of slowness: "sleeps 300 ms in the snapshot of checkpoint 4". In the snapshot of a periodic
// checkpoint it is slow too, but there only the stop that comes while it is in flight counts.
std::vector<model::HoldSpec> holds_of(const RecordedCourse& course) {
  std::vector<model::HoldSpec> holds;
  const auto add = [&](model::HoldSpec::What what, std::uint32_t subtask, std::int64_t ms) {
    const model::HoldSpec hold{what, subtask, ms * millisecond};
    const auto same = [&](const model::HoldSpec& h) { return h.what == what && h.subtask == subtask; };
    if (std::none_of(holds.begin(), holds.end(), same)) holds.push_back(hold);
  };
  if (course.words.snapshot_sleep_ms)
    for (std::uint32_t i = 0; i < course.header.parallelism; ++i)
      add(model::HoldSpec::What::snapshot, i, course.words.snapshot_sleep_ms);
  for (const StruckFault& f : course.faults) {
    const bool notice = f.kind == "slow-notify";
    if (!notice && f.kind != "slow-snapshot") continue;
    const std::int64_t ms = f.detail.size() > 7 ? std::atoll(f.detail.c_str() + 7) : 0;  // behind "sleeps "
    const auto subtask = static_cast<std::uint32_t>(std::atoi(f.target.c_str() + f.target.find('/') + 1));
    add(notice ? model::HoldSpec::What::notice : model::HoldSpec::What::snapshot, subtask, ms);
  }
  return holds;
}

// Four keys are strings in the recordings, and each of two subtasks has half of them. The model's keys are integers, of
// which the first four belong to one subtask; of fourteen, each has about half.
std::uint32_t keys_of(const history::Header& h) { return h.keys == 4 ? 14 : h.keys; }

std::vector<model::VertexSpec> vertices_of(const RecordedCourse& course, const RecordedClock& clock,
                                           const Untold& guess) {
  const history::Header& h = course.header;
  model::VertexSpec op, sink;
  op.name = "op", op.kind = model::VertexKind::keyed_count, op.parallelism = h.parallelism, op.keys = keys_of(h);
  op.inputs = {
      {"source", course.words.chained ? model::Exchange::forward : model::Exchange::hash, course.words.chained}};
  op.window_ms = static_cast<std::uint32_t>(h.window_ms);
  op.holds = holds_of(course);
  const bool rebalances = course.words.sink_edge == "rebalance";
  sink.name = "sink", sink.kind = model::VertexKind::sink, sink.parallelism = h.parallelism;
  sink.inputs = {{"op", rebalances ? model::Exchange::hash : model::Exchange::forward, course.words.chained}};
  if (rebalances) sink.keys = keys_of(h);
  sink.service = sim::Delay::constant(course.words.sink_sleep_ms * millisecond);
  sink.delivery = h.sink;
  sink.sink_api = course.words.sink_api == "sink-v2" ? model::SinkApi::sink_v2 : model::SinkApi::two_phase_function;
  return {source_of(course, clock, guess), op, sink};
}

// Of execution `i`: at its first start or, since a restart draws anew, at its last one.
std::optional<sim::Time> first_trigger(const RecordedCourse& course, std::size_t i, Untold::Trigger guess) {
  std::optional<sim::Time> found;
  for (const RecordedStart& start : course.starts) {
    if (start.job != i) continue;
    if (found && guess == Untold::Trigger::as_at_first) break;
    // None was triggered: that start was over before.
    const std::int64_t t = start.first_trigger.value_or(course.end + 1000 * millisecond);
    found = std::max<sim::Time>(t - start.first_emit, millisecond);
  }
  return found;
}

model::CheckpointSpec checkpoints_of(const RecordedCourse& course, const Untold& guess) {
  const history::Header& h = course.header;
  model::CheckpointSpec c;
  c.interval = c.first = h.checkpoint_interval_ms * millisecond;
  for (std::size_t i = 0; i < course.executions.size(); ++i) {
    const std::optional<sim::Time> first = first_trigger(course, i, guess.trigger);
    if (i == 0)
      c.first = first.value_or(c.first);
    else
      c.later_firsts.push_back(first.value_or(c.first));
  }
  c.mode = h.mode;
  if (course.words.checkpoint_timeout_ms) c.timeout = course.words.checkpoint_timeout_ms * millisecond;
  c.retention = h.retention;
  c.retained = h.retained;
  c.unaligned = course.words.unaligned;
  if (course.words.after_tasks_finish) c.after_tasks_finish = true;
  return c;
}

model::RestartSpec restart_of(const RecordedCourse& course) {
  model::RestartSpec r;
  r.strategy = course.header.restart == "none"          ? model::RestartStrategy::none
               : course.header.restart == "fixed-delay" ? model::RestartStrategy::fixed_delay
                                                        : model::RestartStrategy::unset;
  r.attempts = static_cast<std::uint32_t>(course.words.restart_attempts);
  r.delay = course.words.restart_delay_ms * millisecond;
  return r;
}

}  // namespace

RecordedClock::RecordedClock(const RecordedCourse& course, sim::Time late) {
  if (course.executions.empty()) return;
  const RecordedExecution& x = course.executions.front();
  origin_ = (x.first_emit ? *x.first_emit - start_up : x.submitted) - late;
}

sim::Time RecordedClock::handed_in(const RecordedExecution& x) const {
  return at(std::max(x.submitted, x.first_emit.value_or(x.submitted) - start_up));
}

Untold untold(std::uint32_t number) {
  constexpr int phases[] = {0, 2, -2, 4, 12, -12};
  return {phases[number % 6], static_cast<Untold::Trigger>(number / 6 % 2),
          static_cast<Untold::Delays>(number / 12 % 3)};
}

model::Spec spec_of_recording(const RecordedCourse& course, const Untold& guess) {
  const RecordedClock clock(course);
  model::Spec s;
  s.name = course.header.engine_version + "/" + course.header.name;
  if (const auto semantics = model::profile("flink-" + course.header.engine_version)) {
    s.profile = "flink-" + course.header.engine_version;
    s.semantics = *semantics;
  }
  if (course.words.adaptive) {
    s.semantics.scheduler = model::Scheduler::adaptive;
    s.overrides.push_back("scheduler: adaptive");
  }
  s.vertices = vertices_of(course, clock, guess);
  s.network = network_of(course, guess);
  s.storage = storage_of(guess);
  s.checkpoints = checkpoints_of(course, guess);
  s.restart = restart_of(course);
  s.cluster.taskmanagers = static_cast<std::uint32_t>(course.words.task_managers);
  s.cluster.teardown = teardown_of(guess);
  s.cluster.high_availability = course.words.high_availability;
  for (const StruckFault& f : course.faults)
    if (f.kind == "taskmanager-loss") s.cluster.replacement = f.detail.find("another one") != std::string::npos;
  s.savepoints = savepoint_directory_of(course);
  s.until = clock.at(course.end) + settling(course);
  s.timeline = timeline_of_recording(course, guess);
  return s;
}

}  // namespace scenarios
