#pragma once
// Small sets of small numbers (splits, commands) in the two ways of keeping: a byte in exploration, bits without a
// bound elsewhere.
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

// Numbers below 8; a larger one never comes here (at most 4 splits, 4 commands).
class ByteFlags {
 public:
  bool contains(std::uint32_t n) const { return bits_ >> n & 1; }
  void insert(std::uint32_t n) {
    expects(n < 8);
    bits_ = static_cast<std::uint8_t>(bits_ | 1U << n);
  }
  void erase(std::uint32_t n) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << n)); }
  bool empty() const { return bits_ == 0; }
  void clear() { bits_ = 0; }

 private:
  std::uint8_t bits_ = 0;
};

template <class Store>
using Flags = std::conditional_t<Store::bounded, ByteFlags, GrowingFlags>;

}  // namespace properties
