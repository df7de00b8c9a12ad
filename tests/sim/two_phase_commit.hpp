#pragma once
// Two-phase commit as Gray and Lamport specify it ("Consensus on Transaction Commit", 2006): a transaction manager, n
// resource managers, and a set of messages that only grows. No channels: the messages are a part of the state that all
// may read.
#include <cstring>
#include <string>
#include <vector>

#include "sim/machine.hpp"

namespace toy {

class TwoPhaseCommit {
 public:
  struct Message {
    std::uint8_t unused;
  };
  enum : std::uint8_t {
    working,
    prepared,
    committed,
    aborted
  };  // of a resource manager and, without `prepared`, of the manager
  enum : std::uint8_t { commit_sent = 1, abort_sent = 2 };
  struct Record {
    std::uint8_t manager, decision_messages, prepared_messages, known_prepared;
    std::uint8_t rm[8];
  };

  explicit TwoPhaseCommit(std::uint32_t n) : n_(n), block_(sizeof(Record)), rules_({}, rules_table()) {
    channels_ = sim::Channels<Message>(no_channels_, true);
    channels_.bind(block_.data());
  }
  TwoPhaseCommit(const TwoPhaseCommit&) = delete;

  std::uint32_t n() const { return n_; }
  const Record& record() const { return *reinterpret_cast<const Record*>(block_.data()); }
  Record& record() { return *reinterpret_cast<Record*>(block_.data()); }
  bool all(std::uint8_t a, std::uint8_t b) const {
    for (std::uint32_t i = 0; i < n_; ++i)
      if (record().rm[i] != a && record().rm[i] != b) return false;
    return true;
  }
  sim::Rulebook<TwoPhaseCommit>& rulebook() { return rules_; }

  sim::Channels<Message>& channels() { return channels_; }
  const sim::Channels<Message>& channels() const { return channels_; }
  const sim::Rulebook<TwoPhaseCommit>& rules() const { return rules_; }
  sim::Tape& tape() { return tape_; }
  std::span<std::byte> block() { return block_; }
  std::uint32_t actor_count() const { return n_ + 1; }
  std::uint8_t actor_kind(sim::ActorId a) const { return a == n_ ? 1 : 0; }
  std::uint8_t kind_of(const Message&) const { return 0; }
  bool fused(sim::ChannelId, const Message&) const { return false; }
  sim::Time latency(sim::ChannelId, const Message&, std::uint64_t) const { return 0; }
  sim::Time service(sim::ActorId, const Message&, std::uint64_t) const { return 0; }
  std::string actor_name(sim::ActorId a) const { return a == n_ ? "manager" : "rm/" + std::to_string(a); }
  std::string channel_name(sim::ChannelId) const { return {}; }

  using W = TwoPhaseCommit;
  static sim::ActorRule<W> rm_rule(std::string_view name, sim::Ready (*guard)(const W&, sim::ActorId, std::uint32_t),
                                   void (*effect)(W&, sim::ActorId, std::uint32_t),
                                   sim::Role role = sim::Role::engine) {
    return {name, 0, role, sim::Rank::control, nullptr, guard, effect, nullptr};
  }
  static sim::ActorRule<W> receive_abort(sim::Role role) {
    return rm_rule(
        "receive_abort",
        [](const W& w, sim::ActorId a, std::uint32_t) {
          return yes_if((w.record().decision_messages & abort_sent) && w.record().rm[a] != aborted);
        },
        [](W& w, sim::ActorId a, std::uint32_t) { w.record().rm[a] = aborted; }, role);
  }

 private:
  static sim::Ready yes_if(bool b) { return b ? sim::Ready::yes : sim::Ready::no; }

  static std::vector<sim::ActorRule<W>> rules_table() {
    using sim::ActorId;
    const auto manager_rule = [](std::string_view name, auto bindings, auto guard, auto effect) {
      return sim::ActorRule<W>{name, 1, sim::Role::engine, sim::Rank::control, bindings, guard, effect, nullptr};
    };
    return {
        rm_rule(
            "prepare", [](const W& w, ActorId a, std::uint32_t) { return yes_if(w.record().rm[a] == working); },
            [](W& w, ActorId a, std::uint32_t) {
              w.record().rm[a] = prepared;
              w.record().prepared_messages = static_cast<std::uint8_t>(w.record().prepared_messages | 1U << a);
            }),
        rm_rule(
            "choose_to_abort", [](const W& w, ActorId a, std::uint32_t) { return yes_if(w.record().rm[a] == working); },
            [](W& w, ActorId a, std::uint32_t) { w.record().rm[a] = aborted; }),
        rm_rule(
            "receive_commit",
            [](const W& w, ActorId a, std::uint32_t) {
              return yes_if((w.record().decision_messages & commit_sent) && w.record().rm[a] != committed);
            },
            [](W& w, ActorId a, std::uint32_t) { w.record().rm[a] = committed; }),
        receive_abort(sim::Role::engine),
        manager_rule(
            "receive_prepared", [](const W& w, ActorId) { return w.n_; },
            [](const W& w, ActorId, std::uint32_t b) {
              return yes_if(w.record().manager == working && (w.record().prepared_messages >> b & 1U) &&
                            !(w.record().known_prepared >> b & 1U));
            },
            [](W& w, ActorId, std::uint32_t b) {
              w.record().known_prepared = static_cast<std::uint8_t>(w.record().known_prepared | 1U << b);
            }),
        manager_rule(
            "commit", nullptr,
            [](const W& w, ActorId, std::uint32_t) {
              return yes_if(w.record().manager == working && w.record().known_prepared == (1U << w.n_) - 1);
            },
            [](W& w, ActorId, std::uint32_t) {
              w.record().manager = committed;
              w.record().decision_messages |= commit_sent;
            }),
        manager_rule(
            "abort", nullptr, [](const W& w, ActorId, std::uint32_t) { return yes_if(w.record().manager == working); },
            [](W& w, ActorId, std::uint32_t) {
              w.record().manager = aborted;
              w.record().decision_messages |= abort_sent;
            }),
    };
  }

  std::uint32_t n_;
  std::vector<std::byte> block_;
  std::vector<sim::ChannelInfo> no_channels_;
  sim::Channels<Message> channels_;
  sim::Tape tape_;
  sim::Rulebook<W> rules_;
};

}  // namespace toy
