#pragma once
// Chance, in whole numbers: a stream is eight bytes, and each thing that is uncertain has a stream of its own, found by
// its name. So one more draw in one place shifts no other, and a new actor changes nothing for the old ones. The
// generator is splitmix64 (Steele, Lea, Flood 2014): a counter with an odd stride, mixed. Tested in
// tests/sim/random_test.cpp.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/expect.hpp"
#include "sim/fingerprint.hpp"

namespace sim {

class Random {
 public:
  constexpr Random() = default;
  constexpr explicit Random(std::uint64_t state) : state_(state) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // Uniform over 0 .. n - 1. The draws that would make small numbers more likely are thrown away.
  constexpr std::uint64_t below(std::uint64_t n) {
    expects(n > 0);
    const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n
    std::uint64_t draw = next();
    while (draw < surplus) draw = next();
    return draw % n;
  }

 private:
  std::uint64_t state_ = 0;
};

inline Random stream(std::uint64_t seed, std::string_view name) { return Random(fingerprint(name, seed)); }

// The streams of a numbered family, "latency/" + name of each. One is derived when it is first drawn from.
class StreamFamily {
 public:
  StreamFamily(std::uint64_t seed, std::string_view prefix) : seed_(seed), prefix_(prefix) {}

  // `name(id)` is asked once.
  template <class Name>
  std::uint64_t draw(std::uint32_t id, const Name& name) {
    if (id >= members_.size()) members_.resize(id + id / 2 + 16);
    Member& m = members_[id];
    if (!m.derived) m = {stream(seed_, std::string(prefix_) += name(id)), true};
    return m.random.next();
  }

 private:
  struct Member {
    Random random;
    bool derived = false;
  };
  std::uint64_t seed_;
  std::string_view prefix_;  // a literal
  std::vector<Member> members_;
};

}  // namespace sim
