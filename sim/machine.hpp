#pragma once
// How a step happens, in one place: both loops, replay and the tests come through here.
//
// A World is a view: pointers bound once to one working block of bytes, which holds the whole state (channels included,
// and in exploration what properties remember). Drivers copy states into and out of that block; rules see named
// records. Tested in tests/sim/machine_test.cpp on toy worlds.
#include <concepts>
#include <span>
#include <string>
#include <vector>

#include "sim/channels.hpp"
#include "sim/rulebook.hpp"
#include "sim/tape.hpp"

namespace sim {

template <class W>
concept World = requires(W world, const W& view, ActorId actor, ChannelId channel, const typename W::Message& message,
                         std::uint64_t random) {
  { world.channels() } -> std::same_as<Channels<typename W::Message>&>;
  { view.channels() } -> std::same_as<const Channels<typename W::Message>&>;
  { view.rules() } -> std::same_as<const Rulebook<W>&>;
  { world.tape() } -> std::same_as<Tape&>;
  { world.block() } -> std::same_as<std::span<std::byte>>;  // the whole state; its size never changes
  { view.actor_count() } -> std::same_as<std::uint32_t>;
  { view.actor_kind(actor) } -> std::same_as<std::uint8_t>;
  { view.kind_of(message) } -> std::same_as<std::uint8_t>;
  { view.fused(channel, message) } -> std::same_as<bool>;  // delivered in the step that sends it
  // Only timed runs ask these two. Microseconds; `random` is one draw of the channel's or the actor's stream.
  { view.latency(channel, message, random) } -> std::same_as<Time>;
  { view.service(actor, message, random) } -> std::same_as<Time>;  // how long taking `message` keeps `actor` busy
  // For people and traces: "source/0", "barrier to sink/0".
  { view.actor_name(actor) } -> std::same_as<std::string>;
  { view.channel_name(channel) } -> std::same_as<std::string>;
};

template <World W>
class Machine {
 public:
  using Message = typename W::Message;

  // All enabled steps by a full scan, sorted by construction: channels first, then actors. The oracle of every faster
  // way.
  static void enabled(const W& world, std::vector<Step>& out) {
    out.clear();
    const auto& channels = world.channels();
    for (ChannelId c = 0; c < channels.size(); ++c) {
      if (!channels.takeable(c)) continue;
      const std::uint16_t choices = channels.info(c).any_order ? channels.count(c) : std::uint16_t{1};
      for (std::uint16_t p = 0; p < choices; ++p)
        if (Step s{c, Step::take, p}; ready(world, s) == Ready::yes) out.push_back(s);
    }
    for (ActorId a = 0; a < world.actor_count(); ++a) enabled_of(world, a, out);
  }

  // Appends the enabled steps of the actor's own rules.
  static void enabled_of(const W& world, ActorId a, std::vector<Step>& out) {
    for (std::uint16_t row : world.rules().of_kind(world.actor_kind(a))) {
      const auto& rule = world.rules().of_actors()[row];
      const std::uint32_t n = rule.bindings ? rule.bindings(world, a) : 1;
      for (std::uint32_t b = 0; b < n; ++b)
        if (rule.guard(world, a, b) == Ready::yes) out.push_back({a, row, static_cast<std::uint16_t>(b)});
    }
  }

  static const ChannelRule<W>* channel_rule(const W& world, Step s) {
    const auto& channels = world.channels();
    return world.rules().find(channels.info(s.subject).channel_class, world.kind_of(channels.at(s.subject, s.binding)));
  }

  static Ready ready(const W& world, Step s) {
    if (!s.of_channel()) return world.rules().of_actors()[s.rule].guard(world, s.subject, s.binding);
    if (!world.channels().takeable(s.subject) || s.binding >= world.channels().count(s.subject)) return Ready::no;
    const ChannelRule<W>* rule = channel_rule(world, s);
    if (!rule) return Ready::no;
    return rule->guard ? rule->guard(world, s.subject, world.channels().at(s.subject, s.binding)) : Ready::yes;
  }

  // Expects the step to be enabled. Messages of fused kinds are delivered before it returns.
  static void apply(W& world, Step s) {
    world.tape().clear();
    if (s.of_channel()) {
      take(world, s.subject, s.binding);
    } else {
      world.tape().touched.push_back(s.subject);
      world.rules().of_actors()[s.rule].effect(world, s.subject, s.binding);
    }
    for (std::size_t i = 0; i < world.tape().sent.size(); ++i) {
      const ChannelId c = world.tape().sent[i];
      if (world.channels().count(c) && world.fused(c, world.channels().at(c, 0))) take(world, c, 0);
    }
  }

  static Role role(const W& world, Step s) {
    return s.of_channel() ? Role::engine : world.rules().of_actors()[s.rule].role;
  }
  static ActorId actor(const W& world, Step s) {
    return s.of_channel() ? world.channels().info(s.subject).receiver : s.subject;
  }

 private:
  static void take(W& world, ChannelId c, std::uint16_t position) {
    const ChannelRule<W>* rule = channel_rule(world, {c, Step::take, position});
    expects(rule);
    const Message message = world.channels().take(c, position);
    world.tape().taken.push_back(c);
    world.tape().touched.push_back(world.channels().info(c).receiver);
    rule->effect(world, c, message);
  }
};

}  // namespace sim
