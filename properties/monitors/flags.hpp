#pragma once
// Small sets of small numbers (splits, commands, tasks) in the two ways of keeping: a byte or two in exploration, bits
// without a bound elsewhere.
#include <cstdint>
#include <vector>

#include "history/store.hpp"
#include "sim/expect.hpp"

namespace properties {

class GrowingFlags {
 public:
  bool contains(std::uint32_t n) const { return count_ != 0 && n < on_.size() && on_[n]; }
  void insert(std::uint32_t n) {
    if (n >= on_.size()) on_.resize(n + 1);
    count_ += !on_[n];
    on_[n] = true;
  }
  void erase(std::uint32_t n) {
    if (!contains(n)) return;
    on_[n] = false, --count_;
  }
  bool empty() const { return count_ == 0; }
  void clear() {
    if (count_ != 0) on_.clear(), count_ = 0;
  }

 private:
  std::vector<bool> on_;
  std::size_t count_ = 0;
};

// Numbers below the width of `Bits`; a larger one never comes here (at most 4 splits, 4 commands, 16 tasks).
template <class Bits>
class BitFlags {
 public:
  bool contains(std::uint32_t n) const { return bits_ >> n & 1; }
  void insert(std::uint32_t n) {
    expects(n < 8 * sizeof(Bits));
    bits_ = static_cast<Bits>(bits_ | 1U << n);
  }
  void erase(std::uint32_t n) { bits_ = static_cast<Bits>(bits_ & ~(1U << n)); }
  bool empty() const { return bits_ == 0; }
  void clear() { bits_ = 0; }

 private:
  Bits bits_ = 0;
};

template <class Store>
using Flags = std::conditional_t<Store::bounded, BitFlags<std::uint8_t>, GrowingFlags>;
template <class Store>
using TaskFlags = std::conditional_t<Store::bounded, BitFlags<std::uint16_t>, GrowingFlags>;

}  // namespace properties
