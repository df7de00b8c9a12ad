// What is let pass is as little as the difference is. Where the version shows something beside the recorded event, that
// may happen unseen from now on. Otherwise the event is struck from the recording, and what the version shows in its
// lane instead may happen unseen. With it goes what says the same thing again: the same event of the same vertex's
// other tasks; and behind a record that is not read, the records after it and what became of them.
#include "scenarios/differences.hpp"

#include <algorithm>
#include <set>

#include "scenarios/event_time.hpp"

namespace scenarios {
namespace {

constexpr std::string_view emit = "source.emit ";

Sighting sighting_of(const std::string& text) {
  const auto colon = text.find(": ");
  return {text.substr(0, colon), text.substr(colon + 2)};
}

// "run-1 op/0 notices" -> "run-1 op"; empty: of no task.
std::string_view vertex_of(std::string_view lane) {
  const auto slash = lane.find('/');
  return lane.starts_with("run-") && slash != std::string_view::npos ? lane.substr(0, slash) : std::string_view();
}
std::string_view execution_of(std::string_view lane) { return lane.substr(0, lane.find(' ')); }

// "0:17" of "op.process 0:17 (0)"; of "sink.write p0:17".
std::string_view record_in(std::string_view what) {
  const bool written = what.starts_with("sink.write p");
  if (!written && !what.starts_with(emit) && !what.starts_with("op.process ")) return {};
  what.remove_prefix(what.find(' ') + (written ? 2 : 1));
  return what.substr(0, what.find(' '));
}

void strike_records(std::vector<Seen>& seen, const Sighting& first, std::uint64_t seq) {
  std::set<std::string, std::less<>> records;
  for (const Seen& s : seen)
    if (s.seq >= seq && s.sighting.lane == first.lane && s.sighting.what.starts_with(emit))
      records.emplace(record_in(s.sighting.what));
  std::erase_if(seen, [&](const Seen& s) {
    return s.seq >= seq && execution_of(s.sighting.lane) == execution_of(first.lane) &&
           records.contains(record_in(s.sighting.what));
  });
}

void strike(Sights& sights, const Followed& f) {
  const Sighting event = sighting_of(f.event);
  const std::string_view vertex = vertex_of(event.lane);
  if (event.what.starts_with(emit)) return strike_records(sights.seen, event, f.seq);
  std::erase_if(sights.seen, [&](const Seen& s) {
    if (s.sighting.what != event.what) return false;
    return s.sighting.lane == event.lane || (!vertex.empty() && execution_of(s.sighting.lane) == execution_of(vertex));
  });
  for (const std::string& other : f.instead)
    if (Sighting s = sighting_of(other); s.lane == event.lane) sights.unheard.push_back(std::move(s));
}

}  // namespace

FollowedOn follow_on(const model::Spec& spec, Sights sights, const FollowLimits& limits, std::size_t most) {
  FollowedOn on;
  on.followed = follow_in_event_time(spec, sights, limits);
  Followed f = on.followed;
  for (; f.outcome == Followed::Outcome::refused && !f.event.empty(); f = follow_in_event_time(spec, sights, limits)) {
    const bool unrecorded = !f.beside.empty();
    on.differences.push_back({f.seq, unrecorded ? f.beside : f.event, unrecorded});
    if (on.differences.size() == most) break;
    const std::size_t before = sights.seen.size() + sights.unheard.size();
    if (unrecorded)
      sights.unheard.push_back(sighting_of(f.beside));
    else
      strike(sights, f);
    if (sights.seen.size() + sights.unheard.size() == before) break;
  }
  on.all = !on.differences.empty() && f.outcome == Followed::Outcome::explained;
  return on;
}

}  // namespace scenarios
