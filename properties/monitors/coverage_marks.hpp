#pragma once
// How far each split has been read, where an enumerator hands splits out: not by one attempt, but in the line of
// snapshots that the execution stands in. What was read behind the snapshot that an attempt is put back to was read in
// vain. Decides whether a record is passed over, and whether a split is left unread. In exploration 128 bytes, most of
// it in the model's own state; no other job carries it.
//
// A reader's part of a snapshot covers what that reader has read; a split of which no part tells stands where the
// attempt found it: nobody had it, or it had been read to its end before. A reader that has FINISHED takes no part any
// more, so what it has read counts as found.
//
// A snapshot that is triggered while the tasks of a stop end holds those that have FINISHED as finished, whatever they
// or the enumerator had left to read (FLIP-147). An execution that comes of it has been told to end, too. (Events do
// not say which task is a reader, so any that has FINISHED will do.)
#include <array>
#include <vector>

#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class CoverageMarks {
 public:
  static constexpr std::string_view name = "coverage marks";

  bool any() const {
    if constexpr (Store::bounded)
      return !line_.empty();
    else
      return seen_ & any_read;
  }
  bool passed_over() const { return seen_ & skipped; }
  // Nobody has told the execution to end.
  bool finished_by_itself() const { return (now_ & job_finished) && !was_asked(); }
  bool runs_by_itself() const { return (now_ & job_running) && !was_asked(); }
  // Some split has not been read up to its end; UINT32_MAX: none is asked for.
  bool unread(const std::vector<std::uint32_t>& ends) const {
    for (history::SplitId s = 0; s < ends.size(); ++s)
      if (ends[s] != UINT32_MAX && next_of(line_, s) < ends[s]) return true;
    return false;
  }
  bool overflow() const { return taken_.overflow() || kept_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    taken_.clear();
    const Kept* from = e.restored_from == history::no_artifact ? nullptr : kept_.find(Store::artifact(e.restored_from));
    origin_ = from ? from->at : Taken{};
    now_ = submitted;
    stand_at(origin_);
    if (origin_.of_ending) asked_ = Store::job(e.job + 1);
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job)) return;
    now_ &= submitted | ending;
    if (e.status == history::JobStatus::running) now_ |= job_running;
    if (e.status == history::JobStatus::finished) now_ |= job_finished;
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (e.kind == history::CommandKind::savepoint || e.kind == history::CommandKind::checkpoint) return;
    asked_ = Store::job(e.job + 1);  // maybe before the execution is submitted
    if (is_stop(e.kind)) stopped_ = asked_;
  }
  void on(const history::SourceRestored& e, const history::Stamp&) { belongs(e.at, e.from_checkpoint); }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if (!belongs(e.at, history::no_checkpoint)) return;
    const auto [split, offset] = e.rec;
    const history::Offset next = next_of(line_, split);
    if (offset > next) seen_ |= skipped;
    if (offset >= next) line_.set(split, offset + 1);
    if constexpr (!Store::bounded) seen_ |= any_read;
    reader(split) = static_cast<Task>(e.at.task + 1);
  }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (e.status != history::TaskStatus::finished || !belongs(e.at, history::no_checkpoint)) return;
    if (stopped_ != 0 && attempt_.of_newest(stopped_ - 1U)) now_ |= ending;
    for (history::SplitId s = 0; s < readers_.size(); ++s) {
      if (readers_[s] != static_cast<Task>(e.at.task + 1)) continue;
      begun_.set(s, line_.at(s));
      readers_[s] = 0;
    }
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job)) return;
    taken_.get(Store::checkpoint(e.checkpoint)) = {{}, static_cast<std::uint8_t>((now_ & ending) != 0)};
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (attempt_.of_newest(e.job)) taken_.erase(Store::checkpoint(e.checkpoint));
  }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    if (!belongs(e.at, history::no_checkpoint)) return;
    Taken* taken = taken_.find(Store::checkpoint(e.checkpoint));
    for (history::SplitId s = 0; taken && s < readers_.size(); ++s)
      if (readers_[s] == static_cast<Task>(e.at.task + 1)) taken->positions.set(s, line_.at(s));
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    const Taken* taken = attempt_.of_newest(e.job) ? taken_.find(number) : nullptr;
    if (!taken) return;
    Kept kept{{begun_, taken->of_ending}, number, Store::job(e.job)};
    taken->positions.for_each([&](history::SplitId s, history::Offset next) { kept.at.positions.set(s, next); });
    taken_.erase(number);
    kept_.get(Store::artifact(e.artifact)) = kept;
  }
  void on(const history::ArtifactDeleted& e, const history::Stamp&) { kept_.erase(Store::artifact(e.artifact)); }

 private:
  enum : std::uint8_t { skipped = 1, any_read = 2 };
  enum : std::uint8_t { submitted = 1, job_running = 2, job_finished = 4, ending = 8 };
  using Positions = typename Store::Positions;
  using Task = typename Store::Task;
  struct Taken {
    Positions positions;
    std::uint8_t of_ending;  // some task had FINISHED for a stop, or was restored as finished
  };
  struct Kept {
    Taken at;
    typename Store::Checkpoint number;
    typename Store::Job job;
  };

  bool was_asked() const { return asked_ != 0 && attempt_.of_newest(asked_ - 1); }
  static history::Offset next_of(const Positions& p, history::SplitId s) { return p.has(s) ? p.at(s) : 0; }
  Task& reader(history::SplitId s) {
    if constexpr (Store::bounded)
      s %= history::bounded_splits;
    else if (s >= readers_.size())
      readers_.resize(s + 1);
    return readers_[s];
  }
  void stand_at(const Taken& at) {
    begun_ = line_ = at.positions;
    readers_ = {};
    now_ = static_cast<std::uint8_t>(at.of_ending ? now_ | ending : now_ & ~ending);
  }
  // A restart inside the execution goes back to a snapshot of its own, or to what it was started from.
  void put_back(history::CheckpointId from) {
    taken_.clear();
    if (from == history::no_checkpoint) return stand_at({});
    Taken found = origin_;
    kept_.for_each([&](auto, const Kept& kept) {
      if (kept.number == Store::checkpoint(from) && attempt_.of_newest(kept.job)) found = kept.at;
    });
    stand_at(found);
  }
  bool belongs(const history::At& at, history::CheckpointId from) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) put_back(from);
    return step != NewestAttempt<Store>::Step::older;
  }

  typename Store::template Map<typename Store::Artifact, Kept, 8> kept_;
  typename Store::template Map<typename Store::Checkpoint, Taken, 4> taken_;  // by the attempt
  Positions line_;                                                            // what has been read
  Positions begun_;                                                           // the same when the attempt began
  Taken origin_;                                                              // and when the execution did
  std::conditional_t<Store::bounded, std::array<Task, history::bounded_splits>, std::vector<Task>> readers_{};  // + 1
  NewestAttempt<Store> attempt_;
  typename Store::Job asked_{}, stopped_{};  // the last execution that was told to end, to stop, + 1
  std::uint8_t seen_ = 0, now_ = 0, zero_[1] = {};
};

}  // namespace properties
