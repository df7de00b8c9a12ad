#pragma once
// Many sources, one merger, few sinks: a busy actor with many inputs, most of which have no room.
#include <string>
#include <vector>

#include "sim/delay.hpp"
#include "sim/machine.hpp"

namespace toy {

struct FunnelPlan {
  std::uint32_t sources = 10, sinks = 1;
  std::uint16_t items = 5, in = 2, out = 1;  // of each source; capacities
  sim::Delay merging = {}, sinking = {}, latency = {};
};

class Funnel {
 public:
  struct Message {
    std::uint32_t source;
    std::uint16_t number, zero;
  };
  using W = Funnel;

  explicit Funnel(const FunnelPlan& plan)
      : plan_(plan),
        rules_({{"merge", 0, 0, sim::Rank::data, merge_guard, merge}, {"sink", 1, 0, sim::Rank::data, nullptr, sink}},
               {{"emit", 0, sim::Role::engine, sim::Rank::data, nullptr, emit_guard, emit, nullptr}}) {
    std::uint32_t offset = (plan.sources * 2 + plan.sinks * 8 + 15) / 8 * 8;
    counts_ = 0;
    sunk_ = (plan.sources * 2 + 7) / 8 * 8;
    const auto add = [&](sim::ActorId from, sim::ActorId to, std::uint16_t capacity, std::uint8_t channel_class) {
      table_.push_back({offset, from, to, capacity, capacity, channel_class, 0, 0});
      offset += static_cast<std::uint32_t>(sim::Channels<Message>::bytes(capacity));
    };
    for (std::uint32_t i = 0; i < plan.sources; ++i) add(i, plan.sources, plan.in, 0);
    for (std::uint32_t i = 0; i < plan.sinks; ++i) add(plan.sources, plan.sources + 1 + i, plan.out, 1);
    block_.resize(offset);
    channels_ = sim::Channels<Message>(table_, false);
    channels_.bind(block_.data());
  }
  Funnel(const Funnel&) = delete;

  std::uint16_t& emitted(std::uint32_t i) { return reinterpret_cast<std::uint16_t*>(block_.data() + counts_)[i]; }
  const std::uint16_t& emitted(std::uint32_t i) const {
    return reinterpret_cast<const std::uint16_t*>(block_.data() + counts_)[i];
  }
  std::uint64_t& sunk(std::uint32_t i) { return reinterpret_cast<std::uint64_t*>(block_.data() + sunk_)[i]; }
  sim::ChannelId out_of(const Message& m) const { return plan_.sources + m.number % plan_.sinks; }

  sim::Channels<Message>& channels() { return channels_; }
  const sim::Channels<Message>& channels() const { return channels_; }
  const sim::Rulebook<W>& rules() const { return rules_; }
  sim::Tape& tape() { return tape_; }
  std::span<std::byte> block() { return block_; }
  std::uint32_t actor_count() const { return plan_.sources + 1 + plan_.sinks; }
  std::uint8_t actor_kind(sim::ActorId a) const { return a < plan_.sources ? 0 : a == plan_.sources ? 1 : 2; }
  std::uint8_t kind_of(const Message&) const { return 0; }
  bool fused(sim::ChannelId, const Message&) const { return false; }
  sim::Time latency(sim::ChannelId, const Message&, std::uint64_t random) const { return plan_.latency.draw(random); }
  sim::Time service(sim::ActorId a, const Message&, std::uint64_t random) const {
    return (a == plan_.sources ? plan_.merging : plan_.sinking).draw(random);
  }
  bool latency_varies(sim::ChannelId) const { return !plan_.latency.is_constant(); }
  bool service_varies(sim::ActorId a) const {
    return !(a == plan_.sources ? plan_.merging : plan_.sinking).is_constant();
  }
  std::string actor_name(sim::ActorId a) const {
    if (a == plan_.sources) return "merger";
    return a < plan_.sources ? "source/" + std::to_string(a) : "sink/" + std::to_string(a - plan_.sources - 1);
  }
  std::string channel_name(sim::ChannelId c) const {
    return actor_name(channels_.info(c).sender) + " to " + actor_name(channels_.info(c).receiver);
  }

 private:
  static sim::Ready room(const W& w, sim::ChannelId c) {
    return w.channels_.has_room_for_data(c) ? sim::Ready::yes : sim::Ready::no_room;
  }
  static sim::Ready merge_guard(const W& w, sim::ChannelId, const Message& m) { return room(w, w.out_of(m)); }
  static void merge(W& w, sim::ChannelId, const Message& m) {
    expects(w.channels_.push(w.out_of(m), m));
    w.tape_.sent.push_back(w.out_of(m));
  }
  static void sink(W& w, sim::ChannelId c, const Message&) { ++w.sunk(c - w.plan_.sources); }
  static sim::Ready emit_guard(const W& w, sim::ActorId a, std::uint32_t) {
    return w.emitted(a) == w.plan_.items ? sim::Ready::no : room(w, a);
  }
  static void emit(W& w, sim::ActorId a, std::uint32_t) {
    expects(w.channels_.push(a, {a, w.emitted(a)++, 0}));
    w.tape_.sent.push_back(a);
  }

  FunnelPlan plan_;
  std::uint32_t counts_ = 0, sunk_ = 0;
  std::vector<std::byte> block_;
  std::vector<sim::ChannelInfo> table_;
  sim::Channels<Message> channels_;
  sim::Tape tape_;
  sim::Rulebook<W> rules_;
};

}  // namespace toy
