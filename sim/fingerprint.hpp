#pragma once
// 64-bit fingerprints of bytes: the same number on every compiler, level of optimisation and machine (XXH3 is defined
// on bytes). Two different states of an exploration share one with probability n^2 / 2^65: 3e-6 at ten million states.
// Tested in tests/sim/fingerprint_test.cpp.
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sim {

inline std::uint64_t fingerprint(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }
inline std::uint64_t fingerprint(std::string_view text, std::uint64_t seed = 0) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

// A running fingerprint of a sequence of pieces. Where one piece ends and the next begins counts, too.
class Digest {
 public:
  void add(std::string_view piece) { value_ = fingerprint(piece, value_); }
  void add(std::uint64_t number) {
    char bytes[8];
    for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i) & 0xff);
    add(std::string_view(bytes, 8));
  }
  std::uint64_t value() const { return value_; }
  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  std::uint64_t value_ = 0;
};

}  // namespace sim
