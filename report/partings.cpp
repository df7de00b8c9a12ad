#include "report/partings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "report/json_entry.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using scenarios::Case;
using scenarios::CaseOutcome;
using Facts = std::vector<Fact>;

std::string bare(const Json& value) {
  if (value.is_null()) return "none";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::vector<std::string> parts;
  for (const Json& v : value) parts.push_back(bare(v));
  return parts.empty() ? "none" : listed(parts);
}

FactKind kind_of(const std::string& figure) {
  if (figure == "finalStatus" || figure == "restoredFrom" || figure == "restoredInRun" || figure == "jobErrors")
    return FactKind::status;
  if (figure == "artifactsLeft" || figure == "leftRun1" || figure == "checkpointsFailed") return FactKind::artifacts;
  return FactKind::figure;
}

void figures(const CaseOutcome& o, Facts& all) {
  const Json figures = figures_json(o);
  for (const auto& [name, value] : figures.items()) {
    if (name == "name" || name == "command" || name == "sink" || name == "commandOutcome") continue;
    if (!value.is_object()) {
      all.push_back({kind_of(name), name, bare(value)});
      continue;
    }
    for (const auto& [part, inner] : value.items()) all.push_back({kind_of(name), name + " " + part, bare(inner)});
  }
}

std::string answer(const history::CommandOutcome& c) {
  if (!c.answered) return "no answer";
  return fmt::format("{}{}{}", c.ok ? "ok" : "failed", c.artifact.empty() ? "" : ", " + c.artifact,
                     c.error.empty() ? "" : ": " + c.error);
}

// What was never put to the test says nothing, promised or not.
std::string fate(const scenarios::PropertyOutcome& p) {
  using V = properties::Verdict;
  if (p.property->kind == properties::Kind::sometimes) return std::string(properties::to_string(p.verdict));
  const bool made = p.promise.made;
  switch (p.verdict) {
    case V::vacuous: return "untested";
    case V::violated: return made ? "promised and broken" : "not promised, not kept";
    case V::undecided: return "undecided";
    default: return made ? "promised and kept" : "not promised, kept";
  }
}

const std::string* value_of(const Facts& all, const Difference& d) {
  for (const Fact& f : all)
    if (f.kind == d.kind && f.name == d.name) return &f.value;
  return nullptr;
}

// What is not there at all is there "none" times.
std::vector<Difference> differences_of(const Facts& from, const Facts& to) {
  std::vector<Difference> all;
  for (const Fact& f : from) {
    const Difference d{f.kind, f.name, f.value, ""};
    const std::string* other = value_of(to, d);
    if (!other || *other != f.value) all.push_back({f.kind, f.name, f.value, other ? *other : "none"});
  }
  for (const Fact& f : to) {
    const Difference d{f.kind, f.name, "none", f.value};
    if (!value_of(from, d) && f.value != "none") all.push_back(d);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
  return all;
}

bool reproduced(const Facts& all, const Difference& d) {
  const std::string* value = value_of(all, d);
  return (value ? *value : "none") == d.to;
}

// Runs of the older version with some knobs of the newer one, judged by what the newer one promises.
class Trials {
 public:
  Trials(const Case& older, const Case& newer, const scenarios::RunOptions& options, const std::function<void()>& tried)
      : subject_(older), old_(older.spec.semantics), new_(newer.spec.semantics), options_(options), tried_(tried) {
    subject_.spec.profile = newer.spec.profile;
    subject_.expect = {};
  }
  Facts with(const std::vector<KnobChange>& knobs) {
    tried_();
    subject_.spec.semantics = old_;
    for (const KnobChange& c : knobs) c.knob->set(subject_.spec.semantics, c.knob->get(new_));
    return facts_of_run(scenarios::run_case(subject_, options_));
  }

 private:
  Case subject_;
  model::Semantics old_, new_;
  scenarios::RunOptions options_;
  const std::function<void()>& tried_;
};

// Takes what `explains` says yes to out of `open`.
template <class F>
std::vector<Difference> taken(std::vector<Difference>& open, F&& explains) {
  std::vector<Difference> found;
  std::copy_if(open.begin(), open.end(), std::back_inserter(found), explains);
  std::erase_if(open, explains);
  return found;
}

std::vector<KnobChange> smallest_set(Trials& trials, const std::vector<KnobChange>& all,
                                     const std::vector<Difference>& open) {
  std::vector<KnobChange> set = all;
  for (std::size_t i = 0; i < set.size();) {
    std::vector<KnobChange> fewer = set;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    const Facts facts = trials.with(fewer);
    if (std::all_of(open.begin(), open.end(), [&](const Difference& d) { return reproduced(facts, d); }))
      set = std::move(fewer);
    else
      ++i;
  }
  return set;
}

std::vector<Cause> causes_of(Trials& trials, const std::vector<KnobChange>& knobs, std::vector<Difference> open) {
  std::vector<Cause> causes;
  const Facts unchanged = trials.with({});
  auto promised = taken(open, [&](const Difference& d) { return reproduced(unchanged, d); });
  std::vector<Facts> alone;
  if (!open.empty())
    for (const KnobChange& c : knobs) alone.push_back(trials.with({c}));
  // What one knob does alone is told first; the rest is left to several.
  const auto rest = std::stable_partition(open.begin(), open.end(), [&](const Difference& d) {
    return std::any_of(alone.begin(), alone.end(), [&](const Facts& f) { return reproduced(f, d); });
  });
  std::vector<Difference> not_alone(std::make_move_iterator(rest), std::make_move_iterator(open.end()));
  open.erase(rest, open.end());
  while (!open.empty()) {
    Cause cause;
    for (std::size_t i = 0; i < knobs.size(); ++i)
      if (reproduced(alone[i], open.front())) cause.knobs.push_back(knobs[i]);
    // Together with all else that exactly these knobs explain.
    cause.differences = taken(open, [&](const Difference& d) {
      std::size_t n = 0, named = 0;
      for (std::size_t i = 0; i < knobs.size(); ++i) {
        if (!reproduced(alone[i], d)) continue;
        ++n;
        named += std::any_of(cause.knobs.begin(), cause.knobs.end(),
                             [&](const KnobChange& c) { return c.knob == knobs[i].knob; });
      }
      return n == cause.knobs.size() && named == n;
    });
    causes.push_back(std::move(cause));
  }
  if (!not_alone.empty()) {
    auto set = smallest_set(trials, knobs, not_alone);
    causes.push_back({Cause::How::together, std::move(set), std::move(not_alone)});
  }
  if (!promised.empty()) causes.push_back({Cause::How::promised, {}, std::move(promised)});
  return causes;
}

}  // namespace

std::string_view to_string(FactKind kind) {
  constexpr std::string_view words[] = {"run", "status", "answer", "artifacts", "figure", "promise"};
  return words[static_cast<std::size_t>(kind)];
}

Facts facts_of_run(const CaseOutcome& o) {
  Facts all;
  if (!o.error.empty()) all.push_back({FactKind::run, o.run ? "cut short" : "could not be run", o.error});
  if (!o.figures) return all;
  for (const history::CommandOutcome& c : o.figures->commands)
    all.push_back({FactKind::answer, "answer to " + c.id, answer(c)});
  figures(o, all);
  for (const scenarios::PropertyOutcome& p : o.properties)
    all.push_back({FactKind::promise, std::string(p.property->id), fate(p)});
  return all;
}

std::vector<Parting> partings(std::span<const Case> cases, const Options& o, const model::World::Rules& rules,
                              const std::function<void()>& tried) {
  std::vector<Parting> all;
  scenarios::RunOptions options;
  options.seed = o.seed, options.rules = &rules, options.only = o.properties;
  std::vector<Facts> facts;
  for (const Case& c : cases) tried(), facts.push_back(facts_of_run(scenarios::run_case(c, options)));
  for (std::size_t i = 1; i < cases.size(); ++i) {
    const Case &older = cases[i - 1], &newer = cases[i];
    Parting p{&older, &newer, {}, {}, {}};
    p.knobs = changes_between(older.spec.semantics, newer.spec.semantics, newer.spec.profile);
    const auto differences = differences_of(facts[i - 1], facts[i]);
    Trials trials(older, newer, options, tried);
    if (!differences.empty()) p.causes = causes_of(trials, p.knobs, differences);
    tried();
    p.first = first_difference(older, newer, o.seed, rules);
    all.push_back(std::move(p));
  }
  return all;
}

bool has_versions(const scenarios::Scenario& scenario) {
  return std::any_of(scenario.ways.begin(), scenario.ways.end(),
                     [](const scenarios::Way& w) { return w.semantics.size() > 1; });
}

}  // namespace report
