#include "report/checks.hpp"

#include <fmt/format.h>

#include "report/story_text.hpp"
#include "report/why.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using properties::Kind;
using properties::Verdict;
using scenarios::PropertyOutcome;
using Outcome = Check::Outcome;

Check check(Outcome outcome, const PropertyOutcome& p, std::string reason) {
  return {outcome, std::string(p.property->id), std::move(reason), &p};
}

// Some reasons begin with the words themselves.
std::string not_judged(const PropertyOutcome& p) {
  constexpr std::string_view words = "not judged: ";
  return (p.promise.reason.starts_with(words) ? "" : std::string(words)) + std::string(p.promise.reason);
}

Check sighting(const PropertyOutcome& p) {
  if (p.verdict == Verdict::seen) return check(Outcome::passed, p, "seen");
  if (p.verdict == Verdict::undecided) return check(Outcome::skipped, p, "undecided: " + p.bound);
  if (p.verdict == Verdict::vacuous) return check(Outcome::skipped, p, not_judged(p));
  return check(Outcome::skipped, p, "vacuous: " + verdict_text(p));
}

Check violation(const CaseResult& r, const PropertyOutcome& p) {
  if (!p.promise.made)
    return check(Outcome::skipped, p,
                 fmt::format("a finding: not promised by {} and not kept: {}", r.outcome.subject->spec.profile,
                             p.promise.reason));
  if (!p.alarm) return check(Outcome::passed, p, "broken, as the file expects");
  return check(Outcome::failed, p, fmt::format("broken: \"{}\"", p.property->sentence));
}

Check of_property(const CaseResult& r, const PropertyOutcome& p) {
  if (p.property->kind == Kind::sometimes) return sighting(p);
  if (p.verdict == Verdict::violated) return violation(r, p);
  if (p.verdict == Verdict::undecided) return check(Outcome::skipped, p, "undecided: " + p.bound);
  if (p.verdict == Verdict::vacuous)
    return check(Outcome::skipped, p,
                 p.promise.judged ? std::string("vacuous: its situation never arose") : not_judged(p));
  if (!p.promise.made)
    return check(
        Outcome::skipped, p,
        fmt::format("not promised by {} ({}); {}", r.outcome.subject->spec.profile, p.promise.reason, verdict_text(p)));
  return check(Outcome::passed, p, verdict_text(p));
}

}  // namespace

std::vector<Check> checks(const CaseResult& r) {
  const scenarios::CaseOutcome& o = r.outcome;
  std::vector<Check> all;
  if (!o.made()) return {{Outcome::error, "can be run", o.error, nullptr}};
  if (!o.error.empty()) all.push_back({Outcome::skipped, "runs to its end", "undecided: " + o.error, nullptr});
  for (const PropertyOutcome& p : o.properties) all.push_back(of_property(r, p));
  if (!o.unmet.empty())
    all.push_back({Outcome::failed, "as the file expects", fmt::format("{}", fmt::join(o.unmet, "; ")), nullptr});
  else if (!o.subject->expect.empty())
    all.push_back({Outcome::passed, "as the file expects", "", nullptr});
  return all;
}

int CaseView::line(const PropertyOutcome* property) const {
  const scenarios::CaseOutcome& o = result.outcome;
  if (!o.recorded) return o.subject->line > 0 ? o.subject->line : 1;
  // Events are numbered from 1; the header stands before them.
  return property && property->violated_at ? static_cast<int>(*property->violated_at) + 1 : 1;
}

std::string CaseView::name() const { return result.outcome.recorded ? file : title(*result.outcome.subject); }

std::string account(const CaseResult& r, const PropertyOutcome& p, std::size_t rows) {
  std::string text = fmt::format("{}: {}\n\"{}\"\n{} {}: {}\n", breach(p), p.property->id, p.property->sentence,
                                 p.promise.made ? "promised by" : "not promised by", r.outcome.subject->spec.profile,
                                 p.promise.reason);
  if (!p.trace.empty())
    text += fmt::format("{}; > command, ! fault, X here the promise is broken\n\n{}\nWhy\n{}",
                        counted(p.trace.size(), "step"), story_text(p.trace, {rows, true, 0, 0}, {}),
                        wrapped(why(p), 2, page_width));
  else if (r.violated_seed)
    text += fmt::format("first seen with seed {}{}\n", *r.violated_seed,
                        p.violated_at ? fmt::format(", after step {}", *p.violated_at) : "");
  if (const auto file = r.trace_files.find(std::string(p.property->id)); file != r.trace_files.end())
    text += fmt::format("trace: {}\n", file->second);
  return text;
}

}  // namespace report
