#include "scenarios/likely_watermarks.hpp"

#include <cstdlib>

namespace scenarios {
namespace {

std::uint32_t subtask_of(const std::string& task) {
  return static_cast<std::uint32_t>(std::atoi(task.c_str() + task.find('/') + 1));
}

}  // namespace

void LikelyWatermarks::hear(std::uint64_t seq, const history::Event& e, const history::Names& names,
                            Sightings& sightings) {
  using Kind = history::Names::VertexKind;
  const auto attempt = [&](const history::At& at) -> AttemptSeen& {
    AttemptSeen& a = attempts_[{at.job, at.attempt}];
    a.number = at.attempt;
    return a;
  };
  const auto source = [&](const history::At& at) -> AttemptSeen::Source& {
    AttemptSeen::Source& s = attempt(at).sources[at.task];
    if (s.sent.empty())
      s.lane = sightings.lane_of_thread(at), s.subtask = subtask_of(names.task(at.task));
    return s;
  };
  const auto deeds = [&](const history::At& at) -> std::vector<AttemptSeen::Deed>& {
    AttemptSeen::Operator& o = attempt(at).operators[at.task];
    o.subtask = subtask_of(names.task(at.task));
    return o.deeds;
  };
  if (const auto* triggered = std::get_if<history::CheckpointTriggered>(&e)) {
    if (triggered->kind != history::SnapshotKind::checkpoint) savepoints_.insert(triggered->checkpoint);
  } else if (const auto* emitted = std::get_if<history::SourceEmit>(&e)) {
    source(emitted->at).sent.push_back({emitted->rec, seq});
  } else if (const auto* barrier = std::get_if<history::SourceSnapshot>(&e)) {
    source(barrier->at).sent.push_back({barrier->checkpoint, seq});
  } else if (const auto* took = std::get_if<history::OpProcess>(&e)) {
    deeds(took->at).push_back({took->rec, false, 0, seq});
  } else if (const auto* snapshot = std::get_if<history::OpSnapshot>(&e)) {
    deeds(snapshot->at).push_back({snapshot->checkpoint, false, 0, seq});
  } else if (const auto* rose = std::get_if<history::Watermark>(&e)) {
    const Kind kind = names.vertex_kind(rose->at.task);
    if (rose->value < 0 || kind == Kind::source || kind == Kind::sink) return;
    deeds(rose->at).push_back({history::Record{}, true, rose->value, seq});
  }
}

std::vector<Seen> LikelyWatermarks::all(const WatermarkTerms& terms) const {
  std::vector<Seen> all;
  for (const auto& [id, attempt] : attempts_) {
    const std::vector<Seen> more = sent_watermarks(attempt, savepoints_, terms);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace scenarios
