#pragma once
// Whether a case can violate one property: by following a trace as far as it fits, by random runs, by exploring a
// bounded number of states. What shrinking asks of every candidate; see shrink.hpp.
//
// A trace made for another case is followed leniently: a step that is not possible is passed over, and when the trace
// is spent the run goes on in the default order (engine's steps in the order of Machine::enabled, commands when nothing
// else is possible, no faults) until it rests. So a trace with a step taken out is still a run.
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "scenarios/path_judge.hpp"
#include "scenarios/shrink.hpp"
#include "sim/trace.hpp"

namespace scenarios {

// A step that is wanted: one of a channel only if the message is one for that rule.
struct Wish {
  sim::Step step;
  const sim::ChannelRule<model::World>* rule = nullptr;
};
// Steps up to the violation; `at_rest`: it shows only because nothing can happen any more.
struct Violation {
  std::vector<Wish> steps;
  bool at_rest = false;
};

class Trial {
 public:
  Trial(const Case& subject, const properties::Property& property, const model::World::Rules& rules);
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // False: the case has no plan, or the property cannot be judged in it.
  bool possible() const { return world_ != nullptr; }
  // Whether the case is promised the property; asked of a possible one.
  bool promised() const { return judging_.promises.front().made; }
  const model::Plan& plan() const { return *plan_; }

  std::vector<Wish> wishes(const sim::Trace& trace) const;
  std::vector<Wish> wishes(std::span<const sim::Step> steps);
  std::optional<Violation> follow(std::span<const Wish> wishes);
  std::optional<Violation> search(std::uint64_t seed, std::uint64_t runs);
  std::optional<Violation> explore(std::uint64_t states);

  sim::Trace trace_of(std::span<const Wish> steps);
  Story story_of(std::span<const Wish> steps) const;
  std::uint64_t executions() const { return executions_; }
  std::uint64_t states() const { return states_; }

 private:
  struct Listener;
  void begin();
  bool fits(const Wish& wish) const;
  // False: the run is over, and `out` says how.
  bool apply(sim::Step step, std::optional<Violation>& out, std::vector<Wish>& made);
  std::optional<sim::Step> next_by_default();

  const Case& subject_;
  const properties::Property& property_;
  const model::World::Rules& rules_;
  std::shared_ptr<const model::Plan> plan_;
  properties::Judging judging_;
  std::unique_ptr<model::World> world_;
  std::unique_ptr<PathJudge> judge_;
  std::unique_ptr<Listener> listener_;
  std::vector<std::byte> first_;
  std::vector<sim::Step> scratch_;
  std::multimap<std::string, sim::ChannelId> channels_;  // several between two actors share a name
  std::map<std::string, sim::ActorId> actors_;
  std::uint64_t executions_ = 0, states_ = 0;
};

// The same steps in the words of another plan: faults are named by what they strike, not by their number; a victim that
// is not there any more is left out.
sim::Trace translated(const sim::Trace& trace, const model::Plan& from, const model::Plan& to);

}  // namespace scenarios
