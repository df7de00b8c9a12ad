#pragma once
// What a timed run knows about each channel: when each of its messages arrives and which step sent it, in the order of
// the channel's own ring, and where the channel stands with its receiver. One struct per channel, because a step
// touches all of it. The slots of all rings are one array that is not touched before it is used, so that a channel of
// capacity 1,000 which never holds more than three messages costs three slots of real memory. Tested in
// tests/sim/timed_test.cpp.
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/channels.hpp"
#include "sim/time.hpp"

namespace sim {

struct Arrival {
  Time at;
  std::uint64_t cause;  // number of the step that sent the message
};

// Where a possible step stands.
enum class Standing : std::uint8_t {
  idle,     // not possible
  armed,    // in the agenda
  waiting,  // due, but its actor is busy
  parked,   // due, but an outbox of its actor is full
  refused   // due, but the guard says no
};

struct ChannelClock {
  std::uint64_t first_slot;
  std::uint16_t first, count;  // the ring
  std::uint16_t fresh;         // sent by the step just applied and not yet entered
  Standing standing;
  std::uint32_t generation;  // entries of the agenda with an older one are stale
};

class Arrivals {
 public:
  template <class Message>
  explicit Arrivals(const Channels<Message>& channels) : clocks_(channels.size()), capacities_(channels.size()) {
    std::uint64_t slots = 0;
    for (ChannelId c = 0; c < channels.size(); ++c) {
      clocks_[c] = {slots, 0, 0, 0, Standing::idle, 0};
      capacities_[c] = channels.info(c).capacity;
      slots += channels.info(c).capacity;
    }
    slots_ = std::make_unique_for_overwrite<Arrival[]>(slots);
  }

  ChannelClock& clock(ChannelId c) { return clocks_[c]; }
  const ChannelClock& clock(ChannelId c) const { return clocks_[c]; }
  const Arrival& at(ChannelId c, std::uint32_t position) const { return slots_[place(c, position)]; }

  void push(ChannelId c, Arrival a) {
    ChannelClock& k = clocks_[c];
    slots_[place(c, k.count)] = a;
    ++k.count;
  }
  void erase(ChannelId c, std::uint32_t position) {
    for (std::uint32_t p = position; p > 0; --p) slots_[place(c, p)] = slots_[place(c, p - 1)];
    drop_first(c);
  }
  // Drops the oldest until `n` are left.
  void trim(ChannelId c, std::uint32_t n) {
    while (clocks_[c].count > n) drop_first(c);
  }

 private:
  void drop_first(ChannelId c) {
    ChannelClock& k = clocks_[c];
    k.first = static_cast<std::uint16_t>(k.first + 1 == capacities_[c] ? 0 : k.first + 1);
    if (--k.count == 0) k.first = 0;
  }
  std::uint64_t place(ChannelId c, std::uint32_t position) const {
    const std::uint32_t p = clocks_[c].first + position;
    return clocks_[c].first_slot + (p >= capacities_[c] ? p - capacities_[c] : p);
  }

  std::vector<ChannelClock> clocks_;
  std::vector<std::uint16_t> capacities_;
  std::unique_ptr<Arrival[]> slots_;
};

}  // namespace sim
