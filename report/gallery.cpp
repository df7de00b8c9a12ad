#include "report/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "model/rulebook.hpp"
#include "properties/catalogue.hpp"
#include "report/progress.hpp"
#include "report/selection.hpp"
#include "scenarios/fuzz_case.hpp"
#include "scenarios/outcome.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/shrink.hpp"

namespace report {
namespace {

using scenarios::Case;
using scenarios::CaseOutcome;

using Clock = std::chrono::steady_clock;

scenarios::ExploreOptions explore_options(const GalleryLimits& limits) {
  scenarios::ExploreOptions o;
  o.states = limits.states;
  o.bytes = limits.bytes ? limits.bytes : memory_to_spare();
  return o;
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string trouble_of(const CaseOutcome& o) {
  if (!o.error.empty()) return o.error;
  return o.scope && o.scope->complete ? "" : fmt::format("explored to {} only", o.scope ? o.scope->bound : "nothing");
}

void add(std::vector<std::string>& to, std::string_view id) {
  if (std::find(to.begin(), to.end(), id) == to.end()) to.emplace_back(id);
}

model::World::Rules rules_with(const model::Defect& defect) {
  auto rules = model::make_rulebook();
  defect.plant(rules);
  return rules;
}
Case planted_in(const model::Defect& defect, const Case& clean) {
  Case c = clean;
  model::plant(defect, c.spec);
  return c;
}
// Null: the promise that it names is not broken there.
const scenarios::PropertyOutcome* named_alarm(const model::Defect& defect, const CaseOutcome& o) {
  for (const scenarios::PropertyOutcome& p : o.properties)
    if (p.alarm && p.property->id == defect.caught_by) return &p;
  return nullptr;
}

Find find_by_exploring(const model::Defect& defect, std::span<const Case> cases, const GalleryLimits& limits) {
  Find f;
  f.verb = "explore";
  const auto rules = rules_with(defect);
  for (const Case& clean : cases) {
    const Case planted = planted_in(defect, clean);
    auto options = explore_options(limits);
    options.rules = &rules;
    const auto start = Clock::now();
    const CaseOutcome o = scenarios::explore_case(planted, options);
    const scenarios::PropertyOutcome* named = named_alarm(defect, o);
    if (named && (!f.caught || named->trace.size() < f.steps))
      f.caught = true, f.steps = named->trace.size(), f.seconds = seconds_since(start);
    for (const scenarios::PropertyOutcome& p : o.properties)
      if (p.alarm) add(f.broken, p.property->id);
    if (f.trouble.empty()) f.trouble = trouble_of(o);
  }
  return f;
}

// Random runs until the named promise is broken; then what is left of the case and of the order of steps.
Find find_by_fuzzing(const model::Defect& defect, std::span<const Case> cases, const GalleryLimits& limits) {
  constexpr std::uint64_t runs = 20'000;
  Find f;
  f.verb = "fuzz";
  const auto rules = rules_with(defect);
  for (const Case& clean : cases) {
    const Case planted = planted_in(defect, clean);
    const auto start = Clock::now();
    const CaseOutcome o = scenarios::fuzz_case(planted, {1, &rules, {std::string(defect.caught_by)}}, runs);
    if (!o.error.empty()) f.trouble = o.error;
    const scenarios::PropertyOutcome* named = named_alarm(defect, o);
    if (!named) continue;
    scenarios::ShrinkOptions options;
    options.rules = &rules;
    if (limits.states) options.states = limits.states;
    const scenarios::Shrunk s = scenarios::shrink(planted, *named->property, trace_text(named->trace), options);
    f.caught = true, f.steps = s.steps_shrunk, f.seconds = seconds_since(start), f.trouble = s.error;
    f.shortest = s.steps_shortest, f.executions = s.executions;
    add(f.broken, defect.caught_by);
    break;
  }
  return f;
}

template <class T>
T median(std::vector<T> all) {
  if (all.empty()) return T{};
  std::sort(all.begin(), all.end());
  return all[(all.size() - 1) / 2];
}

}  // namespace

const Find* GalleryRow::best() const {
  const Find* found = nullptr;
  for (const Find& f : finds)
    if (f.caught && (!found || f.steps < found->steps)) found = &f;
  return found;
}

std::span<const Finder> finders() {
  static constexpr Finder rows[] = {{"explore", find_by_exploring}, {"fuzz", find_by_fuzzing}};
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
  std::vector<double> ratios;
  std::vector<std::uint64_t> executions;
  std::vector<std::string> noticed;
  for (const GalleryRow& r : rows) {
    const std::string id(r.defect->id);
    if (!r.clean.alarms.empty()) s.clean_alarms.push_back(fmt::format("{}: {}", id, fmt::join(r.clean.alarms, ", ")));
    if (!r.clean.trouble.empty()) s.troubles.push_back(fmt::format("{}, clean: {}", id, r.clean.trouble));
    for (const Find& f : r.finds) {
      for (const std::string& p : f.broken) add(noticed, p);
      if (!f.trouble.empty()) s.troubles.push_back(fmt::format("{}, {}: {}", id, f.verb, f.trouble));
      if (f.caught) s.most_seconds = std::max(s.most_seconds, f.seconds);
      if (f.executions) executions.push_back(f.executions);
      if (f.shortest && *f.shortest) ratios.push_back(static_cast<double>(f.steps) / static_cast<double>(*f.shortest));
    }
    if (const Find* best = r.best()) {
      add(noticed, r.defect->caught_by);
      steps.push_back(best->steps);
    } else {
      s.uncaught.push_back(id);
    }
  }
  s.median_steps = median(steps), s.median_ratio = median(ratios), s.median_executions = median(executions);
  for (const std::size_t n : steps) s.most_steps = std::max(s.most_steps, n);
  for (const double r : ratios) s.most_ratio = std::max(s.most_ratio, r);
  for (const properties::Property& p : properties::catalogue())
    if (p.kind != properties::Kind::sometimes && std::find(noticed.begin(), noticed.end(), p.id) == noticed.end())
      s.silent.emplace_back(p.id);
  return s;
}

}  // namespace report
