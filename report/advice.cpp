#include "report/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/words.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Case;

// "the cancel", "the stop", "the failure": what ended the job, as a noun.
std::string the_end(const Case& c) {
  const auto& timeline = c.spec.timeline;
  const auto resumes = [](const model::TimelineEntry& e) { return e.command && e.command->resume; };
  // Where the scenario has no ways: what comes last before a resume.
  std::size_t at = c.here.value_or(0);
  while (!c.here && at + 1 < timeline.size() && !resumes(timeline[at + 1])) ++at;
  if (at >= timeline.size()) return "the end";
  if (timeline[at].fault) return "the failure";
  using K = history::CommandKind;
  switch (timeline[at].command->kind) {
    case K::cancel:
    case K::cancel_with_savepoint: return "the cancel";
    case K::savepoint: return "the savepoint";
    case K::checkpoint: return "the checkpoint";
    case K::stop:
    case K::stop_with_savepoint:
    case K::stop_with_checkpoint: return "the stop";
  }
  return "the end";
}

std::string names_of(const CaseResult& r, const std::vector<history::ArtifactId>& artifacts) {
  const model::ModelNames names(*r.outcome.plan);
  std::vector<std::string> all;
  for (history::ArtifactId a : artifacts) all.push_back(names.artifact(a));
  return listed(all);
}

std::uint64_t reread(const CaseResult& r) { return r.outcome.figures->reread.value_or(0); }

// ---- from what to resume, and why it stands where it stands

std::string from_scratch(const CaseResult& r) {
  std::string text = "Nothing is left to resume from: start from scratch";
  const std::string status = r.outcome.figures->final_status.front().second;
  if (!r.observed.deleted_at_end.empty())
    text += fmt::format(", because {} deleted {}", status, names_of(r, r.observed.deleted_at_end));
  else if (r.outcome.figures->artifacts_left.empty())
    text += ", because no snapshot had been completed";
  std::uint64_t read = 0;
  for (const auto& [split, next] : r.observed.read) read += next;
  if (reread(r))
    text += fmt::format("; {}{} that had been read are read again", reread(r) == read ? "all " : "",
                        counted(reread(r), "record"));
  return text + ".";
}

std::string from_artifact(const CaseResult& r, const std::string& end) {
  const Observed& seen = r.observed;
  const Observed::Snapshot* snapshot = nullptr;
  for (const auto& [key, s] : seen.snapshots)
    if (s.artifact && s.artifact == seen.resumed_from) snapshot = &s;
  const std::string artifact = names_of(r, {*seen.resumed_from});
  if (!snapshot || !seen.end_at) return fmt::format("Resume from {}.", artifact);
  const std::string_view kind = history::word(snapshot->kind);
  if (snapshot->triggered_at >= *seen.end_at) {
    const std::string taken = fmt::format(
        "Resume from {}, because it is the {} that {} itself took, behind the last record read", artifact, kind, end);
    return taken + (reread(r) ? fmt::format("; yet {} are read again.", counted(reread(r), "record"))
                              : ": nothing is read again.");
  }
  const std::string age = seconds(*seen.end_at - snapshot->triggered_at);
  return fmt::format(
      "Resume from {}, because it is the last complete {}: it is {} older than {}, so the {} read since {} read again.",
      artifact, kind, age, end, counted(reread(r), "record"), reread(r) == 1 ? "is" : "are");
}

std::string no_second_execution(const CaseResult& r, const std::string& end) {
  const history::Figures& f = *r.outcome.figures;
  const std::string status = f.final_status.empty() ? "never started" : f.final_status.front().second;
  std::string text;
  for (const history::CommandOutcome& c : f.commands)
    if (c.answered && !c.ok) text += fmt::format("{} was refused ({}); ", history::word(c.kind), c.error);
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  const bool over = r.observed.terminal_at.has_value();
  text += over ? fmt::format("{}ob is {} and nobody resumes it", text.empty() ? "The j" : "the j", status)
               : fmt::format("{}ob runs on, so there is nothing to resume", text.empty() ? "The j" : "the j");
  const std::uint64_t again = f.reread_in_run.value_or(0);
  if (f.restarts.value_or(0) > 0)
    text += fmt::format("; after {} it restarted by itself ({}) and read {} again", end,
                        counted(*f.restarts, "restart"), counted(again, "record"));
  if (over && !f.left_run1.empty()) text += fmt::format("; left: {}", listed(f.left_run1));
  return text + ".";
}

// ---- what each sink makes of it

std::string of_sink(const CaseResult& r) {
  const history::Figures& f = *r.outcome.figures;
  const std::uint64_t again = f.reread.value_or(0) + f.reread_in_run.value_or(0);
  const std::uint64_t twice = f.duplicates.value_or(0), lost = f.missing.value_or(0),
                      soon = r.observed.about_to_be_doubled();
  const std::string sink = fmt::format("a {} sink", r.outcome.subject->sink);
  const bool transactional = r.outcome.header.sink == history::Delivery::transactional;
  std::vector<std::string> parts;
  if (soon > 0) {
    parts.push_back(fmt::format(
        "will show {}{} twice, because they were committed before and the next checkpoint commits them again",
        twice > 0 ? fmt::format("{} and then ", grouped(twice)) : "", counted(soon, "record")));
  } else if (twice > 0 && !transactional) {
    std::string text = fmt::format("shows {} of them twice", twice == again ? "all" : grouped(twice));
    if (again > twice) text += fmt::format(" (the other {} had not reached it)", grouped(again - twice));
    parts.push_back(text);
  } else if (twice > 0) {
    parts.push_back(fmt::format("shows {} twice, because it had committed them", counted(twice, "record")));
  } else if (again > 0) {
    parts.emplace_back(transactional ? "shows none twice, because it had not committed what came after that snapshot"
                                     : "shows none twice");
  }
  if (lost > 0) parts.push_back(fmt::format("never shows {}", counted(lost, "record")));
  if (parts.empty()) return "";
  return sink + " " + listed(parts);
}

std::string of_sinks(const Group& group) {
  std::vector<std::string> all;
  for (const CaseResult* r : group)
    if (std::string text = of_sink(*r); !text.empty()) all.push_back(std::move(text));
  std::string text;
  for (const std::string& part : all) text += (text.empty() ? " " : "; ") + part;
  if (text.empty()) return text;
  text[1] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[1])));
  return text + ".";
}

// ---- beside the baseline

std::string beside(const CaseResult& r, const CaseResult& base) {
  std::vector<std::string> parts;
  if (r.outcome.figures->reread && base.outcome.figures->reread) {
    const std::uint64_t mine = reread(r), its = reread(base);
    if (mine != its)
      parts.push_back(fmt::format("{} {} records are read again", grouped(mine < its ? its - mine : mine - its),
                                  mine < its ? "fewer" : "more"));
  }
  if (r.outcome.ended_after_us && base.outcome.ended_after_us) {
    const std::int64_t more = *r.outcome.ended_after_us - *base.outcome.ended_after_us;
    if (more != 0)
      parts.push_back(
          fmt::format("it takes {} {} to end", seconds(more < 0 ? -more : more), more < 0 ? "less" : "longer"));
  }
  if (parts.empty()) return "";
  return fmt::format(" Beside {}: {}.", base.outcome.subject->way, listed(parts));
}

}  // namespace

std::vector<Group> grouped(std::span<const CaseResult> results) {
  std::vector<Group> groups;
  for (const CaseResult& r : results) {
    const Case& c = *r.outcome.subject;
    const Case* last = groups.empty() ? nullptr : groups.back().front()->outcome.subject;
    if (!last || last->way != c.way || last->semantics != c.semantics) groups.emplace_back();
    groups.back().push_back(&r);
  }
  return groups;
}

std::string advice(const Group& group, const Group* baseline) {
  for (const CaseResult* r : group)
    if (!r->outcome.run || !r->outcome.figures) return fmt::format("This could not be run: {}.", r->outcome.error);
  const CaseResult& r = *group.front();
  const std::string end = the_end(*r.outcome.subject);
  if (r.outcome.undecided()) return fmt::format("Undecided: the run was cut short, {}.", r.outcome.error);
  std::string text = !r.observed.resumed_from                           ? no_second_execution(r, end)
                     : *r.observed.resumed_from == history::no_artifact ? from_scratch(r)
                                                                        : from_artifact(r, end);
  if (const std::uint64_t leaked = r.outcome.figures->leaked.value_or(0))
    text += fmt::format(" {} left the sources behind the barrier of the stop's snapshot.", counted(leaked, "record"));
  text += of_sinks(group);
  const bool compared = baseline && baseline != &group && baseline->front()->outcome.figures;
  return compared ? text + beside(r, *baseline->front()) : text;
}

}  // namespace report
