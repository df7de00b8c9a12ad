#pragma once
// Watermarks, timers and what waits for them in windows: the watermark that each task of the newest attempt has seen,
// to hold against its next one and against the timers that it fires; and the records that operators hold for a timer,
// in the newest attempt and in every snapshot that an attempt may go back to. Decides whether timers fire early,
// whether each fires exactly once, across restores too (one that fires has something to fire, none is left that should
// have fired), and whether watermarks fall. In exploration 200 bytes, all of it in the model's own state; carried where
// there are windows.
//
// A timer is due when its task has seen a watermark at or past its time, and has fired when the task does anything
// else. What is dropped as late registers none. A restart inside an execution goes back to the newest snapshot that
// recovery uses, which versions see differently (2(e).5); of a snapshot that nobody has heard of it is not known what
// it holds.
#include <charconv>

#include "history/expectations.hpp"
#include "history/store.hpp"
#include "properties/monitors/by_task.hpp"
#include "properties/monitors/event_mark.hpp"
#include "properties/monitors/held_records.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class TimerMarks {
 public:
  static constexpr std::string_view name = "timer marks";

  // Before the first event; without it nothing is known of windows.
  void configure(const history::Expectations& e) {
    if (!e.windows || !e.window_shape_known) return;
    shape_ = {static_cast<std::uint32_t>(e.window_ms), static_cast<std::uint32_t>(e.event_ms), e.keys};
    savepoints_recover_ = e.plain_savepoint_recovers;
  }

  bool fired() const { return seen_ & any_fired; }
  bool fired_early() const { return seen_ & early; }
  bool fired_without_cause() const { return seen_ & idle; }
  bool left_unfired() const { return seen_ & overdue; }
  bool any_watermark() const {
    if constexpr (Store::bounded)
      return tasks_.any([](Mark m) { return m != 0; });
    else
      return seen_ & any_mark;
  }
  bool watermark_fell() const { return seen_ & fell; }
  bool overflow() const { return tasks_.overflow() || taken_.overflow() || kept_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    begin();
    taken_.clear(), base_.clear();
    base_number_ = 0;
    forget();
    if (e.restored_from == history::no_artifact) return;
    const auto* kept = kept_.find(Store::artifact(e.restored_from));
    if (kept)
      base_ = *kept;
    else
      blind_ = 1;
  }
  // An execution that has ended is forgotten but for its snapshots.
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job) || !history::is_terminal(e.status) || e.status == history::JobStatus::suspended)
      return;
    begin();
    forget();
    over_ = 1;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    if (shape_.known()) taken_.get(Store::checkpoint(e.checkpoint));
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) { taken_.erase(Store::checkpoint(e.checkpoint)); }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    const auto* taken = taken_.find(number);
    if (!taken) return;
    kept_.get(Store::artifact(e.artifact)) = *taken;
    const bool recovers = e.kind == history::ArtifactKind::checkpoint || savepoints_recover_;
    if (number >= base_number_ && recovers) base_ = *taken, base_number_ = number;
    taken_.erase(number);
  }
  void on(const history::ArtifactDeleted& e, const history::Stamp&) { kept_.erase(Store::artifact(e.artifact)); }

  void on(const history::OpRestored& e, const history::Stamp&) {
    if (!belongs(e.at) || !shape_.known()) return;
    typename Store::Records own;
    std::uint64_t listed = 0;
    for (const history::RecordRange& range : e.state.recs) {
      listed += range.last + std::uint64_t{1} - range.first;
      own.insert(range);
    }
    base_.for_each([&](history::Record r) {
      if (own.contains(r)) held_.add(shape_, e.at.task, r);
    });
    if (listed < e.state.count) blind_ = 1;
  }
  void on(const history::OpProcess& e, const history::Stamp&) {
    if (belongs(e.at) && shape_.known() && !e.late) held_.add(shape_, e.at.task, e.rec);
  }
  void on(const history::Watermark& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    forget();
    settle(e.at.task);
    if constexpr (!Store::bounded)
      if (marked(e.value) != 0) seen_ |= any_mark;
    Mark& last = tasks_.at(e.at.task);
    if (marked(e.value) < last) seen_ |= fell;
    last = marked(e.value);
  }
  void on(const history::OpSnapshot& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    settle(e.at.task);
    if (auto* taken = taken_.find(Store::checkpoint(e.checkpoint)))
      held_.for_each_of(shape_, e.at.task, [&](history::Record r) { taken->insert(r); });
  }
  void on(const history::OpEndInput& e, const history::Stamp&) {
    if (belongs(e.at)) settle(e.at.task);
  }
  void on(const history::TimerFired& e, const history::Stamp&) {
    if (e.domain != history::TimerDomain::event || !belongs(e.at)) return;
    seen_ |= any_fired;
    if (marked(e.time) > tasks_.at(e.at.task)) seen_ |= early;
    if (shape_.known() && !held_.take(shape_, e.at.task, e.time, number_in(e.key)) && !blind_) seen_ |= idle;
  }

 private:
  enum : std::uint8_t { any_fired = 1, early = 2, any_mark = 4, fell = 8, idle = 16, overdue = 32 };
  // A task that has seen no watermark is at 0. Exploration's times are small: few records, close to each other.
  using Mark = std::conditional_t<Store::bounded, std::int32_t, std::int64_t>;
  void forget() {
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~any_fired);
  }
  static Mark marked(std::int64_t time) { return event_mark<Mark>(time); }
  // "k3" in the model and 3 in recordings.
  static std::uint32_t number_in(std::string_view key) {
    if (key.starts_with('k')) key.remove_prefix(1);
    std::uint32_t number = 0;
    std::from_chars(key.data(), key.data() + key.size(), number);
    return number;
  }
  void begin() {
    tasks_.clear(), held_.clear();
    blind_ = over_ = 0;
  }
  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) begin();
    return !over_ && step != NewestAttempt<Store>::Step::older;
  }
  // What the last watermark of the task made due has fired by now.
  void settle(history::TaskId task) {
    if (shape_.known() && held_.any_below(shape_, task, tasks_.at(task))) seen_ |= overdue;
  }

  ByTask<Store, Mark> tasks_;
  WindowShape shape_{};
  HeldRecords<Store> held_;
  typename Store::template Map<typename Store::Checkpoint, typename Store::Records, 4> taken_;
  typename Store::template Map<typename Store::Artifact, typename Store::Records, 8> kept_;
  typename Store::Records base_;  // what a restore goes back to
  typename Store::Checkpoint base_number_{};
  NewestAttempt<Store> attempt_;
  std::uint8_t savepoints_recover_ = 0, blind_ = 0, over_ = 0;
  std::uint8_t seen_ = 0, zero_ = 0;
};

}  // namespace properties
