#pragma once
// What happened in a recorded job although nobody wrote it down, or may have: an operator that was ended while it slept
// in a snapshot never says that it took one, a recorder that lost sight of the storage names no artifact, and in a
// shutdown the trigger of a snapshot may never come to a source. Following a recording (follow.hpp) lets the model do
// these. Tested in tests/laws/follow_test.cpp.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "history/names.hpp"
#include "scenarios/recorded_course.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

class Unheard {
 public:
  void hear(const history::Event& e, const history::Names& names, Sightings& sightings);
  std::vector<Sighting> all(const RecordedCourse& course) const;

 private:
  using Source = std::pair<history::JobId, history::TaskId>;
  void hear_source(const history::Event& e, Sightings& sightings);
  void note_snapshots_to_take(const Source& source, Sightings& sightings);

  struct Reading {  // of a source
    std::uint32_t attempt = 0;
    std::map<history::SplitId, history::Offset> next;
    std::set<history::CheckpointId> asked;  // for snapshots that it has not taken
  };
  std::map<Source, Reading> sources_;
  std::map<std::pair<Source, history::CheckpointId>, std::vector<Sighting>> to_take_;  // by each place it has come to
  struct Snapshot {
    std::string task;
    history::CheckpointId checkpoint;
    Sighting sighting;
  };
  std::map<std::pair<history::JobId, history::TaskId>, std::uint32_t> operators_;  // the attempt that runs
  std::vector<Snapshot> asked_;                                                    // that operators were asked for
  std::set<std::pair<std::string, std::string>> taken_;                            // by lane and words
  std::vector<Sighting> artifacts_, deletions_;  // of checkpoints whose completion names none; of all checkpoints
};

}  // namespace scenarios
