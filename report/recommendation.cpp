#include "report/recommendation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "report/style.hpp"
#include "report/words.hpp"

namespace report {
namespace {

struct Worst {
  std::uint64_t missing = 0, twice = 0, again = 0;
  bool drain = false;
  std::int64_t ended_after = 0;
  auto rank() const { return std::tuple(missing, twice, again, drain, ended_after); }
};

// Nothing: nobody chooses it, or it did not end so that the job came back.
std::optional<Worst> worst_of(const Group& group) {
  Worst worst;
  for (const CaseResult* r : group) {
    if (!r->outcome.figures || r->outcome.undecided() || !r->observed.end.command) return std::nullopt;
    if (!r->observed.resumed_from || !r->outcome.ended_after_us) return std::nullopt;
    const history::Figures& f = *r->outcome.figures;
    worst.missing = std::max(worst.missing, f.missing.value_or(0));
    worst.twice = std::max(worst.twice, f.duplicates.value_or(0) + r->observed.about_to_be_doubled());
    worst.again = std::max(worst.again, f.reread.value_or(0) + f.reread_in_run.value_or(0));
    worst.drain |= r->outcome.header.drain;
    worst.ended_after = std::max(worst.ended_after, *r->outcome.ended_after_us);
  }
  return worst;
}

std::string none_or(std::uint64_t n, std::string_view what) {
  return n == 0 ? fmt::format("none is {}", what) : fmt::format("{} are {}", counted(n, "record"), what);
}

struct Candidate {
  const Group* group;
  Worst worst;
};

std::string why(const Candidate& best, const std::vector<Candidate>& all) {
  std::string text =
      fmt::format("of the records {}, {} and {}, with each of its sinks", none_or(best.worst.again, "read again"),
                  none_or(best.worst.twice, "shown twice"), none_or(best.worst.missing, "missing"));
  const auto fastest = std::min_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return a.worst.ended_after < b.worst.ended_after;
  });
  text += fmt::format("; it takes {} to end", seconds(to_milliseconds(best.worst.ended_after)));
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

}  // namespace

std::vector<Recommendation> recommendations(const std::vector<Group>& groups) {
  std::vector<std::string> versions;
  for (const Group& g : groups) {
    const std::string& version = g.front()->outcome.subject->semantics;
    if (std::find(versions.begin(), versions.end(), version) == versions.end()) versions.push_back(version);
  }
  // Ways that name a version of their own stand beside each other where no way has two.
  const auto way = [](const Group& g) { return g.front()->outcome.subject->way; };
  const bool one_each = std::all_of(groups.begin(), groups.end(), [&](const Group& g) {
    return std::count_if(groups.begin(), groups.end(), [&](const Group& o) { return way(o) == way(g); }) == 1;
  });
  if (one_each) versions = {""};
  std::vector<Recommendation> found;
  for (const std::string& version : versions) {
    std::vector<Candidate> all;
    for (const Group& g : groups)
      if (version.empty() || g.front()->outcome.subject->semantics == version)
        if (const auto worst = worst_of(g)) all.push_back({&g, *worst});
    if (all.size() < 2) continue;
    const Candidate& best = *std::min_element(
        all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.worst.rank() < b.worst.rank(); });
    std::string words = why(best, all);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Recommendation& r) {
      return way(*r.group) == way(*best.group) && r.words == words;
    });
    const std::string& of = best.group->front()->outcome.subject->semantics;
    if (same != found.end())
      same->versions.push_back(of);
    else
      found.push_back({best.group, {of}, std::move(words)});
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
