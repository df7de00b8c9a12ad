// How fast the sources of a recording read.
//
// The pace around the command is another one; when it changed is seen only in what the sources did: from two
// quick gaps in a row on to the last quick one. A source that waits hears of a change only afterwards, and the model's
// sources are not quite in step with the recorded ones, so a change comes half a wait early.
#include <algorithm>

#include "scenarios/from_recording.hpp"

namespace scenarios {
namespace {

// How long a source really waited, of the gaps between two records of a split that are `like` the wait that was set.
template <class Like>
sim::Time usual_gap(const RecordedCourse& course, sim::Time otherwise, Like like) {
  std::vector<std::int64_t> gaps;
  for (const RecordedExecution& x : course.executions)
    for (const auto& [split, t] : x.emits)
      for (std::size_t i = 1; i < t.size(); ++i)
        if (like(t[i] - t[i - 1])) gaps.push_back(t[i] - t[i - 1]);
  return median(std::move(gaps)).value_or(otherwise);
}

struct Period {
  std::int64_t from, to;
};

// Two quick gaps of a split in a row begin one or go on with it; what overlaps, or nearly, is one.
std::vector<Period> quick_periods(const RecordedCourse& course, std::int64_t border) {
  std::vector<Period> found;
  for (const RecordedExecution& x : course.executions)
    for (const auto& [split, t] : x.emits)
      for (std::size_t i = 2; i < t.size(); ++i)
        if (t[i] - t[i - 1] < border && t[i - 1] - t[i - 2] < border) found.push_back({t[i - 2], t[i]});
  std::sort(found.begin(), found.end(), [](const Period& a, const Period& b) { return a.from < b.from; });
  std::vector<Period> merged;
  for (const Period& q : found) {
    if (merged.empty() || q.from > merged.back().to + border)
      merged.push_back(q);
    else
      merged.back().to = std::max(merged.back().to, q.to);
  }
  return merged;
}

}  // namespace

RecordedPace pace_of_recording(const RecordedCourse& course, const RecordedClock& clock) {
  const RecorderWords& w = course.words;
  // Under backpressure gaps say nothing of the pace.
  const auto measured = [&](sim::Time set, auto like) { return w.sink_sleep_ms ? set : usual_gap(course, set, like); };
  if (w.pace_around_command_us >= w.pace_us) return {measured(w.pace_us, [](std::int64_t) { return true; }), {}};
  const std::int64_t border = (w.pace_us + w.pace_around_command_us) / 2;
  RecordedPace p{measured(w.pace_us, [&](std::int64_t gap) { return gap >= border; }), {}};
  const sim::Time quick_gap = measured(w.pace_around_command_us, [&](std::int64_t gap) { return gap < border; });
  for (const Period& q : quick_periods(course, border)) {
    p.changes.push_back({clock.at(q.from - p.usual / 2), quick_gap});
    p.changes.push_back({clock.at(q.to - quick_gap / 2), p.usual});
  }
  return p;
}

}  // namespace scenarios
