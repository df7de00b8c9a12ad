#pragma once
// When sources most likely sent the watermarks that a recording shows only further down, at the operators: a hint for
// following it (follow.hpp), which looks there first and elsewhere afterwards. Tested in tests/laws/follow_test.cpp.
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "history/event.hpp"
#include "history/names.hpp"
#include "scenarios/sightings.hpp"
#include "scenarios/watermark_holders.hpp"

namespace scenarios {

class LikelyWatermarks {
 public:
  void hear(std::uint64_t seq, const history::Event& e, const history::Names& names, Sightings& sightings);
  // What sources would have shown, each at the seq of the record or snapshot behind which it comes.
  std::vector<Seen> all(const WatermarkTerms& terms) const;

 private:
  std::map<std::pair<history::JobId, std::uint32_t>, AttemptSeen> attempts_;
  std::set<history::CheckpointId> savepoints_;
};

}  // namespace scenarios
