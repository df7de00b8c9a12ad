#include "report/followed_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/semantics.hpp"
#include "report/progress.hpp"
#include "report/words.hpp"

namespace report {

using scenarios::Followed;

namespace {

constexpr std::uint64_t states_of_one = 20'000;  // that are looked at for one version, and again for each difference
constexpr std::size_t most_differences = 4;

// What explains all of it; then what comes farther before it differs.
std::tuple<bool, std::uint64_t, std::uint64_t> rank(const Tried& t) {
  const Followed& f = t.on.followed;
  return {f.outcome == Followed::Outcome::explained, f.seq, f.explained};
}

bool equal(const Tried& a, const Tried& b) {
  const auto& x = a.on.differences;
  const auto& y = b.on.differences;
  return a.on.followed.outcome == b.on.followed.outcome && a.on.followed.seq == b.on.followed.seq &&
         a.on.all == b.on.all && std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const auto& d, const auto& e) {
           return d.seq == e.seq && d.event == e.event;
         });
}

std::string differences_text(const scenarios::FollowedOn& on) {
  std::string text;
  for (const scenarios::Difference& d : on.differences)
    text += (text.empty() ? " " : "; ") +
            (d.unrecorded ? fmt::format("would have shown \"{}\" at event {}", d.event, grouped(d.seq))
                          : fmt::format("cannot have shown event {}, \"{}\"", grouped(d.seq), d.event));
  return text + (on.all ? "; all else is explained" : "");
}

}  // namespace

std::vector<std::string> versions_to_try(const Options& o) {
  if (o.semantics.size() == 1 && o.semantics.front() == "all") return model::profile_names();
  return o.semantics;
}

FollowedWith follow_with(const std::string& file, const std::vector<std::string>& versions, ProgressKind kind) {
  FollowedWith all;
  if (versions.empty()) return all;
  const auto text = history::read_file(file);
  if (!std::holds_alternative<std::string>(text)) return all;
  const auto read = scenarios::read_trail(std::get<std::string>(text));
  const auto* trail = std::get_if<scenarios::Trail>(&read);
  if (!trail) return all;
  all.cannot = trail->cannot;
  if (!all.cannot.empty()) return all;
  scenarios::FollowLimits limits;
  limits.states = states_of_one;
  for (const std::string& version : versions) {
    Progress progress(kind, fmt::format("following {} with {}", file, version), limits.states);
    limits.progress = [&](std::uint64_t states) { progress.states(states); };
    all.tried.push_back({version, scenarios::follow_on(*trail, version, limits, most_differences)});
    all.seconds += progress.seconds();
  }
  std::stable_sort(all.tried.begin(), all.tried.end(),
                   [](const Tried& a, const Tried& b) { return rank(a) > rank(b); });
  return all;
}

static std::string_view word(Followed::Outcome o) {
  constexpr std::string_view words[] = {"explained", "refused", "undecided"};
  return words[static_cast<std::size_t>(o)];
}

// Versions that differ in the same are told together.
std::string followed_text(const FollowedWith& followed, const Style& style) {
  const std::vector<Tried>& tried = followed.tried;
  if (tried.empty() && followed.cannot.empty()) return "";
  using Outcome = Followed::Outcome;
  std::string text = style(Tone::strong, "Which version could have done this") + "\n";
  if (tried.empty()) text += wrapped("cannot be followed: " + followed.cannot, 2, page_width);
  std::uint64_t states = 0, most = 0;
  for (std::size_t from = 0, to; from < tried.size(); from = to) {
    const scenarios::FollowedOn& on = tried[from].on;
    const Followed& f = on.followed;
    std::vector<std::string> versions;
    for (to = from; to < tried.size() && equal(tried[to], tried[from]); ++to) {
      versions.push_back(tried[to].version);
      states += tried[to].on.followed.states, most = std::max(most, tried[to].on.followed.bytes);
    }
    std::string line = listed(versions);
    if (f.outcome == Outcome::explained)
      line += ": all of it";
    else if (f.outcome == Outcome::refused)
      line += differences_text(on);
    else if (f.states == 0)
      line += " cannot be followed: " + f.event;
    else
      line += fmt::format(": not found; it ends before event {}, \"{}\" (undecided: {} were looked at)", grouped(f.seq),
                          f.event, counted(f.states, "state"));
    text += wrapped(line, 2, page_width);
  }
  if (!tried.empty())
    text += wrapped(fmt::format("{} in all, {} at most for one version and as many to go on past a difference; {} of "
                                "memory at most, {:.1f} s",
                                counted(states, "state"), grouped(states_of_one), bytes(most), followed.seconds),
                    2, page_width);
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Tried>& tried) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Tried& t : tried) {
    const Followed& f = t.on.followed;
    Json differences = Json::array();
    for (const scenarios::Difference& d : t.on.differences)
      differences.push_back({{"seq", d.seq}, {"event", d.event}, {"recorded", !d.unrecorded}});
    list.push_back({{"semantics", t.version},
                    {"outcome", word(f.outcome)},
                    {"events", f.explained},
                    {"states", f.states},
                    {"bytes", f.bytes},
                    {"stoppedAt", f.seq ? Json(f.seq) : Json()},
                    {"event", f.event.empty() ? Json() : Json(f.event)},
                    {"differences", std::move(differences)},
                    {"noOther", t.on.all}});
  }
  return list;
}

}  // namespace report
