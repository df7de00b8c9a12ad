#pragma once
// The watermark that each task of the newest attempt has seen, to hold against the timers that it fires. In exploration
// 72 bytes, carried where there are windows.
#include <array>
#include <limits>
#include <vector>

#include "history/store.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class TimerMarks {
 public:
  static constexpr std::string_view name = "timer marks";

  bool fired() const { return seen_ & any_fired; }
  bool fired_early() const { return seen_ & early; }
  bool overflow() const { return tasks_.overflow; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    tasks_.clear();
    forget();
  }
  void on(const history::Watermark& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    forget();
    tasks_.at(e.at.task) = marked(e.value);
  }
  void on(const history::TimerFired& e, const history::Stamp&) {
    if (e.domain != history::TimerDomain::event || !belongs(e.at)) return;
    seen_ |= any_fired;
    if (marked(e.time) > tasks_.at(e.at.task)) seen_ |= early;
  }

 private:
  enum : std::uint8_t { any_fired = 1, early = 2 };
  // A task that has seen no watermark is at 0. Exploration's times are small: few records, close to each other.
  using Mark = std::conditional_t<Store::bounded, std::int32_t, std::int64_t>;
  void forget() {
    if constexpr (Store::bounded) seen_ &= early;
  }
  static Mark marked(std::int64_t time) {
    const std::int64_t greatest = std::numeric_limits<Mark>::max();
    return static_cast<Mark>(time < 0 ? 0 : time < greatest ? time + 1 : greatest);
  }
  struct Few {
    std::array<Mark, 16> marks{};
    std::uint32_t overflow = 0;
    Mark& at(history::TaskId t) {
      if (t >= marks.size()) overflow = 1;
      return marks[t % marks.size()];
    }
    void clear() { marks = {}; }
  };
  struct Many {
    std::vector<Mark> marks;
    static constexpr bool overflow = false;
    Mark& at(history::TaskId t) {
      if (t >= marks.size()) marks.resize(t + 1);
      return marks[t];
    }
    void clear() { marks.clear(); }
  };
  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) tasks_.clear();
    return step != NewestAttempt<Store>::Step::older;
  }

  std::conditional_t<Store::bounded, Few, Many> tasks_{};
  NewestAttempt<Store> attempt_;
  std::uint8_t seen_ = 0, zero_ = 0;
};

}  // namespace properties
