#pragma once
// The agenda of a timed run: what is due when. Out comes the smallest (time, order, serial of insertion).
//
// A simulation never looks back: nothing is put in before the time that was last taken out. A radix heap lives on that
// promise. Times are read as digits of six bits. An entry lies in the bucket (level, digit): `level` is the highest
// digit in which its time differs from `base_`, the time of the present, and `digit` is what its time has there. The
// next entries are in the lowest bucket of the lowest level; that bucket is spread over lower levels, with its least
// time as the new base. So an entry moves down at most once a level, by plain appending to arrays: no comparisons, no
// pointers, no holes. A bucket of level 0 holds one single time.
//
// Two facts make it stable without a serial number in the entries. All entries of one time are always in the same
// bucket (a new base agrees with the old one above the level that is spread). And spreading keeps their order. So they
// reach the present in order of insertion and are numbered there, in a small binary heap over (order, serial).
//
// Cost on hold models (tests/bench/kernel_bench.cpp): flat from 1,000 to 1,000,000 pending, where a binary heap pays
// log n cache misses. Tested in tests/sim/agenda_test.cpp against a sorted vector.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/expect.hpp"
#include "sim/time.hpp"

namespace sim {

template <class Payload>
class Agenda {
 public:
  struct Entry {
    Time time;
    std::uint64_t order;
    Payload payload;
  };

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // Not before what pop() or next_time() has last returned, and not negative.
  void push(Time time, std::uint64_t order, Payload payload) {
    const auto t = static_cast<std::uint64_t>(time);
    expects(time >= 0 && t >= base_);
    ++size_;
    place({time, order, payload});
  }

  // Of the entry that pop() would return; `never` if there is none.
  Time next_time() {
    if (size_ == 0) return never;
    settle();
    return static_cast<Time>(base_);
  }

  Entry pop() {
    expects(size_ > 0);
    settle();
    --size_;
    if (present_.size() > 1) std::pop_heap(present_.begin(), present_.end(), Later{});
    const Present p = present_.back();
    present_.pop_back();
    return {static_cast<Time>(base_), p.order, p.payload};
  }

 private:
  static constexpr unsigned digit_bits = 6, digits = 1U << digit_bits, levels = 63 / digit_bits + 1;

  struct Present {
    std::uint64_t order, serial;
    Payload payload;
  };
  struct Later {
    bool operator()(const Present& a, const Present& b) const {
      return a.order != b.order ? a.order > b.order : a.serial > b.serial;
    }
  };

  void place(const Entry& e) {
    const std::uint64_t t = static_cast<std::uint64_t>(e.time), differs = t ^ base_;
    if (differs == 0) return enter(e);
    const unsigned level = (63U - static_cast<unsigned>(std::countl_zero(differs))) / digit_bits;
    const unsigned digit = static_cast<unsigned>(t >> (level * digit_bits)) & (digits - 1);
    buckets_[level * digits + digit].push_back(e);
    used_[level] |= std::uint64_t{1} << digit;
    used_levels_ |= 1U << level;
  }

  void enter(const Entry& e) {
    present_.push_back({e.order, serial_++, e.payload});
    if (present_.size() > 1) std::push_heap(present_.begin(), present_.end(), Later{});
  }

  // Brings the next time into the present. Expects that there is an entry.
  void settle() {
    if (!present_.empty()) return;
    const auto level = static_cast<unsigned>(std::countr_zero(used_levels_));
    const auto digit = static_cast<unsigned>(std::countr_zero(used_[level]));
    std::vector<Entry>& bucket = buckets_[level * digits + digit];
    used_[level] &= used_[level] - 1;
    if (used_[level] == 0) used_levels_ &= used_levels_ - 1;
    Time least = bucket.front().time;
    if (level > 0)
      for (const Entry& e : bucket) least = std::min(least, e.time);
    base_ = static_cast<std::uint64_t>(least);
    for (const Entry& e : bucket) place(e);  // to lower levels only, never into this bucket
    bucket.clear();
  }

  std::uint64_t base_ = 0, serial_ = 0;
  std::size_t size_ = 0;
  std::uint32_t used_levels_ = 0;
  std::array<std::uint64_t, levels> used_{};
  std::vector<Present> present_;
  std::array<std::vector<Entry>, levels * digits> buckets_;
};

}  // namespace sim
