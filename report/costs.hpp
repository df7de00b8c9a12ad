#pragma once
// What a case costs, over all its runs: a row for each kind of cost, with the values of every run. Percentiles are by
// nearest rank, so each is a value that some run had, and no floating point is involved. Tested in
// tests/report/costs_test.cpp.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "scenarios/outcome.hpp"

namespace report {

enum class Unit : std::uint8_t { records, microseconds };

// `of` is nothing where a run cannot tell.
struct CostKind {
  std::string_view name;   // key of JSON and CSV: "reread"
  std::string_view words;  // "read again"
  Unit unit;
  std::optional<std::int64_t> (*of)(const scenarios::CaseOutcome& run, std::optional<std::int64_t> end_from);
};
inline constexpr std::size_t cost_count = 7;
std::span<const CostKind, cost_count> cost_kinds();

struct CostSummary {
  std::uint64_t known;  // runs that could tell
  std::int64_t median, p95, most;
};

class Costs {
 public:
  // `end_from`: when this run was told to end, if it was.
  void add(const scenarios::CaseOutcome& run, std::optional<std::int64_t> end_from);
  // Nothing: no run could tell.
  std::optional<CostSummary> of(std::size_t kind) const;
  std::optional<CostSummary> of(std::string_view name) const;  // one of cost_kinds()
  std::uint64_t runs() const { return runs_; }
  // Of the runs that could tell: in their order, and from the least on.
  std::span<const std::int64_t> values(std::size_t kind) const { return values_[kind]; }
  std::vector<std::int64_t> sorted(std::size_t kind) const;

 private:
  std::array<std::vector<std::int64_t>, cost_count> values_;
  std::uint64_t runs_ = 0;
};

// The value at `percent` (0: the least) by nearest rank of what is sorted and not empty.
std::int64_t at_percent(std::span<const std::int64_t> sorted, unsigned percent);

}  // namespace report
