#include "report/losses.hpp"

#include <fmt/format.h>

#include "report/words.hpp"

namespace report {
namespace {

std::string joined(std::string certain, std::string possible) {
  if (certain.empty() && possible.empty()) return "";
  if (certain.empty()) return possible;
  return possible.empty() ? certain : certain + "; " + possible;
}

std::string why_unknown(const CaseResult& r) {
  if (!r.outcome.recorded || r.outcome.recorded->gaps.empty()) return "this history cannot say";
  return r.outcome.recorded->gaps.front().reason;
}

}  // namespace

Losses losses(const CaseResult& r) {
  const history::Figures& f = *r.outcome.figures;
  Losses all;
  const std::uint64_t missing = f.missing.value_or(0), twice = f.duplicates.value_or(0),
                      open = f.uncommitted.value_or(0), soon = r.observed.about_to_be_doubled();
  all.lost = joined(
      missing ? fmt::format("{} for certain: a later execution began behind them, or the job is FINISHED, and they are "
                            "in no output, no state and no transaction",
                            counted(missing, "record"))
              : "",
      open > soon ? fmt::format("{} possibly: they lie in transactions without a fate, and are lost unless the job is "
                                "resumed from the snapshot that names them before they expire",
                                counted(open - soon, "record"))
                  : "");
  if (all.lost.empty()) all.lost = f.missing ? "nothing" : fmt::format("unknown: {}", why_unknown(r));
  all.doubled = joined(
      twice ? fmt::format("{} for certain: they are visible twice", counted(twice, "record")) : "",
      soon
          ? fmt::format("{} possibly: they are visible, and lie in a transaction that the next checkpoint would commit",
                        counted(soon, "record"))
          : "");
  if (all.doubled.empty()) all.doubled = f.duplicates ? "nothing" : fmt::format("unknown: {}", why_unknown(r));
  return all;
}

}  // namespace report
