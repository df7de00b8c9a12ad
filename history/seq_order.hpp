#pragma once
// The order of the lines of a damaged history by their `seq`. A number is taken once; a jump ahead is a gap unless
// lines that could not be read explain it; a number that was never seen may come late. One wrong number therefore costs
// one gap and one late line, not the rest of the file. Grows with the number of gaps. Tested in
// tests/history/lenient_test.cpp.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "history/growing.hpp"

namespace history {

class SeqOrder {
 public:
  enum class Place : std::uint8_t { next, after_gap, late, repeated };

  // The next one where nothing is missing.
  std::uint64_t expected() const { return expected_; }
  // A line whose number could not be read.
  void lose() { ++lost_; }
  // `seq` from 1.
  Place take(std::uint64_t seq) {
    const std::uint64_t lost = std::exchange(lost_, 0);
    if (seen_.marked(seq)) return Place::repeated;
    seen_.mark(seq);
    const Place place = seq > highest_ + 1 + lost ? Place::after_gap : seq < expected_ ? Place::late : Place::next;
    highest_ = std::max(highest_, seq);
    expected_ = seen_.end_of(seq);
    return place;
  }

 private:
  MarkedIds seen_;
  std::uint64_t highest_ = 0, expected_ = 1;
  std::uint64_t lost_ = 0;  // since the last number
};

}  // namespace history
