#include "report/costs_text.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::string label(const CaseResult& r) { return way_of(r.outcome.subject->way); }

std::string left_of(const CaseResult& r) {
  return r.outcome.figures && r.observed.end.to ? fmt::format("{}", r.outcome.figures->left_run1.size()) : "runs on";
}

std::string of_one(std::span<const CaseResult> results, const Style& style) {
  std::vector<Column> columns{{{"", "ended by"}}, {{"", "version"}}, {{"", "sink"}}};
  std::vector<std::size_t> kinds;
  for (std::size_t k = 0; k < cost_count; ++k) {
    const CostKind& kind = cost_kinds()[k];
    if (!is_extra(kind)) continue;
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
    row.push_back({left_of(r)});
    t.row(std::move(row));
  }
  return t.text(style, 2);
}

// What a block of the table says of one case; versions of a way and sink with the same block share it.
struct Block {
  const scenarios::Case* first;
  std::vector<std::string> versions;
  std::vector<std::vector<Cell>> rows;
};
std::vector<std::vector<Cell>> rows_of(const CaseResult& r) {
  std::vector<std::vector<Cell>> rows;
  for (std::size_t k = 0; k < cost_count; ++k) {
    const CostKind& kind = cost_kinds()[k];
    const std::string name = std::string(kind.words) + (kind.unit == Unit::records ? ", records" : " after");
    const auto s = r.costs.of(k);
    if (!s) {
      rows.push_back({{name}, {"unknown", Tone::faint}});
      continue;
    }
    std::vector<Cell> row{{name}, {value_words(s->median, kind.unit)}};
    if (s->median != s->most)
      row.push_back({value_words(s->p95, kind.unit)}), row.push_back({value_words(s->most, kind.unit)});
    if (s->known < r.costs.runs()) {
      while (row.size() < 4) row.push_back({""});
      row.push_back({fmt::format("known in {} of them", s->known), Tone::faint});
    }
    rows.push_back(std::move(row));
  }
  rows.push_back({{"snapshots left"}, {left_of(r)}});
  return rows;
}
bool same(const std::vector<std::vector<Cell>>& a, const std::vector<std::vector<Cell>>& b) {
  const auto same_row = [](const std::vector<Cell>& x, const std::vector<Cell>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Cell& one, const Cell& other) { return one.text == other.text; });
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_row);
}

std::string of_many(std::span<const CaseResult> results, const Style& style) {
  std::vector<Block> blocks;
  for (const CaseResult& r : results) {
    const scenarios::Case& c = *r.outcome.subject;
    auto rows = rows_of(r);
    const auto known = std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) {
      return b.first->way == c.way && b.first->sink == c.sink && same(b.rows, rows);
    });
    if (known != blocks.end())
      known->versions.push_back(c.semantics);
    else
      blocks.push_back({&c, {c.semantics}, std::move(rows)});
  }
  Table t({{{""}}, {{"median"}, true}, {{"95 % not above"}, true}, {{"most"}, true}, {{""}}});
  for (const Block& b : blocks) {
    t.line(fmt::format("{}, {} sink  ({})", way_of(b.first->way), b.first->sink, fmt::join(b.versions, ", ")),
           Tone::strong);
    for (const auto& row : b.rows) {
      std::vector<Cell> cells = row;
      cells.front().text.insert(0, "  ");
      t.row(std::move(cells));
    }
  }
  return t.text(style, 2);
}

// The model counts records and positions; how many bytes they take, it cannot know.
constexpr std::string_view no_bytes =
    "Size of the snapshots: not known, the model has no bytes. Caught up: from the command until all that could be "
    "read "
    "when the resumed job began has gone through it; a transactional sink shows it with the next checkpoint. Deploying "
    "and restoring take no time in the model.";

}  // namespace

std::string cost_words(const Costs& costs, std::size_t kind) {
  const auto s = costs.of(kind);
  if (!s) return "unknown";
  const Unit unit = cost_kinds()[kind].unit;
  std::string text = value_words(s->median, unit);
  if (s->median != s->most) text += fmt::format(" / {} / {}", value_words(s->p95, unit), value_words(s->most, unit));
  if (s->known < costs.runs()) text += fmt::format(" ({} of {})", s->known, costs.runs());
  return text;
}

std::string costs_text(std::span<const CaseResult> results, const Style& style) {
  std::uint64_t runs = 1;
  for (const CaseResult& r : results) runs = std::max(runs, r.costs.runs());
  std::string text = style(Tone::strong, "Costs");
  if (runs > 1) text += fmt::format(" over {}", counted(runs, "run"));
  text += "\n" + (runs > 1 ? of_many(results, style) : of_one(results, style));
  if (runs > 1) text += wrapped("Where one value stands alone every run came to it.", 2, page_width);
  return text + wrapped(no_bytes, 2, page_width);
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
    const std::vector<std::int64_t> sorted = costs.sorted(k);
    if (sorted.front() == sorted.back()) continue;
    Json& every_5 = j[std::string(kind.name)]["percentiles"] = Json::array();
    for (unsigned p = 0; p <= 100; p += 5) every_5.push_back(number(at_percent(sorted, p)));
  }
  j["snapshotBytes"] = "unknown";
  return j;
}

}  // namespace report
