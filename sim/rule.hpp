#pragma once
// A rule is one thing that may happen. Guard and effect stand side by side; nothing else changes the state.
//
// A rule belongs to a channel (what the receiver does with the message at the head) or to an actor (what it does by
// itself). The guard of a channel rule reads that head and its receiver's record; the guard of an actor rule reads its
// own record and no heads. An effect never chooses: every choice is in the binding, so that exploring sees all of them
// and a run samples them.
#include <cstdint>
#include <string_view>

#include "sim/ids.hpp"
#include "sim/time.hpp"

namespace sim {

// Who wants the step. `can_always` searches without steps of faults and of commands that were not given yet.
enum class Role : std::uint8_t { engine, command, fault };

// Which of several steps due at the same time goes first; then the lower actor, then the older.
enum class Rank : std::uint8_t { fault, command, control, storage, trigger, timer, data };

// `no_room` is tried again when the full outbox drains; `no` when the actor is touched.
enum class Ready : std::uint8_t { no, yes, no_room };

// What a timed run knows about one step of an actor rule when it becomes enabled. Times are microseconds.
struct Moment {
  Time now;
  Time last;             // when this same step was last due, or `never` if it has not fired yet
  std::uint64_t random;  // one draw of the actor's own stream
};

template <class W>
struct ChannelRule {
  std::string_view name;       // "acknowledge_checkpoint"
  std::uint8_t channel_class;  // with `message_kind` the key of a look-up table
  std::uint8_t message_kind;
  Rank rank;
  Ready (*guard)(const W&, ChannelId, const typename W::Message&);  // null: always yes
  void (*effect)(W&, ChannelId, const typename W::Message&);        // the head has been taken off the channel
};

template <class W>
struct ActorRule {
  std::string_view name;  // "trigger_checkpoint"
  std::uint8_t actor_kind;
  Role role;
  Rank rank;
  std::uint32_t (*bindings)(const W&, ActorId);  // how many: 0 .. n-1; null: one
  Ready (*guard)(const W&, ActorId, std::uint32_t binding);
  void (*effect)(W&, ActorId, std::uint32_t binding);
  Time (*due)(const W&, ActorId, std::uint32_t binding,
              const Moment&);  // asked once, when it becomes enabled; null: at once
};

// One enabled step: a channel rule (found by the head of `subject`) or the actor rule number `rule` of actor `subject`.
struct Step {
  std::uint32_t subject;
  std::uint16_t rule;
  std::uint16_t binding;
  static constexpr std::uint16_t take = 0xffff;  // `rule` of a channel step
  bool of_channel() const { return rule == take; }
  friend bool operator==(const Step&, const Step&) = default;
};
static_assert(sizeof(Step) == 8);

}  // namespace sim
