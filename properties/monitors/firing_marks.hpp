#pragma once
// Whether anything fired, ended its input or saw the greatest watermark in an execution that was asked to suspend and
// not to drain, or that is being cancelled and was asked for no stop; and whether one that is CANCELED still publishes.
// Between CANCELLING and the word to cancel a task goes on as before: its watermarks rise, its timers fire, its notices
// commit. What must not come is what only an end brings.
//
// A timer is early if its time is beyond every watermark but the greatest that any task of the execution has seen; so
// one that is early only at its own task, behind a slower input, is not noticed. A split that ends by itself brings the
// same events about: the property is not judged there. What comes once the snapshot of a stop was given up is told
// apart. In exploration 16 bytes.
#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/flags.hpp"
#include "properties/monitors/marked_numbers.hpp"

namespace properties {

template <class Store>
class FiringMarks {
 public:
  static constexpr std::string_view name = "firing marks";

  bool suspended() const { return seen_ & suspend_seen; }
  bool fired() const { return seen_ & fired_early; }
  bool fired_behind_given_up() const { return seen_ & fired_given_up; }
  bool cancelled() const {
    if constexpr (Store::bounded)
      return cancel_ != no;
    else
      return seen_ & cancel_seen;
  }
  bool fired_on_cancel() const { return seen_ & fired_in_cancel; }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    job_ = Store::job(e.job);
    suspends_.clear();
    otherwise_ = 0, watermark_ = 0, cancel_ = no;
    stops_.clear();
    forget();
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (Store::job(e.job) != job_ || !is_stop(e.kind)) return;
    otherwise_ |= stop_asked;
    if (e.drain) return void(otherwise_ |= not_suspended);
    suspends_.insert(e.id);
    seen_ |= suspend_seen;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    using K = history::SnapshotKind;
    if (Store::job(e.job) != job_ || (e.kind != K::suspend && e.kind != K::terminate)) return;
    stops_.mark(e.checkpoint);
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (Store::job(e.job) == job_ && stops_.has(e.checkpoint)) otherwise_ |= given_up;
  }
  // A stop that failed has no say any more.
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (e.ok) return;
    suspends_.erase(e.id);
    if (suspends_.empty()) forget();
  }
  // What comes after CANCELLING is not the stop's doing; what a stop had begun is not the cancel's.
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    using S = history::JobStatus;
    if (Store::job(e.job) != job_) return;
    if (e.status == S::cancelling) {
      if (!(otherwise_ & (stop_asked | not_suspended))) {
        cancel_ = under_way;
        if constexpr (!Store::bounded) seen_ |= cancel_seen;
      }
      otherwise_ |= not_suspended;
    } else if (cancel_ != no) {
      cancel_ = e.status == S::canceled ? done : no;
      if constexpr (Store::bounded) watermark_ = 0;
    }
  }
  // One that a snapshot holds as finished ends by itself (FLIP-147).
  void on(const history::SourceRestored& e, const history::Stamp&) {
    if (Store::job(e.at.job) != job_) return;
    if (e.from_checkpoint != history::no_checkpoint && e.positions.empty()) otherwise_ |= finished_before;
  }
  void on(const history::Watermark& e, const history::Stamp&) {
    if (e.value == history::max_watermark) return note(e.at);
    publish(e.at);
    if (Store::job(e.at.job) == job_ && e.value > watermark_) watermark_ = e.value;
  }
  void on(const history::TimerFired& e, const history::Stamp&) {
    if (e.domain == history::TimerDomain::event && e.time > watermark_) note(e.at);
    publish(e.at);
  }
  void on(const history::OpEndInput& e, const history::Stamp&) { note(e.at); }
  void on(const history::OpFinish& e, const history::Stamp&) { note(e.at); }
  void on(const history::SinkWrite& e, const history::Stamp&) { publish(e.at); }
  void on(const history::TxnPrecommit& e, const history::Stamp&) { publish(e.at); }
  void on(const history::TxnCommit& e, const history::Stamp&) { publish(e.at); }

 private:
  enum : std::uint8_t { suspend_seen = 1, fired_early = 2, cancel_seen = 4, fired_in_cancel = 8, fired_given_up = 16 };
  enum : std::uint8_t { stop_asked = 1, not_suspended = 2, finished_before = 4, given_up = 8 };
  enum Cancel : std::uint8_t { no, under_way, done };
  void forget() {
    if constexpr (Store::bounded) seen_ &= fired_early | fired_in_cancel | fired_given_up;
  }
  void note(const history::At& at) {
    if (Store::job(at.job) != job_ || (otherwise_ & finished_before)) return;
    if (cancel_ != no) seen_ |= fired_in_cancel;
    if (suspends_.empty() || (otherwise_ & not_suspended)) return;
    seen_ |= otherwise_ & given_up ? fired_given_up : fired_early;
  }
  void publish(const history::At& at) {
    if (Store::job(at.job) == job_ && cancel_ == done) seen_ |= fired_in_cancel;
  }

  std::int64_t watermark_ = 0;  // the greatest but the last one, over all tasks
  Flags<Store> suspends_;       // commands to suspend that have not failed
  std::uint8_t otherwise_ = 0;  // a stop was asked for; asked to drain, or being cancelled; a source may end by itself
  Cancel cancel_ = no;          // of an execution that was asked for no stop
  std::uint8_t seen_ = 0, zero_[1] = {};
  typename Store::Job job_{};
  MarkedNumbers<Store> stops_;  // the snapshots of stops
};

}  // namespace properties
