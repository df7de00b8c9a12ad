#include "scenarios/follow_recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "scenarios/event_time.hpp"
#include "scenarios/from_recording.hpp"
#include "scenarios/likely_watermarks.hpp"
#include "scenarios/receivers.hpp"
#include "scenarios/unheard.hpp"
#include "sim/expect.hpp"

namespace scenarios {
namespace {

// The recorders' jobs are all of one shape: source -> op -> sink, the sink of two tasks where its API has a committer.
bool is_of_the_recorders(std::string_view task) {
  for (const std::string_view vertex : {"source/", "src/", "op/", "sink/", "committer/"})
    if (task.starts_with(vertex)) return true;
  return false;
}

class Watcher {
 public:
  explicit Watcher(Trail& trail) : trail_(trail) {}

  void hear(const history::Stamp& stamp, const history::Event& e, const history::InternedNames& names) {
    if (!sightings_) sightings_.emplace(names, Sightings::Side::recording);
    if (const auto* c = std::get_if<history::Command>(&e)) clean_up_ = c->cleanup ? stamp.seq : UINT64_MAX;
    if (std::holds_alternative<history::JobSubmitted>(e)) clean_up_ = UINT64_MAX;
    if (const auto* status = std::get_if<history::TaskStatusChanged>(&e)) {
      look_at(names.task(status->at.task));
      // When the JobManager heard of it; to the model that is no event.
      hints_.push_back(
          {{sightings_->lane_of_thread(status->at), text_of_status(status->status, status->at.attempt)}, stamp.seq});
    }
    if (const auto* took = std::get_if<history::OpProcess>(&e)) note_route(names.task(took->at.task), took->rec.offset);
    note_unsent(stamp.seq, e);
    watermarks_.hear(stamp.seq, e, names, *sightings_);
    unheard_.hear(e, names, *sightings_);
    receivers_.hear(e, names);
    // Tasks that are being cancelled may hear that a snapshot was given up; to the model that is all the same.
    // That a source has ended, the model says when it is closed.
    const bool hint = std::holds_alternative<history::NotifyAborted>(e) ||
                      std::holds_alternative<history::SourceEnd>(e) || is_told_again(stamp.seq, e);
    if (auto s = sightings_->of(e)) (hint ? hints_ : trail_.sights.seen).push_back({std::move(*s), stamp.seq});
  }

  void finish() {
    const history::Header& h = trail_.course.header;
    const bool windows = h.window_ms > 0;  // elsewhere the model has no watermarks
    const auto event_ms = static_cast<std::uint32_t>(h.event_time_per_offset_ms);
    const RecorderWords& words = trail_.course.words;
    if (windows)
      trail_.sights.likely = watermarks_.all({event_ms, words.flinks_watermarks ? event_ms : 0, words.chained,
                                              h.mode == history::Mode::exactly_once, words.unaligned});
    trail_.sights.likely.insert(trail_.sights.likely.end(), hints_.begin(), hints_.end());
    trail_.sights.unheard = unheard_.all(trail_.course);
    if (h.fault == "jobmanager-loss")  // as part of a shutdown
      for (const std::string& task : tasks_) trail_.sights.unheard.push_back({"fault " + task, "fault task-failure"});
    if (trail_.course.words.sink_api == "sink-v2") forget_numbers_of_transactions();
    std::erase_if(trail_.sights.seen, [&](const Seen& s) {
      // Files whose end was seen only then may have ended before.
      if (s.seq >= clean_up_ && s.sighting.timing == Timing::polled) trail_.sights.unheard.push_back(s.sighting);
      return s.seq >= clean_up_ || unsent_.contains(s.seq) || (!windows && s.sighting.topic.starts_with("watermarks"));
    });
    trail_.sights.routes.assign(std::max(h.keys, 1U), 0);
    for (const auto& [offset, subtask] : routes_) trail_.sights.routes[offset % trail_.sights.routes.size()] = subtask;
    if (trail_.course.words.sink_edge == "rebalance") trail_.sights.receivers = receivers_.all(h.parallelism);
    if (h.engine != "flink") trail_.cannot = "it is a run of the model, whose job the history does not hold";
  }

 private:
  // A notice that a checkpoint was given up also names the newest complete one, be it that which the attempt was
  // restored from (M16). There is nothing left to commit then.
  bool is_told_again(std::uint64_t seq, const history::Event& e) {
    if (const auto* status = std::get_if<history::TaskStatusChanged>(&e)) {
      if (status->status == history::TaskStatus::deploying) deployed_[status->at.task] = seq;
    } else if (const auto* triggered = std::get_if<history::CheckpointTriggered>(&e)) {
      triggered_[{triggered->job, triggered->checkpoint}] = seq;
    } else if (const auto* told = std::get_if<history::NotifyCompleted>(&e)) {
      return triggered_[{told->at.job, told->checkpoint}] < deployed_[told->at.task];
    }
    return false;
  }

  // A Sink V2 begins a transaction when something is to be written, and not when the one before is closed.
  void forget_numbers_of_transactions() {
    std::erase_if(trail_.sights.seen, [&](const Seen& s) { return s.sighting.topic == "begins of sink"; });
    for (Seen& s : trail_.sights.seen) s.sighting.what = without_number_of_transaction(s.sighting.what);
  }

  // What was taken from the log and not handed on was not emitted, though the recorder had said so.
  void note_unsent(std::uint64_t seq, const history::Event& e) {
    if (const auto* emitted = std::get_if<history::SourceEmit>(&e)) emitted_[{emitted->at, emitted->rec}] = seq;
    const auto* end = std::get_if<history::SourceEnd>(&e);
    if (!end) return;
    for (const history::RecordRange& r : end->unsent) {
      auto at = emitted_.lower_bound({end->at, {r.split, r.first}});
      const auto to = emitted_.upper_bound({end->at, {r.split, r.last}});
      for (; at != to; ++at) unsent_.insert(at->second);
    }
  }

  void look_at(const std::string& task) {
    tasks_.insert(task);
    if (trail_.cannot.empty() && !is_of_the_recorders(task))
      trail_.cannot = fmt::format("only jobs source -> op -> sink can be, and this one has a task {}", task);
  }
  void note_route(const std::string& task, history::Offset offset) {
    constexpr std::string_view op = "op/";
    if (!task.starts_with(op)) return;
    std::uint32_t subtask = 0;
    std::from_chars(task.data() + op.size(), task.data() + task.size(), subtask);
    routes_[offset] = subtask;
  }

  Trail& trail_;
  std::optional<Sightings> sightings_;
  LikelyWatermarks watermarks_;
  Receivers receivers_;
  Unheard unheard_;
  std::vector<Seen> hints_;
  std::set<std::string> tasks_;
  std::map<std::pair<history::At, history::Record>, std::uint64_t> emitted_;             // seq
  std::set<std::uint64_t> unsent_;                                                       // seq
  std::map<history::TaskId, std::uint64_t> deployed_;                                    // seq of the last time
  std::map<std::pair<history::JobId, history::CheckpointId>, std::uint64_t> triggered_;  // seq
  std::map<history::Offset, std::uint32_t> routes_;  // the number of keys is known at the end only
  std::uint64_t clean_up_ = UINT64_MAX;              // of the last execution
};

}  // namespace

std::variant<Trail, history::Error> read_trail(std::string_view text) {
  Trail trail;
  Watcher watcher(trail);
  auto course = read_course(
      text, [&](const auto& stamp, const auto& event, const auto& names) { watcher.hear(stamp, event, names); });
  if (auto* error = std::get_if<history::Error>(&course)) return std::move(*error);
  trail.course = std::move(std::get<RecordedCourse>(course));
  watcher.finish();
  return trail;
}

namespace {

model::Spec spec_as(const Trail& trail, const std::string& version) {
  model::Spec spec = spec_of_recording(trail.course);
  if (!version.empty()) {
    const auto semantics = model::profile(version);
    expects(semantics);
    const model::Scheduler scheduler = spec.semantics.scheduler;
    spec.profile = version, spec.semantics = *semantics;
    spec.semantics.scheduler = scheduler;
  }
  // In an orderly shutdown of the cluster the tasks of a TaskManager may end before the JobManager does.
  for (const model::TimelineEntry& e : spec.timeline)
    if (e.fault && e.fault->kind == model::FaultKind::cluster_shutdown)
      spec.faults.any = spec.faults.of[static_cast<std::size_t>(model::FaultKind::task_failure)] = 1;
  // A channel holds what the recorded one did; how much that was, nobody wrote down.
  spec.network.capacity = std::max(spec.network.capacity, 160U);
  spec.vertices[recorded_op].keys = static_cast<std::uint32_t>(trail.sights.routes.size());
  return spec;
}

}  // namespace

Followed follow(const Trail& trail, const std::string& version, const FollowLimits& limits) {
  return follow_in_event_time(spec_as(trail, version), trail.sights, limits);
}

FollowedOn follow_on(const Trail& trail, const std::string& version, const FollowLimits& limits, std::size_t most) {
  return follow_on(spec_as(trail, version), trail.sights, limits, most);
}

}  // namespace scenarios
