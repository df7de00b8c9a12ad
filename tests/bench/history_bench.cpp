// Speed of reading recorded histories: parsing, checking, handing each event on. Items are lines.
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <filesystem>

#include "tests/bench/big_history.hpp"

namespace {

const bench::BigHistory& big_history() {
  static const bench::BigHistory made(
      QUIESCE_ROOT "/tests/recordings/1.20.5/stop-drain-transactional-checkpointinflight.jsonl.gz", 1'000'000);
  return made;
}

void history_read(benchmark::State& state) {
  const history::ReadOptions options{static_cast<history::Reading>(state.range(0))};
  const std::string& text = big_history().text();
  for (auto _ : state) {
    history::InternedNames names;
    std::uint64_t events = 0;
    const auto read = history::read_history(
        text, names, [&](const history::Stamp&, const history::Event&) { ++events; }, options);
    if (read.error || events + 1 != big_history().lines()) return state.SkipWithError("not read to its end");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(big_history().lines()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(history_read)->ArgName("lenient")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// The same from a file, as it stands or compressed.
void history_read_file(benchmark::State& state) {
  const std::string& text = big_history().text();
  const std::string path = (std::filesystem::temp_directory_path() / "quiesce-bench.jsonl").string();
  const gzFile out = gzopen(path.c_str(), state.range(0) ? "wb6" : "wbT");
  const bool written = out && gzwrite(out, text.data(), static_cast<unsigned>(text.size())) > 0;
  if (gzclose(out) != Z_OK || !written) return state.SkipWithError("no file was written");
  for (auto _ : state) {
    history::InternedNames names;
    const auto read = history::read_history_file(path, names, [](const history::Stamp&, const history::Event&) {});
    if (read.error || read.lines != big_history().lines()) return state.SkipWithError("not read to its end");
  }
  std::filesystem::remove(path);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(big_history().lines()));
}
BENCHMARK(history_read_file)->ArgName("compressed")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
