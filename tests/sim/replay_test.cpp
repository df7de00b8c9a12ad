#include "sim/replay.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/explore.hpp"
#include "sim/run.hpp"
#include "sim/timed.hpp"
#include "sim/uniform.hpp"
#include "tests/sim/toy.hpp"

namespace {

using sim::Unfit, toy::Relay, toy::RelayPlan;

const auto go_on = [](sim::Step, sim::Time) { return true; };

std::vector<std::byte> bytes(Relay& world) { return {world.block().begin(), world.block().end()}; }

// Walks by itself, then follows its own trace in a second world.
template <class Chooser>
void follows(Relay& world, Relay& again, Chooser& chooser) {
  sim::Trace trace;
  while (const auto step = chooser.next(sim::never)) {
    trace.push_back(sim::name_of(world, *step));
    sim::Machine<Relay>::apply(world, *step);
    chooser.applied(*step);
  }
  sim::Trace read;
  RC_ASSERT(sim::parse_trace(to_text(trace), read).line == 0U);
  sim::Replay<Relay> replay(again, read);
  sim::run(again, replay, go_on);
  RC_ASSERT(!replay.misfit());
  RC_ASSERT(replay.done() == trace.size());
  RC_ASSERT(bytes(world) == bytes(again));
}

RelayPlan busy_plan() {
  RelayPlan plan;
  plan.sleeps = plan.flushes = plan.breaks = 1;
  plan.any_order = true;
  return plan;
}

TEST(replay, follows_any_untimed_walk_to_the_same_state) {
  EXPECT_TRUE(rc::check("uniform", [] {
    Relay world(busy_plan()), again(busy_plan());
    sim::Uniform<Relay> uniform(world, *rc::gen::arbitrary<std::uint64_t>());
    follows(world, again, uniform);
  }));
}
TEST(replay, follows_any_timed_run_to_the_same_state) {
  EXPECT_TRUE(rc::check("timed", [] {
    Relay world(busy_plan()), again(busy_plan());
    sim::Timed<Relay> timed(world, *rc::gen::arbitrary<std::uint64_t>());
    follows(world, again, timed);
  }));
}

sim::Misfit misfit_of(const RelayPlan& plan, sim::Trace trace) {
  Relay world(plan);
  sim::Replay<Relay> replay(world, std::move(trace));
  sim::run(world, replay, go_on);
  EXPECT_TRUE(replay.misfit().has_value());
  return replay.misfit().value_or(sim::Misfit{});
}

TEST(replay, says_at_which_step_why_and_what_was_possible_instead) {
  RelayPlan plan;
  plan.workers = 1;
  plan.markers = 1;
  const sim::NamedStep emit{"emit", "producer"}, pass{"pass_item", "producer to worker/0"};
  const auto m = misfit_of(plan, {emit, pass, emit, pass});
  EXPECT_EQ(m.step, 4U);
  EXPECT_EQ(m.why, Unfit::no_room);
  EXPECT_EQ(
      m.message,
      "the trace stops fitting at step 4, 'pass_item producer to worker/0': its guard says that an outbox has no room");
  EXPECT_EQ(m.enabled, (sim::Trace{{"collect_item", "worker/0 to collector"}, emit, {"mark", "producer"}}));

  EXPECT_EQ(misfit_of(plan, {{"mark", "producer"}}).why, Unfit::refused);
  EXPECT_EQ(misfit_of(plan, {pass}).why, Unfit::no_message);
  EXPECT_EQ(misfit_of(plan, {emit, {"pass_marker", "producer to worker/0"}}).why, Unfit::other_message);
  EXPECT_EQ(misfit_of(plan, {{"explode", "producer"}}).why, Unfit::no_such_rule);
  EXPECT_EQ(misfit_of(plan, {{"emit", "nobody"}}).why, Unfit::no_such_subject);
  EXPECT_EQ(misfit_of(plan, {{"emit", "collector"}}).why, Unfit::no_such_subject);
  EXPECT_EQ(misfit_of(plan, {{"pass_item", "producer"}}).why, Unfit::no_such_subject);
  EXPECT_EQ(misfit_of(plan, {{"emit", "producer", 1}}).why, Unfit::no_such_binding);
  EXPECT_EQ(misfit_of(plan, {emit, {"mark", "producer"}, {"pass_item", "producer to worker/0", 1}}).why,
            Unfit::no_such_binding);
}

TEST(replay, says_when_a_channel_is_not_read) {
  RelayPlan plan;
  plan.feed = 3;
  const sim::Trace trace{{"emit", "producer"},
                         {"mark", "producer"},
                         {"emit", "producer"},
                         {"pass_item", "producer to worker/0"},
                         {"collect_item", "worker/0 to collector"},
                         {"pass_marker", "producer to worker/0"},
                         {"align", "worker/0 to collector"},
                         {"pass_item", "producer to worker/0"},
                         {"collect_item", "worker/0 to collector"}};
  const auto m = misfit_of(plan, trace);
  EXPECT_EQ(m.step, 9U);
  EXPECT_EQ(m.why, Unfit::blocked);
}

TEST(replay, follows_the_trace_of_an_exploration) {
  RelayPlan plan;
  Relay world(plan), again(plan);
  struct Judge {
    std::uint64_t on_state(const Relay& w) { return w.record().rounds; }
  } judge;
  const auto explored = sim::explore(world, judge);
  const auto steps = explored.trace(world, explored.first[0]);
  const auto found = bytes(world);
  sim::Replay<Relay> replay(again, sim::name_all(*std::make_unique<Relay>(plan), steps));
  sim::run(again, replay, go_on);
  EXPECT_FALSE(replay.misfit());
  EXPECT_EQ(bytes(again), found);
}

}  // namespace
