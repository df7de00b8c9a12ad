// A search for an order of steps, depth first, the most promising step first: one that shows the earliest recorded
// event that is not yet explained. A step that shows an event which is not the next of its lane is no step at all. What
// was looked at once is not looked at again: states are equal if the model's is and every lane stands at the same
// place, so orders of steps that come to the same cost nothing.
//
// It ends when every recorded event is explained; when no state is left, which proves that the model cannot have shown
// them; or when the limit is hit, which proves nothing. For the proof all orders have to be gone through of steps that
// nobody saw, and most of these come to the same. So (persistent sets, as in partial-order reduction; Godefroid 1996)
//
// - where a task can show what its thread shows next, only its steps are looked at (follow_first.cpp);
// - the same of the client, which works off its timeline whatever others do;
// - steps that show nothing and are in the way of nothing are taken at once (follow_settling.cpp).
//
// Each has to be asked for what it takes for granted of the steps to come (follow_outlook.cpp): a reduction that is
// wrong refuses what a version has done. tests/laws/refusal_test.cpp looks for such a run.
//
// Nothing is assumed of clocks: a lane may run as far before another as it can. Watermarks of sources, which no
// recording shows, may have come behind any record; that is too much to go through. There the lanes may run ahead of
// the earliest unexplained event only so far, and watermarks come where they are likely; a search that fails is done
// again with more room, as long as it is the room that may have been lacking. Nothing is proved so: what is proved of
// such recordings is proved without event time (event_time.cpp).
//
// Faults strike at any time: they are tried beside. Room in channels: how much of it there was nobody wrote down, so a
// state in which a channel is full proves nothing. Nor does a search where barriers overtake records: which of them lie
// in a snapshot depends on steps that are not tried in every order. Where the client waits for the status of a task,
// nothing is left out.
#include "scenarios/follow.hpp"

#include <algorithm>
#include <cstring>

#include "model/names.hpp"
#include "model/rulebook.hpp"
#include "scenarios/follow_collector.hpp"
#include "scenarios/follow_first.hpp"
#include "scenarios/follow_matching.hpp"
#include "scenarios/follow_settling.hpp"
#include "sim/fingerprint.hpp"
#include "sim/machine.hpp"
#include "sim/state_store.hpp"
#include "sim/trace.hpp"

namespace scenarios {
namespace {

using model::World;
using Machine = sim::Machine<World>;
using Outcome = Followed::Outcome;
using Fit = Matching::Fit;

std::vector<std::uint32_t>* route_to_sinks(model::Plan& plan) {
  for (model::Vertex& v : plan.vertices)
    if (v.kind == model::VertexKind::sink) return &v.route;
  return nullptr;
}

Likely by_words(const std::vector<Seen>& seen) {
  Likely likely;
  for (const Seen& s : seen) likely[{s.sighting.lane, s.sighting.what}] = s.seq;
  return likely;
}

class Follower {
 public:
  Follower(model::Plan& plan, const World::Rules& rules, const Sights& sights, const FollowLimits& limits)
      : lanes_(sights.seen, sights.unheard),
        likely_(by_words(sights.likely)),
        total_(sights.seen.size()),
        limits_(limits),
        names_(plan),
        collector_(names_, plan, sights.outputs),
        world_(plan, rules),
        dead_ends_(world_, lanes_),
        order_(world_, lanes_, likely_, limits_),
        matching_(lanes_, sights, limits_, likely_, dead_ends_, order_),
        outlook_(world_),
        settling_(world_, lanes_, outlook_, !sights.outputs),
        first_(world_, lanes_, outlook_),
        in_event_time_(plan.windows && sights.outputs),
        steering_(world_, sights.receivers, route_to_sinks(plan)) {
    world_.observer = &collector_;
    world_.catch_up = &catch_up_;
  }

  Followed run() {
    const bool at_once = limits_.ahead == FollowLimits::any_distance;
    const FollowState first{{world_.block().begin(), world_.block().end()}, Places(lanes_.events.size()), 0};
    const std::uint64_t round = at_once ? limits_.states : limits_.states / 3;
    for (std::uint64_t until = round;; until = std::min(until + round + 1, limits_.states)) {
      matching_.held_back = lacks_room_ = false;
      matching_.unlikely_too |= at_once;
      met_ = sim::FingerprintSet(false);
      stack_.clear();
      push(first);
      const bool over = search(until);
      if (result_.outcome == Outcome::explained || result_.states >= limits_.states) return result_;
      if (over && !matching_.held_back) break;
      limits_.ahead *= 4, limits_.early *= 4, matching_.unlikely_too = true;
    }
    const bool proves = !lacks_room_ && !world_.plan.unaligned && !in_event_time_;
    if (proves) result_.outcome = Outcome::refused;
    return result_;
  }

 private:
  // False: there was more to look at than `until` states in all.
  bool search(std::uint64_t until) {
    while (!stack_.empty()) {
      if (result_.states == until) return false;
      ++result_.states;
      if (limits_.progress && result_.states % 256 == 0) limits_.progress(result_.states);
      const FollowState now = std::move(stack_.back());
      stack_.pop_back();
      if (now.explained == total_) {
        result_ = {Outcome::explained, result_.states, result_.bytes, total_, 0, {}, {}, {}, {}, {}};
        return true;
      }
      expand(now);
    }
    return true;
  }

  void expand(const FollowState& now) {
    load(now);
    Machine::enabled(world_, steps_);
    note_room();
    const std::uint64_t open = lanes_.earliest(now.at);
    std::vector<FollowChild> children;
    dead_ends_.begin();
    matching_.begin(open);
    for (const sim::Step step : steps_) {
      load(now);
      if (!steering_.prepare(step)) continue;
      if (std::optional<FollowChild> child = child_of(now, step, open)) children.push_back(std::move(*child));
    }
    load(now);
    if (now.explained >= result_.explained) remember(now, open);
    if (limits_.reduced) {
      if (dead_ends_.is_stuck(now.at) || dead_ends_.contradicted()) return;
      keep_one_actor(now.at, children);
    }
    std::stable_sort(children.begin(), children.end(), [](const FollowChild& a, const FollowChild& b) {
      return std::tuple(a.first, a.silent) > std::tuple(b.first, b.silent);
    });
    for (FollowChild& c : children) push(std::move(c.state));
  }

  // With the world in the state `now`.
  std::optional<FollowChild> child_of(const FollowState& now, sim::Step step, std::uint64_t open) {
    FollowChild child{{{}, now.at, now.explained}};
    child.step = step, child.task = task_of_step(world_, step);
    const auto of_message = order_.of_message(now.at, step, open);
    const bool may_be_dropped = dead_ends_.may_be_dropped(step);
    collector_.shown.clear();
    Machine::apply(world_, step);
    note_end(child);
    child.first = of_message ? *of_message : order_.of_silent(now.at, step, open);
    Fit fits = Fit::too_early;
    if (world_.tape().overflow.empty())
      fits = matching_.fit(child, collector_.shown);
    else
      lacks_room_ = true, world_.tape().overflow.clear();
    dead_ends_.note(now.at, step, collector_.shown, fits == Fit::no, may_be_dropped);
    if (fits != Fit::yes) return std::nullopt;
    if (limits_.reduced) lacks_room_ |= !settling_.settle(child.state.at);
    child.state.block.assign(world_.block().begin(), world_.block().end());
    return child;
  }

  void note_end(FollowChild& child) const {
    if (child.task == sim::nobody) return;
    const model::Task& head = world_.task[world_.plan.tasks[child.task].head];
    child.finishes = head.status == history::TaskStatus::finished;
    child.is_deaf = head.reading == model::Reading::closing || head.leaving == model::Leaving::failed;
  }

  void keep_one_actor(const Places& at, std::vector<FollowChild>& children) const {
    const FollowChild* best = nullptr;
    for (const FollowChild& c : children) {
      if (!c.silent && limits_.ahead == FollowLimits::any_distance && first_.is_of_client(c.step)) {
        best = &c;
        break;
      }
      if (first_.may_come_first(at, c) && (!best || c.first < best->first)) best = &c;
    }
    if (!best) return;
    const sim::ActorId actor = Machine::actor(world_, best->step);
    std::erase_if(children, [&](const FollowChild& c) {
      return Machine::actor(world_, c.step) != actor && Machine::role(world_, c.step) != sim::Role::fault;
    });
  }

  void note_room() {
    for (sim::ChannelId c = world_.plan.first_data; !lacks_room_ && c < world_.plan.channels.size(); ++c)
      lacks_room_ = world_.channels().info(c).data_capacity && !world_.channels().has_room_for_data(c);
  }

  // The world is in the state.
  void remember(const FollowState& now, std::uint64_t open) {
    result_.explained = now.explained, result_.seq = open;
    result_.instead.assign(matching_.instead().begin(), matching_.instead().end());
    result_.beside = matching_.beside();
    std::map<std::uint64_t, std::string> next;
    for (std::uint32_t lane = 0; lane < now.at.size(); ++lane)
      if (const Seen* s = lanes_.next(now.at, lane)) next[s->seq] = s->sighting.lane + ": " + s->sighting.what;
    result_.event = next.empty() ? std::string() : next.begin()->second;
    if (const Seen* s = dead_ends_.contradicted() ? dead_ends_.contradicted() : matching_.blamed())
      result_.seq = s->seq, result_.event = s->sighting.lane + ": " + s->sighting.what;
    result_.next.clear();
    for (const auto& [seq, text] : next) result_.next.push_back(std::to_string(seq) + " " + text);
    result_.steps.clear();
    for (const sim::Step step : steps_) result_.steps.push_back(sim::to_text(sim::name_of(world_, step)));
  }

  void load(const FollowState& s) { std::memcpy(world_.block().data(), s.block.data(), s.block.size()); }

  void push(FollowState s) {
    const std::string_view at(reinterpret_cast<const char*>(s.at.data()), s.at.size() * sizeof(s.at[0]));
    if (!met_.insert(sim::fingerprint(at, sim::fingerprint(s.block))).fresh) return;
    stack_.push_back(std::move(s));
    const std::uint64_t each = sizeof(FollowState) + world_.block().size() + at.size();
    result_.bytes = std::max(result_.bytes, stack_.size() * each + met_.bytes());
  }

  const Lanes lanes_;
  const Likely likely_;
  std::uint64_t total_;
  FollowLimits limits_;
  model::ModelNames names_;
  Collector collector_;
  World world_;
  model::CatchUp catch_up_;
  DeadEnds dead_ends_;
  Order order_;
  Matching matching_;
  const Outlook outlook_;
  Settling settling_;
  const First first_;
  const bool in_event_time_;
  Steering steering_;
  std::vector<FollowState> stack_;
  sim::FingerprintSet met_{false};
  bool lacks_room_ = false;  // somewhere a channel was full
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
  FollowLimits own = limits;
  for (const model::PlannedCondition& c : plan.conditions)
    own.reduced &= c.what.kind != model::Condition::Kind::task_is;
  const World::Rules rules = model::make_rulebook();
  // Channels are kept as in exploring, where equal meaning is equal bytes; all else is as in a run.
  plan.loop = model::Loop::explore;
  Follower follower(plan, rules, sights, own);
  plan.loop = model::Loop::run;
  return follower.run();
}

}  // namespace scenarios
