// The bare kernel: agenda, timed driver and explorer on toy worlds. Figures are rates of one core; compare them side by
// side with those of other tools on the same machine. Run in a release build: quiesce_bench --benchmark_filter=kernel
#include <benchmark/benchmark.h>

#include <memory>

#include "sim/agenda.hpp"
#include "sim/explore.hpp"
#include "sim/run.hpp"
#include "sim/timed.hpp"
#include "tests/sim/funnel.hpp"
#include "tests/sim/toy.hpp"
#include "tests/sim/two_phase_commit.hpp"

namespace {

// The hold model: a fixed number of events is pending; take the first, put one back at a random distance (uniform, mean
// half a second).
void kernel_agenda_hold(benchmark::State& state) {
  sim::Agenda<std::uint64_t> agenda;
  sim::Random random(1);
  for (std::int64_t i = 0; i < state.range(0); ++i)
    agenda.push(static_cast<sim::Time>(random.next() % sim::second), 0, static_cast<std::uint64_t>(i));
  for (auto _ : state) {
    const auto e = agenda.pop();
    agenda.push(e.time + static_cast<sim::Time>((random.next() >> 32) * sim::second >> 32), e.order, e.payload);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(kernel_agenda_hold)->Arg(1'000)->Arg(100'000)->Arg(1'000'000);

const auto go_on = [](sim::Step, sim::Time) { return true; };

// Items are steps.
void kernel_timed_relay(benchmark::State& state) {
  toy::RelayPlan plan;
  plan.workers = 2;
  plan.items = 120;
  plan.markers = 10;
  plan.feed = plan.forward = 4;
  plan.acks = 255;
  plan.canonical = false;
  for (auto& d : plan.latency) d = {10, 50, 200, 900, 1'000};
  plan.service = {20, 30, 40, 50, 600};
  plan.pace = {20, 30, 40, 50, 60};
  std::uint64_t steps = 0, seed = 0;
  for (auto _ : state) {
    toy::Relay world(plan);
    sim::Timed<toy::Relay> timed(world, ++seed);
    sim::run(world, timed, go_on);
    steps += timed.step_number();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}
BENCHMARK(kernel_timed_relay);

// Many inputs of one busy actor, most of them without room. Items are steps; the rate must hardly depend on the number
// of inputs.
void kernel_timed_funnel(benchmark::State& state) {
  toy::FunnelPlan plan;
  plan.sources = static_cast<std::uint32_t>(state.range(0));
  plan.items = static_cast<std::uint16_t>(50'000 / state.range(0));
  plan.merging = sim::Delay::constant(10);
  plan.sinking = sim::Delay::constant(13);
  plan.latency = sim::Delay::constant(100);
  std::uint64_t steps = 0;
  for (auto _ : state) {
    toy::Funnel world(plan);
    sim::Timed<toy::Funnel> timed(world, 1);
    sim::run(world, timed, go_on);
    steps += timed.step_number();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}
BENCHMARK(kernel_timed_funnel)->Arg(2)->Arg(100)->Arg(10'000);

template <class W>
void explore_and_report(benchmark::State& state, W& world) {
  sim::Exploration result;
  std::uint64_t states = 0, edges = 0;
  for (auto _ : state) {
    result = sim::explore(world);
    states += result.states;
    edges += result.edges;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(states));
  state.counters["edges/s"] = benchmark::Counter(static_cast<double>(edges), benchmark::Counter::kIsRate);
  state.counters["states"] = static_cast<double>(result.states);
  state.counters["state_bytes"] = static_cast<double>(world.block().size());
  state.counters["kept_B/state"] = static_cast<double>(result.bytes) / static_cast<double>(result.states);
}

void kernel_explore_two_phase_commit(benchmark::State& state) {
  toy::TwoPhaseCommit world(static_cast<std::uint32_t>(state.range(0)));
  explore_and_report(state, world);
}
BENCHMARK(kernel_explore_two_phase_commit)->Arg(7)->Arg(8)->Unit(benchmark::kMillisecond);

// States of about the size and sparseness of a small job.
void kernel_explore_relay(benchmark::State& state) {
  toy::RelayPlan plan;
  plan.items = 4;
  plan.markers = plan.sleeps = plan.flushes = plan.breaks = 1;
  plan.acks = static_cast<std::uint16_t>(state.range(0));
  toy::Relay world(plan);
  explore_and_report(state, world);
}
BENCHMARK(kernel_explore_relay)->Arg(8)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace
