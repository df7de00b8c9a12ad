#include "scenarios/follow_matching.hpp"

#include <algorithm>

namespace scenarios {

Matching::Matching(const Lanes& lanes, const Sights& sights, const FollowLimits& limits, const Likely& likely,
                   const DeadEnds& dead_ends, const Order& order)
    : lanes_(lanes), limits_(limits), likely_(likely), dead_ends_(dead_ends), order_(order) {
  for (const Sighting& s : sights.unheard) unheard_.emplace(s.lane, s.what);
}

void Matching::begin(std::uint64_t open) {
  open_ = open, blamed_ = nullptr;
  instead_.clear(), beside_.clear();
}

Matching::Fit Matching::fit(FollowChild& child, const std::vector<Sighting>& shown) {
  for (const Sighting& s : shown) {
    if (!s.topic.empty() && !lanes_.topics.contains(s.topic)) {
      if (!is_likely(child, s)) return held_back = true, Fit::too_early;
      continue;
    }
    if (unheard_.contains(std::pair(s.lane, s.what))) continue;
    const auto lane = lanes_.numbers.find(s.lane);
    const Seen* next = lane == lanes_.numbers.end() ? nullptr : lanes_.next(child.state.at, lane->second);
    if (!next || next->sighting.what != s.what) return note_difference(s, child, shown), Fit::no;
    if (is_too_early(*next)) return held_back = true, Fit::too_early;
    const std::uint64_t stands_for = order_.of_shown(*next);
    child.first = child.silent ? stands_for : std::min(child.first, stands_for);
    child.silent = false;
    child.of_thread |= lanes_.is_of_thread[lane->second];
    ++child.state.at[lane->second], ++child.state.explained;
  }
  const Seen* cut_off = limits_.reduced ? dead_ends_.cut_off(child.state.at) : nullptr;
  if (cut_off && lanes_.earliest(child.state.at) > open_) blamed_ = cut_off;
  return cut_off ? Fit::no : Fit::yes;
}

// If the step shows the earliest event, too, what is odd about it is the difference.
void Matching::note_difference(const Sighting& odd, const FollowChild& child, const std::vector<Sighting>& shown) {
  instead_.insert(odd.lane + ": " + odd.what);
  for (const Sighting& s : shown) {
    const auto lane = lanes_.numbers.find(s.lane);
    if (lane == lanes_.numbers.end()) continue;
    const std::uint32_t at = child.state.at[lane->second];
    const Seen* next = lanes_.next(child.state.at, lane->second);
    const bool shown_before = at > 0 && lanes_.events[lane->second][at - 1]->seq == open_;
    if (shown_before || (next && next->seq == open_ && next->sighting.what == s.what))
      beside_ = odd.lane + ": " + odd.what;
  }
}

bool Matching::is_too_early(const Seen& s) const {
  switch (s.sighting.timing) {
    case Timing::polled: return false;
    case Timing::late: return s.seq > open_ + 8 * limits_.ahead;  // tasks go on meanwhile
    case Timing::punctual:
    case Timing::ending:
    case Timing::shutdown: return s.seq > open_ + limits_.early;
    default: return s.seq > open_ + limits_.ahead;
  }
}

// What nobody wrote down comes behind the event that it likely came behind. A watermark that is not likely is tried
// when all else has failed.
bool Matching::is_likely(FollowChild& child, const Sighting& s) const {
  const auto found = likely_.find(std::pair(s.lane, s.what));
  const bool watermark = s.topic.starts_with("watermarks");
  if (found == likely_.end() && watermark && !unlikely_too) return false;
  if (child.silent && found != likely_.end()) child.first = found->second;
  if (child.silent && found == likely_.end() && watermark) child.first = open_ + limits_.ahead;
  return true;
}

}  // namespace scenarios
