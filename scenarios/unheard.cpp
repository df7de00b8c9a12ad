#include "scenarios/unheard.hpp"

#include <algorithm>

namespace scenarios {

using namespace history;

// What a source would say if it took them now.
void Unheard::note_snapshots_to_take(const Source& source, Sightings& sightings) {
  const Reading& r = sources_[source];
  std::vector<Position> positions;
  for (const auto& [split, next] : r.next) positions.push_back({split, next});
  for (const CheckpointId checkpoint : r.asked)
    if (auto s = sightings.of(SourceSnapshot{{source.first, source.second, r.attempt}, checkpoint, positions}))
      to_take_[{source, checkpoint}].push_back(std::move(*s));
}

void Unheard::hear_source(const Event& e, Sightings& sightings) {
  if (const auto* restored = std::get_if<SourceRestored>(&e)) {
    Reading& r = sources_[{restored->at.job, restored->at.task}];
    r = {restored->at.attempt, {}, {}};
    for (const Position& p : restored->positions) r.next[p.split] = p.next;
  } else if (const auto* emitted = std::get_if<SourceEmit>(&e)) {
    const Source source{emitted->at.job, emitted->at.task};
    sources_[source].attempt = emitted->at.attempt;
    sources_[source].next[emitted->rec.split] = emitted->rec.offset + 1;
    note_snapshots_to_take(source, sightings);
  } else if (const auto* triggered = std::get_if<CheckpointTriggered>(&e)) {
    for (auto& [source, reading] : sources_) {
      if (source.first != triggered->job) continue;
      reading.asked.insert(triggered->checkpoint);
      note_snapshots_to_take(source, sightings);
    }
  } else if (const auto* taken = std::get_if<SourceSnapshot>(&e)) {
    const Source source{taken->at.job, taken->at.task};
    sources_[source].asked.erase(taken->checkpoint);
    to_take_.erase({source, taken->checkpoint});
  }
}

void Unheard::hear(const Event& e, const Names& names, Sightings& sightings) {
  hear_source(e, sightings);
  if (const auto* status = std::get_if<TaskStatusChanged>(&e)) {
    if (names.task(status->at.task).starts_with("op/"))
      operators_[{status->at.job, status->at.task}] = status->at.attempt;
  } else if (const auto* triggered = std::get_if<CheckpointTriggered>(&e)) {
    for (const auto& [who, attempt] : operators_) {
      if (who.first != triggered->job) continue;
      OpSnapshot snapshot{};
      snapshot.at = {who.first, who.second, attempt}, snapshot.checkpoint = triggered->checkpoint;
      if (auto s = sightings.of(snapshot)) asked_.push_back({names.task(who.second), triggered->checkpoint, *s});
    }
  } else if (const auto* taken = std::get_if<OpSnapshot>(&e)) {
    if (auto s = sightings.of(*taken)) taken_.emplace(s->lane, s->what);
  } else if (const auto* completed = std::get_if<CheckpointCompleted>(&e)) {
    if (auto s = sightings.of(
            ArtifactDeleted{model_artifact(completed->job, completed->checkpoint, ArtifactKind::checkpoint)}))
      deletions_.push_back(std::move(*s));
    if (completed->artifact != no_artifact) return;
    ArtifactWritten written{};
    written.artifact = model_artifact(completed->job, completed->checkpoint, ArtifactKind::checkpoint);
    written.job = completed->job, written.checkpoint = completed->checkpoint;
    if (auto s = sightings.of(written)) artifacts_.push_back(std::move(*s));
  } else if (std::holds_alternative<ArtifactWritten>(e) || std::holds_alternative<ArtifactDeleted>(e)) {
    if (auto s = sightings.of(e)) taken_.emplace(s->lane, s->what);
  }
}

std::vector<Sighting> Unheard::all(const RecordedCourse& course) const {
  std::vector<Sighting> all;
  // The folder's fault, as the operator that writes into it feels it.
  const bool unwritten = course.header.fault == "storage-async";
  for (const Snapshot& s : asked_)
    if (unwritten) all.push_back({"fault " + s.task, "fault snapshot-failure"});
  const auto add = [&](const std::vector<Sighting>& some) {
    for (const Sighting& s : some)
      if (!taken_.contains(std::pair(s.lane, s.what))) all.push_back(s);
  };
  if (course.header.fault == "jobmanager-loss" && !course.words.high_availability)  // an orderly shutdown
    for (const auto& [what, snapshots] : to_take_) add(snapshots);
  add(artifacts_);
  if (!artifacts_.empty()) add(deletions_);
  for (const Snapshot& s : asked_) {
    if (taken_.contains(std::pair(s.sighting.lane, s.sighting.what))) continue;
    const bool sleeps = std::any_of(course.faults.begin(), course.faults.end(), [&](const StruckFault& f) {
      return f.kind == "slow-snapshot" && f.target == s.task && f.checkpoint == s.checkpoint;
    });
    // A recorder speaks when the state has been written.
    if (sleeps || unwritten || course.words.snapshot_sleep_ms) all.push_back(s.sighting);
  }
  return all;
}

}  // namespace scenarios
