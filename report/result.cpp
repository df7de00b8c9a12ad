#include "report/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using properties::Verdict;
using scenarios::CaseOutcome;
using scenarios::PropertyOutcome;
using Json = nlohmann::ordered_json;

// Figures that are numbers; latencies in whole milliseconds.
std::vector<std::pair<std::string, std::int64_t>> numbers(const CaseOutcome& o) {
  std::vector<std::pair<std::string, std::int64_t>> all;
  if (!o.figures) return all;
  const Json figures = history::to_json(*o.figures, o.header, history::Unknown::null);
  for (const auto& [name, value] : figures.items())
    if (value.is_number_integer()) all.emplace_back(name, value.get<std::int64_t>());
  const auto latency = [&](const char* name, const std::optional<std::int64_t>& us) {
    if (us) all.emplace_back(name, *us / 1000);
  };
  latency("stopLatencyMs", o.figures->stop_latency_us), latency("snapshotLatencyMs", o.figures->snapshot_latency_us);
  latency("endedAfterMs", o.ended_after_us);
  return all;
}

void widen(std::vector<Spread>& spread, const CaseOutcome& first, const CaseOutcome& run) {
  const auto before = numbers(first);
  for (const auto& number : numbers(run)) {
    const auto& [name, value] = number;
    const auto known =
        std::find_if(spread.begin(), spread.end(), [&](const Spread& s) { return s.figure == number.first; });
    if (known != spread.end()) {
      known->least = std::min(known->least, value), known->most = std::max(known->most, value);
      continue;
    }
    const auto was = std::find_if(before.begin(), before.end(), [&](const auto& b) { return b.first == number.first; });
    if (was != before.end() && was->second != value)
      spread.push_back({name, std::min(was->second, value), std::max(was->second, value)});
  }
}

int rank(Verdict v) {
  switch (v) {
    case Verdict::violated: return 6;
    case Verdict::undecided: return 4;
    case Verdict::seen: return 5;
    case Verdict::holds:
    case Verdict::not_violated: return 3;
    case Verdict::never:
    case Verdict::not_seen: return 2;
    case Verdict::vacuous: return 1;
  }
  return 0;
}

}  // namespace

Verdict worse(Verdict a, Verdict b) { return rank(a) >= rank(b) ? a : b; }

void merge(CaseResult& into, const CaseOutcome& run) {
  ++into.runs;
  bool alarm = false;
  for (std::size_t i = 0; i < into.outcome.properties.size() && i < run.properties.size(); ++i) {
    PropertyOutcome& p = into.outcome.properties[i];
    if (!p.violated_at && run.properties[i].violated_at) p.violated_at = run.properties[i].violated_at;
    p.verdict = worse(p.verdict, run.properties[i].verdict);
    p.alarm = p.alarm || run.properties[i].alarm;
    alarm = alarm || run.properties[i].alarm;
    if (p.verdict != Verdict::undecided) p.bound = counted(into.runs, "run");
  }
  if (alarm && !into.violated_seed) into.violated_seed = run.seed;
  for (const std::string& text : run.unmet) into.outcome.unmet.push_back(fmt::format("seed {}: {}", run.seed, text));
  if (into.outcome.error.empty() && !run.error.empty())
    into.outcome.error = fmt::format("seed {}: {}", run.seed, run.error);
  if (run.undecided()) into.outcome.run->ending = run.run->ending;
  widen(into.spread, into.outcome, run);
}

Tally tally(const CaseOutcome& outcome) {
  Tally t;
  for (const PropertyOutcome& p : outcome.properties) {
    if (p.property->kind == properties::Kind::sometimes) continue;
    if (!p.promise.made) {
      t.not_promised.push_back(&p);
      if (p.verdict == Verdict::violated) t.found.push_back(&p);
    } else if (p.verdict == Verdict::violated)
      t.broken.push_back(&p);
    else if (p.verdict == Verdict::vacuous)
      t.untested.push_back(&p);
    else if (p.verdict == Verdict::undecided)
      t.undecided.push_back(&p);
    else
      t.kept.push_back(&p);
  }
  return t;
}

std::string_view breach(const PropertyOutcome& p) {
  return !p.promise.made ? "NOT PROMISED, NOT KEPT" : p.alarm ? "BROKEN" : "BROKEN AS EXPECTED";
}

std::string verdict_text(const PropertyOutcome& p) {
  std::string text(properties::to_string(p.verdict));
  if (p.verdict == Verdict::not_violated || p.verdict == Verdict::not_seen) text += " in " + p.bound;
  if (p.verdict == Verdict::holds || p.verdict == Verdict::undecided) text += ": " + p.bound;
  if (p.verdict == Verdict::vacuous) text += p.promise.judged ? ": its situation never arose" : "";
  return text;
}

int Conclusion::exit() const {
  return alarms + unmet > 0 ? violated : impossible ? bad_input : undecided > 0 ? report::undecided : ok;
}

std::string_view Conclusion::word() const {
  if (alarms) return "violated";
  if (unmet) return "expectation not met";
  if (impossible) return "impossible";
  return undecided ? "undecided" : "ok";
}

void conclude(Conclusion& all, const CaseResult& r) {
  ++all.cases;
  all.unmet += r.outcome.unmet.size();
  const auto& properties = r.outcome.properties;
  if (std::any_of(properties.begin(), properties.end(), [](const PropertyOutcome& p) { return p.alarm; })) ++all.alarms;
  const auto broken = tally(r.outcome).broken;
  if (std::any_of(broken.begin(), broken.end(), [](const PropertyOutcome* p) { return !p->alarm; })) ++all.expected;
  if (!r.outcome.made())
    ++all.impossible;
  else if (r.outcome.undecided())
    ++all.undecided;
}

std::string title(const scenarios::Case& c) {
  std::string text = c.way;
  for (const std::string& part : {c.semantics, c.sink})
    if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
  return text;
}

std::string file_name(const scenarios::Scenario& s, const scenarios::Case& c) {
  std::string semantics = c.spec.profile;
  if (!c.spec.overrides.empty()) {
    std::uint64_t mixed = 14695981039346656037ULL;  // FNV-1a
    for (const char ch : c.semantics) mixed = (mixed ^ static_cast<unsigned char>(ch)) * 1099511628211ULL;
    semantics += fmt::format("-{:04x}", mixed >> 48);
  }
  return slug(fmt::format("{} {} {} {}", s.name, c.way, semantics, c.sink));
}

}  // namespace report
