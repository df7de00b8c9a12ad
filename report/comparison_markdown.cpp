// Promises that come out the same in every case are said in one line, so that the table shows what tells ways apart.
#include "report/comparison_markdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/costs_text.hpp"
#include "report/outputs.hpp"
#include "report/runbook.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using properties::Verdict;
using scenarios::PropertyOutcome;

constexpr std::string_view untested = "?";

std::string_view sign_of(const PropertyOutcome& p) {
  if (!p.promise.made) return p.verdict == Verdict::violated ? "✗ not promised" : "–";
  if (p.verdict == Verdict::violated) return "✗ **broken**";
  return p.verdict == Verdict::vacuous || p.verdict == Verdict::undecided ? untested : "✓";
}

// Signs of each property in every case, in the order of the catalogue.
struct Row {
  const PropertyOutcome* property;
  std::vector<std::string_view> signs;
  // Of the first case that puts it to the test.
  std::string_view sign() const {
    const auto tested = std::find_if(signs.begin(), signs.end(), [](std::string_view s) { return s != untested; });
    return tested == signs.end() ? untested : *tested;
  }
  // Wherever it is put to the test.
  bool same() const {
    return std::all_of(signs.begin(), signs.end(), [&](std::string_view s) { return s == untested || s == sign(); }) &&
           sign().find("✗") == std::string_view::npos;
  }
};
// A case that could not be run has none, and so untested ones.
std::vector<Row> rows_of(std::span<const CaseResult> results) {
  std::vector<Row> rows;
  const auto run =
      std::find_if(results.begin(), results.end(), [](const CaseResult& r) { return !r.outcome.properties.empty(); });
  if (run == results.end()) return rows;
  for (const PropertyOutcome& p : run->outcome.properties) {
    if (p.property->kind == properties::Kind::sometimes) continue;
    Row row{&p, {}};
    for (const CaseResult& r : results) {
      const auto& all = r.outcome.properties;
      const auto one = std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.property == p.property; });
      row.signs.push_back(one == all.end() ? untested : sign_of(*one));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string matrix(std::span<const CaseResult> results) {
  const std::vector<Row> rows = rows_of(results);
  std::string head = "| promise |", line = "|---|", text;
  for (const CaseResult& r : results) {
    const scenarios::Case& c = *r.outcome.subject;
    head += fmt::format(" {}<br>{}<br>{} |", markdown_text(way_of(c.way)), markdown_text(c.semantics), c.sink);
    line += ":-:|";
  }
  std::string same;
  for (const Row& row : rows) {
    if (row.same()) {
      same += fmt::format("{}{} {}", same.empty() ? "" : ", ", row.property->property->id, row.sign());
      continue;
    }
    text += fmt::format("| `{}`: {} |", row.property->property->id, markdown_text(row.property->property->sentence));
    for (const std::string_view s : row.signs) text += fmt::format(" {} |", s);
    text += "\n";
  }
  std::string out =
      "✓ promised and kept · ✗ **broken** promised and broken · ✗ not promised, and not kept · – not promised "
      "· ? promised, but not put to the test\n\n";
  if (!text.empty()) out += head + "\n" + line + "\n" + text + "\n";
  if (!same.empty()) out += fmt::format("The same wherever it is put to the test: {}.\n\n", same);
  return out;
}

std::string costs(std::span<const CaseResult> results) {
  std::string out = "| ended by | version | sink | final status | resumed from |", line = "|---|---|---|---|---|";
  for (const CostKind& k : cost_kinds())
    out += fmt::format(" {} ({}) |", k.words, k.unit == Unit::records ? "records" : "after"), line += "--:|";
  out += "\n" + line + "\n";
  for (const CaseResult& r : results) {
    const scenarios::Case& c = *r.outcome.subject;
    const history::Figures* f = r.outcome.figures ? &*r.outcome.figures : nullptr;
    const std::string from =
        !f || f->restored_from.size() < 2 ? "not resumed" : f->restored_from[1].second.value_or("scratch");
    out += fmt::format("| {} | {} | {} | {} | {} |", markdown_text(way_of(c.way)), markdown_text(c.semantics), c.sink,
                       !f || f->final_status.empty() ? "–" : f->final_status.front().second, markdown_text(from));
    for (std::size_t k = 0; k < cost_count; ++k) out += fmt::format(" {} |", cost_words(r.costs, k));
    out += "\n";
  }
  std::uint64_t runs = 1;
  for (const CaseResult& r : results) runs = std::max(runs, r.costs.runs());
  if (runs > 1) out += fmt::format("\nOver {}: median / 95 % are not above / most.\n", counted(runs, "run"));
  return out + "\nThe size of the snapshots is not known: the model has no bytes.\n\n";
}

std::string runbooks(std::span<const CaseResult> results) {
  std::string out;
  for (const Group& g : grouped(results)) {
    const scenarios::Case& c = *g.front()->outcome.subject;
    out += fmt::format("**{}** ({})\n\n", markdown_text(way_of(c.way)), markdown_text(c.semantics));
    for (const Claim& claim : runbook(g))
      out += fmt::format("- *{}*: {} — {}: {}\n", claim.topic, markdown_text(claim.words), to_string(claim.evidence),
                         markdown_text(claim.source));
    out += "\n";
  }
  return out;
}

}  // namespace

std::string comparison_markdown(const scenarios::Scenario& scenario, std::span<const CaseResult> results) {
  const std::string name = markdown_text(scenario.name);
  return fmt::format("### Promises: {}\n\n{}### Costs: {}\n\n{}### What to do: {}\n\n{}", name, matrix(results), name,
                     costs(results), name, runbooks(results));
}

}  // namespace report
