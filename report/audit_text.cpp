#include "report/audit_text.hpp"

#include <fmt/format.h>

#include "report/advice.hpp"
#include "report/exploration_text.hpp"
#include "report/known_faults.hpp"
#include "report/losses.hpp"
#include "report/text_cases.hpp"
#include "report/words.hpp"

namespace report {
namespace {

std::string head(const std::string& file, const CaseResult& r, const Style& style) {
  const history::Header& h = r.outcome.header;
  std::string text = style(Tone::strong, file) + "\n";
  text += wrapped(fmt::format("{}: {} · {} · {}{}; {}", h.name, r.outcome.subject->way, r.outcome.subject->semantics,
                              r.outcome.subject->sink, h.fault == "none" ? "" : ", " + h.fault,
                              counted(r.outcome.recorded->events, "event")),
                  2, page_width);
  for (const history::Gap& gap : r.outcome.recorded->gaps)
    text += "  " + style(Tone::warn, "left out: ") + gap.reason + "\n";
  for (const std::string& job : r.outcome.recorded->still_running)
    text += "  " + style(Tone::warn, fmt::format("{} still runs where the history ends", job)) + "\n";
  return text;
}

std::string what_to_do(const CaseResult& r, const Style& style) {
  std::string text = style(Tone::strong, "What to do") + "\n";
  text += wrapped(advice({&r}, nullptr), 2, page_width);
  const Losses l = losses(r);
  text += wrapped("Lost: " + l.lost + ".", 2, page_width);
  text += wrapped("Shown twice: " + l.doubled + ".", 2, page_width);
  for (const std::string& known : known_faults(r)) text += wrapped(known, 2, page_width);
  return text;
}

}  // namespace

std::string audit_report(const std::string& file, const CaseResult& r, const Style& style) {
  return head(file, r, style) + outcome_lines(r.outcome, style) + property_table(r.outcome, style) +
         what_to_do(r, style);
}

std::string audit_counterexample(const scenarios::PropertyOutcome& p, const CaseResult& r, const std::string& again,
                                 const Style& style) {
  std::string text = style(p.alarm ? Tone::bad : Tone::warn, fmt::format("{}: {}", breach(p), p.property->id)) + "\n";
  text += wrapped(fmt::format("\"{}\"", p.property->sentence), 2, page_width);
  text += wrapped(fmt::format("{} {}: {}", p.promise.made ? "promised by" : "not promised by",
                              r.outcome.subject->semantics, p.promise.reason),
                  2, page_width);
  if (p.trace.empty()) return text;
  text += p.violated_at ? fmt::format("  broken by event {}; > command, ! fault, X here the promise is broken\n",
                                      grouped(*p.violated_at))
                        : "  broken where the history ends; > command, ! fault, X the last event\n";
  return with_story(std::move(text), p, again, style);
}

}  // namespace report
