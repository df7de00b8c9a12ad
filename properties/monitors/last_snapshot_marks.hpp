#pragma once
// The last snapshot of an execution: the one that a stop takes, or a cancel-with-savepoint. Decides whether another one
// is completed behind it, which the user, who resumes from the last, knows nothing of. In exploration 8 bytes.
//
// A restart ends the stop, and what comes then comes behind nothing. What the user asks for besides is no surprise
// either: a savepoint or a checkpoint on demand may be triggered before the tasks have ended, and complete. Each
// command that fails, and each restart, turns the periodic trigger on again, whatever else is under way
// (SchedulerBase#stopWithSavepoint); so of several such commands none is judged, nor one that was asked for before a
// restart.
#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/flags.hpp"
#include "properties/monitors/marked_numbers.hpp"

namespace properties {

template <class Store>
class LastSnapshotMarks {
 public:
  static constexpr std::string_view name = "last snapshot marks";

  bool any() const {
    if constexpr (Store::bounded)
      return last_ != 0;
    else
      return seen_ & any_last;
  }
  bool passed() const { return seen_ & completed_behind; }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    job_ = Store::job(e.job);
    cancels_.clear(), besides_.clear();
    last_ = 0, written_ = 0;
    asked_.clear();
    seen_ &= static_cast<std::uint8_t>(~(one_asked | unsure));
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    using S = history::JobStatus;
    if (Store::job(e.job) != job_) return;
    if (e.status == S::running && (seen_ & one_asked)) seen_ |= unsure;
    if (e.status == S::restarting || e.status == S::failing) last_ = 0, written_ = 0;
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    using K = history::CommandKind;
    if (e.kind == K::cancel_with_savepoint) cancels_.insert(e.id);
    if (e.kind == K::checkpoint || e.kind == K::savepoint) besides_.insert(e.id);
    if (e.kind == K::cancel_with_savepoint || is_stop(e.kind)) seen_ |= seen_ & one_asked ? unsure : one_asked;
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (!e.ok) cancels_.erase(e.id);
    besides_.erase(e.id);
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    using K = history::SnapshotKind;
    if (Store::job(e.job) != job_) return;
    if (e.kind == K::suspend || e.kind == K::terminate ||
        (e.kind == K::savepoint && !cancels_.empty() && besides_.empty())) {
      last_ = Store::checkpoint(e.checkpoint), written_ = 0;
      if constexpr (!Store::bounded) seen_ |= any_last;
    } else if (e.kind == K::savepoint || !besides_.empty()) {
      asked_.mark(e.checkpoint);
    }
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (Store::job(e.job) == job_ && Store::checkpoint(e.checkpoint) == last_) last_ = 0, written_ = 0;
  }
  void on(const history::CheckpointCompleted& e, const history::Stamp&) {
    if (Store::job(e.job) != job_ || last_ == 0) return;
    const auto number = Store::checkpoint(e.checkpoint);
    if (number == last_) written_ = 1;
    if (number > last_ && written_ && !(seen_ & unsure) && !asked_.has(e.checkpoint)) seen_ |= completed_behind;
  }

 private:
  enum : std::uint8_t { any_last = 1, completed_behind = 2, one_asked = 4, unsure = 8 };
  typename Store::Checkpoint last_{};  // its number; 0: none
  typename Store::Job job_{};
  MarkedNumbers<Store> asked_;  // plain savepoints and checkpoints on demand
  Flags<Store> cancels_;        // cancels with savepoint that have not failed
  Flags<Store> besides_;        // savepoints and checkpoints on demand that are not answered yet
  std::uint8_t written_ = 0, seen_ = 0;
};

}  // namespace properties
