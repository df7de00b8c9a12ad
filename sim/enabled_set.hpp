#pragma once
// The enabled steps of a machine, kept from what each step touched, for choosers without clocks.
//
// They are kept by *subject*: channel c is subject c, actor a is subject channels + a. Touching an actor asks its own
// rules again and the heads of its inboxes, whose guards read its record; taking from a data channel asks its sender
// again, who may have waited for room. Subjects whose steps belong to the engine lie in one dense list, those of
// commands and faults in another, since who chooses decides about the moment of these in another way. No step allocates
// once the lists have grown. Machine::enabled is the oracle: tests/sim/walk_test.cpp, tests/laws/fuzz_test.cpp.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/machine.hpp"

namespace sim {

template <World W>
class EnabledSet {
 public:
  using Subject = std::uint32_t;

  // `world` outlives the set. Empty until reset().
  explicit EnabledSet(W& world)
      : world_(&world),
        channels_(world.channels().size()),
        steps_(channels_ + world.actor_count()),
        place_(steps_.size(), nowhere),
        held_(steps_.size(), 0),
        asked_(steps_.size(), 0),
        inbox_begin_(world.actor_count() + 2, 0) {
    for (ChannelId c = 0; c < channels_; ++c)
      if (receiver(c) != nobody) ++inbox_begin_[receiver(c) + 2];
    for (std::size_t a = 2; a < inbox_begin_.size(); ++a) inbox_begin_[a] += inbox_begin_[a - 1];
    inboxes_.resize(channels_);
    for (ChannelId c = 0; c < channels_; ++c)
      if (receiver(c) != nobody) inboxes_[inbox_begin_[receiver(c) + 1]++] = c;
  }

  // Looks at everything: the state that the world is in now.
  void reset() {
    for (std::vector<Subject>& l : lists_) l.clear();
    std::fill(place_.begin(), place_.end(), nowhere);
    for (Subject s = 0; s < steps_.size(); ++s) refresh(s);
  }

  // After Machine::apply, while the tape still tells of it.
  void applied() {
    ++round_;
    const Tape& tape = world_->tape();
    for (const ActorId a : tape.touched) ask_actor(a);
    for (const auto* list : {&tape.taken, &tape.cleared})
      for (const ChannelId c : *list) {
        ask(c);
        if (info(c).data_capacity != 0 && info(c).sender != nobody) ask_actor(info(c).sender);
      }
    for (const auto* list : {&tape.sent, &tape.changed})
      for (const ChannelId c : *list) ask(c);
  }

  // For a rule whose guard reads what no touch of its actor tells of: asks the actor's rules again.
  void look_again(ActorId a) { refresh(channels_ + a); }

  std::size_t subjects() const { return steps_.size(); }
  // Subjects with a step of the engine; with a step of a command or a fault. In no meaningful order, but always the
  // same.
  const std::vector<Subject>& of_engine() const { return lists_[0]; }
  const std::vector<Subject>& held() const { return lists_[1]; }
  const std::vector<Step>& of(Subject s) const { return steps_[s]; }  // of a listed one
  Role role(Subject s) const { return Machine<W>::role(*world_, steps_[s].front()); }

 private:
  static constexpr std::uint32_t nowhere = 0xffffffffU;

  const ChannelInfo& info(ChannelId c) const { return world_->channels().info(c); }
  ActorId receiver(ChannelId c) const { return info(c).receiver; }

  void ask(Subject s) {
    if (asked_[s] == round_) return;
    asked_[s] = round_;
    refresh(s);
  }
  void ask_actor(ActorId a) {
    ask(channels_ + a);
    for (std::uint32_t i = inbox_begin_[a]; i < inbox_begin_[a + 1]; ++i)
      if (const ChannelId c = inboxes_[i]; place_[c] != nowhere || !world_->channels().empty(c)) ask(c);
  }

  void refresh(Subject s) {
    if (s >= channels_) return refresh_actor(s);
    const auto& channels = std::as_const(*world_).channels();
    if (!info(s).any_order) {  // one step at most, always the same
      const bool ready = channels.takeable(s) && Machine<W>::ready(*world_, {s, Step::take, 0}) == Ready::yes;
      if (ready == (place_[s] != nowhere)) return;
      if (steps_[s].empty()) steps_[s].push_back({s, Step::take, 0});
      return list(s, ready, false);
    }
    std::vector<Step>& steps = steps_[s];
    steps.clear();
    if (channels.takeable(s))
      for (std::uint16_t p = 0; p < channels.count(s); ++p)
        if (const Step step{s, Step::take, p}; Machine<W>::ready(*world_, step) == Ready::yes) steps.push_back(step);
    list(s, !steps.empty(), false);
  }
  void refresh_actor(Subject s) {
    std::vector<Step>& steps = steps_[s];
    steps.clear();
    Machine<W>::enabled_of(*world_, s - channels_, steps);
    list(s, !steps.empty(), !steps.empty() && role(s) != Role::engine);
  }

  void list(Subject s, bool in, bool held) {
    if (place_[s] != nowhere && (!in || held_[s] != held)) {
      std::vector<Subject>& from = lists_[held_[s]];
      place_[from.back()] = place_[s];
      from[place_[s]] = from.back();
      from.pop_back();
      place_[s] = nowhere;
    }
    if (!in || place_[s] != nowhere) return;
    held_[s] = held;
    place_[s] = static_cast<std::uint32_t>(lists_[held].size());
    lists_[held].push_back(s);
  }

  W* world_;
  std::uint32_t channels_;
  std::vector<std::vector<Step>> steps_;  // by subject
  std::vector<std::uint32_t> place_;      // by subject: in its list
  std::vector<std::uint8_t> held_;        // by subject: which list
  std::vector<std::uint64_t> asked_;      // by subject: the round in which it was
  std::vector<std::uint32_t> inbox_begin_;
  std::vector<ChannelId> inboxes_;
  std::vector<Subject> lists_[2];
  std::uint64_t round_ = 0;
};

}  // namespace sim
