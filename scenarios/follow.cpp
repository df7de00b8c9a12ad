// A search for an order of steps, depth first, the most promising step first: one that shows the earliest recorded
// event that is not yet explained. A step that shows an event which is not the next of its lane is no step at all. What
// was looked at once is not looked at again: states are equal if the model's is and every lane stands at the same
// place, so orders of steps that come to the same cost nothing.
//
// The search ends when every recorded event is explained; when no state is left, which proves that the model cannot
// have shown them (lanes may not run further ahead than the limit says); or when the limit is hit, which proves
// nothing.
#include "scenarios/follow.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "model/names.hpp"
#include "model/rulebook.hpp"
#include "model/world.hpp"
#include "sim/fingerprint.hpp"
#include "sim/machine.hpp"
#include "sim/trace.hpp"

namespace scenarios {
namespace {

using model::World;
using Machine = sim::Machine<World>;

// The recorded events, lane by lane.
struct Lanes {
  std::map<std::string, std::uint32_t, std::less<>> numbers;
  std::vector<std::vector<const Seen*>> events;
  std::set<std::string> topics;

  explicit Lanes(const std::vector<Seen>& seen) {
    for (const Seen& s : seen) {
      const auto [at, fresh] = numbers.emplace(s.sighting.lane, static_cast<std::uint32_t>(events.size()));
      if (fresh) events.emplace_back();
      events[at->second].push_back(&s);
      topics.insert(s.sighting.topic);
    }
  }
};

struct State {
  std::vector<std::byte> block;
  std::vector<std::uint32_t> at;  // by lane: events explained
  std::uint64_t explained = 0;
};

class Collector final : public model::Observer {
 public:
  Collector(const history::Names& names, std::vector<std::uint32_t> commands)
      : sightings_(names, Sightings::Side::model, std::move(commands)) {}
  void on(const history::Event& event) override {
    if (auto s = sightings_.of(event)) shown.push_back(std::move(*s));
  }
  std::vector<Sighting> shown;

 private:
  Sightings sightings_;
};

std::vector<std::uint32_t> numbers_of_commands(const model::Plan& plan) {
  std::vector<std::uint32_t> numbers;
  std::uint32_t n = 0;
  for (const model::PlannedEntry& e : plan.timeline) numbers.push_back(e.command && !e.command->resume ? ++n : 0);
  return numbers;
}

class Follower {
 public:
  Follower(const model::Plan& plan, const World::Rules& rules, const std::vector<Seen>& seen,
           const FollowLimits& limits)
      : lanes_(seen),
        total_(seen.size()),
        limits_(limits),
        names_(plan),
        collector_(names_, numbers_of_commands(plan)),
        world_(plan, rules) {
    world_.observer = &collector_;
    world_.catch_up = &catch_up_;
  }

  Followed run() {
    push(State{{world_.block().begin(), world_.block().end()}, std::vector<std::uint32_t>(lanes_.events.size()), 0});
    while (!stack_.empty()) {
      if (result_.states++ == limits_.states) return result_;
      State now = std::move(stack_.back());
      stack_.pop_back();
      if (now.explained == total_) {
        result_ = {Followed::Outcome::explained, result_.states, total_, 0, {}, {}, {}};
        return result_;
      }
      expand(now);
    }
    result_.outcome = Followed::Outcome::refused;
    return result_;
  }

 private:
  struct Child {
    State state;
    std::uint64_t first;  // seq of the earliest event that the step shows; UINT64_MAX: none
    bool silent;          // it shows nothing
  };

  std::uint64_t earliest(const State& s) const {
    std::uint64_t least = UINT64_MAX;
    for (std::size_t lane = 0; lane < s.at.size(); ++lane)
      if (s.at[lane] < lanes_.events[lane].size()) least = std::min(least, lanes_.events[lane][s.at[lane]]->seq);
    return least;
  }

  void expand(const State& now) {
    load(now);
    Machine::enabled(world_, steps_);
    const std::uint64_t open = earliest(now);
    const bool farthest = now.explained >= result_.explained;
    std::vector<Child> children;
    std::set<std::string> instead;
    const std::vector<sim::Step> steps = steps_;
    for (const sim::Step step : steps) {
      load(now);
      collector_.shown.clear();
      Machine::apply(world_, step);
      Child child{{{}, now.at, now.explained}, preference(step, open), true};
      if (!world_.tape().overflow.empty() || !fits(child, open, instead)) {
        world_.tape().overflow.clear();
        continue;
      }
      child.state.block.assign(world_.block().begin(), world_.block().end());
      children.push_back(std::move(child));
    }
    if (farthest) {
      remember(now, open, instead);
      load(now);
      result_.steps.clear();
      for (const sim::Step step : steps) result_.steps.push_back(sim::to_text(sim::name_of(world_, step)));
    }
    std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      return std::tuple(a.first, a.silent) > std::tuple(b.first, b.silent);
    });
    for (Child& c : children) push(std::move(c.state));
  }

  // Whether everything that the step shows is next in its lane; moves the child's lanes on.
  bool fits(Child& child, std::uint64_t open, std::set<std::string>& instead) {
    for (const Sighting& s : collector_.shown) {
      if (!s.topic.empty() && !lanes_.topics.contains(s.topic)) continue;
      const auto lane = lanes_.numbers.find(s.lane);
      if (lane == lanes_.numbers.end()) return instead.insert(s.lane + ": " + s.what), false;
      std::uint32_t& at = child.state.at[lane->second];
      const auto& events = lanes_.events[lane->second];
      if (at == events.size() || events[at]->sighting.what != s.what)
        return instead.insert(s.lane + ": " + s.what), false;
      if (events[at]->seq > open + (events[at]->sighting.punctual ? limits_.early : limits_.ahead)) return false;
      child.first = child.silent ? preference(*events[at]) : std::min(child.first, preference(*events[at]));
      child.silent = false;
      ++at, ++child.state.explained;
    }
    return true;
  }

  // A step that shows nothing is taken before lanes run far ahead; what the environment does, last.
  std::uint64_t preference(sim::Step step, std::uint64_t open) const {
    if (step.of_channel()) return open + limits_.early / 2;
    return Machine::role(world_, step) == sim::Role::engine ? open + limits_.early : UINT64_MAX;
  }

  // What is polled or logged may have happened a little before it was seen. A change of the job's status ends much that
  // is under way, so what can still come is let come first.
  std::uint64_t preference(const Seen& s) const {
    if (s.sighting.lags) return s.seq - std::min(limits_.ahead, s.seq);
    return s.sighting.ends_much ? s.seq + limits_.ahead : s.seq;
  }

  void remember(const State& now, std::uint64_t open, const std::set<std::string>& instead) {
    result_.explained = now.explained;
    result_.seq = open;
    for (const auto& events : lanes_.events)
      for (const Seen* s : events)
        if (s->seq == open) result_.event = s->sighting.lane + ": " + s->sighting.what;
    result_.instead.assign(instead.begin(), instead.end());
  }

  void load(const State& s) { std::memcpy(world_.block().data(), s.block.data(), s.block.size()); }

  void push(State s) {
    const std::string_view at(reinterpret_cast<const char*>(s.at.data()), s.at.size() * sizeof(s.at[0]));
    if (seen_.insert(sim::fingerprint(at, sim::fingerprint(s.block))).second) stack_.push_back(std::move(s));
  }

  Lanes lanes_;
  std::uint64_t total_;
  FollowLimits limits_;
  model::ModelNames names_;
  Collector collector_;
  World world_;
  model::CatchUp catch_up_;
  std::vector<State> stack_;
  std::set<std::uint64_t> seen_;
  std::vector<sim::Step> steps_;
  Followed result_;
};

}  // namespace

Followed follow(const model::Spec& spec, const std::vector<std::uint32_t>& routes, const std::vector<Seen>& seen,
                const FollowLimits& limits) {
  auto made = model::Plan::make(spec, model::Loop::run);
  Followed none;
  if (const auto* error = std::get_if<std::string>(&made)) return none.event = *error, none;
  model::Plan& plan = std::get<model::Plan>(made);
  for (model::Vertex& v : plan.vertices)
    if (v.kind == model::VertexKind::keyed_count && routes.size() == v.route.size()) v.route = routes;
  const World::Rules rules = model::make_rulebook();
  return Follower(plan, rules, seen, limits).run();
}

}  // namespace scenarios
