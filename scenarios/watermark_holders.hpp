#pragma once
// Where sources must have sent watermarks for what one attempt of a job shows of its operators: a small problem of its
// own, solved before a recording is followed (likely_watermarks.hpp). Tested in tests/scenarios/watermarks_test.cpp.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "history/event.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

struct WatermarkTerms {
  std::uint32_t event_ms_per_offset = 0, lag_ms = 0;  // see VertexSpec
  bool chained = false;                               // an operator has the source of its own number only
  bool exactly_once = true, unaligned = false;
};

struct AttemptSeen {
  using Thing = std::variant<history::Record, history::CheckpointId>;  // the latter: a barrier
  struct Sent {
    Thing what;
    std::uint64_t seq;
  };
  struct Deed {
    Thing took;
    bool rose;  // it took nothing: its watermark rose
    std::int64_t watermark;
    std::uint64_t seq;
  };
  struct Source {
    std::uint32_t subtask = 0;
    std::string lane;  // of its watermarks
    std::vector<Sent> sent;
  };
  struct Operator {
    std::uint32_t subtask = 0;
    std::vector<Deed> deeds;
  };
  std::uint32_t number = 0;
  std::map<history::TaskId, Source> sources;
  std::map<history::TaskId, Operator> operators;
};

// What the sources would have shown, each at the seq of the record or snapshot behind which it comes.
std::vector<Seen> sent_watermarks(const AttemptSeen& attempt, const std::set<history::CheckpointId>& savepoints,
                                  const WatermarkTerms& terms);

}  // namespace scenarios
