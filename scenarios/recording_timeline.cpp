// What was done in a recording, as a timeline of the model.
//
// The model works its timeline off in order, so an entry that can never be done would hold up all behind it. A fault
// that throws inside the job is therefore laid as a mine, which is always possible, and ahead of the hook that it waits
// for: with the stop in whose course it struck, or shortly before. One that struck while nothing was being ended
// strikes at its time. Faults of the savepoint directory that struck before the stop are no event at all: the directory
// was unusable from the start.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "scenarios/from_recording.hpp"

namespace scenarios {
namespace {

using model::FaultKind;
using sim::millisecond;

// What a recorder calls the place where it throws; newer ones write a sentence, older ones only the kind.
struct Thrown {
  std::string_view detail;
  FaultKind kind;
};
constexpr std::array<Thrown, 16> thrown{{{"op.snapshot", FaultKind::snapshot_failure},
                                         {"asynchronous part", FaultKind::async_snapshot_failure},
                                         {"op.notify", FaultKind::notify_failure},
                                         {"sink.commit", FaultKind::commit_failure},
                                         {"op.endInput", FaultKind::end_input_failure},
                                         {"op.finish", FaultKind::finish_failure},
                                         {"op.close", FaultKind::close_failure},
                                         {"op.process", FaultKind::process_failure},
                                         {"snapshot-failure", FaultKind::snapshot_failure},
                                         {"notify-failure", FaultKind::notify_failure},
                                         {"commit-failure", FaultKind::commit_failure},
                                         {"endinput-failure", FaultKind::end_input_failure},
                                         {"finish-failure", FaultKind::finish_failure},
                                         {"close-failure", FaultKind::close_failure},
                                         {"task-failure", FaultKind::process_failure},
                                         {"", FaultKind::process_failure}}};

FaultKind kind_of_throw(std::string_view detail) {
  for (const Thrown& t : thrown)
    if (detail.find(t.detail) != std::string_view::npos) return t.kind;
  return FaultKind::process_failure;
}

// "op/1"; the committer of a Sink V2 is part of the model's sink.
model::FaultSpec at_task(FaultKind kind, const std::string& target) {
  model::FaultSpec f;
  f.kind = kind;
  const auto slash = target.find('/');
  const std::string vertex = target.substr(0, slash);
  f.vertex = vertex == "op" ? recorded_op : vertex == "sink" || vertex == "committer" ? recorded_sink : recorded_source;
  if (slash != std::string::npos) f.subtask = static_cast<std::uint32_t>(std::atoi(target.c_str() + slash + 1));
  return f;
}

// The last command before that which was meant, not a clean-up; null: none was given yet.
const GivenCommand* command_before(const RecordedCourse& course, std::int64_t t) {
  const GivenCommand* found = nullptr;
  for (const GivenCommand& c : course.commands)
    if (!c.cleanup && c.t <= t) found = &c;
  return found;
}
// Whether a command was given that ends the job or asks for a snapshot, and this struck in its course.
const GivenCommand* struck_in_course_of(const RecordedCourse& course, const StruckFault& f) {
  constexpr std::int64_t course_of_a_stop = 4000 * millisecond;
  const GivenCommand* c = command_before(course, f.t);
  const bool ends = c && c->kind != history::CommandKind::savepoint && c->kind != history::CommandKind::checkpoint;
  return ends && f.t - c->t < course_of_a_stop ? c : nullptr;
}

class Maker {
 public:
  Maker(const RecordedCourse& course, const Untold& guess)
      : course_(course),
        guess_(guess),
        clock_(course, course.words.pace_around_command_us * guess.phase / 8),
        of_clean_ups_(course, course.words.pace_us * (guess.phase % 8) / 8) {}

  std::vector<model::TimelineEntry> all() {
    for (const StruckFault& f : course_.faults) add(f);
    std::size_t cleanups = 0;
    for (const GivenCommand& c : course_.commands) add(c, cleanups);
    for (std::size_t i = 1; i < course_.executions.size(); ++i) add_resume(course_.executions[i]);
    const auto before = [](const Placed& a, const Placed& b) {
      return std::pair(*a.entry.at, a.rank) < std::pair(*b.entry.at, b.rank);
    };
    std::stable_sort(placed_.begin(), placed_.end(), before);
    std::vector<model::TimelineEntry> timeline;
    for (Placed& p : placed_) timeline.push_back(std::move(p.entry));
    return timeline;
  }

 private:
  // At the same time: mines, then commands and resumes, then what strikes at once.
  enum class Rank : std::uint8_t { mine, command, blow };
  struct Placed {
    model::TimelineEntry entry;
    Rank rank;
  };

  model::TimelineEntry& place(sim::Time at, Rank rank) {
    placed_.push_back({{}, rank});
    placed_.back().entry.at = at;
    return placed_.back().entry;
  }

  void add(const GivenCommand& c, std::size_t& cleanups) {
    model::CommandSpec spec;
    spec.kind = c.kind, spec.drain = c.drain;
    if (c.cleanup) spec.id = "clean-up-" + std::to_string(++cleanups);
    model::TimelineEntry& entry = place((c.cleanup ? of_clean_ups_ : clock_).at(c.t), Rank::command);
    entry.command = spec;
    if (c.cleanup || course_.header.fault != "restarting") return;
    entry.when = {model::Condition{}};  // the recorder waited for it
    entry.when.front().kind = model::Condition::Kind::job_is;
    entry.when.front().job_status = history::JobStatus::restarting;
  }

  void add_resume(const RecordedExecution& x) {
    model::CommandSpec spec;
    spec.resume = true;
    const std::string& from = course_.header.resume;
    spec.from = from == "savepoint"    ? model::ResumeFrom::savepoint
                : from == "checkpoint" ? model::ResumeFrom::checkpoint
                : from == "scratch"    ? model::ResumeFrom::scratch
                                       : model::ResumeFrom::best;
    spec.claim = course_.words.claim == "claim"    ? model::Claim::claim
                 : course_.words.claim == "legacy" ? model::Claim::legacy
                                                   : model::Claim::no_claim;
    model::TimelineEntry& entry = place(clock_.handed_in(x), Rank::command);
    entry.command = spec;
    entry.when = {model::Condition{}};  // the job has ended
  }

  void add(const StruckFault& f) {
    if (f.kind == "slow-snapshot" || f.kind == "slow-notify") return;  // holds of the operator
    if (f.kind == "storage-failure") return add_storage_failure(f);
    if (f.kind == "jobmanager-loss" || f.kind == "taskmanager-loss") {
      model::FaultSpec blow;
      blow.kind = f.kind == "taskmanager-loss"                      ? FaultKind::taskmanager_loss
                  : f.detail.find("a new one") != std::string::npos ? FaultKind::jobmanager_loss
                                                                    : FaultKind::cluster_shutdown;
      place(clock_.at(f.t), Rank::blow).fault = blow;
      return;
    }
    add_throw(f);
  }

  void add_throw(const StruckFault& f) {
    model::FaultSpec fault = at_task(kind_of_throw(f.detail), f.target);
    const GivenCommand* stop = struck_in_course_of(course_, f);
    if (fault.kind == FaultKind::process_failure) {
      fault.kind = FaultKind::task_failure;
      place(stop ? time_in_stop(f, *stop) : blow_time(f), Rank::blow).fault = fault;
    } else if (stop) {
      place(clock_.at(stop->t), Rank::mine).fault = fault;
    } else {
      add_waiting(fault, f);
    }
  }

  // The engine was some way into the stop when this struck; how far, the model does not know to the millisecond.
  sim::Time time_in_stop(const StruckFault& f, const GivenCommand& stop) const {
    const std::int64_t quarters = guess_.phase == 0 ? 4 : guess_.phase > 0 ? guess_.phase % 8 / 2 : 0;
    const std::int64_t into = (f.t - stop.t) * quarters / 4;
    return clock_.at(stop.t) + (guess_.delays == Untold::Delays::quick ? into / 4 : into);
  }

  // Two that throw in the same moment strike together: the second must not wait for the restart after the first.
  sim::Time blow_time(const StruckFault& f) {
    constexpr std::int64_t same_moment = 5 * millisecond;
    for (const StruckFault& other : course_.faults)
      if (other.t <= f.t && f.t - other.t < same_moment) return clock_.at(other.t);
    return clock_.at(f.t);
  }

  // Of a checkpoint that nobody asked for: once the one before it is complete.
  void add_waiting(const model::FaultSpec& fault, const StruckFault& f) {
    model::TimelineEntry& entry = place(0, Rank::mine);
    entry.fault = fault;
    if (f.checkpoint.value_or(1) < 2) return;
    model::Condition before;
    before.kind = model::Condition::Kind::checkpoint_completed;
    before.checkpoint = *f.checkpoint - 1;
    entry.when = {before};
  }

  void add_storage_failure(const StruckFault& f) {
    const GivenCommand* stop = command_before(course_, f.t);
    if (!stop) return;  // savepoint_directory_of
    const bool tasks_write = course_.header.fault == "storage-async";
    model::FaultSpec fault;
    fault.kind = tasks_write ? FaultKind::async_snapshot_failure : FaultKind::storage_failure;
    fault.vertex = tasks_write ? recorded_op : 0;
    place(clock_.at(stop->t), Rank::mine).fault = fault;
  }

  const RecordedCourse& course_;
  const Untold& guess_;
  const RecordedClock clock_, of_clean_ups_;
  std::vector<Placed> placed_;
};

}  // namespace

std::vector<model::TimelineEntry> timeline_of_recording(const RecordedCourse& course, const Untold& guess) {
  return Maker(course, guess).all();
}

model::SavepointDirectory savepoint_directory_of(const RecordedCourse& course) {
  const history::Header& h = course.header;
  for (const StruckFault& f : course.faults)
    if (f.kind == "storage-failure" && !command_before(course, f.t)) return model::SavepointDirectory::unusable;
  if (h.fault == "no-savepoint-dir" || h.name.ends_with("-nodir")) return model::SavepointDirectory::none;
  return model::SavepointDirectory::usable;
}

}  // namespace scenarios
