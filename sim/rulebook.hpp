#pragma once
// The table of all rules of a machine, with the two look-ups the drivers need. A defect replaces a row by its name.
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/expect.hpp"
#include "sim/rule.hpp"

namespace sim {

template <class W>
class Rulebook {
 public:
  Rulebook(std::vector<ChannelRule<W>> of_channels, std::vector<ActorRule<W>> of_actors)
      : of_channels_(std::move(of_channels)), of_actors_(std::move(of_actors)) {
    index();
  }

  // The rule for a message of this kind at the head of a channel of this class; null: it can never be taken.
  const ChannelRule<W>* find(std::uint8_t channel_class, std::uint8_t message_kind) const {
    const std::uint16_t row = table_[channel_class][message_kind];
    return row == none ? nullptr : &of_channels_[row];
  }
  // Rows of `of_actors()` that belong to this kind of actor, in reading order.
  const std::vector<std::uint16_t>& of_kind(std::uint8_t actor_kind) const { return by_kind_[actor_kind]; }

  const std::vector<ChannelRule<W>>& of_channels() const { return of_channels_; }
  const std::vector<ActorRule<W>>& of_actors() const { return of_actors_; }

  // A step that the machine does not have; its name is new.
  void add(const ActorRule<W>& rule) {
    of_actors_.push_back(rule);
    index();
  }
  // Expects a rule of that name (of the same class and kind) to exist.
  void replace(const ChannelRule<W>& rule) { replace_in(of_channels_, rule); }
  void replace(const ActorRule<W>& rule) { replace_in(of_actors_, rule); }

 private:
  static constexpr std::uint16_t none = 0xffff;
  static constexpr std::size_t classes = 32, kinds = 64;

  void index() {
    for (auto& row : table_) row.fill(none);
    by_kind_.assign(classes, {});
    for (std::size_t i = 0; i < of_channels_.size(); ++i) {
      auto& cell = table_[of_channels_[i].channel_class][of_channels_[i].message_kind];
      expects(cell == none);
      cell = static_cast<std::uint16_t>(i);
    }
    for (std::size_t i = 0; i < of_actors_.size(); ++i)
      by_kind_[of_actors_[i].actor_kind].push_back(static_cast<std::uint16_t>(i));
  }

  template <class Rule>
  void replace_in(std::vector<Rule>& rules, const Rule& rule) {
    for (Rule& old : rules) {
      if (old.name != rule.name) continue;
      old = rule;
      return index();
    }
    never_here("a rule of this name");
  }

  std::vector<ChannelRule<W>> of_channels_;
  std::vector<ActorRule<W>> of_actors_;
  std::array<std::array<std::uint16_t, kinds>, classes> table_{};
  std::vector<std::vector<std::uint16_t>> by_kind_;
};

}  // namespace sim
