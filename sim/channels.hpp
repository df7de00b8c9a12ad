#pragma once
// All FIFO queues of a machine, inside its one flat block of state. Tested in tests/sim/channels_test.cpp.
//
// A channel is a head of eight bytes and a ring of messages behind it, one struct per channel, because a step touches
// both. With `canonical` the ring is stored in logical order and what was taken is zeroed, so that equal meaning is
// equal bytes: exploring needs that. Long runs use a turning ring, where taking is O(1) whatever the capacity.
//
// `blocked` (alignment, a task that does not read) stops taking; `closed` (no reader any more) drops what is pushed, as
// the network stack drops the buffers of a released partition. Both belong to the receiver.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "sim/expect.hpp"
#include "sim/ids.hpp"

namespace sim {

// Fixed for a run; 24 bytes.
struct ChannelInfo {
  std::uint32_t offset;  // of the head, in bytes from the start of the block
  ActorId sender, receiver;
  std::uint16_t capacity;  // messages that fit at all; one more ends the run as undecided
  std::uint16_t
      data_capacity;  // records that fit; more is backpressure. The rest is kept for barriers. 0: not a data channel
  std::uint8_t channel_class;
  std::uint8_t any_order;  // 1: the receiver may take any message, not only the first
  std::uint16_t spare;
};

struct ChannelHead {
  std::uint16_t count, first;
  std::uint8_t blocked, closed;
  std::uint16_t zero;
};
static_assert(sizeof(ChannelHead) == 8);

template <class Message>
class Channels {
  static_assert(std::is_trivially_copyable_v<Message> && std::has_unique_object_representations_v<Message>);

 public:
  Channels() = default;
  // `table` outlives the channels. The block is bound later, and may be bound again.
  Channels(const std::vector<ChannelInfo>& table, bool canonical) : table_(&table), canonical_(canonical) {}
  void bind(std::byte* block) { block_ = block; }

  static constexpr std::size_t bytes(std::uint16_t capacity) {
    return sizeof(ChannelHead) + capacity * sizeof(Message);
  }

  ChannelId size() const { return static_cast<ChannelId>(table_->size()); }
  const ChannelInfo& info(ChannelId c) const { return (*table_)[c]; }
  std::uint16_t count(ChannelId c) const { return head(c).count; }
  bool empty(ChannelId c) const { return head(c).count == 0; }
  bool blocked(ChannelId c) const { return head(c).blocked != 0; }
  bool closed(ChannelId c) const { return head(c).closed != 0; }
  bool takeable(ChannelId c) const { return head(c).count != 0 && head(c).blocked == 0; }
  bool has_room_for_data(ChannelId c) const { return head(c).closed || head(c).count < info(c).data_capacity; }

  // Position 0 is the oldest message.
  const Message& at(ChannelId c, std::uint16_t position) const { return slots(c)[place(c, position)]; }

  // False: no room at all; nothing was pushed. A closed channel takes everything and keeps nothing.
  bool push(ChannelId c, const Message& message) {
    ChannelHead& h = head(c);
    if (h.closed) return true;
    if (h.count == info(c).capacity) return false;
    slots(c)[place(c, h.count)] = message;
    ++h.count;
    return true;
  }

  Message take(ChannelId c, std::uint16_t position = 0) {
    ChannelHead& h = head(c);
    expects(position < h.count);
    Message taken = at(c, position);
    if (canonical_) {
      Message* s = slots(c);
      std::memmove(s + position, s + position + 1, (h.count - position - 1U) * sizeof(Message));
      std::memset(static_cast<void*>(s + h.count - 1), 0, sizeof(Message));
    } else {
      for (std::uint16_t p = position; p > 0; --p) slots(c)[place(c, p)] = slots(c)[place(c, p - 1)];
      h.first = static_cast<std::uint16_t>(h.first + 1 == info(c).capacity ? 0 : h.first + 1);
    }
    if (--h.count == 0) h.first = 0;  // an empty ring starts over: less memory is touched, and empty equals empty
    return taken;
  }

  void clear(ChannelId c) {
    ChannelHead& h = head(c);
    if (canonical_ && h.count) std::memset(static_cast<void*>(slots(c)), 0, h.count * sizeof(Message));
    h.count = h.first = 0;
  }
  void set_blocked(ChannelId c, bool on) { head(c).blocked = on; }
  void set_closed(ChannelId c, bool on) { head(c).closed = on; }

 private:
  ChannelHead& head(ChannelId c) { return *reinterpret_cast<ChannelHead*>(block_ + info(c).offset); }
  const ChannelHead& head(ChannelId c) const { return *reinterpret_cast<const ChannelHead*>(block_ + info(c).offset); }
  Message* slots(ChannelId c) { return reinterpret_cast<Message*>(block_ + info(c).offset + sizeof(ChannelHead)); }
  const Message* slots(ChannelId c) const {
    return reinterpret_cast<const Message*>(block_ + info(c).offset + sizeof(ChannelHead));
  }
  std::uint32_t place(ChannelId c, std::uint32_t position) const {
    const std::uint32_t p = head(c).first + position;
    return p >= info(c).capacity ? p - info(c).capacity : p;
  }

  const std::vector<ChannelInfo>* table_ = nullptr;
  std::byte* block_ = nullptr;
  bool canonical_ = true;
};

}  // namespace sim
