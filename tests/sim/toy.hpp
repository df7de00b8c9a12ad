#pragma once
// A toy world that uses everything a driver must keep track of. A producer broadcasts items and markers to workers,
// workers pass them on, a collector aligns on markers (it blocks the inputs that are ahead) and acknowledges each item;
// an operator may put a worker to sleep (its guard then says no), flush a worker's inbox (what was in it is lost), or
// break a worker.
#include <memory>
#include <string>
#include <vector>

#include "sim/delay.hpp"
#include "sim/machine.hpp"

namespace toy {

struct RelayPlan {
  std::uint8_t workers = 2, items = 3, markers = 1;
  std::uint8_t sleeps = 0, flushes = 0, breaks = 0;  // budgets of the operator
  std::uint16_t feed = 2, forward = 1;               // capacities for items
  std::uint16_t acks = 64;                           // capacity of the control channel
  bool any_order = false, fused_acks = false, canonical = true;
  sim::Delay latency[4] = {};  // by class of channel
  sim::Delay service = {}, pace = {};
};

class Relay {
 public:
  enum Kind : std::uint8_t { item, marker, ack, sleep, flush };
  enum Class : std::uint8_t { feed, forward, acks, orders };
  enum ActorKind : std::uint8_t { producer, worker, collector, operating };
  struct Message {
    std::uint8_t kind, number;
  };
  struct Worker {
    std::uint8_t passed, lost, asleep, broken;
  };
  struct Record {
    std::uint8_t emitted, marked, acknowledged, got, aligned, rounds, ticks, sleeps, flushes, breaks;
    std::uint8_t pad[6];
    Worker worker[8];
  };
  using W = Relay;

  explicit Relay(const RelayPlan& plan)
      : plan_(plan), rules_(std::make_shared<sim::Rulebook<W>>(channel_rules(), actor_rules())) {
    std::uint32_t offset = sizeof(Record);
    const auto add = [&](sim::ActorId from, sim::ActorId to, std::uint16_t capacity, std::uint16_t data, Class c,
                         bool any) {
      table_.push_back({offset, from, to, capacity, data, c, any, 0});
      offset += static_cast<std::uint32_t>(sim::Channels<Message>::bytes(capacity) + 7) / 8 * 8;
    };
    const auto room = [&](std::uint16_t data) { return static_cast<std::uint16_t>(data + plan.markers); };
    for (sim::ActorId i = 0; i < plan.workers; ++i) add(0, 1 + i, room(plan.feed), plan.feed, feed, false);
    for (sim::ActorId i = 0; i < plan.workers; ++i)
      add(1 + i, collecting(), room(plan.forward), plan.forward, forward, false);
    add(collecting(), 0, plan.acks, 0, acks, plan.any_order);
    for (sim::ActorId i = 0; i < plan.workers; ++i) add(operator_(), 1 + i, 4, 0, orders, plan.any_order);
    block_.resize(offset);
    channels_ = sim::Channels<Message>(table_, plan.canonical);
    channels_.bind(block_.data());
    record().sleeps = plan.sleeps;
    record().flushes = plan.flushes;
    record().breaks = plan.breaks;
  }
  Relay(const Relay&) = delete;

  const RelayPlan& plan() const { return plan_; }
  Record& record() { return *reinterpret_cast<Record*>(block_.data()); }
  const Record& record() const { return *reinterpret_cast<const Record*>(block_.data()); }
  sim::Rulebook<W>& rulebook() { return *rules_; }
  sim::ChannelId feed_of(sim::ActorId w) const { return w - 1; }
  sim::ChannelId forward_of(sim::ActorId w) const { return plan_.workers + w - 1; }
  sim::ChannelId ack_channel() const { return 2U * plan_.workers; }
  sim::ChannelId orders_of(std::uint32_t i) const { return 2U * plan_.workers + 1 + i; }
  sim::ActorId collecting() const { return 1U + plan_.workers; }
  sim::ActorId operator_() const { return 2U + plan_.workers; }

  sim::Channels<Message>& channels() { return channels_; }
  const sim::Channels<Message>& channels() const { return channels_; }
  const sim::Rulebook<W>& rules() const { return *rules_; }
  sim::Tape& tape() { return tape_; }
  std::span<std::byte> block() { return block_; }
  std::uint32_t actor_count() const { return 3U + plan_.workers; }
  std::uint8_t actor_kind(sim::ActorId a) const {
    return a == 0 ? producer : a <= plan_.workers ? worker : a == collecting() ? collector : operating;
  }
  std::uint8_t kind_of(const Message& m) const { return m.kind; }
  bool fused(sim::ChannelId, const Message& m) const { return plan_.fused_acks && m.kind == ack; }
  sim::Time latency(sim::ChannelId c, const Message&, std::uint64_t random) const {
    return plan_.latency[channels_.info(c).channel_class].draw(random);
  }
  sim::Time service(sim::ActorId a, const Message& m, std::uint64_t random) const {
    return actor_kind(a) == worker && m.kind == item ? plan_.service.draw(random) : 0;
  }
  std::string actor_name(sim::ActorId a) const {
    static const char* const names[] = {"producer", "worker", "collector", "operator"};
    const std::uint8_t kind = actor_kind(a);
    return kind == worker ? "worker/" + std::to_string(a - 1) : names[kind];
  }
  std::string channel_name(sim::ChannelId c) const {
    return actor_name(channels_.info(c).sender) + " to " + actor_name(channels_.info(c).receiver);
  }

  void send(sim::ChannelId c, Message m) {
    if (channels_.closed(c)) return;
    if (channels_.push(c, m))
      tape_.sent.push_back(c);
    else
      tape_.overflow = "the channel " + channel_name(c) + " is full";
  }

 private:
  static sim::Ready yes_if(bool b) { return b ? sim::Ready::yes : sim::Ready::no; }

  static std::vector<sim::ChannelRule<W>> channel_rules() {
    using sim::ChannelId;
    return {
        {"pass_item", feed, item, sim::Rank::data,
         [](const W& w, ChannelId c, const Message&) {
           const sim::ActorId a = w.channels_.info(c).receiver;
           if (w.record().worker[a - 1].asleep || w.record().worker[a - 1].broken) return sim::Ready::no;
           return w.channels_.has_room_for_data(w.forward_of(a)) ? sim::Ready::yes : sim::Ready::no_room;
         },
         [](W& w, ChannelId c, const Message& m) {
           const sim::ActorId a = w.channels_.info(c).receiver;
           ++w.record().worker[a - 1].passed;
           w.send(w.forward_of(a), m);
         }},
        {"pass_marker", feed, marker, sim::Rank::data, nullptr,
         [](W& w, ChannelId c, const Message& m) { w.send(w.forward_of(w.channels_.info(c).receiver), m); }},
        {"fall_asleep", orders, sleep, sim::Rank::control, nullptr,
         [](W& w, ChannelId c, const Message&) { w.record().worker[w.channels_.info(c).receiver - 1].asleep = 1; }},
        {"flush_inbox", orders, flush, sim::Rank::control, nullptr,
         [](W& w, ChannelId c, const Message&) {
           const sim::ActorId a = w.channels_.info(c).receiver;
           auto& lost = w.record().worker[a - 1].lost;
           lost = static_cast<std::uint8_t>(lost + w.channels_.count(w.feed_of(a)));
           w.channels_.clear(w.feed_of(a));
           w.tape_.cleared.push_back(w.feed_of(a));
         }},
        {"collect_item", forward, item, sim::Rank::data, nullptr,
         [](W& w, ChannelId, const Message& m) {
           ++w.record().got;
           w.send(w.ack_channel(), {ack, m.number});
         }},
        {"align", forward, marker, sim::Rank::data, nullptr,
         [](W& w, ChannelId c, const Message&) {
           auto& aligned = w.record().aligned;
           aligned = static_cast<std::uint8_t>(aligned | 1U << (w.channels_.info(c).sender - 1));
           w.channels_.set_blocked(c, true);
           w.tape_.changed.push_back(c);
           if (aligned != (1U << w.plan_.workers) - 1) return;
           aligned = 0;
           ++w.record().rounds;
           for (sim::ActorId i = 1; i <= w.plan_.workers; ++i) {
             w.channels_.set_blocked(w.forward_of(i), false);
             w.tape_.changed.push_back(w.forward_of(i));
           }
         }},
        {"note_ack", acks, ack, sim::Rank::control, nullptr,
         [](W& w, ChannelId, const Message&) {
           ++w.record().acknowledged;
           w.tape_.touched.push_back(0);
         }},
    };
  }

  static std::vector<sim::ActorRule<W>> actor_rules() {
    using sim::ActorId, sim::Role, sim::Rank, sim::Ready, sim::Moment, sim::Time;
    const auto workers = [](const W& w, ActorId) -> std::uint32_t { return w.plan_.workers; };
    return {
        {"emit", producer, Role::engine, Rank::data, nullptr,
         [](const W& w, ActorId, std::uint32_t) {
           if (w.record().emitted == w.plan_.items) return Ready::no;
           for (ActorId i = 1; i <= w.plan_.workers; ++i)
             if (!w.channels_.has_room_for_data(w.feed_of(i))) return Ready::no_room;
           return Ready::yes;
         },
         [](W& w, ActorId, std::uint32_t) {
           const std::uint8_t number = w.record().emitted++;
           for (ActorId i = 1; i <= w.plan_.workers; ++i) w.send(w.feed_of(i), {item, number});
         },
         [](const W& w, ActorId, std::uint32_t, const Moment& m) {
           return m.last == sim::never ? m.now : m.last + w.plan_.pace.draw(m.random);
         }},
        {"mark", producer, Role::engine, Rank::trigger, nullptr,
         [](const W& w, ActorId, std::uint32_t) {
           return yes_if(w.record().marked < w.plan_.markers && w.record().emitted > w.record().marked);
         },
         [](W& w, ActorId, std::uint32_t) {
           const std::uint8_t number = w.record().marked++;
           for (ActorId i = 1; i <= w.plan_.workers; ++i) w.send(w.feed_of(i), {marker, number});
         },
         [](const W&, ActorId, std::uint32_t, const Moment& m) {
           return m.now + static_cast<Time>(m.random % 30'000);
         }},
        {"wake_up", worker, Role::engine, Rank::timer, nullptr,
         [](const W& w, ActorId a, std::uint32_t) { return yes_if(w.record().worker[a - 1].asleep); },
         [](W& w, ActorId a, std::uint32_t) { w.record().worker[a - 1].asleep = 0; },
         [](const W&, ActorId, std::uint32_t, const Moment& m) { return m.now + 5'000; }},
        {"tick", collector, Role::engine, Rank::timer, nullptr,
         [](const W& w, ActorId, std::uint32_t) { return yes_if(w.record().ticks * 2 + 1 < w.record().got); },
         [](W& w, ActorId, std::uint32_t) { ++w.record().ticks; },
         [](const W&, ActorId, std::uint32_t, const Moment& m) { return m.now + 700; }},
        {"order_sleep", operating, Role::command, Rank::command, workers,
         [](const W& w, ActorId, std::uint32_t) { return yes_if(w.record().sleeps > 0); },
         [](W& w, ActorId, std::uint32_t b) {
           --w.record().sleeps;
           w.send(w.orders_of(b), {sleep, 0});
         },
         [](const W&, ActorId, std::uint32_t, const Moment& m) {
           return m.now + static_cast<Time>(m.random % 40'000);
         }},
        {"order_flush", operating, Role::command, Rank::command, workers,
         [](const W& w, ActorId, std::uint32_t) { return yes_if(w.record().flushes > 0); },
         [](W& w, ActorId, std::uint32_t b) {
           --w.record().flushes;
           w.send(w.orders_of(b), {flush, 0});
         },
         [](const W&, ActorId, std::uint32_t, const Moment& m) {
           return m.now + static_cast<Time>(m.random % 40'000);
         }},
        {"break_worker", operating, Role::fault, Rank::fault, workers,
         [](const W& w, ActorId, std::uint32_t) { return yes_if(w.record().breaks > 0); },
         [](W& w, ActorId, std::uint32_t b) {
           --w.record().breaks;
           w.record().worker[b].broken = 1;
           w.tape_.touched.push_back(1 + b);
         },
         [](const W&, ActorId, std::uint32_t, const Moment& m) {
           return m.now + static_cast<Time>(m.random % 60'000);
         }},
    };
  }

  RelayPlan plan_;
  std::vector<std::byte> block_;
  std::vector<sim::ChannelInfo> table_;
  sim::Channels<Message> channels_;
  sim::Tape tape_;
  std::shared_ptr<sim::Rulebook<W>> rules_;
};

}  // namespace toy
