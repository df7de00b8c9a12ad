#pragma once
// The events of a recorded history up to a point, as the steps of a story: a step is an event, its number is its seq. A
// recording says no causes; where one event is known to bring about another (a commit follows the notice of its task, a
// record is written after it was emitted) that one stands as the cause. Tested in tests/report/audit_test.cpp.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "history/event.hpp"
#include "history/names.hpp"
#include "scenarios/outcome.hpp"

namespace report {

// What one event leaves behind for others to follow from, and what it follows from itself; empty: nothing known.
struct Ties {
  std::string leaves, follows;
};

class RecordedStory {
 public:
  // Of the events up to the one of number `last`, the latest `most`.
  RecordedStory(const history::Names& names, std::uint64_t last, std::uint64_t most)
      : names_(names), first_(last - std::min(last, most) + 1), last_(last) {}

  void hear(const history::Event& event, const history::Stamp& stamp);
  scenarios::Story take() { return std::move(story_); }

 private:
  std::uint64_t cause_of(const Ties& ties, std::uint64_t seq);

  const history::Names& names_;
  std::uint64_t first_, last_;
  scenarios::Story story_;
  std::map<std::string, std::uint64_t> seen_;  // what others follow from -> seq
};

}  // namespace report
