#include "report/costs.hpp"

#include <algorithm>

#include "sim/expect.hpp"

namespace report {
namespace {

using scenarios::CaseOutcome;
using Value = std::optional<std::int64_t>;

template <auto Figure>
Value figure(const CaseOutcome& run, Value) {
  if (!run.figures || !((*run.figures).*Figure)) return std::nullopt;
  return static_cast<std::int64_t>(*((*run.figures).*Figure));
}

// From the command, or the fault in its place, until the resumed execution has worked off what had piled up: until then
// the output is late. The run ends at that moment; one with an `until` of its own does not look for it.
Value caught_up(const CaseOutcome& run, Value end_from) {
  if (!run.run || !run.run->caught_up || !end_from) return std::nullopt;
  return run.run->end - *end_from;
}

constexpr std::array<CostKind, cost_count> kinds{{
    {"reread", "read again", Unit::records, figure<&history::Figures::reread>},
    {"duplicates", "shown twice", Unit::records, figure<&history::Figures::duplicates>},
    {"missing", "missing", Unit::records, figure<&history::Figures::missing>},
    {"lostInFlight", "in flight at its end", Unit::records, figure<&history::Figures::lost_in_flight>},
    {"snapshotAfter", "snapshot complete", Unit::microseconds, figure<&history::Figures::snapshot_latency_us>},
    {"endedAfter", "stopped", Unit::microseconds, [](const CaseOutcome& run, Value) { return run.ended_after_us; }},
    {"caughtUpAfter", "caught up again", Unit::microseconds, caught_up},
}};

}  // namespace

std::span<const CostKind, cost_count> cost_kinds() { return kinds; }

void Costs::add(const CaseOutcome& run, Value end_from) {
  ++runs_;
  for (std::size_t k = 0; k < cost_count; ++k)
    if (const Value v = kinds[k].of(run, end_from)) values_[k].push_back(*v);
}

std::int64_t at_percent(std::span<const std::int64_t> sorted, unsigned percent) {
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[rank == 0 ? 0 : rank - 1];
}

std::vector<std::int64_t> Costs::sorted(std::size_t kind) const {
  std::vector<std::int64_t> all = values_[kind];
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<CostSummary> Costs::of(std::string_view name) const {
  const auto row = std::find_if(kinds.begin(), kinds.end(), [&](const CostKind& k) { return k.name == name; });
  expects(row != kinds.end());
  return of(static_cast<std::size_t>(row - kinds.begin()));
}

std::optional<CostSummary> Costs::of(std::size_t kind) const {
  const std::vector<std::int64_t> all = sorted(kind);
  if (all.empty()) return std::nullopt;
  return CostSummary{all.size(), at_percent(all, 50), at_percent(all, 95), all.back()};
}

}  // namespace report
