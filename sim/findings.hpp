#pragma once
// A set of findings of an exploration, by number: what its judge has seen so far. Two words, so that a judge may tell
// up to 128 apart; one that needs few returns a plain number, its lowest bits. Tested in tests/sim/explore_test.cpp.
#include <array>
#include <bit>
#include <cstdint>

namespace sim {

class Findings {
 public:
  static constexpr unsigned count = 128;

  constexpr Findings(std::uint64_t lowest = 0) : words_{lowest, 0} {}  // NOLINT(google-explicit-constructor)
  static constexpr Findings bit(unsigned n) {
    Findings one;
    one.words_[n / 64] = std::uint64_t{1} << n % 64;
    return one;
  }

  constexpr bool has(unsigned n) const { return words_[n / 64] >> n % 64 & 1; }
  constexpr bool none() const { return (words_[0] | words_[1]) == 0; }
  constexpr bool has_all(const Findings& others) const { return (others - *this).none(); }
  constexpr Findings& operator|=(const Findings& more) {
    words_[0] |= more.words_[0], words_[1] |= more.words_[1];
    return *this;
  }
  // Those that are not in `others`.
  constexpr Findings operator-(const Findings& others) const {
    Findings left = *this;
    left.words_[0] &= ~others.words_[0], left.words_[1] &= ~others.words_[1];
    return left;
  }
  // Calls f(number), in order.
  template <class F>
  void for_each(F&& f) const {
    for (unsigned w = 0; w < words_.size(); ++w)
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
        f(w * 64 + static_cast<unsigned>(std::countr_zero(left)));
  }
  friend constexpr bool operator==(const Findings&, const Findings&) = default;

 private:
  std::array<std::uint64_t, 2> words_;
};

}  // namespace sim
