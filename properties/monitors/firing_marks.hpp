#pragma once
// Whether anything fired, ended its input or saw the greatest watermark in an execution that was asked to suspend and
// not to drain.
//
// A timer is early if its time is beyond every watermark but the greatest that any task of the execution has seen; so
// one that is early only at its own task, behind a slower input, is not noticed. A split that ends by itself brings the
// same events about: the property is not judged there. In exploration 16 bytes.
#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/flags.hpp"

namespace properties {

template <class Store>
class FiringMarks {
 public:
  static constexpr std::string_view name = "firing marks";

  bool suspended() const { return seen_ & suspend_seen; }
  bool fired() const { return seen_ & fired_early; }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    job_ = Store::job(e.job);
    suspends_.clear();
    otherwise_ = 0, watermark_ = 0;
    forget();
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (Store::job(e.job) != job_ || !is_stop(e.kind)) return;
    if (e.drain) return void(otherwise_ = 1);
    suspends_.insert(e.id);
    seen_ |= suspend_seen;
  }
  // A stop that failed has no say any more.
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (e.ok) return;
    suspends_.erase(e.id);
    if (suspends_.empty()) forget();
  }
  // What comes after CANCELLING is not the stop's doing.
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) == job_ && e.status == history::JobStatus::cancelling) otherwise_ = 1;
  }
  void on(const history::Watermark& e, const history::Stamp&) {
    if (e.value == history::max_watermark) return note(e.at);
    if (Store::job(e.at.job) == job_ && e.value > watermark_) watermark_ = e.value;
  }
  void on(const history::TimerFired& e, const history::Stamp&) {
    if (e.domain == history::TimerDomain::event && e.time > watermark_) note(e.at);
  }
  void on(const history::OpEndInput& e, const history::Stamp&) { note(e.at); }
  void on(const history::OpFinish& e, const history::Stamp&) { note(e.at); }

 private:
  enum : std::uint8_t { suspend_seen = 1, fired_early = 2 };
  void forget() {
    if constexpr (Store::bounded) seen_ &= fired_early;
  }
  void note(const history::At& at) {
    if (Store::job(at.job) == job_ && !suspends_.empty() && !otherwise_) seen_ |= fired_early;
  }

  std::int64_t watermark_ = 0;  // the greatest but the last one, over all tasks
  Flags<Store> suspends_;       // commands to suspend that have not failed
  std::uint8_t otherwise_ = 0;  // asked to drain, or being cancelled
  std::uint8_t seen_ = 0, zero_[4] = {};
  typename Store::Job job_{};
};

}  // namespace properties
