#pragma once
// What is due at an actor and cannot happen yet, made when it is first needed. Tested in tests/sim/timed_test.cpp.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/ids.hpp"
#include "sim/rule.hpp"

namespace sim {

// An entry of the agenda: a channel, a step of an actor rule, or "the actor is free again". Stale once the generation
// of what it names has moved on.
struct Appointment {
  enum Kind : std::uint8_t { channel, own_step, wake };
  std::uint32_t kind_and_id, generation;
  Kind kind() const { return static_cast<Kind>(kind_and_id >> 30); }
  std::uint32_t id() const { return kind_and_id & ~(3U << 30); }
};
constexpr Appointment appointment(Appointment::Kind kind, std::uint32_t id, std::uint32_t generation) {
  return {static_cast<std::uint32_t>(kind) << 30 | id, generation};
}
static_assert(sizeof(Appointment) == 8);

struct ChannelRef {
  ChannelId channel;
  std::uint32_t generation;
};

class ActorQueue {
 public:
  struct Waiting {
    std::uint64_t key;  // rank, then the order in which they came due
    Appointment at;
    Rank rank() const { return static_cast<Rank>(key >> 56); }
  };

  bool none_waits() const { return heap_.empty(); }
  const Waiting& first() const { return heap_.front(); }
  void wait(Rank rank, Appointment a) {
    heap_.push_back({static_cast<std::uint64_t>(rank) << 56 | serial_++, a});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  Waiting pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Waiting w = heap_.back();
    heap_.pop_back();
    return w;
  }

  bool none_parked() const { return parked_first == parked.size(); }
  // Drops the parked before `first`, in constant time on average.
  void forget_parked(std::size_t first) {
    parked_first = first;
    if (parked_first < parked.size() / 2) return;
    parked.erase(parked.begin(), parked.begin() + static_cast<std::ptrdiff_t>(parked_first));
    parked_first = 0;
  }

  std::vector<ChannelRef> parked;  // no room in an outbox; oldest first, those before `parked_first` are gone
  std::size_t parked_first = 0;
  std::vector<ChannelRef> refused;  // the guard said no
  bool rules_parked = false;        // an actor rule had no room

  // The actor's entry in the agenda while somebody waits.
  std::uint32_t wake_generation = 0;
  bool wake_pending = false;
  Rank wake_rank = Rank::data;

  // Of the parked, one is tried when an outbox drains; when it has been served, the rest need a look only if there is
  // still room.
  ChannelId tried = nobody;
  ChannelId drained = nobody;  // the outbox whose drain began this
  bool look_again = false;     // something else happened meanwhile

 private:
  static bool later(const Waiting& a, const Waiting& b) { return a.key > b.key; }
  std::vector<Waiting> heap_;
  std::uint64_t serial_ = 0;
};

}  // namespace sim
