#pragma once
// The watermark that a task has seen, or the time of a timer, so that 0 stands for none: the value and one. What does
// not fit is the greatest; exploration's times are small.
#include <cstdint>
#include <limits>

namespace properties {

template <class Mark>
constexpr Mark event_mark(std::int64_t time) {
  constexpr std::int64_t greatest = std::numeric_limits<Mark>::max();
  return static_cast<Mark>(time < 0 ? 0 : time < greatest ? time + 1 : greatest);
}

}  // namespace properties
