#include "report/replay_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/step_words.hpp"
#include "report/words.hpp"
#include "sim/trace.hpp"

namespace report {
namespace {

using scenarios::StoryStep;

constexpr std::size_t most_possible = 20;

std::string as_in_the_file(const StoryStep& s) { return sim::to_text(sim::NamedStep{s.rule, s.subject, s.binding}); }

// What is nearest to the step that was asked for comes first: the same rule, the same actor.
scenarios::Story in_order_of_likeness(const scenarios::Unfitting& u) {
  scenarios::Story all = u.possible;
  const auto likeness = [&](const StoryStep& s) {
    return (s.rule == u.asked.rule ? 2 : 0) + (s.subject == u.asked.subject || s.actor == u.asked.actor ? 1 : 0);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const StoryStep& a, const StoryStep& b) { return likeness(a) > likeness(b); });
  return all;
}

// What the actor of the step had done before: mostly that is why it cannot do this now.
std::string last_of_actor(const scenarios::Replayed& r) {
  const auto last = std::find_if(r.story.rbegin(), r.story.rend(),
                                 [&](const StoryStep& s) { return s.actor == r.unfit->asked.actor; });
  if (last == r.story.rend()) return "";
  return fmt::format("  {} before: {} (step {})\n", tell(*last).who, tell(*last).what, last->number);
}

}  // namespace

std::string misfit_text(const scenarios::Replayed& r, const std::vector<std::string>& differences, const Style& style) {
  std::string text;
  for (const std::string& d : differences) text += wrapped(d + ".", 0, page_width);
  if (!r.unfit) return text + style(Tone::warn, r.misfit) + "\n";
  const scenarios::Unfitting& u = *r.unfit;
  text += style(Tone::warn, fmt::format("the trace stops fitting at step {} of {}: {}", u.step, u.step + u.left_over,
                                        as_in_the_file(u.asked))) +
          "\n";
  const Told asked = tell(u.asked);
  text += fmt::format("  asked for: {}, {}\n  but: {}\n", asked.who, asked.what,
                      u.reason == "its guard says no" ? "that cannot happen in this state" : u.reason);
  text += last_of_actor(r);
  if (u.possible.empty()) return text + "  possible instead: nothing, no step can happen here\n";
  text += "  possible instead:\n";
  Table t({{{""}}, {{""}}, {{""}}});
  const scenarios::Story near = in_order_of_likeness(u);
  for (std::size_t i = 0; i < near.size() && i < most_possible; ++i) {
    const Told told = tell(near[i]);
    t.row({{told.who}, {told.what}, {as_in_the_file(near[i]), Tone::faint}});
  }
  text += t.text(style, 4);
  if (near.size() > most_possible) text += fmt::format("    and {} more\n", near.size() - most_possible);
  return text;
}

}  // namespace report
