#include "report/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/words.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Case;

// "the cancel", "the stop", "the failure": what ended the job, as a noun.
std::string the_end(const CaseResult& r) {
  if (!r.observed.end.from) return "the end";
  if (!r.observed.end.command) return "the failure";
  using K = history::CommandKind;
  switch (*r.observed.end.command) {
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
  std::vector<std::string> all;
  for (history::ArtifactId a : artifacts) all.push_back(r.names->artifact(a));
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
  if (!snapshot || !seen.end.from) return fmt::format("Resume from {}.", artifact);
  const std::string_view kind = history::word(snapshot->kind);
  const bool of_the_stop = snapshot->kind == history::ArtifactKind::savepoint && seen.asked_to_stop_at &&
                           snapshot->triggered_at >= *seen.asked_to_stop_at;
  if (of_the_stop || snapshot->triggered_at >= *seen.end.from) {
    const std::string taken =
        fmt::format("Resume from {}, because it is the {} that {} itself took", artifact, kind, end);
    if (!reread(r)) return taken + ", after the last record read: nothing is read again.";
    return taken + fmt::format("; the sources read on after its barrier, and {} {} read again.",
                               counted(reread(r), "record"), reread(r) == 1 ? "is" : "are");
  }
  const std::string age = seconds(*seen.end.from - snapshot->triggered_at);
  return fmt::format(
      "Resume from {}, because it is the last complete {}: it is {} older than {}, so the {} read since {} read again.",
      artifact, kind, age, end, counted(reread(r), "record"), reread(r) == 1 ? "is" : "are");
}

// Written by the first execution and not deleted.
std::vector<history::ArtifactId> left(const CaseResult& r) {
  std::vector<history::ArtifactId> all;
  for (const auto& [key, s] : r.observed.snapshots)
    if (s.artifact && key.first == 0 && !r.observed.deleted.count(*s.artifact)) all.push_back(*s.artifact);
  return all;
}

// Refused: nothing was begun. Failed: its snapshot was.
std::string refusals(const CaseResult& r) {
  std::string text;
  for (const history::CommandOutcome& c : r.outcome.figures->commands)
    if (c.answered && !c.ok)
      text += fmt::format("{} {} ({}); ", history::word(c.kind),
                          r.observed.snapshot_on_command ? "failed" : "was refused", fmt::format("\"{}\"", c.error));
  return text;
}

std::string no_second_execution(const CaseResult& r, const std::string& end) {
  const history::Figures& f = *r.outcome.figures;
  const std::string status = f.final_status.empty() ? "never started" : f.final_status.front().second;
  std::string text = refusals(r);
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  const bool over = r.observed.end.to.has_value();
  text += over ? fmt::format("{}ob is {} and nobody resumes it", text.empty() ? "The j" : "the j", status)
               : fmt::format("{}ob runs on, so there is nothing to resume", text.empty() ? "The j" : "the j");
  const std::uint64_t again = f.reread_in_run.value_or(0);
  if (f.restarts.value_or(0) > 0)
    text += fmt::format("; after {} it restarted by itself ({}) and read {} again", end,
                        counted(*f.restarts, "restart"), counted(again, "record"));
  if (over && !f.left_run1.empty()) text += fmt::format("; left: {}", listed(f.left_run1));
  return text + ".";
}

// ---- what to beware of

// The job neither ends nor answers: nothing but a cancel gets it out of there (M3, M21, M29). If it has restarted since
// it is alive, and its end will bring the answer.
std::string hang(const CaseResult& r) {
  const Observed& seen = r.observed;
  if (seen.hung_until_clean_up) return " It hung: there was no answer before a clean-up ended the job.";
  if (seen.end.to) return "";
  std::vector<std::string> open;
  for (const history::CommandOutcome& c : r.outcome.figures->commands)
    if (!c.answered) open.emplace_back(history::word(c.kind));
  if (open.empty()) return "";
  const std::string no_answer = fmt::format(" There is no answer to {}", listed(open));
  if (seen.fell_back_at && seen.end.from && *seen.fell_back_at >= *seen.end.from)
    return no_answer + ", and there will be none before the job ends in some other way.";
  const auto rest = left(r);
  return fmt::format(
      "{}, and the job stands at {}: it hangs. Cancel it; {}.", no_answer,
      r.outcome.figures->final_status.empty() ? "nothing" : r.outcome.figures->final_status.front().second,
      rest.empty() ? "nothing is left to resume from" : "left by now: " + names_of(r, rest));
}

// A drain has fired every window behind its savepoint (R5, M25).
std::string drained(const CaseResult& r) {
  const history::Header& h = r.outcome.header;
  if (!h.drain || !r.observed.resumed_from || *r.observed.resumed_from == history::no_artifact) return "";
  const bool windows = h.window_ms > 0;
  return windows
             ? " The drain fired every open window, so in its savepoint they are spent: after the resume they fire "
               "again with what comes then only, as partial results. Flink's documentation warns of it: drain a job "
               "that ends for good, suspend one that comes back."
             : " A drain is for a job that ends for good, since it fires all timers and windows; one that comes back "
               "is "
               "stopped without.";
}

// The newest savepoint of the first execution that is still there, if it was triggered in [from, to).
std::optional<history::ArtifactId> savepoint_of(const CaseResult& r, std::int64_t from, std::int64_t to) {
  std::optional<history::ArtifactId> found;
  for (const auto& [key, s] : r.observed.snapshots)
    if (s.artifact && key.first == 0 && s.kind == history::ArtifactKind::savepoint && s.triggered_at >= from &&
        s.triggered_at < to && !r.observed.deleted.count(*s.artifact))
      found = s.artifact;
  return found;
}

bool stops(history::CommandKind kind) {
  return kind == history::CommandKind::stop_with_savepoint || kind == history::CommandKind::stop_with_checkpoint;
}

// The stop failed, its savepoint did not: what it covers is committed, or will be when it is resumed from (M14).
std::string half_success(const CaseResult& r) {
  const auto& commands = r.outcome.figures->commands;
  const bool failed = std::any_of(commands.begin(), commands.end(), [](const history::CommandOutcome& c) {
    return stops(c.kind) && c.answered && !c.ok;
  });
  if (!failed || !r.observed.asked_to_stop_at || !r.observed.end.to) return "";
  const auto savepoint = savepoint_of(r, *r.observed.asked_to_stop_at, INT64_MAX);
  if (!savepoint) return "";
  const std::string name = names_of(r, {*savepoint});
  if (r.observed.resumed_from == savepoint)
    return fmt::format(" The stop failed and its {} is complete all the same: it was right to resume from it.", name);
  return fmt::format(
      " The stop failed, but its {} is complete: resume from it and not from an older checkpoint, which would show "
      "again "
      "what it had already committed.",
      name);
}

// A fallback behind a savepoint takes away, or doubles, what the savepoint still has to commit (M13).
std::string stale_savepoint(const CaseResult& r) {
  if (!r.observed.fell_back_at || r.outcome.header.sink != history::Delivery::transactional) return "";
  const auto savepoint = savepoint_of(r, 0, *r.observed.fell_back_at);
  if (!savepoint || r.observed.fell_back_to == savepoint) return "";
  // A stop's savepoint has been committed by then: what it covers is shown again (M14, M24).
  if (r.observed.asked_to_stop_at && savepoint_of(r, *r.observed.asked_to_stop_at, *r.observed.fell_back_at))
    return fmt::format(
        " {} is complete, and with a transactional sink what it covers is committed; yet the job fell back to {}, "
        "which "
        "shows that again. To go on exactly, end the job and resume from {}.",
        names_of(r, {*savepoint}), r.observed.fell_back_to ? names_of(r, {*r.observed.fell_back_to}) : "the beginning",
        names_of(r, {*savepoint}));
  const bool v2 = r.outcome.header.sink_api == "sink-v2";
  return fmt::format(
      " {} is no safe place any more: a failure came after it and the job fell back to {}, which {}. Take a new "
      "savepoint "
      "and resume from that.",
      names_of(r, {*savepoint}), r.observed.fell_back_to ? names_of(r, {*r.observed.fell_back_to}) : "the beginning",
      v2 ? "wrote again what the savepoint would commit on resume: it would be there twice"
         : "aborted the transaction that the savepoint would commit on resume: unless the job has written it again "
           "since, those records would be lost");
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
      parts.push_back(fmt::format("it takes {} {} to end", seconds(to_milliseconds(more < 0 ? -more : more)),
                                  more < 0 ? "less" : "longer"));
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
    if (!r->outcome.figures) return fmt::format("This could not be run: {}.", r->outcome.error);
  const CaseResult& r = *group.front();
  const std::string end = the_end(r);
  if (r.outcome.undecided()) return fmt::format("Undecided: the run was cut short, {}.", r.outcome.error);
  std::string text = !r.observed.resumed_from                           ? no_second_execution(r, end)
                     : *r.observed.resumed_from == history::no_artifact ? from_scratch(r)
                                                                        : from_artifact(r, end);
  text += hang(r) + drained(r) + half_success(r);
  for (const CaseResult* one : group)
    if (const std::string stale = stale_savepoint(*one); !stale.empty()) {
      text += stale;
      break;
    }
  text += of_sinks(group);
  const bool compared = baseline && baseline != &group && baseline->front()->outcome.figures;
  return compared ? text + beside(r, *baseline->front()) : text;
}

}  // namespace report
