#include "report/followed_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/semantics.hpp"
#include "report/progress.hpp"
#include "report/words.hpp"

namespace report {

using scenarios::Followed;

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
  limits.states = 20'000;
  for (const std::string& version : versions) {
    Progress progress(kind, fmt::format("following {} with {}", file, version), limits.states);
    limits.progress = [&](std::uint64_t states) { progress.states(states); };
    all.tried.push_back({version, scenarios::follow(*trail, version, limits)});
  }
  std::stable_sort(all.tried.begin(), all.tried.end(), [](const Tried& a, const Tried& b) {
    const auto done = [](const Tried& t) { return t.followed.outcome == Followed::Outcome::explained; };
    return std::tuple(done(a), a.followed.explained, a.followed.seq) >
           std::tuple(done(b), b.followed.explained, b.followed.seq);
  });
  return all;
}

static std::string_view word(Followed::Outcome o) {
  constexpr std::string_view words[] = {"explained", "refused", "undecided"};
  return words[static_cast<std::size_t>(o)];
}

// Versions that come equally far are told together.
std::string followed_text(const FollowedWith& followed, const Style& style) {
  const std::vector<Tried>& tried = followed.tried;
  if (tried.empty() && followed.cannot.empty()) return "";
  using Outcome = Followed::Outcome;
  std::string text = style(Tone::strong, "Which version could have done this") + "\n";
  if (tried.empty()) text += wrapped("cannot be followed: " + followed.cannot, 2, page_width);
  for (std::size_t from = 0, to; from < tried.size(); from = to) {
    const Followed& f = tried[from].followed;
    std::vector<std::string> versions;
    for (to = from; to < tried.size() && tried[to].followed.outcome == f.outcome && tried[to].followed.seq == f.seq;
         ++to)
      versions.push_back(tried[to].version);
    std::string line = listed(versions) + (f.outcome == Outcome::explained ? ": all of it" : "");
    if (f.outcome != Outcome::explained)
      line += fmt::format(": {}, and not event {}, \"{}\"{}", counted(f.explained, "event"), grouped(f.seq), f.event,
                          f.outcome == Outcome::refused
                              ? ""
                              : fmt::format(" (undecided: {} were looked at)", counted(f.states - 1, "state")));
    text += wrapped(line, 2, page_width);
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Tried>& tried) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Tried& t : tried)
    list.push_back({{"semantics", t.version},
                    {"outcome", word(t.followed.outcome)},
                    {"events", t.followed.explained},
                    {"states", t.followed.states},
                    {"stoppedAt", t.followed.seq ? Json(t.followed.seq) : Json()},
                    {"event", t.followed.event.empty() ? Json() : Json(t.followed.event)}});
  return list;
}

}  // namespace report
