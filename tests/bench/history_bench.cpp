// Speed of reading recorded histories: parsing, checking, handing each event on. Items are lines.
#include <benchmark/benchmark.h>

#include "tests/bench/big_history.hpp"

namespace {

const bench::BigHistory& big_history() {
  static const bench::BigHistory made(
      QUIESCE_ROOT "/tests/recordings/1.20.5/stop-drain-transactional-checkpointinflight.jsonl.gz", 1'000'000);
  return made;
}

void history_read(benchmark::State& state) {
  const std::string& text = big_history().text();
  for (auto _ : state) {
    history::InternedNames names;
    std::uint64_t events = 0;
    const auto read =
        history::read_history(text, names, [&](const history::Stamp&, const history::Event&) { ++events; });
    if (read.error || events + 1 != big_history().lines()) return state.SkipWithError("not read to its end");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(big_history().lines()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(history_read)->Unit(benchmark::kMillisecond);

}  // namespace
