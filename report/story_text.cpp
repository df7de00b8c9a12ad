// Which steps are shown: all if there is room. Otherwise steps are taken in order of what they tell (the end, commands
// and faults, then what led to the end, then what can be seen) until the table is full; what lies between becomes one
// line for each gap.
#include "report/story_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/step_words.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Story;
using scenarios::StoryStep;

constexpr std::size_t widest_what = 72, kinds_in_a_fold = 5;

int score(const Told& told, bool in_chain, bool fixed) {
  if (fixed) return 100;
  return static_cast<int>(told.weight) * 2 + (in_chain ? 3 : 0);
}

// Lines that showing step `i` adds: its own, and that of the gap that it splits or fills.
std::size_t more_lines(const std::vector<bool>& shown, std::size_t i) {
  const bool hidden_before = i > 0 && !shown[i - 1], hidden_after = i + 1 < shown.size() && !shown[i + 1];
  return std::size_t{hidden_before} + std::size_t{hidden_after};
}

std::vector<bool> choose(const Story& story, const std::vector<Told>& told, const StoryView& view) {
  const std::size_t rows = std::max<std::size_t>(view.rows, 3);
  std::vector<bool> shown(story.size(), true);
  if (story.size() <= rows) return shown;
  const std::vector<std::uint64_t> chain = causal_chain(story);
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < story.size(); ++i) {
    const bool in_chain = std::binary_search(chain.begin(), chain.end(), story[i].number);
    const bool fixed = i + 1 == story.size() || story[i].number == view.no_return || story[i].number == view.decided;
    order.emplace_back(score(told[i], in_chain, fixed), i);
  }
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second > b.second; });
  shown.assign(story.size(), false);
  std::size_t lines = 1;  // of one gap
  for (const auto& [points, i] : order) {
    const std::size_t more = more_lines(shown, i);
    if (lines + more > rows) continue;
    shown[i] = true, lines += more;
  }
  return shown;
}

// "… 4 steps: task running x3, submit job"
std::string fold(const Story& story, std::size_t from, std::size_t to) {
  std::vector<std::pair<std::string, std::size_t>> rules;
  for (std::size_t i = from; i < to; ++i) {
    const auto known =
        std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return r.first == story[i].rule; });
    if (known == rules.end())
      rules.emplace_back(story[i].rule, 1);
    else
      ++known->second;
  }
  std::stable_sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text = fmt::format("… {}: ", counted(to - from, "step"));
  for (std::size_t i = 0; i < rules.size() && i < kinds_in_a_fold; ++i)
    text += fmt::format("{}{}{}", i ? ", " : "", spaced(rules[i].first),
                        rules[i].second > 1 ? fmt::format(" x{}", rules[i].second) : "");
  return text + (rules.size() > kinds_in_a_fold ? ", …" : "");
}

// "!", or "!#" where that step is also the point of no return.
std::string marker(const StoryStep& s, bool violated, const StoryView& view) {
  std::string mark = s.role == sim::Role::fault ? "!" : s.role == sim::Role::command ? ">" : "";
  if (s.number == view.decided) mark += "*";
  if (s.number == view.no_return) mark += "#";
  if (violated) mark += "X";
  return mark;
}
Tone tone(std::string_view mark) {
  if (mark.find_first_of("X!") != mark.npos) return Tone::bad;
  return mark.empty() ? Tone::plain : Tone::strong;
}

}  // namespace

const StoryStep* find_step(const Story& story, std::uint64_t number) {
  const auto at = std::lower_bound(story.begin(), story.end(), number,
                                   [](const StoryStep& s, std::uint64_t n) { return s.number < n; });
  return at != story.end() && at->number == number ? &*at : nullptr;
}

std::vector<std::uint64_t> causal_chain(const Story& story) {
  std::vector<std::uint64_t> chain;
  for (const StoryStep* s = story.empty() ? nullptr : &story.back(); s; s = find_step(story, s->cause)) {
    if (!chain.empty() && s->number >= chain.back()) break;  // a cause comes before its effect
    chain.push_back(s->number);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::string story_text(const Story& story, const StoryView& view, const Style& style) {
  std::vector<Told> told;
  for (const StoryStep& s : story) told.push_back(tell(s));
  const std::vector<bool> shown = choose(story, told, view);
  const bool timed = std::any_of(story.begin(), story.end(), [](const StoryStep& s) { return s.time.has_value(); });
  Table t({{{""}}, {{"step"}}, {{timed ? "time" : ""}}, {{"who"}}, {{"did what"}}, {{"because of"}}});
  for (std::size_t i = 0; i < story.size(); ++i) {
    if (!shown[i]) {
      std::size_t end = i;
      while (end < story.size() && !shown[end]) ++end;
      t.line("   " + fold(story, i, end), Tone::faint);
      i = end - 1;
      continue;
    }
    const StoryStep& s = story[i];
    const std::string mark = marker(s, view.violated && i + 1 == story.size(), view);
    t.row({{mark, tone(mark)},
           {fmt::format("{}", s.number)},
           {s.time ? seconds(*s.time) : ""},
           {told[i].who},
           {shortened(told[i].what, widest_what), tone(mark)},
           {s.cause ? fmt::format("step {}", s.cause) : "the start", Tone::faint}});
  }
  return t.text(style, 2);
}

}  // namespace report
