// Laws of following (scenarios/follow.hpp), on random orders of steps of made-up jobs, seen as a recorder sees them.
//
// Refusing is a proof: what a version has done is never refused by that version. And what makes the proof short makes
// it no other: a search that leaves no order of steps out comes to the same, on recordings that were changed, too.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>

#include "model/names.hpp"
#include "model/rulebook.hpp"
#include "scenarios/event_time.hpp"
#include "scenarios/follow_collector.hpp"
#include "scenarios/generate.hpp"
#include "sim/random.hpp"

namespace laws {
namespace {

using scenarios::Followed, scenarios::FollowLimits, scenarios::Seen, scenarios::Sights;
using Outcome = Followed::Outcome;
using Machine = sim::Machine<model::World>;

std::uint32_t below(std::size_t n) { return *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(n)); }
// What a job and its walk are made from; shrinking it makes nothing smaller.
sim::Random any_chance() { return sim::Random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())); }
bool once_in(sim::Random& chance, std::uint64_t n) { return chance.below(n) == 0; }

// A fault that the client knows of, at any place of its timeline.
void add_fault(model::Spec& spec, sim::Random& chance) {
  using model::FaultKind;
  model::TimelineEntry e;
  e.at = 0;
  e.fault = model::FaultSpec{};
  auto& [kind, vertex, subtask, taskmanager] = *e.fault;
  kind = static_cast<FaultKind>(chance.below(model::fault_kinds));
  vertex = static_cast<std::uint32_t>(chance.below(spec.vertices.size()));
  subtask = static_cast<std::uint32_t>(chance.below(spec.vertices[vertex].parallelism));
  taskmanager = static_cast<std::uint32_t>(chance.below(spec.cluster.taskmanagers));
  if (kind == FaultKind::jobmanager_loss && !spec.cluster.high_availability) kind = FaultKind::task_failure;
  if (kind == FaultKind::commit_failure && spec.vertices[vertex].delivery != history::Delivery::transactional)
    kind = FaultKind::notify_failure;
  if (kind == FaultKind::event_failure) kind = FaultKind::snapshot_failure;
  if (once_in(chance, 3)) {
    e.when.emplace_back();
    e.when.back().kind = model::Condition::Kind::checkpoint_completed, e.when.back().checkpoint = 1;
  }
  spec.timeline.insert(spec.timeline.begin() + static_cast<std::ptrdiff_t>(chance.below(spec.timeline.size() + 1)), e);
}

// What is rare in made-up jobs, and has been in the way of a proof.
void make_odd(model::Spec& spec, sim::Random& chance) {
  using history::CommandKind;
  if (once_in(chance, 3)) spec.cluster.replacement = spec.semantics.scheduler == model::Scheduler::adaptive;
  if (once_in(chance, 3)) spec.semantics.stop_abort_notice = model::StopAbortNotice::unheard;
  if (once_in(chance, 4)) spec.checkpoints.max_concurrent = 2;
  if (once_in(chance, 3) && !spec.checkpoints.unaligned) spec.checkpoints.mode = history::Mode::at_least_once;
  const bool deaf = once_in(chance, 4);
  for (model::VertexSpec& v : spec.vertices)
    if (deaf && v.kind == model::VertexKind::source) v.ignores_end = sim::second;
  for (model::TimelineEntry& e : spec.timeline)
    if (e.command && !e.command->resume && once_in(chance, 3))
      e.command->kind = CommandKind::stop_with_savepoint, e.command->drain = once_in(chance, 3);
}

// Every input is several, and nothing blocks them.
void make_wide(model::Spec& spec) {
  spec.checkpoints.mode = history::Mode::at_least_once;
  for (model::VertexSpec& v : spec.vertices) {
    v.parallelism = 2, v.bounds.clear();
    if (v.kind == model::VertexKind::source) v.splits = 2;
    for (model::InputSpec& in : v.inputs) in.exchange = model::Exchange::hash, in.chained = false;
  }
}
// One thread shows what several tasks do, and comes to an end by itself.
void make_narrow(model::Spec& spec, sim::Random& chance) {
  for (model::VertexSpec& v : spec.vertices) {
    if (v.kind == model::VertexKind::source) v.bounds.assign(v.splits, static_cast<std::uint32_t>(1 + chance.below(3)));
    for (model::InputSpec& in : v.inputs) in.exchange = model::Exchange::forward, in.chained = v.inputs.size() == 1;
  }
}
// Shapes in which wrong reductions show up more often than in any job.
void shape(model::Spec& spec, sim::Random& chance) {
  const std::uint64_t which = chance.below(3);
  if (which == 0) return;
  spec.checkpoints.unaligned = false, spec.checkpoints.interval = spec.checkpoints.first = sim::second;
  for (model::VertexSpec& v : spec.vertices) v.assignment = model::Assignment::fixed;
  if (which == 1)
    make_wide(spec);
  else
    make_narrow(spec, chance);
}

// Exact faults of the timeline only; channels as roomy as in a recorded job.
model::Spec arbitrary_job(sim::Random& chance) {
  const std::uint64_t seed = chance.below(1000), number = chance.below(1000);
  model::Spec spec = scenarios::generate(seed, number, {}).cases.front().spec;
  spec.faults = {};
  spec.network.capacity = 160;
  if (once_in(chance, 3)) make_odd(spec, chance);
  shape(spec, chance);
  for (std::uint64_t faults = once_in(chance, 2) ? 1 + chance.below(2) : 0; faults > 0; --faults)
    add_fault(spec, chance);
  return spec;
}
model::Spec arbitrary_job_with_windows(sim::Random& chance) {
  for (;;)
    if (model::Spec spec = arbitrary_job(chance); scenarios::has_event_time(spec)) return spec;
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

// Draws among the enabled steps. In every other walk some channels and actors are far slower than the others; what
// fails all snapshots comes seldom.
class Draw {
 public:
  Draw(sim::Random& chance, const model::World& world) : chance_(chance), world_(world), uneven_(once_in(chance, 2)) {}

  sim::Step operator()(const std::vector<sim::Step>& enabled) {
    const auto any = [&] { return enabled[chance_.below(enabled.size())]; };
    sim::Step step = any();
    for (int again = 0; again < 20 && uneven_ && chance_.below(16) >= pace(step); ++again) step = any();
    const bool rare = !step.of_channel() && world_.rules().of_actors()[step.rule].name == "expire_checkpoint";
    return rare && chance_.below(8) ? any() : step;
  }

 private:
  std::uint64_t pace(sim::Step step) {
    const auto [at, fresh] = paces_.emplace(std::pair(step.subject, step.rule), 1);
    if (fresh && !once_in(chance_, 3)) at->second = 16;
    return at->second;
  }

  sim::Random& chance_;
  const model::World& world_;
  bool uneven_;
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint64_t> paces_;
};

// What is seen of so many steps; empty: there is no such job.
Sights walk(const model::Spec& spec, std::uint64_t steps, sim::Random& chance) {
  auto made = model::Plan::make(spec, model::Loop::run);
  Sights sights;
  if (!std::holds_alternative<model::Plan>(made)) return sights;
  const model::Plan& plan = std::get<model::Plan>(made);
  static const auto rules = model::make_rulebook();
  const model::ModelNames names(plan);
  const Deaf deaf{once_in(chance, 2), once_in(chance, 4)};
  model::World world(plan, rules);
  scenarios::Collector collector(names, plan, true);
  world.observer = &collector;
  Draw draw(chance, world);
  std::vector<sim::Step> enabled;
  for (std::uint64_t n = 0; n < steps; ++n) {
    Machine::enabled(world, enabled);
    if (enabled.empty()) break;
    const sim::Step step = draw(enabled);
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

// Of what was not explained it says where it was given up.
void expect_not_refused(const Followed& f) {
  if (f.outcome == Outcome::refused) RC_LOG() << "event " << f.seq << ", " << f.event << "\n";
  RC_ASSERT(f.outcome != Outcome::refused);
}

TEST(refusal, what_a_version_has_done_it_never_refuses) {
  int explained = 0, all = 0;
  EXPECT_TRUE(rc::check("random runs of made-up jobs", [&] {
    sim::Random chance = any_chance();
    for (int walks = 0; walks < 3; ++walks) {
      const model::Spec spec = arbitrary_job(chance);
      const Sights sights = walk(spec, 20 + chance.below(200), chance);
      const Followed f = scenarios::follow_in_event_time(spec, sights, up_to(3000));
      ++all, explained += f.outcome == Outcome::explained;
      expect_not_refused(f);
    }
  }));
  EXPECT_GE(explained * 100, all * 90) << explained << " of " << all;
}

TEST(refusal, what_windowed_jobs_have_done_is_not_refused_without_event_time) {
  int explained = 0, all = 0;
  EXPECT_TRUE(rc::check("random runs of jobs with windows", [&] {
    sim::Random chance = any_chance();
    const model::Spec spec = arbitrary_job_with_windows(chance);
    const Sights sights = walk(spec, 20 + chance.below(200), chance);
    const Followed f =
        follow(scenarios::without_event_time(spec), scenarios::without_event_time(spec, sights), up_to(3000));
    ++all, explained += f.outcome == Outcome::explained;
    expect_not_refused(f);
  }));
  EXPECT_GE(explained * 100, all * 80) << explained << " of " << all;
}

TEST(refusal, a_search_that_tries_every_order_comes_to_the_same) {
  int explained = 0, refused = 0;
  EXPECT_TRUE(rc::check("short runs, changed, against the slow search", [&] {
    sim::Random chance = any_chance();
    const model::Spec spec = arbitrary_job(chance);
    Sights sights = walk(spec, 10 + chance.below(40), chance);
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
