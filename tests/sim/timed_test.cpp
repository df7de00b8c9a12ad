#include "sim/timed.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <deque>
#include <map>

#include "sim/run.hpp"
#include "sim/trace.hpp"
#include "tests/sim/funnel.hpp"
#include "tests/sim/slow_explorer.hpp"
#include "tests/sim/toy.hpp"

namespace {

using sim::Delay, sim::Ending, sim::Ready, sim::Step, sim::Time, toy::Funnel, toy::FunnelPlan, toy::Relay,
    toy::RelayPlan;

const auto go_on = [](Step, Time) { return true; };

Delay any_delay() {
  if (*rc::gen::inRange(0, 3) == 0) return Delay::constant(*rc::gen::inRange<Time>(0, 3));
  std::array<Time, 5> q;
  for (Time& t : q) t = *rc::gen::inRange<Time>(0, 3'000);
  std::sort(q.begin(), q.end());
  return {q[0], q[1], q[2], q[3], q[4]};
}

RelayPlan any_plan() {
  RelayPlan plan;
  plan.workers = *rc::gen::inRange<std::uint8_t>(1, 5);
  plan.items = *rc::gen::inRange<std::uint8_t>(1, 30);
  plan.markers = *rc::gen::inRange<std::uint8_t>(0, 4);
  plan.sleeps = *rc::gen::inRange<std::uint8_t>(0, 4);
  plan.flushes = *rc::gen::inRange<std::uint8_t>(0, 3);
  plan.breaks = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.feed = *rc::gen::inRange<std::uint16_t>(1, 4);
  plan.forward = *rc::gen::inRange<std::uint16_t>(1, 3);
  plan.acks = 255;
  plan.any_order = *rc::gen::arbitrary<bool>();
  plan.fused_acks = *rc::gen::arbitrary<bool>();
  plan.canonical = *rc::gen::arbitrary<bool>();
  for (Delay& d : plan.latency) d = any_delay();
  plan.service = any_delay();
  plan.pace = any_delay();
  return plan;
}

bool before(const Step& a, const Step& b) {
  return std::tuple(a.subject, a.rule, a.binding) < std::tuple(b.subject, b.rule, b.binding);
}

// The full scan is the oracle of what the driver keeps: the channels that can be taken from, whatever their guards say,
// and the enabled steps of actor rules. What is put aside must have a guard that does not say yes, unless another of
// that actor is being tried.
template <class W>
void knows_what_is_possible(const W& world, const sim::Timed<W>& timed) {
  std::vector<Step> all, live, own, oracle;
  timed.clocks().known(all, true);
  timed.clocks().known(live, false);
  for (sim::ChannelId c = 0; c < world.channels().size(); ++c)
    if (world.channels().takeable(c)) oracle.push_back({c, Step::take, 0});
  for (sim::ActorId a = 0; a < world.actor_count(); ++a) sim::Machine<W>::enabled_of(world, a, own);
  std::sort(own.begin(), own.end(), before);
  oracle.insert(oracle.end(), own.begin(), own.end());
  RC_ASSERT(all == oracle);
  for (const Step s : all) {
    if (!s.of_channel() || std::find(live.begin(), live.end(), s) != live.end()) continue;
    if (sim::Machine<W>::ready(world, s) != Ready::yes) continue;
    const auto same_actor = [&](const Step& t) {
      return t.of_channel() && sim::Machine<W>::actor(world, s) == sim::Machine<W>::actor(world, t);
    };
    RC_ASSERT(std::any_of(live.begin(), live.end(), same_actor));
  }
}

template <class W>
void nothing_is_left(const W& world) {
  std::vector<Step> enabled;
  sim::Machine<W>::enabled(world, enabled);
  RC_ASSERT(enabled.empty());
}

TEST(timed, knows_at_each_step_what_the_full_scan_finds) {
  EXPECT_TRUE(rc::check("relay", [] {
    Relay world(any_plan());
    sim::Timed<Relay> timed(world, *rc::gen::arbitrary<std::uint64_t>());
    knows_what_is_possible(world, timed);
    Time last = 0;
    const Ending ending = sim::run(world, timed, [&](Step, Time now) {
      knows_what_is_possible(world, timed);
      RC_ASSERT(now >= last);
      last = now;
      return true;
    });
    RC_ASSERT(ending == Ending::quiet);
    nothing_is_left(world);
  }));
}

FunnelPlan any_funnel() {
  FunnelPlan plan;
  plan.sources = *rc::gen::inRange<std::uint32_t>(1, 12);
  plan.sinks = *rc::gen::inRange<std::uint32_t>(1, 4);
  plan.items = *rc::gen::inRange<std::uint16_t>(1, 12);
  plan.in = *rc::gen::inRange<std::uint16_t>(1, 4);
  plan.out = *rc::gen::inRange<std::uint16_t>(1, 4);
  plan.merging = any_delay();
  plan.sinking = any_delay();
  plan.latency = any_delay();
  return plan;
}

TEST(timed, backpressure_loses_nothing_and_never_sticks) {
  EXPECT_TRUE(rc::check("funnel", [] {
    const FunnelPlan plan = any_funnel();
    Funnel world(plan);
    sim::Timed<Funnel> timed(world, *rc::gen::arbitrary<std::uint64_t>());
    const Ending ending = sim::run(world, timed, [&](Step, Time) {
      knows_what_is_possible(world, timed);
      return true;
    });
    RC_ASSERT(ending == Ending::quiet);
    nothing_is_left(world);
    std::uint64_t sunk = 0;
    for (std::uint32_t i = 0; i < plan.sinks; ++i) sunk += world.sunk(i);
    RC_ASSERT(sunk == plan.sources * plan.items);
  }));
}

struct Happening {
  std::string name;
  Time time;
  std::uint64_t cause;
  friend bool operator==(const Happening&, const Happening&) = default;
};

std::vector<Happening> history_of(Relay& world, std::uint64_t seed) {
  sim::Timed<Relay> timed(world, seed);
  std::vector<Happening> happenings;
  while (const auto step = timed.next()) {
    happenings.push_back({to_text(sim::name_of(world, *step)), timed.now(), timed.cause()});
    sim::Machine<Relay>::apply(world, *step);
    timed.applied(*step);
  }
  return happenings;
}

RelayPlan lively() {
  RelayPlan plan;
  plan.items = 20;
  plan.markers = 3;
  plan.sleeps = plan.flushes = 1;
  for (Delay& d : plan.latency) d = {10, 50, 200, 900, 1'000};
  plan.service = {20, 30, 40, 50, 600};
  plan.pace = {500, 600, 700, 800, 900};
  return plan;
}

TEST(timed, the_same_seed_takes_the_same_steps_at_the_same_times) {
  Relay a(lively()), b(lively()), c(lively());
  const auto first = history_of(a, 7);
  EXPECT_EQ(first, history_of(b, 7));
  EXPECT_NE(first, history_of(c, 8));
}

TEST(timed, turning_rings_and_canonical_rings_take_the_same_steps) {
  RelayPlan turning = lively();
  turning.canonical = false;
  Relay a(lively()), b(turning);
  EXPECT_EQ(history_of(a, 7), history_of(b, 7));
}

TEST(timed, one_more_draw_in_one_stream_shifts_no_other) {
  RelayPlan constant = lively();
  constant.latency[Relay::acks] = Delay::constant(5);
  Relay a(lively()), b(constant);
  const auto times = [](const std::vector<Happening>& all) {
    std::vector<std::pair<std::string, Time>> kept;
    for (const Happening& h : all)
      if (!h.name.starts_with("note_ack")) kept.push_back({h.name, h.time});
    std::stable_sort(kept.begin(), kept.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
    return kept;
  };
  const auto x = history_of(a, 7), y = history_of(b, 7);
  EXPECT_NE(x, y);
  EXPECT_EQ(times(x), times(y));
}

TEST(timed, each_timed_state_is_an_explored_state) {
  RelayPlan plan;
  plan.items = 2;
  plan.markers = plan.sleeps = plan.flushes = plan.breaks = 1;
  plan.latency[Relay::feed] = plan.latency[Relay::forward] = {0, 100, 2'000, 40'000, 50'000};
  plan.service = plan.pace = {0, 1'000, 5'000, 10'000, 20'000};
  Relay world(plan);
  const auto explored = toy::explore_slowly(world);
  const toy::Bytes initial(world.block().begin(), world.block().end());
  std::set<toy::Bytes> visited;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::copy(initial.begin(), initial.end(), world.block().begin());
    sim::Timed<Relay> timed(world, seed);
    const Ending ending = sim::run(world, timed, [&](Step, Time) {
      toy::Bytes now(world.block().begin(), world.block().end());
      if (!explored.states.contains(now)) return false;
      visited.insert(std::move(now));
      return true;
    });
    ASSERT_EQ(ending, Ending::quiet) << "seed " << seed;
  }
  EXPECT_GT(visited.size(), 500U);
}

TEST(timed, messages_arrive_in_order_within_the_bounds_of_latency) {
  EXPECT_TRUE(rc::check("times of takes", [] {
    RelayPlan plan = any_plan();
    plan.markers = plan.flushes = 0;  // nothing blocks the collector's inputs
    plan.fused_acks = false;
    const Delay latency = plan.latency[Relay::forward];
    Relay world(plan);
    sim::Timed<Relay> timed(world, *rc::gen::arbitrary<std::uint64_t>());
    std::map<sim::ChannelId, std::deque<std::pair<Time, std::uint64_t>>> sent;
    std::map<sim::ChannelId, Time> latest;
    while (const auto step = timed.next()) {
      const Time now = timed.now();
      if (step->of_channel()) {
        auto& queue = sent[step->subject];
        const auto [at, number] = queue[step->binding];
        queue.erase(queue.begin() + step->binding);
        RC_ASSERT(timed.cause() == number);
        if (world.channels().info(step->subject).channel_class == Relay::forward) {
          latest[step->subject] = std::max(latest[step->subject], at + latency.max);
          RC_ASSERT(now >= at + latency.least);
          RC_ASSERT(now <= latest[step->subject]);
        }
      }
      sim::Machine<Relay>::apply(world, *step);
      for (const sim::ChannelId c : world.tape().sent) sent[c].push_back({now, timed.step_number()});
      timed.applied(*step);
    }
  }));
}

TEST(timed, a_message_that_may_overtake_does) {
  RelayPlan plan;
  plan.items = 30;
  plan.markers = 0;
  plan.latency[Relay::acks] = {0, 1'000, 5'000, 9'000, 10'000};
  const auto overtaken = [](const RelayPlan& p) {
    Relay world(p);
    const auto all = history_of(world, 3);
    return std::any_of(all.begin(), all.end(),
                       [](const Happening& h) { return h.name.find(" #") != std::string::npos; });
  };
  EXPECT_FALSE(overtaken(plan));
  plan.any_order = true;
  EXPECT_TRUE(overtaken(plan));
}

TEST(timed, an_actor_serves_one_step_at_a_time) {
  RelayPlan plan;
  plan.items = 10;
  plan.markers = 0;
  plan.feed = 16;
  plan.forward = 16;
  plan.service = Delay::constant(100);
  Relay world(plan);
  std::map<std::string, std::vector<Time>> times;
  for (const Happening& h : history_of(world, 1)) times[h.name].push_back(h.time);
  for (const char* name : {"pass_item producer to worker/0", "pass_item producer to worker/1"}) {
    ASSERT_EQ(times[name].size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(times[name][i], static_cast<Time>(i) * 100);
  }
}

TEST(timed, what_waits_at_a_busy_actor_goes_by_rank_and_then_by_age) {
  RelayPlan plan;
  plan.workers = 1;
  plan.items = 3;
  plan.markers = 0;
  plan.sleeps = 1;
  plan.feed = 16;
  plan.forward = 16;
  plan.service = Delay::constant(50'000);  // the order comes within 40 ms
  Relay world(plan);
  std::vector<std::string> worker;
  for (const Happening& h : history_of(world, 1))
    if (h.name.ends_with("worker/0")) worker.push_back(h.name + " " + std::to_string(h.time));
  EXPECT_EQ(worker,
            (std::vector<std::string>{"pass_item producer to worker/0 0", "fall_asleep operator to worker/0 50000",
                                      "wake_up worker/0 55000", "pass_item producer to worker/0 55000",
                                      "pass_item producer to worker/0 105000"}));
}

TEST(timed, a_step_disabled_before_it_is_due_does_not_happen) {
  RelayPlan plan;
  plan.workers = 1;
  plan.items = plan.markers = 0;
  plan.sleeps = 3;
  Relay world(plan);
  auto order = world.rules().of_actors()[4];
  ASSERT_EQ(order.name, "order_sleep");
  order.due = [](const Relay&, sim::ActorId, std::uint32_t, const sim::Moment& m) { return m.now + 1'000; };
  world.rulebook().replace(order);
  auto toggle = world.rules().of_channels()[2];
  ASSERT_EQ(toggle.name, "fall_asleep");
  toggle.effect = [](Relay& w, sim::ChannelId, const Relay::Message&) { w.record().worker[0].asleep ^= 1; };
  world.rulebook().replace(toggle);
  EXPECT_EQ(history_of(world, 1), (std::vector<Happening>{{"order_sleep operator", 1'000, 0},
                                                          {"fall_asleep operator to worker/0", 1'000, 1},
                                                          {"order_sleep operator", 2'000, 1},
                                                          {"fall_asleep operator to worker/0", 2'000, 3},
                                                          {"order_sleep operator", 3'000, 3},
                                                          {"fall_asleep operator to worker/0", 3'000, 5},
                                                          {"wake_up worker/0", 8'000, 6}}));
}

TEST(timed, a_periodic_step_is_told_when_it_was_last_due) {
  RelayPlan plan;
  plan.workers = 1;
  plan.items = 4;
  plan.markers = 0;
  plan.feed = 4;
  plan.pace = Delay::constant(1'000);
  Relay world(plan);
  std::vector<Time> emitted;
  for (const Happening& h : history_of(world, 1))
    if (h.name == "emit producer") emitted.push_back(h.time);
  EXPECT_EQ(emitted, (std::vector<Time>{0, 1'000, 2'000, 3'000}));
}

TEST(timed, messages_that_are_there_at_the_start_have_arrived) {
  Relay world(RelayPlan{});
  world.record().emitted = 3;
  world.send(0, {Relay::item, 0});
  world.send(0, {Relay::item, 1});
  EXPECT_EQ(history_of(world, 1).front(), (Happening{"pass_item producer to worker/0", 0, 0}));
  EXPECT_EQ(world.record().got, 2);
}

}  // namespace
