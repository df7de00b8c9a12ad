#pragma once
// How each protocol file adds its rows to the table of all rules (rulebook.cpp).
#include "model/rules/rules.hpp"

namespace model {

constexpr std::uint8_t kind(ActorKind k) { return static_cast<std::uint8_t>(k); }
constexpr std::uint8_t kind(ChannelClass k) { return static_cast<std::uint8_t>(k); }
constexpr std::uint8_t kind(MessageKind k) { return static_cast<std::uint8_t>(k); }

struct Rules {
  std::vector<ChannelRule> channels;
  std::vector<ActorRule> actors;
  void of_channel(const ChannelRule& r) { channels.push_back(r); }
  void of_actor(const ActorRule& r) { actors.push_back(r); }
};

void add_timeline(Rules&);
void add_commands(Rules&);
void add_restore(Rules&);
void add_enumerator(Rules&);
void add_dataflow(Rules&);
void add_trigger(Rules&);
void add_checkpoint(Rules&);
void add_extra_checkpoint(Rules&);
void add_abort(Rules&);
void add_alignment(Rules&);
void add_aborted_stop(Rules&);
void add_unaligned(Rules&);
void add_notices(Rules&);
void add_stop(Rules&);
void add_ending(Rules&);
void add_windows(Rules&);
void add_failure(Rules&);
void add_faults(Rules&);

}  // namespace model
