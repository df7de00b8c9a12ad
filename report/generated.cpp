#include "report/generated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "report/fuzz_text.hpp"
#include "report/progress.hpp"
#include "report/selection.hpp"
#include "report/words.hpp"
#include "scenarios/fuzz_plan.hpp"
#include "scenarios/generate.hpp"

namespace report {
namespace {

using scenarios::Coverage;
using scenarios::FuzzBlock;

constexpr std::uint64_t runs_of_each = 1'000, round_size = 32;

// One scenario of a round and what became of it.
struct Place {
  std::shared_ptr<scenarios::Scenario> scenario;
  std::shared_ptr<const scenarios::FuzzPlan> plan;
  FuzzBlock block;
  bool done = false;
};

class Rounds {
 public:
  Rounds(const Options& o, const model::World::Rules& rules, const FuzzLimits& limits)
      : o_(o), rules_(rules), limits_(limits), progress_(o.progress, "fuzzing made-up scenarios", 0) {}

  GeneratedRuns run() {
    all_.seed = o_.seed;
    while (!all_.failing && go_on()) one_round();
    all_.wall_seconds = progress_.seconds();
    return std::move(all_);
  }

 private:
  bool go_on() const {
    if (all_.all.runs >= limits_.runs) return false;
    if (all_.scenarios > 0 && limits_.seconds > 0 && progress_.seconds() >= limits_.seconds) return false;
    return limits_.bytes == 0 || all_.scenarios == 0 || memory_used() <= limits_.bytes;
  }

  void one_round() {
    places_.assign(round_size, {});
    next_ = 0, stop_at_ = round_size;
    met_ = all_.all.coverage;
    std::vector<std::thread> others;
    for (unsigned i = 1; i < limits_.jobs; ++i) others.emplace_back([this] { work(); });
    work();
    for (std::thread& t : others) t.join();
    const std::uint64_t first = first_;
    for (std::uint64_t i = 0; i < places_.size() && places_[i].done && !all_.failing; ++i) add(first + i, places_[i]);
    first_ += round_size;
  }

  // Runs left for place i of this round; exact, since each before it takes as many as it can.
  std::uint64_t runs_for(std::uint64_t i) const {
    const std::uint64_t before = all_.all.runs + i * runs_of_each;
    return before >= limits_.runs ? 0 : std::min(runs_of_each, limits_.runs - before);
  }

  void work() {
    for (;;) {
      std::uint64_t i = 0;
      {
        const std::lock_guard lock(mutex_);
        if (next_ >= std::min<std::uint64_t>(round_size, stop_at_) || runs_for(next_) == 0) return;
        if (next_ > 0 && limits_.seconds > 0 && progress_.seconds() >= limits_.seconds) return;
        i = next_++;
      }
      Place p = try_one(first_ + i, runs_for(i));
      const std::lock_guard lock(mutex_);
      if (p.plan && has_alarm(*p.plan, p.block)) stop_at_ = std::min(stop_at_, i);
      places_[i] = std::move(p);
      progress_.runs(all_.all.runs + i * runs_of_each);
    }
  }

  Place try_one(std::uint64_t number, std::uint64_t runs) const {
    Place p;
    p.done = true;
    p.scenario = std::make_shared<scenarios::Scenario>(scenarios::generate(o_.seed, number, met_));
    plant_defect(o_.defect, *p.scenario);
    const auto made = scenarios::make_fuzz_plan(p.scenario->cases.front(), {o_.seed + number, &rules_, o_.properties});
    if (!made.plan) return p;
    p.plan = made.plan;
    scenarios::Fuzzer fuzzer(p.plan);
    for (std::uint64_t n = 0; n < runs && !has_alarm(*p.plan, p.block); n += scenarios::fuzz_block_runs)
      p.block.add(fuzzer.run(n, std::min(scenarios::fuzz_block_runs, runs - n)));
    return p;
  }

  void add(std::uint64_t number, Place& p) {
    ++all_.scenarios;
    if (!p.plan) {
      ++all_.impossible;
      return;
    }
    const bool alarm = has_alarm(*p.plan, p.block);
    if (all_.judged.empty())
      for (const properties::Property* property : p.plan->judging.properties) all_.judged.emplace_back(property->id);
    for (std::size_t i = 0; i < p.plan->judging.promises.size(); ++i)
      if (p.plan->judging.promises[i].made && p.plan->judging.promises[i].judged)
        all_.promised |= std::uint64_t{1} << i;
    if (alarm) {
      all_.failing = p.scenario, all_.failing_number = number;
      all_.result.outcome = outcome_of(p.scenario->cases.front(), p.plan, p.block);
      all_.result.runs = p.block.runs;
    }
    all_.all.add(p.block);
  }

  const Options& o_;
  const model::World::Rules& rules_;
  const FuzzLimits& limits_;
  Progress progress_;
  GeneratedRuns all_;
  Coverage met_;  // before this round
  std::mutex mutex_;
  std::vector<Place> places_;
  std::uint64_t first_ = 0, next_ = 0, stop_at_ = 0;
};

std::vector<std::string> picked(const std::vector<std::string>& ids, std::uint64_t bits) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (bits >> i & 1) out.push_back(ids[i]);
  return out;
}

}  // namespace

GeneratedRuns fuzz_generated(const Options& o, const model::World::Rules& rules, const FuzzLimits& limits) {
  return Rounds(o, rules, limits).run();
}

std::string generated_report(const GeneratedRuns& g, const Style& style) {
  std::string text = style(Tone::strong, "made-up scenarios") + fmt::format("  (seed {})\n", g.seed);
  const FuzzBlock& b = g.all;
  const std::uint64_t whole = b.runs - b.overflowed;
  text += wrapped(
      fmt::format("{}, {}, about {} different; {:.1f} s, {} runs/s", counted(g.scenarios, "scenario"),
                  counted(b.runs, "run"), grouped(std::min(distinct_runs(b.distinct), b.runs)), g.wall_seconds,
                  grouped(static_cast<std::uint64_t>(static_cast<double>(b.runs) / std::max(g.wall_seconds, 0.001)))),
      2, page_width);
  if (b.overflowed)
    text +=
        wrapped(fmt::format("{} cut short, undecided: {}", counted(b.overflowed, "run"), b.overflow), 2, page_width);
  if (!g.failing && failure_bound(whole) < 1)
    text += fmt::format("  with 95 % confidence fewer than 1 in {} such runs break a promise (3/N)\n",
                        grouped(static_cast<std::uint64_t>(1.0 / failure_bound(whole))));
  text += wrapped(fmt::format("{} of command, phase, fault and outcome met", counted(b.coverage.cells(), "cell")), 2,
                  page_width);
  const auto vacuous = picked(g.judged, g.promised & ~b.arose);
  if (!vacuous.empty()) text += wrapped("promises whose situation never arose: " + listed(vacuous), 2, page_width);
  if (g.failing) text += style(Tone::bad, fmt::format("  scenario {} breaks a promise\n", g.failing_number));
  return text;
}

nlohmann::ordered_json generated_entry(const GeneratedRuns& g) {
  return {{"name", "made-up scenarios"},
          {"seed", g.seed},
          {"scenarios", g.scenarios},
          {"runs", g.all.runs},
          {"cutShort", g.all.overflowed},
          {"cellsMet", g.all.coverage.cells()},
          {"failureProbabilityBelow",
           g.failing ? nlohmann::ordered_json() : nlohmann::ordered_json(failure_bound(g.all.runs - g.all.overflowed))},
          {"confidence", 0.95}};
}

}  // namespace report
