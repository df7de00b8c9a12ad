// Every defect of the gallery, and who catches it.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/gallery_text.hpp"
#include "report/progress.hpp"
#include "report/session.hpp"
#include "report/words.hpp"
#include "scenarios/reader.hpp"

namespace report {
namespace {

using scenarios::Error;

// What is named: defects, or chains of them; all where nothing is.
std::variant<std::vector<const model::Defect*>, Error> chosen(const Options& o) {
  std::vector<const model::Defect*> all;
  const auto add = [&](const model::Defect* d) {
    if (std::find(all.begin(), all.end(), d) == all.end()) all.push_back(d);
  };
  std::vector<std::string_view> known;
  for (const model::Defect& d : model::defects()) known.push_back(d.id);
  for (const model::Chain& c : model::chains()) known.push_back(c.id);
  for (const std::string& name : o.defects) {
    if (const model::Chain* chain = model::find_chain(name)) {
      for (const model::Link& l : chain->links) add(model::find_defect(l.defect));
    } else if (const model::Defect* d = model::find_defect(name)) {
      add(d);
    } else {
      return Error{"--defect",
                   0,
                   0,
                   fmt::format("unknown defect or chain \"{}\"", name),
                   "one that quiesce list defects or quiesce list chains names",
                   scenarios::nearest_of(name, known)};
    }
  }
  if (o.defects.empty())
    for (const model::Defect& d : model::defects()) all.push_back(&d);
  return all;
}

std::variant<GalleryRow, Error> row_for(const model::Defect& defect, const Options& o) {
  const std::string file = (shipped_scenarios().parent_path() / defect.scenario).string();
  auto text = read_file(file, scenarios::max_bytes, "a scenario of the gallery");
  if (auto* e = std::get_if<Error>(&text)) return std::move(*e);
  auto read = read_case_file(defect, std::get<std::string>(text));
  if (auto* e = std::get_if<Error>(&read)) return std::move(*e);
  std::vector<scenarios::Case> cases;
  for (const scenarios::Scenario& s : std::get<std::vector<scenarios::Scenario>>(read))
    cases.insert(cases.end(), s.cases.begin(), s.cases.end());
  return examine(defect, cases, {o.budget.states, o.budget.bytes});
}

int verdict(const GallerySummary& s) {
  if (!s.ok()) return violated;
  return s.troubles.empty() ? ok : undecided;
}

}  // namespace

int act_gallery(const Options& o) {
  const auto which = chosen(o);
  if (const auto* e = std::get_if<Error>(&which)) return refuse(*e, o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  const Style style = style_for(o);
  std::vector<GalleryRow> rows;
  {
    Progress progress(o.progress, "defects", 0);
    for (const model::Defect* d : std::get<std::vector<const model::Defect*>>(which)) {
      auto row = row_for(*d, o);
      if (const auto* e = std::get_if<Error>(&row)) return refuse(*e, o.verb, o.format);
      rows.push_back(std::move(std::get<GalleryRow>(row)));
      if (o.format == Format::text && o.quiet) print(gallery_line(rows.back(), style));
      progress.one_more_run();
    }
  }
  const GallerySummary summary = sum_up(rows);
  auto doc = document(o.verb), found = gallery_json(rows, summary);
  for (auto& [key, value] : found.items()) doc[key] = std::move(value);
  doc["verdict"] = summary.ok() ? "ok" : "violated";
  doc["exit"] = verdict(summary);
  if (o.format == Format::json) {
    print_document(doc);
  } else {
    if (!o.quiet) print(gallery_matrix(rows, style) + "\n" + chain_stories(rows, style));
    print((o.quiet ? "\n" : "") + gallery_summary(rows, summary, style));
  }
  return keep_document(o, doc) ? bad_input : verdict(summary);
}

}  // namespace report
