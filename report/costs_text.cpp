#include "report/costs_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "history/figures.hpp"
#include "report/advice.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

std::string value_words(std::int64_t v, Unit unit) {
  return unit == Unit::microseconds ? seconds(to_milliseconds(v)) : grouped(static_cast<std::uint64_t>(v));
}

// Of one run, what the comparison's table has no column for.
bool is_extra(const CostKind& kind) { return kind.name == "lostInFlight" || kind.name == "caughtUpAfter"; }

std::string label(const CaseResult& r) {
  const scenarios::Case& c = *r.outcome.subject;
  return c.way.empty() ? "the timeline" : c.way;
}

// The model counts records and positions; how many bytes they take, it cannot know.
constexpr std::string_view no_bytes =
    "Size of the snapshots: not known, the model has no bytes. Caught up: from the command until what had piled up is "
    "worked off.";

}  // namespace

std::string cost_words(const Costs& costs, std::size_t kind) {
  const auto s = costs.of(kind);
  if (!s) return "unknown";
  const Unit unit = cost_kinds()[kind].unit;
  if (costs.runs() == 1) return value_words(s->median, unit);
  std::string text =
      fmt::format("{} / {} / {}", value_words(s->median, unit), value_words(s->p95, unit), value_words(s->most, unit));
  if (s->known < costs.runs()) text += fmt::format(" ({} of {})", s->known, costs.runs());
  return text;
}

std::string costs_text(std::span<const CaseResult> results, const Style& style) {
  std::uint64_t runs = 1;
  for (const CaseResult& r : results) runs = std::max(runs, r.costs.runs());
  std::vector<Column> columns{{{"", "ended by"}}, {{"", "version"}}, {{"", "sink"}}};
  std::vector<std::size_t> kinds;
  for (std::size_t k = 0; k < cost_count; ++k) {
    const CostKind& kind = cost_kinds()[k];
    if (runs == 1 && !is_extra(kind)) continue;
    kinds.push_back(k);
    columns.push_back({{std::string(kind.words), kind.unit == Unit::records ? "records" : "after"}, true});
  }
  columns.push_back({{"snapshots", "left"}, true});
  Table t(std::move(columns));
  std::string way, semantics;
  for (const CaseResult& r : results) {
    const scenarios::Case& c = *r.outcome.subject;
    const bool same_way = label(r) == way, same_version = same_way && c.semantics == semantics;
    way = label(r), semantics = c.semantics;
    std::vector<Cell> row{{same_way ? "" : way}, {same_version ? "" : semantics}, {c.sink}};
    for (const std::size_t k : kinds) {
      std::string words = cost_words(r.costs, k);
      const Tone tone = words == "unknown" ? Tone::faint : Tone::plain;
      row.push_back({std::move(words), tone});
    }
    row.push_back(
        {r.outcome.figures && r.observed.end.to ? fmt::format("{}", r.outcome.figures->left_run1.size()) : "runs on"});
    t.row(std::move(row));
  }
  std::string title = style(Tone::strong, "Costs");
  if (runs > 1) title += fmt::format(" over {}: median / 95 % are not above / most", counted(runs, "run"));
  return title + "\n" + t.text(style, 2) + wrapped(no_bytes, 2, page_width);
}

Json costs_json(const Costs& costs) {
  Json j = Json::object();
  for (std::size_t k = 0; k < cost_count; ++k) {
    const CostKind& kind = cost_kinds()[k];
    const auto s = costs.of(k);
    if (!s) {
      j[std::string(kind.name)] = "unknown";
      continue;
    }
    const auto number = [&](std::int64_t v) {
      return kind.unit == Unit::records ? Json(v) : Json::parse(history::milliseconds(v));
    };
    j[std::string(kind.name)] = {{"unit", kind.unit == Unit::records ? "records" : "ms"},
                                 {"runs", s->known},
                                 {"median", number(s->median)},
                                 {"p95", number(s->p95)},
                                 {"max", number(s->most)}};
  }
  j["snapshotBytes"] = "unknown";
  return j;
}

}  // namespace report
