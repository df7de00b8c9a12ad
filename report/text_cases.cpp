#include "report/text_cases.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace report {
namespace {

using properties::Verdict;
using scenarios::CaseOutcome;

std::string command_line(const CaseOutcome& o) {
  std::string text;
  for (const history::CommandOutcome& c : o.figures->commands) text += fmt::format("  command {}: {}\n", c.id, c.text);
  for (const std::string& fault : o.figures->faults) text += fmt::format("  fault: {}\n", fault);
  return text;
}

std::string execution_lines(const CaseOutcome& o) {
  std::string text;
  for (const auto& [job, artifact] : o.figures->restored_from) {
    std::string status = "never started";
    for (const auto& [name, word] : o.figures->final_status)
      if (name == job) status = word;
    text += fmt::format("  {} from {}: {}\n", job, artifact.value_or("scratch"), status);
  }
  return text;
}

// Numbers with their units, three to a line; what is unknown comes last, in one line.
std::string figure_lines(const CaseOutcome& o, const Style& style) {
  const history::Figures& f = *o.figures;
  Table t({{{}}, {{}, true}, {{}}, {{}}, {{}, true}, {{}}});
  std::vector<std::string> unknown;
  std::vector<Cell> row;
  const auto put = [&](std::string_view name, std::string value, std::string unit, Tone tone) {
    row.push_back({std::string(name), Tone::faint}), row.push_back({std::move(value), tone}),
        row.push_back({std::move(unit)});
    if (row.size() == 6) t.row(std::exchange(row, {}));
  };
  const auto count = [&](std::string_view name, const std::optional<std::uint64_t>& n, std::string_view unit,
                         Tone if_any) {
    if (!n) return unknown.emplace_back(name), void();
    put(name, grouped(*n), std::string(unit), *n ? if_any : Tone::plain);
  };
  const auto time = [&](std::string_view name, const std::optional<std::int64_t>& us) {
    if (!us) return unknown.emplace_back(name), void();
    const std::string text = seconds(*us);
    put(name, text.substr(0, text.find(' ')), text.substr(text.find(' ') + 1), Tone::plain);
  };
  count("read again (reread)", f.reread, "records", Tone::warn);
  count("read again inside an execution", f.reread_in_run, "records", Tone::warn);
  count("shown twice (duplicates)", f.duplicates, "records", Tone::warn);
  count("missing", f.missing, "records", Tone::bad);
  count("visible when run-1 ended", f.visible_run1, "records", Tone::plain);
  count("in flight when run-1 ended", f.lost_in_flight, "records", Tone::plain);
  count("leaked behind the barrier", f.leaked, "records", Tone::warn);
  count("uncommitted at the end", f.uncommitted, "records", Tone::plain);
  time("ended after", o.ended_after_us);
  time("snapshot complete after", f.snapshot_latency_us);
  count("restarts", f.restarts, "", Tone::warn);
  if (!row.empty()) t.row(std::move(row));
  std::string text = t.text(style, 2);
  if (!unknown.empty())
    text += wrapped("cannot be known here: " + fmt::format("{}", fmt::join(unknown, ", ")), 2, page_width);
  return text;
}

Tone tone_of(const scenarios::PropertyOutcome& p) {
  if (p.verdict == Verdict::violated) return p.alarm ? Tone::bad : Tone::warn;
  if (p.verdict == Verdict::undecided) return Tone::warn;
  return p.verdict == Verdict::vacuous || p.verdict == Verdict::not_seen ? Tone::faint : Tone::good;
}

}  // namespace

std::string heading(const scenarios::Scenario& scenario, const Style& style) {
  std::string text = style(Tone::strong, scenario.name) + "\n";
  return text + wrapped(scenario.story, 2, page_width);
}

std::string outcome_lines(const CaseOutcome& o, const Style& style) {
  return command_line(o) + execution_lines(o) + figure_lines(o, style);
}

std::string property_table(const CaseOutcome& o, const Style& style) {
  Table t({{{"property"}}, {{"promised"}}, {{"verdict"}}});
  for (const scenarios::PropertyOutcome& p : o.properties) {
    std::string verdict = verdict_text(p);
    if (p.verdict == Verdict::vacuous && !p.promise.judged) verdict = std::string(p.promise.reason);
    if (p.alarm)
      verdict += fmt::format(": \"{}\"", p.property->sentence);
    else if (p.verdict == Verdict::violated && p.promise.made)
      verdict += ", as the file expects";
    else if (p.verdict == Verdict::violated)
      verdict += fmt::format(" (a finding: {})", p.promise.reason);
    const bool sighting = p.property->kind == properties::Kind::sometimes;
    t.row({{std::string(p.property->id)},
           {sighting         ? "(seen?)"
            : p.promise.made ? "yes"
                             : "no",
            Tone::faint},
           {std::move(verdict), tone_of(p)}});
  }
  return t.text(style, 2);
}

std::string run_report(const CaseResult& r, const Style& style) {
  const CaseOutcome& o = r.outcome;
  std::string text = style(Tone::strong, title(*o.subject)) +
                     fmt::format("  (seed {}{})\n", o.seed,
                                 r.runs > 1 ? fmt::format(" to {}; figures of the first", o.seed + r.runs - 1) : "");
  if (!o.figures) return text + wrapped("could not be run: " + o.error, 2, page_width);
  if (!o.error.empty()) text += wrapped("cut short, undecided: " + o.error, 2, page_width);
  text += outcome_lines(o, style);
  for (const Spread& s : r.spread) text += fmt::format("  {} from {} to {}\n", s.figure, s.least, s.most);
  text += property_table(o, style);
  for (const std::string& u : o.unmet) text += "  " + style(Tone::bad, "NOT AS EXPECTED: " + u) + "\n";
  if (o.unmet.empty() && !o.subject->expect.empty())
    text += "  " + style(Tone::good, "everything is as the file expects") + "\n";
  return text;
}

std::string one_line(const CaseResult& r, const Style& style) {
  const CaseOutcome& o = r.outcome;
  std::vector<std::string> parts;
  Tone tone = Tone::good;
  if (!o.made())
    parts.push_back("could not be run: " + o.error), tone = Tone::bad;
  else if (o.undecided())
    parts.push_back("undecided" + (o.error.empty() ? "" : ": " + o.error)), tone = Tone::warn;
  for (const auto* p : tally(o).broken) {
    parts.push_back(fmt::format("{}: {}", breach(*p), p->property->id));
    if (p->alarm) tone = Tone::bad;
  }
  for (const std::string& u : o.unmet) parts.push_back("not as expected: " + u), tone = Tone::bad;
  if (parts.empty()) parts.emplace_back("ok");
  if (o.scope) parts.push_back(counted(o.scope->states, "state"));
  if (o.fuzzed) parts.push_back(counted(o.fuzzed->runs, "run"));
  return fmt::format("{}: {}\n", title(*o.subject), style(tone, fmt::format("{}", fmt::join(parts, "; "))));
}

std::string verdict_of_histories(const Conclusion& c, const Style& style) {
  const std::string of = fmt::format("{} {}", grouped(c.cases), c.cases == 1 ? "history" : "histories");
  if (c.alarms) return style(Tone::bad, fmt::format("verdict: {} of {} with a broken promise", c.alarms, of)) + "\n";
  if (c.undecided)
    return style(Tone::warn, fmt::format("verdict: {} of {} undecided, none with a broken promise", c.undecided, of)) +
           "\n";
  return style(Tone::good, fmt::format("verdict: ok: in {} no promise that was made is broken", of)) + "\n";
}

std::string verdict_line(const Conclusion& c, const Style& style) {
  std::vector<std::string> bad;
  if (c.alarms) bad.push_back(fmt::format("{} with a broken promise", counted(c.alarms, "case")));
  if (c.unmet) bad.push_back(fmt::format("{} not met", counted(c.unmet, "expectation")));
  if (c.undecided) bad.push_back(fmt::format("{} undecided", counted(c.undecided, "case")));
  if (c.impossible) bad.push_back(fmt::format("{} impossible to run", counted(c.impossible, "case")));
  if (!bad.empty())
    return style(c.exit() == 2 ? Tone::warn : Tone::bad,
                 fmt::format("verdict: {} of {}", fmt::format("{}", fmt::join(bad, ", ")), counted(c.cases, "case"))) +
           "\n";
  return style(Tone::good,
               fmt::format("verdict: ok: in {} no promise that was made is broken{}, and every expectation is met",
                           counted(c.cases, "case"), c.expected ? " but where the file expects it" : "")) +
         "\n";
}

}  // namespace report
