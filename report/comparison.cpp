// The comparison: a table with a row for each case, by way or by version, what to do after each way of ending, and what
// became of the promises.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/advice.hpp"
#include "report/costs_text.hpp"
#include "report/text_cases.hpp"
#include "report/what_to_do.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Case;

// Nothing stands for what there is none of, "unknown" for what a run cannot tell.
Cell count(const std::optional<std::uint64_t>& n, bool bad_if_any) {
  if (!n) return {"unknown", Tone::faint};
  return {grouped(*n), *n == 0 ? Tone::good : bad_if_any ? Tone::bad : Tone::warn};
}
// "0 +2000": so many more once the open transactions are committed.
Cell twice(const std::optional<std::uint64_t>& n, std::uint64_t soon) {
  Cell c = count(n, false);
  if (soon > 0) c = {c.text + " +" + grouped(soon), Tone::warn};
  return c;
}
Cell span(const std::optional<std::int64_t>& us) {
  return us ? Cell{seconds(to_milliseconds(*us))} : Cell{"-", Tone::faint};
}

std::vector<Cell> cells(const std::string& label, const CaseResult& r) {
  if (!r.outcome.figures) return {{label}, {"not run", Tone::bad}};
  const history::Figures& f = *r.outcome.figures;
  const bool resumed = f.restored_from.size() > 1;
  std::string from = "not resumed";
  if (resumed) from = f.restored_from[1].second.value_or("scratch");
  const Tally t = tally(r.outcome);
  const bool broken = !t.broken.empty();
  const Tone of_from = !resumed ? Tone::faint : from == "scratch" ? Tone::warn : Tone::plain;
  return {{label},
          {f.final_status.empty() ? "-" : f.final_status.front().second},
          {from, of_from},
          count(f.reread, false),
          twice(f.duplicates, r.observed.about_to_be_doubled()),
          count(f.missing, true),
          f.visible_run1 && r.observed.end.to ? Cell{grouped(*f.visible_run1)} : Cell{"runs on", Tone::faint},
          span(f.snapshot_latency_us),
          r.outcome.ended_after_us ? Cell{seconds(to_milliseconds(*r.outcome.ended_after_us))}
                                   : Cell{r.observed.end.to ? "by itself" : "runs on", Tone::faint},
          {fmt::format("{}", t.kept.size()), broken ? Tone::plain : Tone::good},
          {fmt::format("{}", t.broken.size()), broken ? Tone::bad : Tone::plain},
          {fmt::format("{}", t.untested.size() + t.undecided.size())},
          {fmt::format("{}", t.not_promised.size())}};
}

std::vector<Column> columns(std::string_view label) {
  return {{{"", "", std::string(label)}},
          {{"", "final", "status"}},
          {{"", "", "resumed from"}},
          {{"", "reread", "records"}, true},
          {{"shown", "twice", "records"}, true},
          {{"", "missing", "records"}, true},
          {{"visible", "at end", "records"}, true},
          {{"snapshot", "complete", "after"}, true},
          {{"", "ended", "after"}, true},
          {{"", "promises", "kept"}, true},
          {{"", "", "broken"}, true},
          {{"", "not", "tested"}, true},
          {{"", "not", "made"}, true}};
}

std::string group_title(const Case& c) { return way_of(c.way) + "  (" + c.semantics + ")"; }

// A row and what is remarkable in it.
void put(Table& t, const std::string& label, const CaseResult& r) {
  t.row(cells(label, r));
  for (const auto* p : tally(r.outcome).broken)
    t.line(fmt::format("    {}: {}", breach(*p), p->property->id), p->alarm ? Tone::bad : Tone::warn);
  for (const std::string& text : r.outcome.unmet) t.line(fmt::format("    NOT AS EXPECTED: {}", text), Tone::bad);
}

Table by_way(const std::vector<Group>& groups) {
  const bool by_sink = std::any_of(groups.begin(), groups.end(), [](const Group& g) { return g.size() > 1; });
  const bool short_names = std::all_of(groups.begin(), groups.end(),
                                       [](const Group& g) { return width(g.front()->outcome.subject->way) <= 24; });
  const bool same_semantics = std::all_of(groups.begin(), groups.end(), [&](const Group& g) {
    return g.front()->outcome.subject->semantics == groups.front().front()->outcome.subject->semantics;
  });
  const bool titles = by_sink || !short_names || !same_semantics;
  Table t(columns(titles ? "ended by / sink" : "ended by"));
  for (const Group& g : groups) {
    if (titles) t.line(group_title(*g.front()->outcome.subject), Tone::strong);
    for (const CaseResult* r : g) {
      const Case& c = *r->outcome.subject;
      put(t, titles ? "  " + c.sink : way_of(c.way), *r);
    }
  }
  return t;
}

// Where a way has several versions they are rows of their own, below the way and its sink. A version with changed knobs
// is too long for a row: "flink-1.15 +1" is explained below the table.
Table by_version(const std::vector<Group>& groups, std::string& legend) {
  Table t(columns("ended by / version"));
  std::vector<std::string> changed;
  const auto label = [&](const Case& c) {
    if (c.spec.overrides.empty()) return c.semantics;
    const auto known = std::find(changed.begin(), changed.end(), c.semantics);
    const auto n = known - changed.begin() + 1;
    const std::string text = fmt::format("{} +{}", c.spec.profile, n);
    if (known != changed.end()) return text;
    changed.push_back(c.semantics);
    legend += wrapped(fmt::format("{}: {}", text, c.semantics), 2, page_width);
    return text;
  };
  for (std::size_t from = 0, to; from < groups.size(); from = to) {
    const std::string& way = groups[from].front()->outcome.subject->way;
    to = from;
    while (to < groups.size() && groups[to].front()->outcome.subject->way == way) ++to;
    for (std::size_t sink = 0; sink < groups[from].size(); ++sink) {
      const Case& c = *groups[from][sink]->outcome.subject;
      t.line(fmt::format("{}  ({})", way_of(c.way), c.sink), Tone::strong);
      for (std::size_t g = from; g < to; ++g)
        if (sink < groups[g].size()) put(t, "  " + label(*groups[g][sink]->outcome.subject), *groups[g][sink]);
    }
  }
  return t;
}

bool by_versions(const std::vector<Group>& groups) {
  const auto same_way = [](const Group& a, const Group& b) {
    return a.front()->outcome.subject->way == b.front()->outcome.subject->way;
  };
  return std::adjacent_find(groups.begin(), groups.end(), same_way) != groups.end();
}

std::string table(const std::vector<Group>& groups, const Style& style) {
  std::string legend;
  std::string text = (by_versions(groups) ? by_version(groups, legend) : by_way(groups)).text(style, 2) + legend;
  const bool soon = std::any_of(groups.begin(), groups.end(), [](const Group& g) {
    return std::any_of(g.begin(), g.end(), [](const CaseResult* r) { return r->observed.about_to_be_doubled() > 0; });
  });
  if (soon)
    text += style(Tone::faint,
                  "  +N: shown already, and written again into a transaction that the next checkpoint commits") +
            "\n";
  return text;
}

// ---- promises

// Cases in which a property came out so, in few words: all sinks of a way are said once, all of its versions too.
std::string where(const std::vector<Group>& groups, const std::vector<const CaseResult*>& cases) {
  struct Part {
    std::string way, sinks;
    std::vector<std::string> versions;
  };
  std::vector<Part> parts;
  const bool versions = by_versions(groups);
  for (const Group& g : groups) {
    std::vector<std::string> sinks;
    for (const CaseResult* r : g)
      if (std::find(cases.begin(), cases.end(), r) != cases.end()) sinks.push_back(r->outcome.subject->sink);
    if (sinks.empty()) continue;
    const Case& c = *g.front()->outcome.subject;
    Part part{
        c.way.empty() && !versions ? c.semantics : way_of(c.way), sinks.size() == g.size() ? "" : listed(sinks), {}};
    if (!parts.empty() && parts.back().way == part.way && parts.back().sinks == part.sinks)
      parts.back().versions.push_back(c.semantics);
    else
      parts.push_back({part.way, part.sinks, {c.semantics}});
  }
  std::vector<std::string> words;
  for (const Part& p : parts) {
    std::string inside = versions ? fmt::format("{}", fmt::join(p.versions, ", ")) : "";
    if (!p.sinks.empty()) inside += (inside.empty() ? "" : "; ") + p.sinks;
    words.push_back(inside.empty() ? p.way : fmt::format("{} ({})", p.way, inside));
  }
  return listed(words);
}

struct Finding {
  const scenarios::PropertyOutcome* property;
  std::vector<const CaseResult*> cases;
};
// In order of first sight; `pick` chooses a list of the tally. Equal properties with equal reasons go together.
template <class Pick>
std::vector<Finding> findings(std::span<const CaseResult> results, Pick&& pick) {
  std::vector<Finding> all;
  for (const CaseResult& r : results)
    for (const scenarios::PropertyOutcome* p : pick(tally(r.outcome))) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const Finding& f) {
        return f.property->property == p->property && f.property->alarm == p->alarm &&
               f.property->promise.reason == p->promise.reason;
      });
      if (known == all.end())
        all.push_back({p, {&r}});
      else
        known->cases.push_back(&r);
    }
  return all;
}

std::string promises(std::span<const CaseResult> results, const std::vector<Group>& groups, const Style& style) {
  std::string text = style(Tone::strong, "Promises") + "\n";
  const auto broken = findings(results, [](const Tally& t) { return t.broken; });
  for (const Finding& f : broken) {
    text += "  " +
            style(f.property->alarm ? Tone::bad : Tone::warn,
                  fmt::format("{}: {}", breach(*f.property), f.property->property->id)) +
            " in " + where(groups, f.cases) + "\n";
    text += wrapped(fmt::format("\"{}\"", f.property->property->sentence), 4, page_width);
    text += wrapped(fmt::format("promised: {}", f.property->promise.reason), 4, page_width);
  }
  if (broken.empty()) text += "  " + style(Tone::good, "Every promise that was made is kept.") + "\n";
  for (const Finding& f : findings(results, [](const Tally& t) { return t.found; }))
    text += wrapped(fmt::format("Not promised, and not kept: {} in {}; {}.", f.property->property->id,
                                where(groups, f.cases), f.property->promise.reason),
                    2, page_width);
  std::map<std::string_view, std::pair<std::size_t, std::size_t>>
      tested;  // id -> cases that test it, cases that promise it
  for (const CaseResult& r : results) {
    const Tally t = tally(r.outcome);
    for (const auto* list : {&t.kept, &t.broken, &t.undecided})
      for (const auto* p : *list) ++tested[p->property->id].first;
    for (const auto* p : t.untested) ++tested[p->property->id].second;
  }
  std::vector<std::string> never;
  for (const auto& [id, n] : tested)
    if (n.first == 0) never.emplace_back(id);
  if (!never.empty())
    text += wrapped(fmt::format("Promised, but never put to the test here: {}.", listed(never)), 2, page_width);
  return text;
}

}  // namespace

std::string comparison(const scenarios::Scenario& scenario, std::span<const CaseResult> results, const Style& style) {
  const std::vector<Group> groups = grouped(results);
  std::string text = heading(scenario, style) + "\n" + table(groups, style);
  if (const auto runs = std::max_element(results.begin(), results.end(),
                                         [](const CaseResult& a, const CaseResult& b) { return a.runs < b.runs; });
      runs != results.end() && runs->runs > 1)
    text += wrapped(fmt::format("Figures of the run with seed {}; what all {} cost stands below.", runs->outcome.seed,
                                counted(runs->runs, "run")),
                    2, page_width);
  text += "\n" + costs_text(results, style) + "\n";
  text += what_to_do(scenario, groups, style) + "\n" + promises(results, groups, style);
  return text;
}

}  // namespace report
