#include "report/recommendation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "report/style.hpp"
#include "report/words.hpp"

namespace report {
namespace {

// Of what does harm the worst of all runs and sinks; of the time to end the median.
struct Worst {
  std::uint64_t missing = 0, twice = 0, again = 0, runs = 1;
  bool drain = false;
  std::int64_t ended_after = 0;
  auto rank() const { return std::tuple(missing, twice, again, drain, ended_after); }
};

std::uint64_t most(const CaseResult& r, std::string_view cost) {
  const auto summary = r.costs.of(cost);
  return summary ? static_cast<std::uint64_t>(summary->most) : 0;
}

// Nothing: nobody chooses it, or in some run it did not end so that the job came back.
std::optional<Worst> worst_of(const Group& group) {
  Worst worst;
  for (const CaseResult* r : group) {
    if (!r->outcome.figures || r->outcome.undecided() || !r->observed.end.command) return std::nullopt;
    const auto ended = r->costs.of("endedAfter");
    if (!r->observed.resumed_from || !ended || ended->known < r->costs.runs()) return std::nullopt;
    worst.missing = std::max(worst.missing, most(*r, "missing"));
    worst.twice = std::max(worst.twice, most(*r, "duplicates") + r->observed.about_to_be_doubled());
    worst.again = std::max(worst.again, most(*r, "reread") + r->outcome.figures->reread_in_run.value_or(0));
    worst.drain |= r->outcome.header.drain;
    worst.ended_after = std::max(worst.ended_after, ended->median);
    worst.runs = std::max(worst.runs, r->costs.runs());
  }
  return worst;
}

std::string none_or(std::uint64_t n, std::string_view what) {
  return n == 0 ? fmt::format("none is {}", what) : fmt::format("{} {} {}", grouped(n), n == 1 ? "is" : "are", what);
}

struct Candidate {
  const Group* group;
  Worst worst;
};

std::string why(const Candidate& best, const std::vector<Candidate>& all) {
  const std::string runs = best.worst.runs == 1 ? "" : fmt::format(", in the worst of {} runs,", best.worst.runs);
  std::string text = fmt::format("of the records{} {}, {} and {}, with each of its sinks", runs,
                                 none_or(best.worst.again, "read again"), none_or(best.worst.twice, "shown twice"),
                                 none_or(best.worst.missing, "missing"));
  const auto fastest = std::min_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return a.worst.ended_after < b.worst.ended_after;
  });
  text += fmt::format("; it takes {} to end{}", seconds(to_milliseconds(best.worst.ended_after)),
                      runs.empty() ? "" : " in the median");
  if (fastest->group != best.group)
    text += fmt::format(" ({}: {})", way_of(fastest->group->front()->outcome.subject->way),
                        seconds(to_milliseconds(fastest->worst.ended_after)));
  for (const Candidate& c : all)
    if (c.worst.drain && !best.worst.drain &&
        std::tuple(c.worst.missing, c.worst.twice, c.worst.again) ==
            std::tuple(best.worst.missing, best.worst.twice, best.worst.again)) {
      text += fmt::format(". {} costs as little but fires all timers and windows: it is for a job that ends for good",
                          way_of(c.group->front()->outcome.subject->way));
      break;
    }
  return text;
}

// The ways that stand beside each other: of one job, and of one version where some way has several. Ways that name a
// version of their own, one each, are all one choice.
std::vector<std::vector<Candidate>> choices(const std::vector<Group>& groups) {
  const auto subject = [](const Group& g) -> const scenarios::Case& { return *g.front()->outcome.subject; };
  const bool one_each = std::all_of(groups.begin(), groups.end(), [&](const Group& g) {
    return std::count_if(groups.begin(), groups.end(),
                         [&](const Group& o) { return subject(o).way == subject(g).way; }) == 1;
  });
  std::vector<std::pair<const Group*, std::vector<Candidate>>> found;
  for (const Group& g : groups) {
    auto beside = std::find_if(found.begin(), found.end(), [&](const auto& f) {
      return (one_each || subject(*f.first).semantics == subject(g).semantics) &&
             scenarios::same_job(subject(*f.first).spec, subject(g).spec);
    });
    if (beside == found.end()) beside = found.insert(found.end(), {&g, {}});
    if (const auto worst = worst_of(g)) beside->second.push_back({&g, *worst});
  }
  std::vector<std::vector<Candidate>> all;
  for (auto& [first, candidates] : found)
    if (candidates.size() > 1) all.push_back(std::move(candidates));
  return all;
}

}  // namespace

std::vector<Recommendation> recommendations(const std::vector<Group>& groups) {
  std::vector<Recommendation> found;
  for (const std::vector<Candidate>& all : choices(groups)) {
    const Candidate& best = *std::min_element(
        all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.worst.rank() < b.worst.rank(); });
    const scenarios::Case& subject = *best.group->front()->outcome.subject;
    std::string words = why(best, all);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Recommendation& r) {
      return r.group->front()->outcome.subject->way == subject.way && r.words == words;
    });
    if (same != found.end())
      same->versions.push_back(subject.semantics);
    else
      found.push_back({best.group, {subject.semantics}, std::move(words)});
  }
  return found;
}

std::string recommendations_text(const std::vector<Group>& groups) {
  std::string text;
  for (const Recommendation& r : recommendations(groups))
    text += wrapped(fmt::format("To end this job and start it again: {} ({}): {}.",
                                way_of(r.group->front()->outcome.subject->way), fmt::join(r.versions, ", "), r.words),
                    2, page_width);
  return text;
}

nlohmann::ordered_json recommendations_json(const std::string& scenario, const std::vector<Group>& groups) {
  auto list = nlohmann::ordered_json::array();
  for (const Recommendation& r : recommendations(groups))
    list.push_back({{"name", scenario},
                    {"way", r.group->front()->outcome.subject->way},
                    {"versions", r.versions},
                    {"words", r.words}});
  return list;
}

}  // namespace report
