// Speed of random runs: runs a second of the shipped small scenario, all promises judged, one worker.
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>

#include "scenarios/fuzz_case.hpp"
#include "scenarios/reader.hpp"

namespace {

scenarios::Case small() {
  std::ifstream file(QUIESCE_ROOT "/scenarios/small.yaml");
  std::stringstream text;
  text << file.rdbuf();
  return scenarios::read("small.yaml", text.str(), {}).scenarios.at(0).cases.at(0);
}

void fuzz_small(benchmark::State& state) {
  const scenarios::Case c = small();
  scenarios::Fuzzer fuzzer(scenarios::make_fuzz_plan(c, {}).plan);
  std::uint64_t runs = 0, events = 0;
  for (auto _ : state) {
    const scenarios::FuzzBlock block = fuzzer.run(runs, scenarios::fuzz_block_runs);
    runs += block.runs, events += block.events;
  }
  state.counters["runs/s"] = benchmark::Counter(static_cast<double>(runs), benchmark::Counter::kIsRate);
  state.counters["events/run"] = static_cast<double>(events) / static_cast<double>(runs);
}
BENCHMARK(fuzz_small)->Unit(benchmark::kMillisecond);

}  // namespace
