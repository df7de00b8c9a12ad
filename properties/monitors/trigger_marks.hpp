#pragma once
// The numbers of checkpoints, and whether one has been triggered since a stop failed. In exploration 8 bytes and a set
// of commands.
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
      return awaited_;
    else
      return seen_ & failed_stop;
  }
  bool awaited() const { return awaited_; }  // a stop failed, its job lives, and no periodic checkpoint came since
  std::uint64_t periodic() const { return periodic_; }  // in the whole history
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    job_ = Store::job(e.job);
    number_ = 0, awaited_ = 0, ended_ = 0;
    stops_.clear();  // an answer that comes late says nothing of this execution
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    ended_ = history::is_terminal(e.status);
    if (ended_) awaited_ = 0;
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (is_stop(e.kind) && Store::job(e.job) == job_) stops_.insert(e.id);
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (e.ok || ended_ || !stops_.contains(e.id)) return;
    if constexpr (!Store::bounded) seen_ |= failed_stop;
    awaited_ = 1;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    if (seen_in_job() && number <= number_) seen_ |= number_fell;
    number_ = number;
    if constexpr (!Store::bounded) seen_ |= any_trigger;
    if (e.kind != history::SnapshotKind::checkpoint) return;
    awaited_ = 0;
    history::up(periodic_);
  }

 private:
  enum : std::uint8_t { number_fell = 1, any_trigger = 2, failed_stop = 4 };
  bool seen_in_job() const { return number_ != 0; }  // numbers start at 1

  typename Store::Checkpoint number_{};
  typename Store::Job job_{};
  typename Store::Count periodic_{};
  Flags<Store> stops_;
  std::uint8_t awaited_ = 0, ended_ = 0, seen_ = 0, zero_ = 0;
};

}  // namespace properties
