// A search for an order of steps, depth first, the most promising step first: one that shows the earliest recorded
// event that is not yet explained. A step that shows an event which is not the next of its lane is no step at all. What
// was looked at once is not looked at again: states are equal if the model's is and every lane stands at the same
// place, so orders of steps that come to the same cost nothing. Where a task can show the next event of its lane, only
// its steps are looked at: it has to show it sooner or later, and what others do in between does not touch the task.
//
// Lanes may run ahead of the earliest unexplained event only so far, which finds dead ends early. A search that fails
// with this is done again with more room, as long as it is the room that may have been lacking.
//
// It ends when every recorded event is explained; when no state is left and nothing was held back, which proves that
// the model cannot have shown them; or when the limit is hit, which proves nothing.
#include "scenarios/follow.hpp"

#include <algorithm>
#include <cstring>

#include "model/names.hpp"
#include "model/rulebook.hpp"
#include "scenarios/dead_ends.hpp"
#include "scenarios/follow_collector.hpp"
#include "scenarios/follow_order.hpp"
#include "sim/fingerprint.hpp"
#include "sim/machine.hpp"
#include "sim/state_store.hpp"
#include "sim/trace.hpp"

namespace scenarios {
namespace {

using model::World;
using Machine = sim::Machine<World>;

struct State {
  std::vector<std::byte> block;
  Places at;
  std::uint64_t explained = 0;
};

std::vector<std::uint32_t>* route_to_sinks(model::Plan& plan) {
  for (model::Vertex& v : plan.vertices)
    if (v.kind == model::VertexKind::sink) return &v.route;
  return nullptr;
}

class Follower {
 public:
  Follower(model::Plan& plan, const World::Rules& rules, const Sights& sights, const FollowLimits& limits)
      : lanes_(sights.seen),
        total_(sights.seen.size()),
        limits_(limits),
        names_(plan),
        collector_(names_, plan),
        world_(plan, rules),
        dead_ends_(world_, lanes_),
        order_(world_, lanes_, likely_, limits_),
        steering_(world_, sights.receivers, route_to_sinks(plan)) {
    for (const Sighting& s : sights.unheard) unheard_.emplace(s.lane, s.what);
    for (const Seen& s : sights.likely) likely_[{s.sighting.lane, s.sighting.what}] = s.seq;
    world_.observer = &collector_;
    world_.catch_up = &catch_up_;
  }

  Followed run() {
    const State first{{world_.block().begin(), world_.block().end()}, Places(lanes_.events.size()), 0};
    for (std::uint64_t until = limits_.states / 3;; until = std::min(until + limits_.states / 3 + 1, limits_.states)) {
      held_back_ = false;
      met_ = sim::FingerprintSet(false);
      stack_.clear();
      push(first);
      const bool over = search(until);
      if (result_.outcome == Followed::Outcome::explained || result_.states >= limits_.states) return result_;
      if (over && !held_back_) break;
      limits_.ahead *= 4, limits_.early *= 4, unlikely_too_ = true;
    }
    result_.outcome = Followed::Outcome::refused;
    return result_;
  }

 private:
  // False: there was more to look at than `until` states in all.
  bool search(std::uint64_t until) {
    while (!stack_.empty()) {
      if (result_.states == until) return false;
      ++result_.states;
      if (limits_.progress && result_.states % 256 == 0) limits_.progress(result_.states);
      State now = std::move(stack_.back());
      stack_.pop_back();
      if (now.explained == total_) {
        result_ = {Followed::Outcome::explained, result_.states, total_, 0, {}, {}, {}, {}};
        return true;
      }
      expand(now);
    }
    return true;
  }

  struct Child {
    State state;
    std::uint64_t first;  // seq of the earliest event that the step shows, or what stands for it
    bool silent;          // it shows nothing
    model::TaskId task;
  };

  void expand(const State& now) {
    load(now);
    Machine::enabled(world_, steps_);
    const std::uint64_t open = lanes_.earliest(now.at);
    std::vector<Child> children;
    std::set<std::string> instead;
    dead_ends_.begin();
    held_back_ |= steering_.lacks_room();
    blamed_ = nullptr;
    for (const sim::Step step : steps_) {
      load(now);
      collector_.shown.clear();
      Child child{{{}, now.at, now.explained}, 0, true, task_of_step(world_, step)};
      if (!steering_.prepare(step)) continue;
      const auto of_message = order_.of_message(now.at, step, open);
      Machine::apply(world_, step);
      child.first = of_message ? *of_message : order_.of_silent(now.at, step, open);
      const Fit fits = world_.tape().overflow.empty() ? fit(child, open, instead) : Fit::no;
      world_.tape().overflow.clear();
      dead_ends_.note(step, fits == Fit::no);
      if (fits != Fit::yes) continue;
      child.state.block.assign(world_.block().begin(), world_.block().end());
      children.push_back(std::move(child));
    }
    load(now);
    if (now.explained >= result_.explained) remember(now, open, instead);
    if (dead_ends_.is_stuck(now.at)) return;
    keep_one_task(children);
    std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      return std::tuple(a.first, a.silent) > std::tuple(b.first, b.silent);
    });
    for (Child& c : children) push(std::move(c.state));
  }

  static void keep_one_task(std::vector<Child>& children) {
    const Child* best = nullptr;
    for (const Child& c : children)
      if (!c.silent && c.task != sim::nobody && (!best || c.first < best->first)) best = &c;
    if (!best) return;
    const model::TaskId task = best->task;
    std::erase_if(children, [&](const Child& c) { return c.task != task; });
  }

  // Whether everything that the step shows is next in its lane; moves the child's lanes on. What is only too early may
  // fit later.
  enum class Fit : std::uint8_t { yes, too_early, no };
  Fit fit(Child& child, std::uint64_t open, std::set<std::string>& instead) {
    for (const Sighting& s : collector_.shown) {
      if (!s.topic.empty() && !lanes_.topics.contains(s.topic)) {
        if (!is_likely(child, s, open)) return held_back_ = true, Fit::too_early;
        continue;
      }
      if (unheard_.contains(std::pair(s.lane, s.what))) continue;
      const auto lane = lanes_.numbers.find(s.lane);
      const Seen* next = lane == lanes_.numbers.end() ? nullptr : lanes_.next(child.state.at, lane->second);
      if (!next || next->sighting.what != s.what) return instead.insert(s.lane + ": " + s.what), Fit::no;
      if (is_too_early(*next, open)) return held_back_ = true, Fit::too_early;
      child.first = child.silent ? order_.of_shown(*next) : std::min(child.first, order_.of_shown(*next));
      child.silent = false;
      ++child.state.at[lane->second], ++child.state.explained;
    }
    const Seen* cut_off = dead_ends_.cut_off(child.state.at);
    if (cut_off && lanes_.earliest(child.state.at) > open) blamed_ = cut_off;
    return cut_off ? Fit::no : Fit::yes;
  }

  bool is_too_early(const Seen& s, std::uint64_t open) const {
    switch (s.sighting.timing) {
      case Timing::polled: return false;
      case Timing::late: return s.seq > open + 8 * limits_.ahead;  // tasks go on meanwhile
      case Timing::punctual:
      case Timing::ending:
      case Timing::shutdown: return s.seq > open + limits_.early;
      default: return s.seq > open + limits_.ahead;
    }
  }

  // What nobody wrote down comes behind the event that it likely came behind. A watermark that is not likely is tried
  // when all else has failed.
  bool is_likely(Child& child, const Sighting& s, std::uint64_t open) const {
    const auto found = likely_.find(std::pair(s.lane, s.what));
    const bool watermark = s.topic.starts_with("watermarks");
    if (found == likely_.end() && watermark && !unlikely_too_) return false;
    if (child.silent && found != likely_.end()) child.first = found->second;
    if (child.silent && found == likely_.end() && watermark) child.first = open + limits_.ahead;
    return true;
  }

  // The world is in the state.
  void remember(const State& now, std::uint64_t open, const std::set<std::string>& instead) {
    result_.explained = now.explained, result_.seq = open;
    result_.instead.assign(instead.begin(), instead.end());
    std::map<std::uint64_t, std::string> next;
    for (std::uint32_t lane = 0; lane < now.at.size(); ++lane)
      if (const Seen* s = lanes_.next(now.at, lane)) next[s->seq] = s->sighting.lane + ": " + s->sighting.what;
    result_.event = next.empty() ? std::string() : next.begin()->second;
    if (blamed_) result_.seq = blamed_->seq, result_.event = blamed_->sighting.lane + ": " + blamed_->sighting.what;
    result_.next.clear();
    for (const auto& [seq, text] : next) result_.next.push_back(std::to_string(seq) + " " + text);
    result_.steps.clear();
    for (const sim::Step step : steps_) result_.steps.push_back(sim::to_text(sim::name_of(world_, step)));
  }

  void load(const State& s) { std::memcpy(world_.block().data(), s.block.data(), s.block.size()); }

  void push(State s) {
    const std::string_view at(reinterpret_cast<const char*>(s.at.data()), s.at.size() * sizeof(s.at[0]));
    if (met_.insert(sim::fingerprint(at, sim::fingerprint(s.block))).fresh) stack_.push_back(std::move(s));
  }

  const Lanes lanes_;
  std::set<std::pair<std::string, std::string>> unheard_;  // by lane and words, as the next
  Likely likely_;
  std::uint64_t total_;
  FollowLimits limits_;
  model::ModelNames names_;
  Collector collector_;
  World world_;
  model::CatchUp catch_up_;
  DeadEnds dead_ends_;
  Order order_;
  Steering steering_;
  std::vector<State> stack_;
  sim::FingerprintSet met_{false};
  bool unlikely_too_ = false;
  bool held_back_ = false;        // a step was left out that may be one with more room
  const Seen* blamed_ = nullptr;  // what could not come any more if the earliest event were shown
  std::vector<sim::Step> steps_;
  Followed result_;
};

}  // namespace

Followed follow(const model::Spec& spec, const Sights& sights, const FollowLimits& limits) {
  auto made = model::Plan::make(spec, model::Loop::run);
  Followed none;
  if (const auto* error = std::get_if<std::string>(&made)) return none.event = *error, none;
  model::Plan& plan = std::get<model::Plan>(made);
  for (model::Vertex& v : plan.vertices)
    if (v.kind == model::VertexKind::keyed_count && sights.routes.size() == v.route.size()) v.route = sights.routes;
  // Failures of tasks that may come besides what the timeline says; a run of the model has none of these.
  plan.fault_budget = spec.faults.any;
  for (model::TaskId t = 0; spec.faults[model::FaultKind::task_failure] && t < plan.task_count(); ++t)
    plan.fault_choices.push_back({model::FaultKind::task_failure, t});
  const World::Rules rules = model::make_rulebook();
  return Follower(plan, rules, sights, limits).run();
}

}  // namespace scenarios
