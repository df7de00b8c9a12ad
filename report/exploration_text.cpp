#include "report/exploration_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/story_text.hpp"
#include "report/why.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using properties::Kind;
using properties::Verdict;
using scenarios::Case;
using scenarios::PropertyOutcome;
using scenarios::Scope;

std::string speed(const CaseResult& r) {
  const Scope& s = *r.outcome.scope;
  std::string text = fmt::format("{:.1f} s", r.wall_seconds);
  if (r.wall_seconds >= 0.01)
    text += fmt::format(", {} states/s",
                        grouped(static_cast<std::uint64_t>(static_cast<double>(s.states) / r.wall_seconds)));
  if (s.states)
    text += fmt::format(", {} for each state found (one state is {})", bytes(s.bytes / s.states), bytes(s.block_bytes));
  return text;
}

std::string scope_lines(const CaseResult& r, const Style& style) {
  const Scope& s = *r.outcome.scope;
  std::string text = s.complete ? "  " + style(Tone::good, "complete") + ": every order of steps within these budgets\n"
                                : "  " + style(Tone::warn, "not complete") + ": stopped at " + s.bound + "\n";
  text += fmt::format("  {}, {}, {} deep; {}\n", counted(s.states, "state"), counted(s.edges, "edge"),
                      counted(s.depth, "step"), speed(r));
  text += wrapped("budgets: " + fmt::format("{}", fmt::join(s.budgets, " · ")), 2, page_width);
  text += wrapped("taken as one step: " + fmt::format("{}", fmt::join(s.reductions, " · ")), 2, page_width);
  return text;
}

std::string verdict_of(const PropertyOutcome& p) {
  switch (p.verdict) {
    case Verdict::holds: return "holds: " + p.bound;
    case Verdict::violated:
      return p.property->kind == Kind::can_always
                 ? fmt::format("violated: out of reach after {}", counted(p.trace.size(), "step"))
                 : fmt::format("violated: shortest trace {}", counted(p.trace.size(), "step"));
    case Verdict::undecided: return "undecided: " + p.bound;
    case Verdict::seen: return "seen";
    case Verdict::never: return "never: vacuous, no order of steps shows it";
    case Verdict::vacuous:
      return p.promise.judged ? "vacuous: its situation never arose" : std::string(p.promise.reason);
    default: return std::string(properties::to_string(p.verdict));
  }
}

Tone tone_of(const PropertyOutcome& p) {
  if (p.verdict == Verdict::violated) return p.alarm ? Tone::bad : Tone::warn;
  if (p.verdict == Verdict::holds || p.verdict == Verdict::seen) return Tone::good;
  return p.verdict == Verdict::undecided ? Tone::warn : Tone::faint;
}

std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string quoted(std::string_view text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-_./=:").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (std::string_view("\"\\$`").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string replay_line(const Options& o, const std::string& file, const scenarios::Scenario& scenario, const Case& c,
                        const std::string& trace, std::string_view verb) {
  std::string line = fmt::format("{} {} {}", o.program, verb, quoted(file));
  if (!c.way.empty()) line += " --way " + quoted(c.way);
  const auto way = std::find_if(scenario.ways.begin(), scenario.ways.end(),
                                [&](const scenarios::Way& w) { return w.name == c.way; });
  const bool only = way != scenario.ways.end() && way->semantics.size() == 1 && o.semantics.empty();
  if (!only) line += " --semantics " + quoted(c.semantics);
  if (scenario.sinks.size() > 1) line += " --sink " + quoted(c.sink);
  if (!o.defect.empty()) line += " --defect " + quoted(o.defect);
  return line + " --trace " + quoted(trace);
}

std::string exploration_report(const CaseResult& r, const Style& style) {
  const scenarios::CaseOutcome& o = r.outcome;
  std::string text = style(Tone::strong, title(*o.subject)) + "\n";
  if (!o.scope) return text + wrapped("could not be explored: " + o.error, 2, page_width);
  text += scope_lines(r, style);
  Table t({{{"property"}}, {{"promised"}}, {{"verdict"}}});
  for (const PropertyOutcome& p : o.properties)
    t.row({{std::string(p.property->id)},
           {p.property->kind == Kind::sometimes ? "(seen?)"
            : p.promise.made                    ? "yes"
                                                : "no",
            Tone::faint},
           {verdict_of(p), tone_of(p)}});
  text += t.text(style, 2);
  for (const std::string& u : o.unmet) text += "  " + style(Tone::bad, "NOT AS EXPECTED: " + u) + "\n";
  return text;
}

std::string with_story(std::string head, const PropertyOutcome& p, const std::string& again, const Style& style) {
  const std::string reasons = style(Tone::strong, "Why") + "\n" + wrapped(why(p), 2, page_width);
  const std::string end = style(Tone::strong, "Again") + "\n  " + again + "\n";
  const std::size_t used = line_count(head) + line_count(reasons) + line_count(end) + 1;  // and the table's head
  const StoryView view{counterexample_lines - std::min(used, counterexample_lines - 3), true};
  return head + story_text(p.trace, view, style) + reasons + end;
}

std::string counterexample(const Case& c, const PropertyOutcome& p, const std::string& again, const Style& style) {
  std::string head = style(p.alarm ? Tone::bad : Tone::warn, fmt::format("{}: {}", breach(p), p.property->id)) + "\n";
  head += wrapped(fmt::format("\"{}\"", p.property->sentence), 2, page_width);
  head += wrapped(
      fmt::format("{} {}: {}", p.promise.made ? "promised by" : "not promised by", c.spec.profile, p.promise.reason), 2,
      page_width);
  head += fmt::format(
      "  {}\n  {}, no shorter way exists; > command, ! fault, X {}\n", title(c), counted(p.trace.size(), "step"),
      p.property->kind == Kind::can_always ? "from here the goal is out of reach" : "here the promise is broken");
  return with_story(std::move(head), p, again, style);
}

}  // namespace report
