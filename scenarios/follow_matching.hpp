#pragma once
// Whether what a step of the model shows is what was recorded next (follow.cpp). Tested in tests/laws/follow_test.cpp.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/dead_ends.hpp"
#include "scenarios/follow.hpp"
#include "scenarios/follow_order.hpp"
#include "scenarios/follow_state.hpp"

namespace scenarios {

class Matching {
 public:
  // What only does not fit yet may fit later.
  enum class Fit : std::uint8_t { yes, too_early, no };

  // All are the follower's.
  Matching(const Lanes& lanes, const Sights& sights, const FollowLimits& limits, const Likely& likely,
           const DeadEnds& dead_ends, const Order& order);

  // Of one state: begin, then each step that it allows.
  void begin(std::uint64_t open);
  // Whether all that the step shows is next in its lane, with the world in the state behind it; moves the lanes on.
  Fit fit(FollowChild& child, const std::vector<Sighting>& shown);

  // Since `begin`: what was shown and did not fit; what cannot come any more if the earliest event is shown.
  const std::set<std::string>& instead() const { return instead_; }
  const std::string& beside() const { return beside_; }
  const Seen* blamed() const { return blamed_; }

  bool held_back = false;     // a step was left out that may be one with more room
  bool unlikely_too = false;  // watermarks that are not likely are tried, too

 private:
  bool is_too_early(const Seen& s) const;
  bool is_likely(FollowChild& child, const Sighting& s) const;
  void note_difference(const Sighting& odd, const FollowChild& child, const std::vector<Sighting>& shown);

  const Lanes& lanes_;
  const FollowLimits& limits_;
  const Likely& likely_;
  const DeadEnds& dead_ends_;
  const Order& order_;
  std::set<std::pair<std::string, std::string>> unheard_;  // by lane and words
  std::uint64_t open_ = 0;                                 // the earliest event that is not explained
  std::set<std::string> instead_;
  std::string beside_;
  const Seen* blamed_ = nullptr;
};

}  // namespace scenarios
