#include "scenarios/event_time.hpp"

#include <algorithm>

namespace scenarios {

bool has_event_time(const model::Spec& spec) {
  return std::any_of(spec.vertices.begin(), spec.vertices.end(),
                     [](const model::VertexSpec& v) { return v.window_ms > 0; });
}

model::Spec without_event_time(model::Spec spec) {
  for (model::VertexSpec& v : spec.vertices) v.watermark_lag_ms = UINT32_MAX;
  for (model::TimelineEntry& e : spec.timeline)
    std::erase_if(e.when, [](const model::Condition& c) { return c.kind == model::Condition::Kind::record_visible; });
  return spec;
}

Sights without_event_time(const model::Spec& spec, Sights sights) {
  // Of a Sink V2 that has nothing to write there is no transaction.
  const bool v2 = std::any_of(spec.vertices.begin(), spec.vertices.end(),
                              [](const model::VertexSpec& v) { return v.sink_api == model::SinkApi::sink_v2; });
  const auto depends = [&](const Sighting& s) {
    return s.topic.starts_with("watermarks") || s.what.starts_with("sink.write") || (v2 && s.what.starts_with("txn."));
  };
  std::erase_if(sights.seen, [&](const Seen& s) { return depends(s.sighting); });
  std::erase_if(sights.likely, [&](const Seen& s) { return depends(s.sighting); });
  std::erase_if(sights.unheard, depends);
  for (Seen& s : sights.seen) s.sighting.what = without_lateness(std::move(s.sighting.what));
  sights.outputs = false;
  return sights;
}

Followed follow_in_event_time(const model::Spec& spec, const Sights& sights, FollowLimits limits) {
  if (!has_event_time(spec)) return follow(spec, sights, limits);
  const Followed without = follow(without_event_time(spec), without_event_time(spec, sights), limits);
  if (without.outcome == Followed::Outcome::refused) return without;
  limits.ahead = 160, limits.early = 24;
  Followed with = follow(spec, sights, limits);
  with.states += without.states, with.bytes = std::max(with.bytes, without.bytes);
  return with;
}

}  // namespace scenarios
