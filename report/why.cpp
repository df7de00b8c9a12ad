#include "report/why.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/facts.hpp"
#include "report/step_words.hpp"
#include "report/story_text.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using properties::Kind;
using scenarios::PropertyOutcome;
using scenarios::Story;
using Sentences = std::vector<std::string>;

constexpr std::size_t most_chain = 4, most_said = 3;

// ---- what is wrong after the last step, by the property that says so

// Where the execution before `job` had got to, against where `job` begins.
Sentences replayed(const Facts& f, const Story&) {
  Sentences all;
  for (std::size_t n = 1; n < f.submissions.size(); ++n) {
    const std::string &before = f.submissions[n - 1].job, &job = f.submissions[n].job;
    for (const Facts::Restore& r : f.restores) {
      if (r.job != job) continue;
      const auto read = f.read.find({before, r.split});
      if (read == f.read.end() || read->second.next == r.next) continue;
      const std::uint64_t last = read->second.next;
      const std::string range =
          last > r.next
              ? fmt::format("{}:{}{}", r.split, r.next, last - r.next > 1 ? fmt::format("-{}", last - 1) : "")
              : fmt::format("{}:{}{}", r.split, last, r.next - last > 1 ? fmt::format("-{}", r.next - 1) : "");
      all.push_back(fmt::format("{} had read up to {}:{} (step {}), but {} begins at {}:{} (step {}): {} is {}.",
                                before, r.split, last - 1, read->second.step, job, r.split, r.next, r.step, range,
                                last > r.next ? "read a second time" : "never read"));
      const auto stored = f.positions.find({before, r.split});
      if (stored == f.positions.end()) continue;
      for (const auto& [checkpoint, place] : stored->second)
        if (place.next == r.next && place.step < read->second.step) {
          all.push_back(
              fmt::format("Its position had been stored for snapshot {} in step {}, and the source read on after that.",
                          checkpoint, place.step));
          break;
        }
    }
  }
  return all;
}

const Facts::Status* first_status(const Facts& f, std::string_view status) {
  for (const Facts::Status& s : f.statuses)
    if (s.status == status) return &s;
  return nullptr;
}

Sentences rewound(const Facts& f, const Story&) {
  const Facts::Status* cancelling = first_status(f, "CANCELLING");
  const Facts::Artifact* newest = nullptr;
  for (const Facts::Artifact& a : f.artifacts)
    if (!a.savepoint && cancelling && a.job == cancelling->job && a.written < cancelling->step) newest = &a;
  if (!newest || f.submissions.size() < 2) return {};
  const std::string& from = f.submissions.back().from;
  Sentences all{fmt::format(
      "When {} began to cancel (step {}), the newest complete checkpoint was {} (step {}); {} begins from {}.",
      cancelling->job, cancelling->step, newest->name, newest->written, f.submissions.back().job,
      from.empty() ? "scratch" : from)};
  if (newest->deleted) all.push_back(fmt::format("{} had been deleted in step {}.", newest->name, newest->deleted));
  return all;
}

Sentences kept_or_not(const Facts& f, const Story&) {
  Sentences all;
  std::vector<std::string> left;
  for (const Facts::Artifact& a : f.artifacts) {
    if (!a.deleted) {
      left.push_back(a.name);
      continue;
    }
    std::string status;
    for (const Facts::Status& s : f.statuses)
      if (s.job == a.job && s.step <= a.deleted) status = s.status;
    all.push_back(fmt::format("{} was written in step {} and deleted in step {}, when {} was {}.", a.name, a.written,
                              a.deleted, a.job, status));
  }
  all.push_back(left.empty() ? "No snapshot is left." : fmt::format("Left: {}.", listed(left)));
  return all;
}

Sentences doubled(const Facts& f, const Story&) {
  Sentences all;
  for (const auto& [record, steps] : f.visible)
    if (steps.size() > 1)
      all.push_back(fmt::format("Record {}:{} becomes visible in step {} and again in step {}.", record.first,
                                record.second, steps[0], steps[1]));
  return all;
}

Sentences lost(const Facts& f, const Story&) {
  Sentences all;
  for (const Facts::Restore& r : f.restores)
    for (std::uint64_t k = 0; k < r.next; ++k) {
      const RecordName record{r.split, k};
      if (f.visible.count(record) || f.pending.count(record)) continue;
      all.push_back(
          fmt::format("Record {}:{} lies before {}:{}, to which {} was put in step {}; it is not visible, in no "
                      "transaction, and will not be read again.",
                      r.split, k, r.split, r.next, r.job, r.step));
    }
  return all;
}

Sentences answers(const Facts& f, const Story&) {
  Sentences all;
  for (const Facts::Command& c : f.commands) {
    if (!c.answers)
      all.push_back(fmt::format("The command {} ({}) was given in step {} and has no answer.", c.kind, c.id, c.given));
    else if (c.answers > 1)
      all.push_back(fmt::format("The command {} ({}) is answered {} times, the last time in step {}.", c.kind, c.id,
                                c.answers, c.answered));
    else
      all.push_back(fmt::format("The command {} ({}) was given in step {} and answered {} in step {}.", c.kind, c.id,
                                c.given, c.ok ? "ok" : "with an error", c.answered));
  }
  if (!f.statuses.empty()) all.push_back(fmt::format("{} is {}.", f.statuses.back().job, f.statuses.back().status));
  return all;
}

Sentences cut(const Facts& f, const Story&) {
  Sentences all;
  for (const auto& [checkpoint, parts] : f.stored) {
    const auto sources = parts.find("");
    if (sources == parts.end()) continue;
    for (const auto& [vertex, stored] : parts)
      if (!vertex.empty() && stored.counted != sources->second.positions)
        all.push_back(fmt::format("In snapshot {} the sources stand behind {}, while {} has counted {}.", checkpoint,
                                  counted(sources->second.positions, "record"), vertex, grouped(stored.counted)));
  }
  return all;
}

Sentences restarted(const Facts& f, const Story&) {
  Sentences all;
  if (f.restores.empty()) return all;
  const Facts::Restore& last = f.restores.back();
  std::string newest;
  for (const Facts::Artifact& a : f.artifacts)
    if (a.written < last.step)
      newest = fmt::format("; the newest snapshot then was {} (step {}{})", a.name, a.written,
                           a.deleted ? ", deleted since" : "");
  all.push_back(fmt::format("The source of {} was put back to {}:{} in step {}{}.", last.job, last.split, last.next,
                            last.step, newest));
  return all;
}

constexpr std::pair<std::string_view, Sentences (*)(const Facts&, const Story&)> conclusions[] = {
    {"no-replay-after-stop", replayed},
    {"records-are-reread", replayed},
    {"cancel-rewinds-exactly", rewound},
    {"retention", kept_or_not},
    {"exactly-once-visible", doubled},
    {"no-loss", lost},
    {"at-least-once-visible", lost},
    {"committed-effects-never-rolled-back", restarted},
    {"restore-latest", restarted},
    {"consistent-cut", cut},
    {"answered-once", answers},
    {"outcome-truthful", answers},
    {"stop-terminates", answers},
    {"cancel-terminates", answers},
    {"stop-failure-leaves-job-running", answers},
};

Sentences conclusion(const PropertyOutcome& o) {
  const Facts facts = facts_of(o.trace);
  for (const auto& [id, say] : conclusions) {
    if (id != o.property->id) continue;
    Sentences all = say(facts, o.trace);
    if (all.size() > most_said) all.resize(most_said);
    return all;
  }
  return {};
}

// ---- what led there

// The steps of the chain that tell most, in order; the last step is the point itself.
std::vector<std::uint64_t> told_steps(const Story& story) {
  const std::vector<std::uint64_t> chain = causal_chain(story);
  std::vector<std::pair<int, std::uint64_t>> order;
  for (const std::uint64_t n : chain)
    order.emplace_back(n == story.back().number ? 100 : static_cast<int>(tell(*find_step(story, n)).weight), n);
  std::sort(order.begin(), order.end(), std::greater<>());
  std::vector<std::uint64_t> steps;
  for (const auto& [weight, n] : order)
    if (steps.size() < most_chain && (weight >= static_cast<int>(Weight::notable) || steps.size() < 2))
      steps.push_back(n);
  std::sort(steps.begin(), steps.end());
  return steps;
}

std::string in_step(const Story& story, std::uint64_t n) {
  return fmt::format("{} (step {})", clause(tell(*find_step(story, n))), n);
}

Sentences chain(const Story& story, bool wedged) {
  Sentences all;
  const auto steps = told_steps(story);
  for (const scenarios::StoryStep& s : story)
    if (s.role == sim::Role::fault && !std::binary_search(steps.begin(), steps.end(), s.number) && all.empty())
      all.push_back(fmt::format("A fault is part of it: {}.", in_step(story, s.number)));
  const std::string_view end = wedged ? "and from there the goal is out of reach" : "and the promise is broken";
  if (steps.size() > 1) all.push_back(fmt::format("It begins when {}.", in_step(story, steps.front())));
  std::vector<std::string> between;
  for (std::size_t i = 1; i + 1 < steps.size(); ++i) between.push_back(in_step(story, steps[i]));
  if (!between.empty()) all.push_back(fmt::format("That leads to this: {}.", fmt::join(between, ", then ")));
  all.push_back(fmt::format("{} {}, {}.", steps.size() > 1 ? "In the end" : "Then", in_step(story, steps.back()), end));
  return all;
}

}  // namespace

std::string why(const PropertyOutcome& o) {
  if (o.trace.empty()) return "It is so from the very start, before any step.";
  const bool wedged = o.property->kind == Kind::can_always;
  const Sentences end = conclusion(o);
  Sentences all = chain(o.trace, wedged);
  constexpr std::size_t most = 6;
  const std::size_t room = most - std::min(end.size(), most - 2) - (wedged ? 1 : 0);
  while (all.size() > room) all.erase(all.begin() + 1);  // the beginning and the end stay
  all.insert(all.end(), end.begin(), end.end());
  if (wedged)
    all.emplace_back(
        "No order of further steps helps, without new commands and without new faults: the job is stuck in this "
        "respect.");
  return fmt::format("{}", fmt::join(all, " "));
}

}  // namespace report
