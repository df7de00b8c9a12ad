// Laws of following (scenarios/follow.hpp), on random orders of steps of made-up jobs, seen as a recorder sees them.
//
// Refusing is a proof: what a version has done is never refused by that version. And what makes the proof short makes
// it no other: a search that leaves no order of steps out comes to the same, on recordings that were changed, too.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "model/names.hpp"
#include "model/rulebook.hpp"
#include "scenarios/event_time.hpp"
#include "scenarios/follow_collector.hpp"
#include "scenarios/generate.hpp"

namespace laws {
namespace {

using scenarios::Followed, scenarios::FollowLimits, scenarios::Seen, scenarios::Sights;
using Outcome = Followed::Outcome;
using Machine = sim::Machine<model::World>;

std::uint32_t below(std::size_t n) { return *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(n)); }

// Exact faults of the timeline only; channels as roomy as in a recorded job.
model::Spec arbitrary_job() {
  model::Spec spec = scenarios::generate(*rc::gen::inRange<std::uint64_t>(0, 1000), below(1000), {}).cases.front().spec;
  spec.faults = {};
  spec.network.capacity = 160;
  return spec;
}

// What no recorder hears, and what the one of this run does not hear.
struct Deaf {
  bool to(const scenarios::Sighting& s) const {
    const std::string& topic = s.topic;
    if (topic.starts_with("aborts of") || topic.starts_with("ends of")) return true;
    return (sources && topic.ends_with("of source")) || (hooks && topic.starts_with("op."));
  }
  bool sources = false, hooks = false;
};

// Steps that are taken at random; what fails all snapshots comes seldom.
Sights walk(const model::Spec& spec, std::uint32_t steps) {
  auto made = model::Plan::make(spec, model::Loop::run);
  RC_PRE(std::holds_alternative<model::Plan>(made));
  const model::Plan& plan = std::get<model::Plan>(made);
  const auto rules = model::make_rulebook();
  const model::ModelNames names(plan);
  const Deaf deaf{below(2) == 0, below(4) == 0};
  model::World world(plan, rules);
  scenarios::Collector collector(names, plan, true);
  world.observer = &collector;
  Sights sights;
  std::vector<sim::Step> enabled;
  for (std::uint32_t n = 0; n < steps; ++n) {
    Machine::enabled(world, enabled);
    if (enabled.empty()) break;
    sim::Step step = enabled[below(enabled.size())];
    const bool rare = !step.of_channel() && rules.of_actors()[step.rule].name == "expire_checkpoint";
    if (rare && below(8)) step = enabled[below(enabled.size())];
    collector.shown.clear();
    Machine::apply(world, step);
    if (!world.tape().overflow.empty()) break;
    for (const scenarios::Sighting& s : collector.shown)
      if (!deaf.to(s)) sights.seen.push_back({s, sights.seen.size() + 1});
  }
  return sights;
}

// One event is missing, told twice, or stands before the one before it in its lane; or its words are another's.
void change(std::vector<Seen>& seen) {
  const std::uint32_t at = below(seen.size());
  switch (below(4)) {
    case 0: seen.erase(seen.begin() + at); break;
    case 1: seen.insert(seen.begin() + at, seen[at]); break;
    case 2:
      for (std::uint32_t before = at; before-- > 0;)
        if (seen[before].sighting.lane == seen[at].sighting.lane) {
          std::swap(seen[before].sighting, seen[at].sighting);
          break;
        }
      break;
    default: seen[at].sighting.what = seen[below(seen.size())].sighting.what;
  }
  for (std::uint64_t i = 0; i < seen.size(); ++i) seen[i].seq = i + 1;
}

FollowLimits up_to(std::uint64_t states, bool reduced = true) {
  FollowLimits limits;
  limits.states = states, limits.reduced = reduced;
  return limits;
}

TEST(refusal, what_a_version_has_done_it_never_refuses) {
  int explained = 0, all = 0;
  EXPECT_TRUE(rc::check("random runs of made-up jobs", [&] {
    const model::Spec spec = arbitrary_job();
    const Sights sights = walk(spec, 20 + below(200));
    const Followed f = scenarios::follow_in_event_time(spec, sights, up_to(3000));
    ++all, explained += f.outcome == Outcome::explained;
    RC_ASSERT(f.outcome != Outcome::refused);
  }));
  EXPECT_GE(explained * 100, all * 50) << explained << " of " << all;
}

TEST(refusal, what_windowed_jobs_have_done_is_not_refused_without_event_time) {
  int windowed = 0;
  EXPECT_TRUE(rc::check("random runs of jobs with windows", [&] {
    model::Spec spec = arbitrary_job();
    RC_PRE(scenarios::has_event_time(spec));
    const Sights sights = walk(spec, 20 + below(200));
    const Followed f =
        follow(scenarios::without_event_time(spec), scenarios::without_event_time(spec, sights), up_to(3000));
    ++windowed;
    RC_ASSERT(f.outcome != Outcome::refused);
  }));
  EXPECT_GT(windowed, 0);
}

TEST(refusal, a_search_that_tries_every_order_comes_to_the_same) {
  int explained = 0, refused = 0;
  EXPECT_TRUE(rc::check("short runs, changed, against the slow search", [&] {
    const model::Spec spec = arbitrary_job();
    Sights sights = walk(spec, 10 + below(40));
    RC_PRE(!sights.seen.empty());
    for (std::uint32_t changes = below(3); changes > 0 && !sights.seen.empty(); --changes) change(sights.seen);
    const Followed fast = follow(spec, sights, up_to(3000)), slow = follow(spec, sights, up_to(3000, false));
    if (fast.outcome == Outcome::undecided || slow.outcome == Outcome::undecided) return;
    ++(slow.outcome == Outcome::explained ? explained : refused);
    RC_ASSERT(fast.outcome == slow.outcome);
    RC_ASSERT(fast.states <= slow.states || fast.outcome == Outcome::explained);
  }));
  EXPECT_GT(explained, 5);
  EXPECT_GT(refused, 5);
}

}  // namespace
}  // namespace laws
