#pragma once
// Which subtask a key belongs to, as Flink computes it: key -> key group (murmur3 of the key's hash, modulo the maximum
// parallelism) -> subtask. Source: semantics.md 2(f), KeyGroupRangeAssignment and MathUtils.murmurHash. The key of a
// record is its offset mod `keys`; integers and longs below 2^31 hash to themselves. Checked against recordings in
// tests/model/routing_test.cpp.
#include <algorithm>
#include <bit>
#include <cstdint>

namespace model {

constexpr std::uint32_t murmur_of_int(std::uint32_t code) {
  code *= 0xcc9e2d51U;
  code = std::rotl(code, 15);
  code *= 0x1b873593U;
  code = std::rotl(code, 13);
  code = code * 5 + 0xe6546b64U;
  code ^= 4;  // the length in bytes
  code ^= code >> 16;
  code *= 0x85ebca6bU;
  code ^= code >> 13;
  code *= 0xc2b2ae35U;
  code ^= code >> 16;
  const auto value = static_cast<std::int32_t>(code);
  if (value >= 0) return code;
  return value == INT32_MIN ? 0 : static_cast<std::uint32_t>(-value);
}

// Flink's default: parallelism times 1.5, rounded up to a power of two, within 128 .. 32768.
constexpr std::uint32_t maximum_parallelism(std::uint32_t parallelism) {
  return std::clamp(std::bit_ceil(parallelism + parallelism / 2), 128U, 32768U);
}

// Above 32768 subtasks, more than Flink has key groups, keys go round.
constexpr std::uint32_t subtask_of_key(std::uint32_t key, std::uint32_t parallelism) {
  const std::uint32_t groups = maximum_parallelism(parallelism);
  if (parallelism > groups) return key % parallelism;
  return (murmur_of_int(key) % groups) * parallelism / groups;
}

}  // namespace model
