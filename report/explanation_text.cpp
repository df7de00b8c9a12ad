#include "report/explanation_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/exploration_text.hpp"
#include "report/result.hpp"
#include "report/step_words.hpp"
#include "report/story_text.hpp"
#include "report/why.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Explanation;
using scenarios::Sibling;
using scenarios::Story;

constexpr std::size_t most_named = 3, longest_clause = 90;

std::string in_words(const scenarios::StoryStep& s) { return shortened(clause(tell(s)), longest_clause); }

std::string step_of(const Explanation& e, std::uint64_t number) {
  return fmt::format("step {} ({})", number, in_words(e.outcome->trace[number - 1]));
}

// "step 17 (count/0 is told to stop reading)", or the words alone where the path never takes the step.
std::vector<std::string> changes(const Explanation& e) {
  const Sibling& s = *e.sibling;
  std::vector<std::string> words;
  const bool swap = s.later.size() == s.changed;
  for (std::uint64_t i = 0; i < s.changed; ++i)
    words.push_back(swap ? step_of(e, s.later[i]) : fmt::format("\"{}\"", in_words(s.story[s.shared + i])));
  if (words.size() > most_named) {
    const std::size_t more = words.size() - most_named + 1;
    words.resize(most_named - 1);
    words.push_back(counted(more, "more step"));
  }
  return words;
}

std::string good_end(const Sibling& s) {
  if (s.goes_on) return "From there the job can go on for ever and keep the promise.";
  const std::uint64_t behind = s.story.size() - s.shared - s.changed;
  if (behind == 0) return "There nothing more happens, and the promise is kept.";
  return fmt::format("It then {} at the earliest {} later: \"{}\".",
                     s.tested ? "comes to the test, is kept and ends" : "ends well", counted(behind, "step"),
                     in_words(s.story.back()));
}

std::string head(const scenarios::Case& c, const Explanation& e, const Style& style) {
  const scenarios::PropertyOutcome& p = *e.outcome;
  std::string text = style(p.alarm ? Tone::bad : Tone::warn, fmt::format("{}: {}", breach(p), p.property->id)) + "\n";
  text += wrapped(fmt::format("\"{}\"", p.property->sentence), 2, page_width);
  text += wrapped(
      fmt::format("{} {}: {}", p.promise.made ? "promised by" : "not promised by", c.spec.profile, p.promise.reason), 2,
      page_width);
  return text + fmt::format("  {}\n  {}; > command, ! fault, * decided, # point of no return, X {}\n", title(c),
                            counted(p.trace.size(), "step"),
                            p.property->kind == properties::Kind::can_always ? "from here the goal is out of reach"
                                                                             : "here the promise is broken");
}

std::string section(std::string_view name, const std::string& words, const Style& style) {
  return words.empty() ? "" : style(Tone::strong, name) + "\n" + wrapped(words, 2, page_width);
}

}  // namespace

std::string no_return_words(const Explanation& e) {
  std::string text;
  if (e.decided)
    text = fmt::format("It is decided by {}: {} the promise {}. ", step_of(e, e.decided->step),
                       e.decided->no_faults ? "behind it, if no fault comes," : "behind it",
                       e.decided->by_test ? "can only be broken, or not come to the test" : "can only be broken");
  if (e.no_return && e.no_return->step == 0)
    text += "From the very start every order of steps breaks the promise.";
  else if (e.no_return)
    text +=
        fmt::format("{} {}: behind it every order of steps breaks the promise{}.",
                    e.no_return->exact ? "There is no return after" : "There is no return after, or already before,",
                    step_of(e, e.no_return->step),
                    e.no_return->step == e.outcome->trace.size() ? ", since it is broken there" : "");
  if (e.no_return && e.no_return->exact) text += fmt::format(" ({} were looked at.)", counted(e.states, "state"));
  if (!e.undecided.empty())
    text += fmt::format("{}Undecided beyond that: the search stopped at {}.", text.empty() ? "" : " ", e.undecided);
  return text;
}

std::string saved_words(const Explanation& e) {
  if (!e.sibling) return "";
  const Sibling& s = *e.sibling;
  const std::string deciding = step_of(e, s.before);
  std::string text;
  if (s.changed == 0)
    text = fmt::format("Had {} not come, the promise could have been kept.", deciding);
  else
    text = fmt::format("Had {} come before {}, the promise could have been kept: {}.", listed(changes(e)), deciding,
                       s.replaces ? "that step does not come any more then" : "that step does no harm any more then");
  return text + " " + good_end(s);
}

std::string explanation_text(const scenarios::Case& c, const Explanation& e, const std::vector<std::string>& again,
                             const Style& style) {
  const std::string top = head(c, e, style);
  std::string below = section("Why", why(*e.outcome), style);
  below += section("Point of no return", no_return_words(e), style);
  below += section("What would have saved it", saved_words(e), style);
  if (!e.also.empty()) below += section("Also broken", fmt::format("{}", fmt::join(e.also, ", ")), style);
  below += style(Tone::strong, "Again") + "\n";
  for (const std::string& line : again) below += "  " + line + "\n";
  const auto lines = [](const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  };
  const std::size_t used = lines(top) + lines(below) + 1;  // and the table's head
  StoryView view{counterexample_lines - std::min(used, counterexample_lines - 3), true, 0, 0};
  if (e.no_return && e.no_return->exact) view.no_return = e.no_return->step;
  if (e.decided) view.decided = e.decided->step;
  return top + story_text(e.outcome->trace, view, style) + below;
}

}  // namespace report
