#include "report/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "model/rulebook.hpp"
#include "properties/catalogue.hpp"
#include "report/progress.hpp"
#include "report/selection.hpp"
#include "scenarios/outcome.hpp"
#include "scenarios/reader.hpp"

namespace report {
namespace {

using scenarios::Case;
using scenarios::CaseOutcome;

scenarios::ExploreOptions explore_options(const GalleryLimits& limits) {
  scenarios::ExploreOptions o;
  o.states = limits.states;
  o.bytes = limits.bytes ? limits.bytes : memory_to_spare();
  return o;
}

std::string trouble_of(const CaseOutcome& o) {
  if (!o.error.empty()) return o.error;
  return o.scope && o.scope->complete ? "" : fmt::format("explored to {} only", o.scope ? o.scope->bound : "nothing");
}

void add(std::vector<std::string>& to, std::string_view id) {
  if (std::find(to.begin(), to.end(), id) == to.end()) to.emplace_back(id);
}

// First with the named property alone, which stops where it is broken; then with all of them.
Find find_by_exploring(const model::Defect& defect, std::span<const Case> cases, const GalleryLimits& limits) {
  Find f;
  f.verb = "explore";
  auto rules = model::make_rulebook();
  defect.plant(rules);
  for (const Case& clean : cases) {
    Case planted = clean;
    model::plant(defect, planted.spec);
    auto options = explore_options(limits);
    options.rules = &rules;
    options.only = {std::string(defect.caught_by)};
    options.stop_at_first_alarm = true;
    const auto start = std::chrono::steady_clock::now();
    const CaseOutcome named = scenarios::explore_case(planted, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    for (const scenarios::PropertyOutcome& p : named.properties) {
      if (!p.alarm || (f.caught && f.steps <= p.trace.size())) continue;
      f.caught = true, f.steps = p.trace.size(), f.seconds = took.count();
    }
    options.only = {}, options.stop_at_first_alarm = false;
    const CaseOutcome all = scenarios::explore_case(planted, options);
    for (const scenarios::PropertyOutcome& p : all.properties)
      if (p.alarm) add(f.broken, p.property->id);
    if (f.trouble.empty()) f.trouble = trouble_of(all);
  }
  return f;
}

}  // namespace

const Find* GalleryRow::best() const {
  const Find* found = nullptr;
  for (const Find& f : finds)
    if (f.caught && (!found || f.steps < found->steps)) found = &f;
  return found;
}

std::span<const Finder> finders() {
  static constexpr Finder rows[] = {{"explore", find_by_exploring}};
  return rows;
}

std::variant<std::vector<scenarios::Scenario>, scenarios::Error> read_case_file(const model::Defect& defect,
                                                                                const std::string& text) {
  scenarios::Read read = scenarios::read(std::string(defect.scenario), text, known_names());
  if (!read.errors.empty()) return read.errors.front();
  return std::move(read.scenarios);
}

GalleryRow examine(const model::Defect& defect, std::span<const Case> cases, const GalleryLimits& limits) {
  GalleryRow row;
  row.defect = &defect;
  for (const Case& c : cases) {
    const CaseOutcome clean = scenarios::explore_case(c, explore_options(limits));
    for (const scenarios::PropertyOutcome& p : clean.properties)
      if (p.alarm) add(row.clean.alarms, p.property->id);
    if (row.clean.trouble.empty()) row.clean.trouble = trouble_of(clean);
    row.clean.states += clean.scope ? clean.scope->states : 0;
  }
  for (const Finder& f : finders()) row.finds.push_back(f.find(defect, cases, limits));
  return row;
}

GallerySummary sum_up(std::span<const GalleryRow> rows) {
  GallerySummary s;
  std::vector<std::size_t> steps;
  std::vector<std::string> noticed;
  for (const GalleryRow& r : rows) {
    const std::string id(r.defect->id);
    if (!r.clean.alarms.empty()) s.clean_alarms.push_back(fmt::format("{}: {}", id, fmt::join(r.clean.alarms, ", ")));
    if (!r.clean.trouble.empty()) s.troubles.push_back(fmt::format("{}, clean: {}", id, r.clean.trouble));
    for (const Find& f : r.finds) {
      for (const std::string& p : f.broken) add(noticed, p);
      if (!f.trouble.empty()) s.troubles.push_back(fmt::format("{}, {}: {}", id, f.verb, f.trouble));
    }
    if (const Find* best = r.best()) {
      add(noticed, r.defect->caught_by);
      steps.push_back(best->steps);
      s.most_seconds = std::max(s.most_seconds, best->seconds);
    } else {
      s.uncaught.push_back(id);
    }
  }
  std::sort(steps.begin(), steps.end());
  if (!steps.empty()) s.median_steps = steps[(steps.size() - 1) / 2], s.most_steps = steps.back();
  for (const properties::Property& p : properties::catalogue())
    if (p.kind != properties::Kind::sometimes && std::find(noticed.begin(), noticed.end(), p.id) == noticed.end())
      s.silent.emplace_back(p.id);
  return s;
}

}  // namespace report
