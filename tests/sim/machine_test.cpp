#include "sim/machine.hpp"

#include <gtest/gtest.h>

#include "sim/run.hpp"
#include "sim/trace.hpp"
#include "tests/sim/toy.hpp"
#include "tests/sim/two_phase_commit.hpp"

namespace {

using toy::Relay, toy::RelayPlan;

static_assert(sim::World<Relay>);
static_assert(sim::World<toy::TwoPhaseCommit>);

std::vector<std::string> enabled_names(const Relay& world) {
  std::vector<sim::Step> steps;
  sim::Machine<Relay>::enabled(world, steps);
  std::vector<std::string> names;
  for (const sim::Step s : steps) names.push_back(to_text(sim::name_of(world, s)));
  return names;
}

sim::Step step_named(const Relay& world, const std::string& name) {
  std::vector<sim::Step> steps;
  sim::Machine<Relay>::enabled(world, steps);
  for (const sim::Step s : steps)
    if (to_text(sim::name_of(world, s)) == name) return s;
  ADD_FAILURE() << name << " is not enabled";
  return {};
}

void apply(Relay& world, const std::string& name) { sim::Machine<Relay>::apply(world, step_named(world, name)); }

TEST(machine, lists_channels_first_then_actors_with_each_binding) {
  RelayPlan plan;
  plan.sleeps = 1;
  Relay world(plan);
  EXPECT_EQ(enabled_names(world),
            (std::vector<std::string>{"emit producer", "order_sleep operator", "order_sleep operator #1"}));
  apply(world, "emit producer");
  EXPECT_EQ(
      enabled_names(world),
      (std::vector<std::string>{"pass_item producer to worker/0", "pass_item producer to worker/1", "emit producer",
                                "mark producer", "order_sleep operator", "order_sleep operator #1"}));
}

TEST(machine, the_tape_tells_what_a_step_touched) {
  Relay world(RelayPlan{});
  apply(world, "emit producer");
  EXPECT_EQ(world.tape().sent, (std::vector<sim::ChannelId>{0, 1}));
  EXPECT_EQ(world.tape().touched, (std::vector<sim::ActorId>{0}));
  EXPECT_TRUE(world.tape().taken.empty());
  apply(world, "pass_item producer to worker/1");
  EXPECT_EQ(world.tape().taken, (std::vector<sim::ChannelId>{1}));
  EXPECT_EQ(world.tape().sent, (std::vector<sim::ChannelId>{3}));
  EXPECT_EQ(world.tape().touched, (std::vector<sim::ActorId>{2}));
}

TEST(machine, an_outbox_without_room_makes_a_step_wait) {
  RelayPlan plan;
  plan.workers = 1;
  plan.markers = 0;
  Relay world(plan);
  apply(world, "emit producer");
  apply(world, "pass_item producer to worker/0");
  apply(world, "emit producer");
  EXPECT_EQ(sim::Machine<Relay>::ready(world, {0, sim::Step::take, 0}), sim::Ready::no_room);
  apply(world, "collect_item worker/0 to collector");
  EXPECT_EQ(sim::Machine<Relay>::ready(world, {0, sim::Step::take, 0}), sim::Ready::yes);
}

TEST(machine, a_fused_message_is_delivered_in_the_step_that_sends_it) {
  RelayPlan plan;
  plan.fused_acks = true;
  Relay world(plan);
  apply(world, "emit producer");
  apply(world, "pass_item producer to worker/0");
  apply(world, "collect_item worker/0 to collector");
  EXPECT_EQ(world.record().acknowledged, 1);
  EXPECT_TRUE(world.channels().empty(world.ack_channel()));
  EXPECT_EQ(world.tape().taken, (std::vector<sim::ChannelId>{world.forward_of(1), world.ack_channel()}));
}

TEST(machine, any_message_of_an_any_order_channel_can_be_taken) {
  RelayPlan plan;
  plan.any_order = true;
  plan.workers = 1;
  plan.markers = 0;
  Relay world(plan);
  for (int i = 0; i < 2; ++i) {
    apply(world, "emit producer");
    apply(world, "pass_item producer to worker/0");
    apply(world, "collect_item worker/0 to collector");
  }
  apply(world, "note_ack collector to producer #1");
  EXPECT_EQ(world.channels().at(world.ack_channel(), 0).number, 0);
}

TEST(machine, faults_and_commands_are_told_apart_from_the_engine) {
  RelayPlan plan;
  plan.sleeps = plan.breaks = 1;
  Relay world(plan);
  EXPECT_EQ(sim::Machine<Relay>::role(world, step_named(world, "emit producer")), sim::Role::engine);
  EXPECT_EQ(sim::Machine<Relay>::role(world, step_named(world, "order_sleep operator")), sim::Role::command);
  EXPECT_EQ(sim::Machine<Relay>::role(world, step_named(world, "break_worker operator")), sim::Role::fault);
}

}  // namespace
