#include "report/fuzz_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "history/words.hpp"
#include "report/exploration_text.hpp"
#include "report/text_cases.hpp"
#include "report/words.hpp"
#include "scenarios/fault_kinds.hpp"

namespace report {
namespace {

using properties::Verdict;
using scenarios::Coverage;
using scenarios::Fuzzed;

std::string fault_word(std::uint8_t fault) {
  return fault == 0 ? "no fault" : std::string(scenarios::row_of(static_cast<model::FaultKind>(fault - 1)).word);
}
std::string command_word(std::uint8_t command) {
  return command == 0 ? "no command" : std::string(history::word(static_cast<history::CommandKind>(command - 1)));
}

// What the case can give and suffer.
struct Possible {
  std::set<std::uint8_t> commands, faults{0};
  explicit Possible(const model::Spec& spec) {
    for (const model::TimelineEntry& e : spec.timeline) {
      if (e.command && !e.command->resume)
        commands.insert(static_cast<std::uint8_t>(static_cast<std::uint8_t>(e.command->kind) + 1));
      if (e.fault) faults.insert(static_cast<std::uint8_t>(static_cast<std::uint8_t>(e.fault->kind) + 1));
    }
    if (commands.empty()) commands.insert(0);
    for (const scenarios::FaultRow& row : scenarios::fault_rows())
      if (std::min(spec.faults.any, spec.faults[row.kind]) > 0)
        faults.insert(static_cast<std::uint8_t>(static_cast<std::uint8_t>(row.kind) + 1));
  }
};

bool met(const Coverage& c, std::uint8_t command, std::size_t phase, std::uint8_t fault) {
  for (std::size_t fate = 0; fate < Coverage::fates; ++fate)
    if (c.met[Coverage::index(
            {command, static_cast<scenarios::LifePhase>(phase), fault, static_cast<scenarios::CommandFate>(fate)})])
      return true;
  return false;
}

// "stop-with-savepoint is never answered failed"
std::string fates_never_met(const Coverage& c, std::uint8_t command) {
  std::vector<std::string> never;
  for (const auto fate :
       {scenarios::CommandFate::ok, scenarios::CommandFate::failed, scenarios::CommandFate::unanswered}) {
    bool any = false;
    for (std::size_t i = 0; i < c.met.size() && !any; ++i) {
      const Coverage::Cell cell = Coverage::cell(i);
      any = c.met[i] > 0 && cell.command == command && cell.fate == fate;
    }
    if (!any) never.emplace_back(to_string(fate));
  }
  if (never.empty() || command == 0) return {};
  return fmt::format("{}: never {}", command_word(command), fmt::join(never, " or "));
}

std::string speed(const CaseResult& r, unsigned jobs) {
  const Fuzzed& f = *r.outcome.fuzzed;
  std::string text = fmt::format("{:.1f} s", r.wall_seconds);
  if (r.wall_seconds >= 0.01)
    text += fmt::format(", {} runs/s on {}",
                        grouped(static_cast<std::uint64_t>(static_cast<double>(f.runs) / r.wall_seconds)),
                        counted(jobs, "thread"));
  return text;
}

std::string vacuous(const scenarios::CaseOutcome& o) {
  std::vector<std::string> ids;
  for (const auto* p : tally(o).untested) ids.emplace_back(p->property->id);
  return ids.empty() ? "" : wrapped("promises whose situation never arose: " + listed(ids), 2, page_width);
}

}  // namespace

bool any_alarm(const scenarios::CaseOutcome& o) {
  return std::any_of(o.properties.begin(), o.properties.end(), [](const auto& p) { return p.alarm; });
}

double failure_bound(std::uint64_t runs) { return runs < 3 ? 1.0 : 3.0 / static_cast<double>(runs); }

std::uint64_t distinct_runs(const scenarios::DistinctRuns& sketch) {
  const auto m = static_cast<double>(sketch.most.size());
  double sum = 0, empty = 0;
  for (const std::uint8_t most : sketch.most) sum += std::ldexp(1.0, -most), empty += most == 0;
  double estimate = 0.7213 / (1 + 1.079 / m) * m * m / sum;
  if (estimate <= 2.5 * m && empty > 0) estimate = m * std::log(m / empty);
  return static_cast<std::uint64_t>(std::llround(estimate));
}

std::string never_reached(const scenarios::CaseOutcome& o) {
  const Coverage& c = *o.fuzzed->coverage;
  const Possible possible(o.subject->spec);
  std::vector<std::string> lines;
  for (const std::uint8_t command : possible.commands) {
    for (const std::uint8_t fault : possible.faults) {
      std::vector<std::string> phases;
      for (std::size_t p = 0; p < scenarios::life_phases; ++p)
        if (!met(c, command, p, fault)) phases.emplace_back(to_string(static_cast<scenarios::LifePhase>(p)));
      if (phases.empty() || (command == 0 && fault == 0)) continue;
      lines.push_back(fmt::format("{}, {}: not {}", command_word(command), fault_word(fault), fmt::join(phases, ", ")));
    }
    if (std::string fates = fates_never_met(c, command); !fates.empty()) lines.push_back(std::move(fates));
  }
  return lines.empty() ? "" : wrapped("never met: " + fmt::format("{}", fmt::join(lines, " · ")), 2, page_width);
}

std::string fuzz_report(const CaseResult& r, unsigned jobs, const Style& style) {
  const scenarios::CaseOutcome& o = r.outcome;
  std::string text = style(Tone::strong, title(*o.subject)) + fmt::format("  (seed {})\n", o.seed);
  if (!o.fuzzed) return text + wrapped("could not be run: " + o.error, 2, page_width);
  const Fuzzed& f = *o.fuzzed;
  const std::uint64_t whole = f.runs - f.overflowed;
  text += wrapped(fmt::format("{}, about {} different; {} and {} in one; {}", counted(f.runs, "run"),
                              grouped(std::min(distinct_runs(*f.distinct), f.runs)),
                              counted(f.steps / std::max<std::uint64_t>(f.runs, 1), "step"),
                              counted(f.events / std::max<std::uint64_t>(f.runs, 1), "event"), speed(r, jobs)),
                  2, page_width);
  if (f.overflowed)
    text +=
        wrapped(fmt::format("{} cut short, undecided: {}", counted(f.overflowed, "run"), f.overflow), 2, page_width);
  if (!any_alarm(o) && failure_bound(whole) < 1)
    text += fmt::format("  with 95 % confidence fewer than 1 in {} such runs break a promise (3/N)\n",
                        grouped(static_cast<std::uint64_t>(1.0 / failure_bound(whole))));
  text += wrapped("budgets: " + fmt::format("{}", fmt::join(f.budgets, " · ")), 2, page_width);
  text += wrapped("taken as one step: " + fmt::format("{}", fmt::join(f.reductions, " · ")), 2, page_width);
  text += property_table(o, style);
  text += never_reached(o) + vacuous(o);
  for (const std::string& u : o.unmet) text += "  " + style(Tone::bad, "NOT AS EXPECTED: " + u) + "\n";
  return text;
}

std::string shrunk_counterexample(const scenarios::PropertyOutcome& p, const scenarios::Shrunk& s,
                                  const std::string& again, const Style& style) {
  const scenarios::Case& c = s.subject;
  std::string head = style(p.alarm ? Tone::bad : Tone::warn, fmt::format("{}: {}", breach(p), p.property->id)) + "\n";
  head += wrapped(fmt::format("\"{}\"", p.property->sentence), 2, page_width);
  head += wrapped(
      fmt::format("{} {}: {}", p.promise.made ? "promised by" : "not promised by", c.spec.profile, p.promise.reason), 2,
      page_width);
  head += fmt::format("  {}\n", title(c));
  head +=
      wrapped(fmt::format("{}{}, of {} that were found ({}); > command, ! fault, X {}", counted(s.story.size(), "step"),
                          s.steps_shortest ? ", no shorter way exists in what is left of the scenario" : "",
                          grouped(s.steps_before), counted(s.executions, "execution"),
                          s.at_rest ? "here nothing can happen any more" : "here the promise is broken"),
              2, page_width);
  if (!s.removed.empty()) head += wrapped(fmt::format("not needed: {}", fmt::join(s.removed, " · ")), 2, page_width);
  scenarios::PropertyOutcome shown = p;
  shown.trace = s.story;
  return with_story(std::move(head), shown, again, style);
}

}  // namespace report
