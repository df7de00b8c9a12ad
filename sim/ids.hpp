#pragma once
// Numbers of the two kinds of things that sim/ knows: actors take steps, channels are queues between two actors.
#include <cstdint>

namespace sim {

using ActorId = std::uint32_t;
using ChannelId = std::uint32_t;
inline constexpr std::uint32_t nobody = 0xffffffffU;

}  // namespace sim
