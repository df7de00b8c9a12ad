// Speed of the modelled engine: rule firings a second in timed runs of growing jobs, states a second and bytes a state
// in exploration. Figures belong into the commit that changes them, with the machine; nothing here is a test.
#include <benchmark/benchmark.h>

#include "model/rulebook.hpp"
#include "model/timed_run.hpp"
#include "properties/catalogue.hpp"
#include "scenarios/outcome.hpp"
#include "sim/explore.hpp"

namespace {

using namespace model;

// source -> count -> map -> sink, forward edges, transactional, checkpoints; one task fails on the way and the job
// restarts.
Spec forward_job(std::uint32_t parallelism, bool four_vertices) {
  Spec s;
  s.name = "bench";
  s.profile = "flink-1.15";
  s.semantics = *profile(s.profile);
  VertexSpec source, count, map, sink;
  source.name = "source", source.kind = VertexKind::source, source.record_every = 10 * sim::millisecond;
  count.name = "count", count.kind = VertexKind::keyed_count, count.inputs = {{"source", Exchange::forward}},
  count.keys = 16;
  map.name = "map", map.kind = VertexKind::map, map.inputs = {{"count", Exchange::forward}};
  sink.name = "sink", sink.kind = VertexKind::sink, sink.delivery = history::Delivery::transactional;
  sink.inputs = {{four_vertices ? "map" : "count", Exchange::forward}};
  s.vertices = four_vertices ? std::vector{source, count, map, sink} : std::vector{source, count, sink};
  for (VertexSpec& v : s.vertices) v.parallelism = parallelism;
  s.vertices[0].splits = parallelism;
  s.network.data = sim::Delay::constant(3 * sim::millisecond);
  s.network.control = sim::Delay::constant(sim::millisecond);
  s.network.capacity = 16;
  s.storage.write = sim::Delay::constant(20 * sim::millisecond);
  s.checkpoints.interval = s.checkpoints.first = sim::second;
  s.checkpoints.retention = history::Retention::retain_on_cancel;
  s.restart = {RestartStrategy::fixed_delay, 3, 100 * sim::millisecond};
  TimelineEntry fault;
  fault.at = 2500 * sim::millisecond;
  fault.fault = FaultSpec{FaultKind::task_failure, 1, 0};
  s.timeline = {fault};
  return s;
}

// No ledger, no properties: rules, agenda, emission of events.
void model_rules_only(benchmark::State& state) {
  const auto tasks = static_cast<std::uint32_t>(state.range(0));
  Spec s = forward_job(std::max(tasks / 3, 1U), false);
  s.until = sim::never / 2;
  auto made = Plan::make(s, Loop::run);
  const Plan& plan = std::get<Plan>(made);
  const auto rules = make_rulebook();
  std::uint64_t steps = 0;
  for (auto _ : state) {
    World world(plan, rules);
    steps += run_timed(world, {.seed = 1, .steps = 3'000'000, .watch = {}}, {}).steps;
  }
  state.counters["events/s"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
  state.counters["bytes/subtask"] = static_cast<double>(plan.layout.end) / plan.task_count();
}
BENCHMARK(model_rules_only)->Arg(3)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond)->UseRealTime();

// All figures and all properties of a 4-vertex job.
void model_with_all_properties(benchmark::State& state) {
  scenarios::Case c;
  c.spec = forward_job(static_cast<std::uint32_t>(state.range(0)) / 4, true);
  c.spec.until = sim::never / 2;
  std::uint64_t steps = 0;
  for (auto _ : state) steps += scenarios::run_case(c, {.steps = 1'000'000}).run->steps;
  state.counters["events/s"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK(model_with_all_properties)->Arg(4)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond)->UseRealTime();

Spec explored_job() {
  Spec s = forward_job(1, false);
  s.timeline.clear();
  TimelineEntry stop, resume;
  stop.command = CommandSpec{};
  stop.command->id = "end", stop.command->kind = history::CommandKind::stop_with_savepoint;
  resume.command = CommandSpec{};
  resume.command->id = "resume", resume.command->resume = true;
  s.timeline = {stop, resume};
  s.faults = {1, 1};
  s.explore.states = 100'000'000;
  return s;
}

// 1 split, 3 records, 2 checkpoints, 1 failure; stop, then resume. The engine alone.
void explore_engine(benchmark::State& state) {
  auto made = Plan::make(explored_job(), Loop::explore);
  const Plan& plan = std::get<Plan>(made);
  const auto rules = make_rulebook();
  std::uint64_t states = 0, edges = 0;
  double bytes = 0;
  for (auto _ : state) {
    World world(plan, rules);
    sim::ExploreLimits limits;
    limits.states = 100'000'000;
    const sim::Exploration ex = sim::explore(world, limits);
    states += ex.states, edges += ex.edges;
    bytes = static_cast<double>(ex.bytes) / static_cast<double>(ex.states);
  }
  state.counters["states/s"] = benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
  state.counters["edges/s"] = benchmark::Counter(static_cast<double>(edges), benchmark::Counter::kIsRate);
  state.counters["bytes/state"] = bytes;
  state.counters["block"] = plan.layout.end;
}
BENCHMARK(explore_engine)->Unit(benchmark::kMillisecond)->UseRealTime();

// The same with one promise judged, and with all.
void explore_judged(benchmark::State& state) {
  scenarios::Case c;
  c.spec = explored_job();
  scenarios::ExploreOptions options;
  if (state.range(0) == 1) options.only = {"no-replay-after-stop"};
  std::uint64_t states = 0;
  double bytes = 0;
  for (auto _ : state) {
    const scenarios::CaseOutcome o = scenarios::explore_case(c, options);
    states += o.scope->states;
    bytes = static_cast<double>(o.scope->bytes) / static_cast<double>(o.scope->states);
  }
  state.counters["states/s"] = benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
  state.counters["bytes/state"] = bytes;
}
BENCHMARK(explore_judged)->ArgName("properties")->Arg(1)->Arg(22)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
