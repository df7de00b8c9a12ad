#include "report/gallery_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "properties/catalogue.hpp"
#include "report/words.hpp"

namespace report {
namespace {

bool noticed(const GalleryRow& row, std::string_view property) {
  for (const Find& f : row.finds) {
    if (f.caught && row.defect->caught_by == property) return true;
    if (std::find(f.broken.begin(), f.broken.end(), property) != f.broken.end()) return true;
  }
  return false;
}

std::vector<std::string_view> columns_of(std::span<const GalleryRow> rows) {
  std::vector<std::string_view> ids;
  for (const properties::Property& p : properties::catalogue())
    if (std::any_of(rows.begin(), rows.end(), [&](const GalleryRow& r) { return noticed(r, p.id); }))
      ids.push_back(p.id);
  return ids;
}

std::string marks(const GalleryRow& row, const std::vector<std::string_view>& columns) {
  std::string text;
  for (const std::string_view id : columns)
    text += !noticed(row, id) ? "\u00b7" : id == row.defect->caught_by ? "\u25cf" : "o";
  return text;
}

std::string verbs_of(const GalleryRow& row) {
  std::vector<std::string> verbs;
  for (const Find& f : row.finds)
    if (f.caught) verbs.emplace_back(f.verb);
  return verbs.empty() ? "nobody" : listed(verbs);
}

const GalleryRow* row_of(std::span<const GalleryRow> rows, const model::Defect* defect) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const GalleryRow& r) { return r.defect == defect; });
  return found == rows.end() ? nullptr : &*found;
}

std::string list_of(std::string_view title, const std::vector<std::string>& items, const Style& style, Tone tone) {
  if (items.empty()) return fmt::format("  {:<28}none\n", title);
  std::string text = fmt::format("  {:<28}{}\n", title, style(tone, std::to_string(items.size())));
  for (const std::string& i : items) text += wrapped(i, 6, page_width);
  return text;
}

}  // namespace

std::string gallery_line(const GalleryRow& row, const Style& style) {
  const Find* f = row.best();
  const std::string how = f ? fmt::format("{} in {}, {:.1f} s, by {}", style(Tone::good, "caught"),
                                          counted(f->steps, "step"), f->seconds, verbs_of(row))
                            : style(Tone::bad, "NOT CAUGHT");
  return fmt::format("{:<18}{:<38} {}{}\n", row.defect->id, row.defect->caught_by, how,
                     row.clean.alarms.empty() ? "" : "; " + style(Tone::bad, "the clean engine alarms"));
}

std::string gallery_matrix(std::span<const GalleryRow> rows, const Style& style) {
  const std::vector<std::string_view> columns = columns_of(rows);
  std::string tens, ones, text;
  for (std::size_t i = 1; i <= columns.size(); ++i)
    tens += i < 10 ? ' ' : static_cast<char>('0' + i / 10), ones += static_cast<char>('0' + i % 10);
  Table table({{{"", "defect"}}, {{"", "found by"}}, {{"", "steps"}, true}, {{"", "seconds"}, true}, {{tens, ones}}});
  std::optional<model::Family> family;
  for (const GalleryRow& r : rows) {
    if (family != r.defect->family)
      table.line(std::string(model::to_string(*(family = r.defect->family))), Tone::faint);
    const Find* f = r.best();
    table.row({{std::string(r.defect->id), Tone::strong},
               {verbs_of(r), f ? Tone::plain : Tone::bad},
               {f ? std::to_string(f->steps) : ""},
               {f ? fmt::format("{:.1f}", f->seconds) : ""},
               {marks(r, columns)}});
  }
  text = table.text(style, 2) + "\n  \u25cf the property that the defect names   o noticed too\n\n";
  for (std::size_t i = 0; i < columns.size(); ++i) text += fmt::format("  {:>2}  {}\n", i + 1, columns[i]);
  return text;
}

std::string gallery_summary(std::span<const GalleryRow> rows, const GallerySummary& s, const Style& style) {
  std::string text = fmt::format("  {:<28}{} of {}\n", "defects caught", rows.size() - s.uncaught.size(), rows.size());
  text += fmt::format("  {:<28}{} (at most {})\n", "steps, median", s.median_steps, s.most_steps);
  text += fmt::format("  {:<28}{:.1f} s\n", "longest search", s.most_seconds);
  if (s.median_executions)
    text += fmt::format("  {:<28}{:.2f} x the shortest way, median (at most {:.2f}); {} runs, median\n",
                        "shrinking left", s.median_ratio, s.most_ratio, s.median_executions);
  text += list_of("uncaught", s.uncaught, style, Tone::bad);
  text += list_of("alarms of the clean engine", s.clean_alarms, style, Tone::bad);
  text += list_of("properties that caught none", s.silent, style, Tone::warn);
  if (!s.troubles.empty()) text += list_of("not explored to the end", s.troubles, style, Tone::warn);
  return text;
}

std::string chain_stories(std::span<const GalleryRow> rows, const Style& style) {
  std::string text;
  for (const model::Chain& chain : model::chains()) {
    const auto examined = [&](const model::Link& l) { return row_of(rows, model::find_defect(l.defect)) != nullptr; };
    if (!std::all_of(chain.links.begin(), chain.links.end(), examined)) continue;
    text += "  " + style(Tone::strong, chain.title) + "\n";
    for (const model::Link& l : chain.links) {
      const GalleryRow& r = *row_of(rows, model::find_defect(l.defect));
      const Find* f = r.best();
      text += wrapped(fmt::format("{} {}: {}", l.mending, l.defect,
                                  f ? fmt::format("refused by {} ({})", r.defect->caught_by, counted(f->steps, "step"))
                                    : std::string("not refused")),
                      6, page_width);
    }
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json gallery_json(std::span<const GalleryRow> rows, const GallerySummary& s) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const GalleryRow& r : rows) {
    Json finds = Json::array();
    for (const Find& f : r.finds)
      finds.push_back({{"verb", f.verb},
                       {"caught", f.caught},
                       {"steps", f.steps},
                       {"seconds", f.seconds},
                       {"shortest", f.shortest ? Json(*f.shortest) : Json()},
                       {"executions", f.executions},
                       {"broken", f.broken},
                       {"trouble", f.trouble}});
    list.push_back({{"id", r.defect->id},
                    {"family", model::to_string(r.defect->family)},
                    {"caughtBy", r.defect->caught_by},
                    {"scenario", r.defect->scenario},
                    {"caught", r.best() != nullptr},
                    {"finds", std::move(finds)},
                    {"clean", {{"alarms", r.clean.alarms}, {"states", r.clean.states}, {"trouble", r.clean.trouble}}}});
  }
  return {{"defects", std::move(list)},
          {"summary",
           {{"defects", rows.size()},
            {"caught", rows.size() - s.uncaught.size()},
            {"uncaught", s.uncaught},
            {"cleanAlarms", s.clean_alarms},
            {"silentProperties", s.silent},
            {"medianSteps", s.median_steps},
            {"mostSteps", s.most_steps},
            {"mostSeconds", s.most_seconds},
            {"medianShrinkRatio", s.median_ratio},
            {"mostShrinkRatio", s.most_ratio},
            {"medianShrinkExecutions", s.median_executions}}}};
}

}  // namespace report
