#pragma once
// A chooser that follows a trace. If the trace no longer fits, it says at which step, why, and what was possible
// instead. Tested in tests/sim/replay_test.cpp.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine.hpp"
#include "sim/trace.hpp"

namespace sim {

enum class Unfit : std::uint8_t {
  no_such_rule,
  no_such_subject,  // no actor or channel of that name, or the rule does not belong to it
  no_such_binding,
  no_message,     // the channel holds no message at that place
  other_message,  // it holds one that another rule takes
  blocked,        // the receiver does not read the channel
  refused,        // the guard says no
  no_room         // the guard says that an outbox is full
};

struct Misfit {
  std::size_t step = 0;  // from 1
  NamedStep named;
  Unfit why{};
  std::string reason;   // "its guard says no"
  std::string message;  // one sentence
  Trace enabled;        // what could have happened instead
};

template <World W>
class Replay {
 public:
  // `world` outlives the chooser.
  Replay(const W& world, Trace trace) : world_(&world), trace_(std::move(trace)) {
    for (ChannelId c = 0; c < world.channels().size(); ++c) channels_.emplace(world.channel_name(c), c);
    for (ActorId a = 0; a < world.actor_count(); ++a) actors_.emplace(world.actor_name(a), a);
  }

  std::optional<Step> next(Time /*until*/ = never) {
    if (done_ == trace_.size() || misfit_) return std::nullopt;
    const NamedStep& named = trace_[done_];
    const std::optional<Step> step = is_channel_rule(named.rule) ? find_take(named) : find_own(named);
    if (step) ++done_;
    return step;
  }
  void applied(Step) {}
  bool idle() const { return true; }
  Time now() const { return 0; }

  std::size_t done() const { return done_; }
  // Set when the trace no longer fitted. Without it, all of the trace has been followed once next() gave nothing.
  const std::optional<Misfit>& misfit() const { return misfit_; }

 private:
  bool is_channel_rule(const std::string& name) const {
    for (const auto& rule : world_->rules().of_channels())
      if (rule.name == name) return true;
    return false;
  }

  // Several channels between the same two actors share a name; their classes have different rules.
  std::multimap<std::string, ChannelId>::const_iterator channel_of(const NamedStep& named) const {
    const auto [first, last] = channels_.equal_range(named.subject);
    for (auto at = first; at != last; ++at)
      for (const auto& rule : world_->rules().of_channels())
        if (rule.name == named.rule && rule.channel_class == world_->channels().info(at->second).channel_class)
          return at;
    return first == last ? channels_.end() : first;
  }

  std::optional<Step> find_take(const NamedStep& named) {
    const auto at = channel_of(named);
    if (at == channels_.end()) return no(Unfit::no_such_subject, "there is no channel '" + named.subject + "'");
    const Step step{at->second, Step::take, named.binding};
    const auto& channels = world_->channels();
    if (named.binding >= channels.count(at->second)) return no(Unfit::no_message, "the channel holds no such message");
    if (named.binding > 0 && !channels.info(at->second).any_order)
      return no(Unfit::no_such_binding, "only the first message of the channel can be taken");
    const ChannelRule<W>* rule = Machine<W>::channel_rule(*world_, step);
    if (!rule || rule->name != named.rule)
      return no(Unfit::other_message, rule ? "the message there is one for '" + std::string(rule->name) + "'"
                                           : std::string("no rule takes the message there"));
    if (channels.blocked(at->second)) return no(Unfit::blocked, "its receiver does not read the channel now");
    return if_ready(step);
  }

  std::optional<Step> find_own(const NamedStep& named) {
    const auto& rules = world_->rules().of_actors();
    bool known = false;
    for (std::uint16_t row = 0; row < rules.size(); ++row) {
      if (rules[row].name != named.rule) continue;
      known = true;
      const auto at = actors_.find(named.subject);
      if (at == actors_.end()) return no(Unfit::no_such_subject, "there is no actor '" + named.subject + "'");
      if (world_->actor_kind(at->second) != rules[row].actor_kind) continue;
      const std::uint32_t n = rules[row].bindings ? rules[row].bindings(*world_, at->second) : 1;
      if (named.binding >= n) return no(Unfit::no_such_binding, "the rule has " + std::to_string(n) + " bindings now");
      return if_ready({at->second, row, named.binding});
    }
    if (known) return no(Unfit::no_such_subject, "the rule does not belong to '" + named.subject + "'");
    return no(Unfit::no_such_rule, "there is no rule '" + named.rule + "'");
  }

  std::optional<Step> if_ready(Step step) {
    switch (Machine<W>::ready(*world_, step)) {
      case Ready::yes: return step;
      case Ready::no: return no(Unfit::refused, "its guard says no");
      case Ready::no_room: break;
    }
    return no(Unfit::no_room, "its guard says that an outbox has no room");
  }

  std::nullopt_t no(Unfit why, const std::string& reason) {
    const NamedStep& named = trace_[done_];
    Misfit m{done_ + 1, named, why, reason, {}, {}};
    m.message = "the trace stops fitting at step " + std::to_string(m.step) + ", '" + to_text(named) + "': " + reason;
    std::vector<Step> enabled;
    Machine<W>::enabled(*world_, enabled);
    for (const Step s : enabled) m.enabled.push_back(name_of(*world_, s));
    misfit_ = std::move(m);
    return std::nullopt;
  }

  const W* world_;
  Trace trace_;
  std::size_t done_ = 0;
  std::optional<Misfit> misfit_;
  std::multimap<std::string, ChannelId> channels_;
  std::map<std::string, ActorId> actors_;
};

}  // namespace sim
