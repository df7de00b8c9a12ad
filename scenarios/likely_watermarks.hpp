#pragma once
// When sources most likely sent the watermarks that a recording shows only further down, at the operators: a hint for
// following it (follow.hpp), which looks there first and elsewhere afterwards. Tested in tests/laws/follow_test.cpp.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "history/event.hpp"
#include "history/names.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

class LikelyWatermarks {
 public:
  void hear(std::uint64_t seq, const history::Event& e, const history::Names& names, Sightings& sightings);
  // What sources would have shown, each at the seq of the record behind which it comes. `lag_ms`: see VertexSpec.
  std::vector<Seen> all(std::uint32_t event_ms_per_offset, std::uint32_t lag_ms) const;

 private:
  friend class OneAttempt;
  struct Emitted {
    history::Record rec;
    std::uint64_t seq;
  };
  struct Deed {  // of an operator
    std::optional<history::Record> took;
    std::int64_t watermark;  // where it took nothing
  };
  struct Source {
    std::string lane;  // of its watermarks
    std::vector<Emitted> emitted;
  };
  struct Attempt {
    std::map<history::TaskId, Source> sources;
    std::map<history::TaskId, std::vector<Deed>> operators;
  };
  std::map<std::pair<history::JobId, std::uint32_t>, Attempt> attempts_;
};

}  // namespace scenarios
