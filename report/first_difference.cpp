// A run may have more events than fit into memory as text, so it is first folded into fingerprints of blocks of events;
// both runs are then repeated, and only the first block that differs is kept, with what follows it.
#include "report/first_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "history/writer.hpp"
#include "report/step_words.hpp"
#include "report/words.hpp"
#include "sim/fingerprint.hpp"

namespace report {
namespace {

using scenarios::Case;
constexpr std::uint64_t block = 1024;

template <class F>
void for_each_event(const Case& subject, std::uint64_t seed, const model::World::Rules& rules, F&& f) {
  const auto plan = model::Plan::make(subject.spec, model::Loop::run);
  if (!std::holds_alternative<model::Plan>(plan)) return;
  const model::ModelNames names(std::get<model::Plan>(plan));
  std::string line;
  scenarios::RunOptions options;
  options.seed = seed, options.rules = &rules, options.only = {"none"};
  options.history = [&](const history::Event& event, const history::Stamp& stamp) {
    line.clear();
    history::write_event(line, names, {0, 0}, event);
    // {"seq":0,"t":0,"ev":...}\n  ->  "ev":...
    const std::size_t from = line.find("\"ev\"");
    f(stamp, std::string_view(line).substr(from, line.rfind('}') - from));
  };
  scenarios::run_case(subject, options);
}

// One for each block, of everything up to its end; the last block may be short.
std::vector<std::uint64_t> fingerprints(const Case& subject, std::uint64_t seed, const model::World::Rules& rules) {
  std::vector<std::uint64_t> all;
  sim::Digest digest;
  std::uint64_t seen = 0;
  for_each_event(subject, seed, rules, [&](const history::Stamp& stamp, std::string_view line) {
    digest.add(static_cast<std::uint64_t>(stamp.t));
    digest.add(line);
    if (++seen % block == 0) all.push_back(digest.value());
  });
  if (seen % block) all.push_back(digest.value());
  return all;
}

std::vector<SeenEvent> events_from(const Case& subject, std::uint64_t seed, const model::World::Rules& rules,
                                   std::uint64_t first) {
  std::vector<SeenEvent> all;
  for_each_event(subject, seed, rules, [&](const history::Stamp& stamp, std::string_view line) {
    if (stamp.seq > first && stamp.seq <= first + 2 * block) all.push_back({stamp.t, std::string(line)});
  });
  return all;
}

struct Said {
  std::string words;
  Weight weight = Weight::idle;
};

// As a step of whoever it happens to.
Said said(const SeenEvent& event) {
  scenarios::StoryStep step{};
  step.events = {event.line};
  const auto e = nlohmann::json::parse("{" + event.line + "}", nullptr, false);
  const std::string ev = e.value("ev", "");
  step.actor = e.contains("task") && e["task"].is_string() ? e["task"].get<std::string>()
               : ev == "command"                           ? "client"
                                                           : "jobmanager";
  if (ev == "command.result") step.actor = "client";
  const Told told = tell(step);
  Said s{clause(told), told.weight};
  while (s.words.ends_with('.')) s.words.pop_back();  // of an error: the sentence goes on
  return s;
}

// Of what the run does behind place `at` and the other does not behind its own, the first thing that matters; where
// nothing does, the first thing.
std::string goes_on(const std::vector<SeenEvent>& mine, const std::vector<SeenEvent>& other, std::size_t at) {
  std::vector<std::string_view> elsewhere;
  for (std::size_t i = at; i < other.size(); ++i) elsewhere.push_back(other[i].line);
  std::sort(elsewhere.begin(), elsewhere.end());
  std::string first;
  for (std::size_t i = at + 1; i < mine.size(); ++i) {
    if (std::binary_search(elsewhere.begin(), elsewhere.end(), std::string_view(mine[i].line))) continue;
    const Said s = said(mine[i]);
    const std::string text = fmt::format("{} at {}", s.words, seconds(mine[i].t));
    if (s.weight >= Weight::notable) return text;
    if (first.empty()) first = text;
  }
  return first;
}

std::string sentence(const std::vector<SeenEvent>& a, const std::vector<SeenEvent>& b, std::size_t at,
                     const std::string& older, const std::string& newer) {
  if (at >= b.size())
    return fmt::format("at {}: {} in {}, where {} is over.", seconds(a[at].t), said(a[at]).words, older, newer);
  if (at >= a.size())
    return fmt::format("at {}: {} in {}, where {} is over.", seconds(b[at].t), said(b[at]).words, newer, older);
  const bool newer_first = b[at].t <= a[at].t;
  const SeenEvent &first = newer_first ? b[at] : a[at], &second = newer_first ? a[at] : b[at];
  const std::string &first_in = newer_first ? newer : older, &second_in = newer_first ? older : newer;
  const std::string what = said(first).words, next = said(second).words;
  std::string text = fmt::format("at {}: {} in {}, where ", seconds(first.t), what, first_in);
  if (what == next && first.t != second.t)
    text += fmt::format("{} does it at {}", second_in, seconds(second.t));
  else
    text += fmt::format("in {} {}{}", second_in, next, first.t == second.t ? "" : " at " + seconds(second.t));
  const std::string then_newer = goes_on(b, a, at), then_older = goes_on(a, b, at);
  if (!then_newer.empty()) text += fmt::format("; then in {} {}", newer, then_newer);
  if (!then_older.empty()) text += fmt::format("; {} in {} {}", then_newer.empty() ? "then" : "and", older, then_older);
  return text + ".";
}

}  // namespace

std::optional<FirstDifference> first_difference(const Case& older, const Case& newer, std::uint64_t seed,
                                                const model::World::Rules& rules) {
  const auto of_older = fingerprints(older, seed, rules), of_newer = fingerprints(newer, seed, rules);
  if (of_older == of_newer) return std::nullopt;
  const auto [place, unused] = std::mismatch(of_older.begin(), of_older.end(), of_newer.begin(), of_newer.end());
  const auto from = static_cast<std::uint64_t>(place - of_older.begin()) * block;
  const auto a = events_from(older, seed, rules, from), b = events_from(newer, seed, rules, from);
  const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  if (at >= a.size() && at >= b.size()) return std::nullopt;  // two texts with one fingerprint apart: cannot be
  FirstDifference d;
  if (at < a.size()) d.older = a[at];
  if (at < b.size()) d.newer = b[at];
  d.words = sentence(a, b, at, older.semantics, newer.semantics);
  return d;
}

}  // namespace report
