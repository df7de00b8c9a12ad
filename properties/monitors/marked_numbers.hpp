#pragma once
// Which of an execution's latest snapshots are of one kind: taken by a stop, say. The number of the newest one and, for
// each number below it, one bit: as small as two numbers, and nothing of the last 8 (in exploration; 64 elsewhere) is
// forgotten, however many of the kind are under way at once.
#include <limits>

#include "history/store.hpp"

namespace properties {

template <class Store>
class MarkedNumbers {
 public:
  void mark(history::CheckpointId checkpoint) {
    const Number n = Store::checkpoint(checkpoint);
    if (n > newest_) {
      const unsigned up = n - newest_;
      below_ = up < width ? static_cast<Bits>(below_ << up) : Bits{0};
      newest_ = n;
    }
    if (const unsigned back = newest_ - n; back < width) below_ |= static_cast<Bits>(Bits{1} << back);
  }
  bool has(history::CheckpointId checkpoint) const {
    const Number n = Store::checkpoint(checkpoint);
    if (n == 0 || n > newest_) return false;
    const unsigned back = newest_ - n;
    return back < width && (below_ >> back & 1);
  }
  bool empty() const { return newest_ == 0; }
  void clear() { newest_ = 0, below_ = 0; }

 private:
  using Number = typename Store::Checkpoint;
  using Bits = std::conditional_t<Store::bounded, std::uint8_t, std::uint64_t>;
  static constexpr unsigned width = std::numeric_limits<Bits>::digits;

  Number newest_ = 0;  // 0: none
  Bits below_ = 0;     // bit i: number newest_ - i
};

}  // namespace properties
