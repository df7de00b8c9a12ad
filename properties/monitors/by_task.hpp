#pragma once
// A mark of every task, in the two ways of keeping: sixteen in exploration, as many as there are elsewhere. A task that
// nothing was said of has the mark of all zeros.
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "history/store.hpp"

namespace properties {

template <class Mark>
class FewByTask {
 public:
  Mark& at(history::TaskId t) {
    if (t >= marks_.size()) overflow_ = 1;
    return marks_[t % marks_.size()];
  }
  void clear() { marks_ = {}; }
  bool overflow() const { return overflow_ != 0; }
  template <class F>
  bool any(F&& is) const {
    for (const Mark& m : marks_)
      if (is(m)) return true;
    return false;
  }

 private:
  std::array<Mark, 16> marks_{};
  std::conditional_t<alignof(Mark) == 1, std::uint8_t, std::uint32_t> overflow_ = 0;  // leaves no padding
};

template <class Mark>
class ManyByTask {
 public:
  Mark& at(history::TaskId t) {
    if (t >= marks_.size()) marks_.resize(t + 1);
    return marks_[t];
  }
  void clear() { marks_.clear(); }
  static constexpr bool overflow() { return false; }

 private:
  std::vector<Mark> marks_;
};

template <class Store, class Mark>
using ByTask = std::conditional_t<Store::bounded, FewByTask<Mark>, ManyByTask<Mark>>;

}  // namespace properties
