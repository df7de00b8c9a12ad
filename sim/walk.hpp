#pragma once
// The chooser of fuzzing: random walks that differ in kind from run to run, so that rare orders come up.
//
// A walk where each step is equally likely sees the same middle of the graph again and again: of a long chain of
// messages the last one almost never comes first. So each run draws its own manner of choosing among the subjects
// (channels and actors) that have a step of the engine:
// - uniform;
// - weights: each subject is up to 128 times as likely as another, for the whole run;
// - priorities: always the subject with the highest, lowered at a few random moments. A bug that needs d steps in an
//   order is met with probability at least 1 / (subjects * steps^(d-1)) (PCT: Burckhardt, Kothari, Musuvathi,
//   Nagarakatte 2010);
// - delays: each subject has a pace, each step that becomes possible a random due time.
//
// Steps of commands and faults do not compete; each has a moment, drawn beforehand: a number of steps, or the next time
// that some rule has acted (windows between two messages are narrow in steps, but not in rules). Where nothing else is
// possible, commands come; faults only in some runs. A run switches whole kinds of faults off (swarm testing: Groce,
// Zhang, Eide, Chen, Regehr 2012). The walk depends on its seed and the hints only. Tested in tests/sim/walk_test.cpp.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/enabled_set.hpp"
#include "sim/random.hpp"

namespace sim {

// What earlier runs of the same machine have shown.
struct WalkHints {
  std::uint32_t length = 100;        // steps of a usual run
  std::vector<std::uint16_t> rules;  // that acted: channel rules by row, actor rules behind them
  std::vector<std::uint8_t> group;   // of each binding of a fault rule: which kind of trouble it is, below 32
  std::uint32_t groups = 0;
  ActorId trouble = nobody;  // whose rules are faults that may strike anybody: their guards read their victims
};

enum class Manner : std::uint8_t { uniform, weights, priorities, delays };

template <World W>
class Walk {
 public:
  using Subject = typename EnabledSet<W>::Subject;

  // `world` and `hints` outlive the chooser.
  Walk(W& world, const WalkHints& hints)
      : world_(&world),
        hints_(&hints),
        enabled_(world),
        bias_(enabled_.subjects()),
        due_(enabled_.subjects()),
        drawn_(enabled_.subjects()) {}

  // A new run, from the state that the world is in now.
  void begin(std::uint64_t seed) {
    random_ = Random(seed);
    enabled_.reset();
    step_ = 0, clock_ = 0, lowest_ = 0;
    last_ = nobody_subject;
    std::fill(drawn_.begin(), drawn_.end(), false);
    manner_ = static_cast<Manner>(pick(4));
    draw_biases();
    draw_switches();
    for (Hold& h : holds_) draw(h, true);
  }

  std::optional<Step> next(Time /*until*/ = never) {
    const auto step = choose();
    if (step) rule_ = rule_of(*step);
    return step;
  }
  void applied(Step step) {
    ++step_;
    enabled_.applied();
    if (last_ != nobody_subject) drawn_[last_] = false;
    last_ = nobody_subject;
    for (Hold& h : holds_)
      if (h.rule == rule_ && h.times > 0 && --h.times == 0) h.rule = none, h.step = step_ + h.lag;
    if (step.of_channel()) return;
    if (const Role role = Machine<W>::role(*world_, step); role != Role::engine) draw(hold(role), false);
  }
  bool idle() const { return enabled_.of_engine().empty() && enabled_.held().empty(); }
  Time now() const { return 0; }

  Manner manner() const { return manner_; }
  // Of the step last chosen: row among the channel rules, or behind them among the actor rules.
  std::uint16_t rule() const { return rule_; }
  const EnabledSet<W>& enabled() const { return enabled_; }

 private:
  static constexpr std::uint16_t none = 0xffff;
  static constexpr Subject nobody_subject = 0xffffffffU;

  // When the next command, or the next fault, comes.
  struct Hold {
    std::uint64_t step = 0;  // not before this one
    std::uint16_t rule = none;
    std::uint32_t times = 0, lag = 0;  // `rule` has yet to act so often, and so many steps more
  };

  // 0 .. n - 1; the bias of at most n / 2^32 does not matter to a search.
  std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>((random_.next() >> 32) * n >> 32); }
  Hold& hold(Role role) { return holds_[role == Role::fault]; }

  void draw_biases() {
    changes_ = manner_ == Manner::priorities ? pick(5) : 0;
    for (std::uint32_t i = 0; i < changes_; ++i) change_at_[i] = pick(hints_->length + 1);
    std::sort(change_at_, change_at_ + changes_, std::greater<>());
    const std::uint32_t spread = 1 + pick(8);
    if (manner_ == Manner::uniform) return;
    for (std::uint32_t& b : bias_)
      b = manner_ == Manner::priorities ? 8U + static_cast<std::uint32_t>(random_.next() >> 33) : 1U << pick(spread);
  }
  void draw_switches() {
    const std::uint32_t how = pick(4);
    faults_ = how != 0;
    late_faults_ = how == 1;
    groups_on_ = static_cast<std::uint32_t>(how == 3 ? ~0U : random_.next() >> 32);
    if (how != 3 && hints_->groups > 0) groups_on_ |= 1U << pick(hints_->groups);
  }
  void draw(Hold& h, bool first) {
    h = {};
    const std::uint32_t how = pick(6);
    if (how < 2 && !hints_->rules.empty()) {
      h.step = UINT64_MAX;
      h.rule = hints_->rules[pick(static_cast<std::uint32_t>(hints_->rules.size()))];
      h.times = 1 + pick(3), h.lag = pick(3);
    } else {
      h.step = step_ + pick(how == 5 ? 8 : first ? hints_->length : hints_->length / 2 + 8);
    }
  }

  std::optional<Step> choose() {
    if (faults_ && hints_->trouble != nobody && (holds_[1].step <= step_ || enabled_.of_engine().empty()))
      enabled_.look_again(hints_->trouble);
    for (const Subject s : enabled_.held())
      if (const Role role = enabled_.role(s); hold(role).step <= step_)
        if (const auto step = pick_held(s, role)) return step;
    if (!enabled_.of_engine().empty()) {
      last_ = choose_subject();
      const std::vector<Step>& steps = enabled_.of(last_);
      return steps.size() == 1 ? steps.front() : steps[pick(static_cast<std::uint32_t>(steps.size()))];
    }
    for (const Role role : {Role::command, Role::fault}) {
      if (role == Role::fault && !late_faults_) continue;
      for (const Subject s : enabled_.held())
        if (enabled_.role(s) == role)
          if (const auto step = pick_held(s, role)) return step;
    }
    return std::nullopt;
  }

  // Of the steps that this run has not switched off each is equally likely.
  std::optional<Step> pick_held(Subject s, Role role) {
    if (role == Role::command) return enabled_.of(s).front();
    if (!faults_) return std::nullopt;
    std::optional<Step> found;
    std::uint32_t seen = 0;
    for (const Step step : enabled_.of(s)) {
      const bool grouped = step.binding < hints_->group.size() && enabled_.of(s).size() > 1;
      if (grouped && !(groups_on_ >> hints_->group[step.binding] & 1)) continue;
      if (pick(++seen) == 0) found = step;
    }
    return found;
  }

  Subject choose_subject() {
    const std::vector<Subject>& from = enabled_.of_engine();
    switch (manner_) {
      case Manner::uniform: break;
      case Manner::weights: return by_weight(from);
      case Manner::priorities: return by_priority(from);
      case Manner::delays: return by_delay(from);
    }
    return from[pick(static_cast<std::uint32_t>(from.size()))];
  }
  Subject by_weight(const std::vector<Subject>& from) {
    std::uint32_t sum = 0;
    for (const Subject s : from) sum += bias_[s];
    std::uint32_t left = pick(sum);
    for (const Subject s : from) {
      if (left < bias_[s]) return s;
      left -= bias_[s];
    }
    return from.back();
  }
  Subject by_priority(const std::vector<Subject>& from) {
    const Subject best = *std::max_element(from.begin(), from.end(), [&](Subject a, Subject b) {
      return bias_[a] != bias_[b] ? bias_[a] < bias_[b] : a < b;
    });
    if (changes_ > 0 && change_at_[changes_ - 1] <= step_) --changes_, bias_[best] = lowest_ < 7 ? 7 - lowest_++ : 0;
    return best;
  }
  Subject by_delay(const std::vector<Subject>& from) {
    Subject best = from.front();
    for (const Subject s : from) {
      if (!drawn_[s]) drawn_[s] = true, due_[s] = clock_ + std::uint64_t{bias_[s]} * (1 + pick(64));
      if (due_[s] < due_[best] || (due_[s] == due_[best] && s < best)) best = s;
    }
    clock_ = std::max(clock_, due_[best]);
    return best;
  }

  std::uint16_t rule_of(Step step) const {
    const auto& rules = world_->rules();
    if (!step.of_channel()) return static_cast<std::uint16_t>(rules.of_channels().size() + step.rule);
    return static_cast<std::uint16_t>(Machine<W>::channel_rule(*world_, step) - rules.of_channels().data());
  }

  const W* world_;
  const WalkHints* hints_;
  EnabledSet<W> enabled_;
  Random random_;
  Manner manner_ = Manner::uniform;
  std::vector<std::uint32_t> bias_;  // by subject: weight, priority or pace
  std::vector<std::uint64_t> due_;   // by subject, delays
  std::vector<std::uint8_t> drawn_;  // by subject: `due_` holds
  std::uint32_t change_at_[4] = {};  // latest first; `changes_` of them are left
  std::uint32_t changes_ = 0, lowest_ = 0, groups_on_ = 0;
  Hold holds_[2];  // of commands, of faults
  bool faults_ = true, late_faults_ = false;
  std::uint64_t step_ = 0, clock_ = 0;
  Subject last_ = nobody_subject;
  std::uint16_t rule_ = none;
};

}  // namespace sim
