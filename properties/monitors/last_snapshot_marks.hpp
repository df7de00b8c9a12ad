#pragma once
// The last snapshot of an execution: the one that a stop takes, or a cancel-with-savepoint. Decides whether another one
// is completed behind it, which the user, who resumes from the last, knows nothing of. In exploration 8 bytes.
//
// A restart ends the stop, and what comes then comes behind nothing.
#include "history/store.hpp"
#include "properties/monitors/flags.hpp"

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
    cancels_.clear();
    last_ = 0, written_ = 0;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    using S = history::JobStatus;
    if (Store::job(e.job) != job_ || (e.status != S::restarting && e.status != S::failing)) return;
    last_ = 0, written_ = 0;
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (Store::job(e.job) == job_ && e.kind == history::CommandKind::cancel_with_savepoint) cancels_.insert(e.id);
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (!e.ok) cancels_.erase(e.id);
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    using K = history::SnapshotKind;
    if (Store::job(e.job) != job_) return;
    if (e.kind == K::suspend || e.kind == K::terminate || (e.kind == K::savepoint && !cancels_.empty())) {
      last_ = Store::checkpoint(e.checkpoint), written_ = 0;
      if constexpr (!Store::bounded) seen_ |= any_last;
    }
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (Store::job(e.job) == job_ && Store::checkpoint(e.checkpoint) == last_) last_ = 0, written_ = 0;
  }
  void on(const history::CheckpointCompleted& e, const history::Stamp&) {
    if (Store::job(e.job) != job_ || last_ == 0) return;
    const auto number = Store::checkpoint(e.checkpoint);
    if (number == last_) written_ = 1;
    if (number > last_ && written_) seen_ |= completed_behind;
  }

 private:
  enum : std::uint8_t { any_last = 1, completed_behind = 2 };
  typename Store::Checkpoint last_{};  // its number; 0: none
  typename Store::Job job_{};
  Flags<Store> cancels_;  // cancels with savepoint that have not failed
  std::uint8_t written_ = 0, seen_ = 0;
};

}  // namespace properties
