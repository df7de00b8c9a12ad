#pragma once
// The numbers of checkpoints; whether one has been triggered since a stop failed, and whether one has completed since
// the last failure, failed checkpoint or answered command. In exploration 8 bytes.
#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/flags.hpp"

namespace properties {

template <class Store>
class TriggerMarks {
 public:
  static constexpr std::string_view name = "trigger marks";

  bool fell() const { return seen_ & number_fell; }
  bool triggered() const {
    if constexpr (Store::bounded)
      return number_ != 0;
    else
      return seen_ & any_trigger;
  }
  bool stop_failed() const {
    if constexpr (Store::bounded)
      return awaited();
    else
      return seen_ & failed_stop;
  }
  bool awaited() const { return awaited_ & trigger; }  // a stop failed, its job lives, and no checkpoint came since
  bool disturbed() const {
    if constexpr (Store::bounded)
      return completion_awaited();
    else
      return seen_ & any_disturbance;
  }
  // Something went wrong or was asked for, the job lives, and no periodic checkpoint has completed since.
  bool completion_awaited() const { return awaited_ & completion; }
  bool in_progress() const { return pending_ != 0; }    // the last periodic checkpoint
  std::uint64_t periodic() const { return periodic_; }  // in the whole history
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    job_ = Store::job(e.job);
    number_ = pending_ = 0, awaited_ = 0, ended_ = 0;
    stops_.clear();  // an answer that comes late says nothing of this execution
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    using S = history::JobStatus;
    ended_ = history::is_terminal(e.status) || e.status == S::cancelling;  // nothing leads back from CANCELLING
    if (e.status == S::restarting || e.status == S::failing) disturb();
    if (ended_) awaited_ = 0, pending_ = 0;
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (is_stop(e.kind) && Store::job(e.job) == job_) stops_.insert(e.id);
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (ended_) return;
    disturb();
    if (e.ok || !stops_.contains(e.id)) return;
    if constexpr (!Store::bounded) seen_ |= failed_stop;
    awaited_ |= trigger;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    if (seen_in_job() && number <= number_) seen_ |= number_fell;
    number_ = number;
    if constexpr (!Store::bounded) seen_ |= any_trigger;
    if (e.kind != history::SnapshotKind::checkpoint) return;
    awaited_ &= completion;
    pending_ = number;
    history::up(periodic_);
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (Store::job(e.job) != job_ || Store::checkpoint(e.checkpoint) != pending_ || !in_progress()) return;
    pending_ = 0;
    disturb();
  }
  void on(const history::CheckpointCompleted& e, const history::Stamp&) {
    if (Store::job(e.job) != job_ || Store::checkpoint(e.checkpoint) != pending_ || !in_progress()) return;
    pending_ = 0;
    awaited_ &= trigger;
  }

 private:
  enum : std::uint8_t { number_fell = 1, any_trigger = 2, failed_stop = 4, any_disturbance = 8 };
  enum : std::uint8_t { trigger = 1, completion = 2 };
  bool seen_in_job() const { return number_ != 0; }  // numbers start at 1

  void disturb() {
    if (ended_) return;
    awaited_ |= completion;
    if constexpr (!Store::bounded) seen_ |= any_disturbance;
  }

  typename Store::Checkpoint number_{}, pending_{};  // `pending_`: the last periodic one, while it is in progress
  typename Store::Job job_{};
  typename Store::Count periodic_{};
  Flags<Store> stops_;
  std::uint8_t awaited_ = 0, ended_ = 0, seen_ = 0;
};

}  // namespace properties
