#include "report/partings_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

std::string knob_words(const KnobChange& c) {
  return fmt::format("{}: {} -> {} ({})", c.knob->name, c.from, c.to, c.row ? known_from(*c.row) : "changed by hand");
}

std::string because(const Cause& cause) {
  std::vector<std::string> knobs;
  for (const KnobChange& c : cause.knobs) knobs.push_back(knob_words(c));
  switch (cause.how) {
    case Cause::How::promised: return "because the versions promise different things; what happens is the same";
    case Cause::How::together:
      return (knobs.size() > 1 ? "because of these together, and none alone: " : "because ") +
             fmt::format("{}", fmt::join(knobs, "; "));
    case Cause::How::knob: return fmt::format("because {}", fmt::join(knobs, "; or, as well by itself, "));
  }
  return "";
}

std::string told(const std::vector<Difference>& all) {
  std::vector<std::string> parts;
  for (const Difference& d : all) parts.push_back(fmt::format("{} {} -> {}", d.name, d.from, d.to));
  return fmt::format("{}", fmt::join(parts, "; "));
}

bool no_difference(const Parting& p) { return p.causes.empty() && !p.first; }

std::string body(const Parting& p, const Style& style) {
  std::string text = "    " + style(Tone::strong, fmt::format("{} -> {}", p.older->semantics, p.newer->semantics));
  text += p.causes.empty() ? ": nothing that is measured differs\n" : "\n";
  for (const Cause& c : p.causes) {
    text += wrapped(told(c.differences), 6, page_width);
    text += wrapped(because(c), 10, page_width);
  }
  if (p.first) text += wrapped("First difference " + p.first->words, 6, page_width);
  return text;
}

// Versions that are the same stand in one line.
std::string bodies(std::span<const Parting> all, const Style& style) {
  std::string text;
  for (std::size_t i = 0; i < all.size();) {
    if (!no_difference(all[i])) {
      text += body(all[i++], style);
      continue;
    }
    std::string line = all[i].older->semantics;
    for (; i < all.size() && no_difference(all[i]); ++i) line += " -> " + all[i].newer->semantics;
    text += wrapped(line + ": no difference", 4, page_width);
  }
  return text;
}

Json knob_json(const KnobChange& c) {
  return {{"knob", c.knob->name},
          {"meaning", c.knob->meaning},
          {"from", c.from},
          {"to", c.to},
          {"since", c.row ? Json(c.row->since) : Json()},
          {"evidence", c.row ? Json(c.row->evidence) : Json()},
          {"ticket", c.row ? Json(c.row->ticket) : Json()}};
}

Json cause_json(const Cause& c) {
  constexpr std::string_view how[] = {"knob", "together", "promised"};
  Json j{{"how", how[static_cast<std::size_t>(c.how)]}, {"knobs", Json::array()}, {"differences", Json::array()}};
  for (const KnobChange& k : c.knobs) j["knobs"].push_back(knob_json(k));
  for (const Difference& d : c.differences)
    j["differences"].push_back({{"kind", to_string(d.kind)}, {"fact", d.name}, {"from", d.from}, {"to", d.to}});
  return j;
}

Json event_json(const std::optional<SeenEvent>& e) {
  if (!e) return {};
  return {{"t", e->t}, {"event", Json::parse("{" + e->line + "}", nullptr, false)}};
}

}  // namespace

// What parts in the same words is told once, under the names of all ways and sinks that it holds for.
std::string partings_text(std::span<const Parting> all, const Style& style) {
  struct Section {
    std::vector<std::pair<std::string, std::vector<std::string>>> titles;  // a way and its sinks
    std::string body;
  };
  std::vector<Section> sections;
  for (std::size_t i = 0; i < all.size();) {
    const scenarios::Case& c = *all[i].older;
    std::size_t end = i;
    while (end < all.size() && all[end].older->way == c.way && all[end].older->sink == c.sink) ++end;
    std::string words = bodies(all.subspan(i, end - i), style);
    i = end;
    auto same = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.body == words; });
    if (same == sections.end()) same = sections.insert(same, {{}, std::move(words)});
    if (same->titles.empty() || same->titles.back().first != way_of(c.way)) same->titles.push_back({way_of(c.way), {}});
    same->titles.back().second.push_back(c.sink);
  }
  std::string text = style(Tone::strong, "Where they part") + "\n";
  for (const Section& s : sections) {
    for (const auto& [way, sinks] : s.titles)
      text += "  " + style(Tone::strong, fmt::format("{}  ({})", way, listed(sinks))) + "\n";
    text += s.body;
  }
  return text;
}

Json partings_json(const scenarios::Scenario& scenario, std::span<const Parting> all) {
  Json list = Json::array();
  for (const Parting& p : all) {
    Json j{{"name", scenario.name},      {"way", p.older->way},      {"sink", p.older->sink},
           {"from", p.older->semantics}, {"to", p.newer->semantics}, {"causes", Json::array()},
           {"knobs", Json::array()},     {"firstDifference", Json()}};
    for (const Cause& c : p.causes) j["causes"].push_back(cause_json(c));
    for (const KnobChange& k : p.knobs) j["knobs"].push_back(knob_json(k));
    if (p.first)
      j["firstDifference"] = {
          {"from", event_json(p.first->older)}, {"to", event_json(p.first->newer)}, {"words", p.first->words}};
    list.push_back(std::move(j));
  }
  return list;
}

}  // namespace report
