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
  for (const auto& [name, value] : numbers(run)) {
    const auto known = std::find_if(spread.begin(), spread.end(), [&](const Spread& s) { return s.figure == name; });
    if (known != spread.end()) {
      known->least = std::min(known->least, value), known->most = std::max(known->most, value);
      continue;
    }
    const auto was = std::find_if(before.begin(), before.end(), [&](const auto& b) { return b.first == name; });
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

void Observed::hear(const history::Event& event, const history::Stamp& stamp) {
  using namespace history;
  end.hear(event, stamp.t);
  if (const auto* e = std::get_if<SourceEmit>(&event)) {
    if (e->at.job == 0) read[e->rec.split] = std::max(read[e->rec.split], e->rec.offset + 1);
  } else if (const auto* command = std::get_if<Command>(&event)) {
    const bool stop =
        command->kind == CommandKind::stop_with_savepoint || command->kind == CommandKind::stop_with_checkpoint;
    if (stop && command->job == 0 && !asked_to_stop_at) asked_to_stop_at = stamp.t;
    if (command->cleanup)
      hung_until_clean_up |= command->job == 0 && !open.empty();
    else
      open.push_back(command->id);
  } else if (const auto* result = std::get_if<CommandResult>(&event)) {
    open.erase(std::remove(open.begin(), open.end(), result->id), open.end());
  } else if (const auto* restored = std::get_if<SourceRestored>(&event)) {
    if (restored->at.job != 0 || restored->at.attempt == 0) return;
    fell_back_at = stamp.t;
    const auto from = snapshots.find({0, restored->from_checkpoint});
    fell_back_to = from == snapshots.end() ? std::nullopt : from->second.artifact;
  } else if (const auto* trigger = std::get_if<CheckpointTriggered>(&event)) {
    snapshots[{trigger->job, trigger->checkpoint}].triggered_at = stamp.t;
    snapshot_on_command |= trigger->job == 0 && trigger->kind != SnapshotKind::checkpoint;
  } else if (const auto* written = std::get_if<ArtifactWritten>(&event)) {
    auto& s = snapshots[{written->job, written->checkpoint}];
    s.artifact = written->artifact, s.kind = written->kind;
  } else if (const auto* gone = std::get_if<ArtifactDeleted>(&event)) {
    deleted.insert(gone->artifact);
    if (end.to && !resumed_from) deleted_at_end.push_back(gone->artifact);
  } else if (const auto* job = std::get_if<JobSubmitted>(&event)) {
    if (job->job == 1) resumed_from = job->restored_from;
  } else if (const auto* write = std::get_if<SinkWrite>(&event)) {
    for (const RecordRange& r : write->recs)
      if (write->txn == no_txn)
        show(r);
      else
        held[write->txn].push_back(r);
  } else if (const auto* commit = std::get_if<TxnCommit>(&event)) {
    const auto fate = held.extract(commit->txn);
    if (!fate.empty())
      for (const RecordRange& r : fate.mapped()) show(r);
  } else if (const auto* abort = std::get_if<TxnAbort>(&event)) {
    held.erase(abort->txn);
  }
}

void Observed::show(const history::RecordRange& range) {
  auto& of_split = visible[range.split];
  if (of_split.size() <= range.last) of_split.resize(std::max<std::size_t>(range.last + 1, of_split.size() * 2));
  for (std::uint64_t k = range.first; k <= range.last; ++k) of_split[k] = true;
}

std::uint64_t Observed::about_to_be_doubled() const {
  std::uint64_t n = 0;
  for (const auto& [txn, ranges] : held)
    for (const history::RecordRange& r : ranges) {
      const auto of_split = visible.find(r.split);
      if (of_split == visible.end()) continue;
      for (std::uint64_t k = r.first; k <= r.last && k < of_split->second.size(); ++k) n += of_split->second[k];
    }
  return n;
}

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
