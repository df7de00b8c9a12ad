#pragma once
// What happened in a recorded job although nobody wrote it down, or may have: an operator that was ended while it slept
// in a snapshot never says that it took one, and a recorder that lost sight of the storage names no artifact. Following
// a recording (follow.hpp) lets the model do these. Tested in tests/laws/follow_test.cpp.
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
