#include "report/runbook.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/engine_version.hpp"
#include "history/words.hpp"
#include "report/versions.hpp"
#include "report/words.hpp"

namespace report {
namespace {

std::string run_of(const CaseResult& r) {
  return fmt::format("run of the model as {}, seed {}", r.outcome.subject->semantics, r.outcome.seed);
}
Claim computed(const CaseResult& r, std::string topic, std::string words) {
  return {std::move(topic), std::move(words), Evidence::computed, run_of(r)};
}

// "checkpoints_on_canceled": which row says what becomes of checkpoints at this status.
std::string clean_up_knob(std::string status) {
  std::transform(status.begin(), status.end(), status.begin(), [](unsigned char c) { return std::tolower(c); });
  return "checkpoints_on_" + status;
}
std::string status_of(const CaseResult& r) {
  const auto& all = r.outcome.figures->final_status;
  return all.empty() ? "" : all.front().second;
}
Claim by_clean_up(const CaseResult& r, std::string topic, std::string words) {
  const std::string knob = clean_up_knob(status_of(r));
  return model::find_knob(knob) ? backed_by(*r.outcome.subject, knob, std::move(topic), std::move(words))
                                : computed(r, std::move(topic), std::move(words));
}

// ---- what is left, and who deletes it

bool claimed(const scenarios::Case& c) {
  return std::any_of(c.spec.timeline.begin(), c.spec.timeline.end(), [](const model::TimelineEntry& e) {
    return e.command && e.command->resume && e.command->claim == model::Claim::claim;
  });
}

// The checkpoint that a stop took itself: another row says what becomes of it.
bool of_the_stop(const CaseResult& r, const Observed::Snapshot& s) {
  return s.kind == history::ArtifactKind::checkpoint && r.observed.asked_to_stop_at &&
         s.triggered_at >= *r.observed.asked_to_stop_at;
}

// Restore mode NO_CLAIM, the default since 1.15: the first checkpoint of the resumed job refers to no older file.
// Before, incremental ones may refer to the checkpoint that was restored for ever (2(f)).
bool refers_to_it_for_long(const scenarios::Case& c) {
  const bool legacy = std::any_of(c.spec.timeline.begin(), c.spec.timeline.end(), [](const model::TimelineEntry& e) {
    return e.command && e.command->resume && e.command->claim == model::Claim::legacy;
  });
  const auto version = history::engine_version(c.spec.profile);
  const bool before = version && !version->flip_45 && version->major == 1 && version->minor < 15;
  return legacy || before;
}

Claim who_deletes(const CaseResult& r, const std::string& name, const Observed::Snapshot* snapshot) {
  const bool savepoint = snapshot && snapshot->kind == history::ArtifactKind::savepoint;
  const bool resumed = r.observed.resumed_from && *r.observed.resumed_from != history::no_artifact &&
                       r.names->artifact(*r.observed.resumed_from) == name;
  const std::string kind = savepoint ? "savepoint" : "checkpoint";
  if (resumed && claimed(*r.outcome.subject))
    return {"left", fmt::format("{} ({}): the resumed job owns it and deletes it, since it was claimed", name, kind),
            Evidence::documented, "restore mode CLAIM; semantics.md 2(f)"};
  std::string words = fmt::format("{} ({}): nobody deletes it but you", name, kind);
  if (resumed && !savepoint && refers_to_it_for_long(*r.outcome.subject))
    words +=
        "; with incremental checkpoints those of the resumed job may refer to its files, so keep it as long as it runs";
  else if (resumed)
    words += "; keep it until the resumed job has completed a checkpoint of its own";
  if (savepoint)
    return {"left", std::move(words), Evidence::documented, "Flink never deletes savepoints; semantics.md 1.4"};
  if (snapshot && of_the_stop(r, *snapshot))
    return backed_by(*r.outcome.subject, "stop_checkpoint", "left", std::move(words));
  return by_clean_up(r, "left", std::move(words));
}

void what_is_left(const CaseResult& r, std::vector<Claim>& claims) {
  if (!r.observed.end.to) return;
  const auto& left = r.outcome.figures->left_run1;
  for (const std::string& name : left) {
    const Observed::Snapshot* snapshot = nullptr;
    for (const auto& [key, s] : r.observed.snapshots)
      if (s.artifact && r.names->artifact(*s.artifact) == name) snapshot = &s;
    claims.push_back(who_deletes(r, name, snapshot));
    if (r.observed.resumed_from) claims.back().source += "; restore modes: semantics.md 2(f)";
  }
  if (left.empty()) claims.push_back(by_clean_up(r, "left", "no snapshot: there is nothing to delete"));
}

// ---- what not to do

void older_snapshots(const CaseResult& r, std::vector<Claim>& claims) {
  if (!r.observed.resumed_from || *r.observed.resumed_from == history::no_artifact) return;
  std::int64_t taken = INT64_MAX;
  for (const auto& [key, s] : r.observed.snapshots)
    if (s.artifact == r.observed.resumed_from) taken = s.triggered_at;
  for (const auto& [key, s] : r.observed.snapshots) {
    if (!s.artifact || key.first != 0 || s.triggered_at >= taken || r.observed.deleted.count(*s.artifact)) continue;
    claims.push_back(computed(r, "do not",
                              fmt::format("resume from {}: it is {} older than {}, and all read since would be read "
                                          "again",
                                          r.names->artifact(*s.artifact), seconds(taken - s.triggered_at),
                                          r.names->artifact(*r.observed.resumed_from))));
  }
}

void gone_at_the_end(const CaseResult& r, std::vector<Claim>& claims) {
  std::vector<std::string> gone;
  for (const history::ArtifactId a : r.observed.deleted_at_end) gone.push_back(r.names->artifact(a));
  if (gone.empty()) return;
  claims.push_back(by_clean_up(r, "do not",
                               fmt::format("count on {}: a job that is {} deletes {}", listed(gone), status_of(r),
                                           gone.size() == 1 ? "it" : "them")));
}

// A failure is nobody's choice: there is nothing to advise against.
void sinks_that_suffer(const Group& group, std::vector<Claim>& claims) {
  const scenarios::Case& c = *group.front()->outcome.subject;
  if (const auto entry = ending_entry(c); entry && c.spec.timeline[*entry].fault) return;
  for (const CaseResult* r : group) {
    const history::Figures& f = *r->outcome.figures;
    const std::uint64_t soon = r->observed.about_to_be_doubled(), twice = f.duplicates.value_or(0) + soon;
    const std::string sink = r->outcome.subject->sink;
    if (twice > 0)
      claims.push_back(computed(*r, "do not",
                                fmt::format("use it with a {} sink whose readers cannot bear to see a "
                                            "record twice: {} here",
                                            sink, counted(twice, "record"))));
    if (f.missing.value_or(0) > 0)
      claims.push_back(computed(*r, "do not",
                                fmt::format("use it with a {} sink where every record counts: {} never "
                                            "shown here",
                                            sink, counted(*f.missing, "record"))));
  }
}

// ---- half-way

std::string answers(const history::Figures& f) {
  std::vector<std::string> all;
  for (const history::CommandOutcome& c : f.commands) {
    if (c.cleanup) continue;
    std::string words = fmt::format("{} is {}", history::word(c.kind),
                                    !c.answered ? "never answered"
                                    : c.ok      ? "answered ok"
                                                : "answered: failed");
    if (!c.error.empty()) words += fmt::format(" (\"{}\")", c.error);
    all.push_back(std::move(words));
  }
  return listed(all);
}

Claim if_it_fails(const CaseResult& r) {
  const HalfWay& h = *r.half_way;
  const history::Figures& f = *h.outcome.figures;
  const std::string status = f.final_status.empty() ? "nothing" : f.final_status.front().second;
  std::string words =
      fmt::format("{} fails {} after the command: {}", h.victim, seconds(to_milliseconds(h.after_us)), answers(f));
  if (h.observed.end.to) {
    words += fmt::format("; the job ends {}", status);
    if (h.observed.resumed_from)
      words += fmt::format(", resumed from {}", *h.observed.resumed_from == history::no_artifact
                                                    ? "scratch"
                                                    : h.names->artifact(*h.observed.resumed_from));
  } else {
    words += fmt::format("; the job is not ended, it is {}", status);
    if (f.restarts.value_or(0) > 0) words += fmt::format(" again after {}", counted(*f.restarts, "restart"));
    words += ": look at its status and give the command again";
  }
  if (const std::uint64_t again = f.reread.value_or(0) + f.reread_in_run.value_or(0))
    words += fmt::format("; {} read again", counted(again, "record"));
  if (f.duplicates.value_or(0) > 0)
    words += fmt::format("; a {} sink shows {} twice", h.outcome.subject->sink, counted(*f.duplicates, "record"));
  if (f.missing.value_or(0) > 0)
    words += fmt::format("; a {} sink never shows {}", h.outcome.subject->sink, counted(*f.missing, "record"));
  const bool complete = r.outcome.figures->snapshot_latency_us && *r.outcome.figures->snapshot_latency_us <= h.after_us;
  Claim claim = backed_by(*r.outcome.subject, complete ? "half_success" : "recovery_uses", "if it fails", words + ".");
  claim.source = fmt::format("run of the model as {}; {}", r.outcome.subject->semantics, claim.source);
  claim.evidence = Evidence::computed;
  return claim;
}

Claim no_half_way(const CaseResult& r) {
  const bool at_once = r.outcome.ended_after_us && *r.outcome.ended_after_us < 2;
  return computed(
      r, "if it fails",
      at_once ? "there is no half-way: in this scenario the job ends at once" : "not tried: it did not end");
}

}  // namespace

std::vector<Claim> runbook(const Group& group) {
  std::vector<Claim> claims;
  for (const CaseResult* r : group)
    if (!r->outcome.figures || r->outcome.undecided()) return claims;
  const CaseResult& r = *group.front();
  claims.push_back(what_to_type(*r.outcome.subject));
  claims.push_back(how_to_resume(r));
  older_snapshots(r, claims), gone_at_the_end(r, claims), sinks_that_suffer(group, claims);
  what_is_left(r, claims);
  const scenarios::Case& c = *r.outcome.subject;
  if (r.half_way)
    claims.push_back(if_it_fails(r));
  else if (const auto entry = ending_entry(c); entry && c.spec.timeline[*entry].command)
    claims.push_back(no_half_way(r));
  return claims;
}

}  // namespace report
