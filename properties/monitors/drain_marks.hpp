#pragma once
// What a drain leaves unfired in the newest attempt: operators that take their part of its snapshot before they have
// seen the greatest watermark, records that an operator took in time and no sink has written, operators whose input was
// never ended. What a plain stop has ended without a drain is not asked for more. In exploration 20 bytes, all of it in
// the model's own state; carried where a drain is asked for.
#include "history/store.hpp"
#include "properties/monitors/flags.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class DrainMarks {
 public:
  static constexpr std::string_view name = "drain marks";

  bool draining() const {
    if constexpr (Store::bounded)
      return number_ != 0;
    else
      return seen_ & any_drain;
  }
  bool left_unfired() const { return seen_ & (open_in_snapshot | never_written); }
  bool input_never_ended() const { return seen_ & never_ended; }
  bool input_never_ended_beside_suspend() const { return seen_ & never_ended_beside_suspend; }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    plain_.clear();
    begin();
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (attempt_.of_newest(e.job) && e.kind == history::CommandKind::stop) plain_.insert(e.id);
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (!e.ok) plain_.erase(e.id);
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job)) return;
    if (e.kind == history::SnapshotKind::suspend) now_ |= suspended;
    if (e.kind != history::SnapshotKind::terminate) return;
    number_ = Store::checkpoint(e.checkpoint), now_ &= suspended;
    if constexpr (!Store::bounded) seen_ |= any_drain;
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    if (number_ != 0 && Store::checkpoint(e.checkpoint) == number_ && attempt_.of_newest(e.job)) now_ |= complete;
  }
  void on(const history::Watermark& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    timed_.insert(e.at.task);
    if (e.value == history::max_watermark) at_the_end_.insert(e.at.task);
  }
  void on(const history::OpProcess& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    working_.insert(e.at.task);
    if (!e.late) taken_.insert(e.rec);
  }
  void on(const history::SinkWrite& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    for (const history::RecordRange& r : e.recs) written_.insert(r);
  }
  void on(const history::OpEndInput& e, const history::Stamp&) {
    if (belongs(e.at)) working_.erase(e.at.task);
  }
  void on(const history::OpSnapshot& e, const history::Stamp&) {
    if (!belongs(e.at) || number_ == 0 || !plain_.empty() || Store::checkpoint(e.checkpoint) != number_) return;
    if (timed_.contains(e.at.task) && !at_the_end_.contains(e.at.task)) seen_ |= open_in_snapshot;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job) || !history::is_terminal(e.status)) return;
    if (e.status == history::JobStatus::finished && (now_ & complete) && plain_.empty()) {
      if (!working_.empty()) seen_ |= now_ & suspended ? never_ended_beside_suspend : never_ended;
      taken_.for_each([&](history::Record r) {
        if (!written_.contains(r)) seen_ |= never_written;
      });
    }
    begin();
  }

 private:
  enum : std::uint8_t { complete = 1, suspended = 2 };  // the drain's snapshot; another stop has asked for one
  enum : std::uint8_t {
    any_drain = 1,
    open_in_snapshot = 2,
    never_written = 4,
    never_ended = 8,
    never_ended_beside_suspend = 16
  };
  void begin() {
    taken_.clear(), written_.clear();
    working_.clear(), timed_.clear(), at_the_end_.clear();
    number_ = 0, now_ = 0;
  }
  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) begin();
    return step != NewestAttempt<Store>::Step::older;
  }

  typename Store::Records taken_, written_;  // by operators, in time; by sinks
  TaskFlags<Store> working_;                 // took a record, and heard of no end of its input
  TaskFlags<Store> timed_, at_the_end_;      // saw a watermark, and the greatest one
  NewestAttempt<Store> attempt_;
  typename Store::Checkpoint number_{};  // of the drain's snapshot; 0: none
  std::uint8_t now_ = 0, seen_ = 0;
  Flags<Store> plain_;  // stops without a snapshot that were not refused
};

}  // namespace properties
