#pragma once
// Which of several steps a follower (follow.cpp) takes first: by the seq of what it shows, or by what stands for it. A
// bad order only costs time. Tested in tests/laws/follow_test.cpp.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/names.hpp"
#include "model/world.hpp"
#include "scenarios/follow.hpp"
#include "scenarios/follow_lanes.hpp"
#include "sim/rule.hpp"

namespace scenarios {

using Likely = std::map<std::pair<std::string, std::string>, std::uint64_t>;  // lane and words -> seq

class Order {
 public:
  // All are the follower's.
  Order(const model::World& world, const Lanes& lanes, const Likely& likely, const FollowLimits& limits)
      : world_(world), lanes_(lanes), likely_(likely), limits_(limits), names_(world.plan) {}

  std::uint64_t of_shown(const Seen& s) const;
  // Of a step that has been taken and may show nothing; `open`: the earliest event that is not explained.
  std::uint64_t of_silent(const Places& at, sim::Step step, std::uint64_t open) const;
  // The same of a step that is still to be taken, by the message that it takes; nothing: it does not matter.
  std::optional<std::uint64_t> of_message(const Places& at, sim::Step step, std::uint64_t open) const;

 private:
  std::optional<std::uint64_t> last_command(const Places& at) const;
  std::uint64_t of_failure(std::uint32_t choice, std::uint64_t open) const;
  std::optional<std::uint64_t> heard_of(model::TaskId t, history::TaskStatus status) const;
  bool may_wait(model::TaskId t, sim::ChannelId watermark, const Seen* next) const;
  bool lies_behind_watermarks(sim::ChannelId c, std::string_view what) const;
  std::uint64_t end_of_source(sim::Step step) const;

  const model::World& world_;
  const Lanes& lanes_;
  const Likely& likely_;
  const FollowLimits& limits_;
  model::ModelNames names_;
};

}  // namespace scenarios
