#include "report/analogy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace report {
namespace {

using P = Primitive;
using Json = nlohmann::ordered_json;

const Observed::Snapshot* resumed_from(const CaseResult& r) {
  for (const auto& [key, s] : r.observed.snapshots)
    if (s.artifact && r.observed.resumed_from && s.artifact == r.observed.resumed_from) return &s;
  return nullptr;
}
std::uint64_t redo(const CaseResult& r) { return r.outcome.figures->reread.value_or(0); }
bool taken_by_the_end(const CaseResult& r, const Observed::Snapshot& s) {
  return r.observed.end.from && s.triggered_at >= *r.observed.end.from;
}

// The snapshot of the end, if there is one and nothing was read behind it: PostgreSQL's two questions at its start.
bool is_sharp(const CaseResult& r) {
  const Observed::Snapshot* s = resumed_from(r);
  return s && taken_by_the_end(r, *s) && redo(r) == 0;
}

std::vector<Primitive> of_command(const CaseResult& r, history::CommandKind kind) {
  using K = history::CommandKind;
  switch (kind) {
    case K::cancel: return {P::fence, P::abort_work};
    case K::cancel_with_savepoint: return {P::backup, P::fence, P::abort_work};
    case K::savepoint:
    case K::checkpoint: return {P::backup};
    default: break;
  }
  std::vector<Primitive> steps{P::fence, P::wait_transactions};
  if (r.outcome.header.drain) steps.push_back(P::deferred_work);
  if (is_sharp(r)) steps.push_back(P::sharp_checkpoint);
  if (r.outcome.figures->final_status.front().second == "FINISHED") steps.push_back(P::mark_clean);
  return steps;
}

bool is_stop(const CaseResult& r) {
  const auto& kind = r.observed.end.command;
  return kind == history::CommandKind::stop_with_savepoint || kind == history::CommandKind::stop_with_checkpoint;
}

// A bounded job comes to its end; its last checkpoint covers everything where finished tasks take part in checkpoints.
std::vector<Primitive> of_natural_end(const CaseResult& r) {
  std::vector<Primitive> steps{P::fence, P::wait_sessions};
  const model::Spec& spec = r.outcome.subject->spec;
  if (spec.checkpoints.interval && spec.semantics.finished_tasks == model::FinishedTasks::allowed)
    steps.push_back(P::sharp_checkpoint);
  steps.push_back(P::mark_clean);
  return steps;
}

// ---- sentences

std::string enumerated(const std::vector<Primitive>& steps, bool of_job) {
  std::vector<std::string> all;
  for (const Primitive p : steps) all.emplace_back(of_job ? words(p).of_job : words(p).of_database);
  return listed(all);
}

std::string like(const Nearest& n) {
  std::string text = fmt::format("{} {}", n.shutdown->database, n.shutdown->mode);
  if (!n.only_there.empty()) text += fmt::format("; there {}", enumerated(n.only_there, false));
  if (!n.only_here.empty())
    text += fmt::format("{} here {}", n.only_there.empty() ? ";" : ",", enumerated(n.only_here, true));
  return text + ".";
}

std::string checkpoint(const CaseResult& r) {
  const Observed::Snapshot* s = resumed_from(r);
  if (!s)
    return "There is none to start from: as if the data files were gone and only the log were left, from its "
           "beginning.";
  const std::string name = r.names->artifact(*s->artifact);
  if (is_sharp(r))
    return fmt::format(
        "{} is sharp: it lies behind the last record read, as a shutdown checkpoint lies at the end of "
        "the log.",
        name);
  if (taken_by_the_end(r, *s) && is_stop(r))
    return fmt::format("{} should be sharp and is not: the sources read on behind its barrier.", name);
  if (taken_by_the_end(r, *s)) return fmt::format("{} was taken while records flowed, as a backup is.", name);
  return fmt::format(
      "{} is fuzzy, as PostgreSQL takes them: where redo starts was fixed when its barriers went out, {} "
      "before the end, and work went on behind them.",
      name, r.observed.end.from ? seconds(*r.observed.end.from - s->triggered_at) : "some time");
}

std::string redo_words(const CaseResult& r) {
  const std::uint64_t again = redo(r);
  if (again == 0) return "None: no record is read a second time.";
  return fmt::format("{} from the input, the log: {}.", counted(again, "record"),
                     again == 1 ? "it is read a second time" : "they are read a second time");
}

std::string undo(const CaseResult& r) {
  const auto aborted = r.outcome.figures->aborted_run1.value_or(0);
  if (r.outcome.header.sink != history::Delivery::transactional) return "";
  if (aborted > 0)
    return fmt::format("With a transactional sink {} written by transactions that were never committed {} taken back.",
                       counted(aborted, "record"), aborted == 1 ? "is" : "are");
  return "Nothing is taken back: what a snapshot covers is committed, as a prepared (XA) transaction is.";
}

std::string backup(const CaseResult& r) {
  const Observed::Snapshot* s = resumed_from(r);
  if (!s || s->kind != history::ArtifactKind::savepoint) return "";
  return fmt::format(
      "{} is also a backup: a logical dump with the place in the log (a savepoint), owned by whoever asked for it.",
      r.names->artifact(*s->artifact));
}

// What must not be concluded from the likeness, of what this job shows or could show.
std::vector<std::string> breaks(const Group& group) {
  const CaseResult& first = *group.front();
  std::vector<std::string> all;
  for (const CaseResult* r : group)
    if (const std::uint64_t twice = r->outcome.figures->duplicates.value_or(0); twice > 0)
      all.push_back(fmt::format(
          "Redo in a database is idempotent: a page knows the last change that it holds. Here the user's code runs "
          "again, and a {} sink shows {} twice.",
          r->outcome.subject->sink, counted(twice, "record")));
  if (first.observed.resumed_from)
    all.emplace_back(
        "The log of a database ends with it; the input of a job grows while it is down, so behind redo there is "
        "catching "
        "up.");
  for (const CaseResult* r : group)
    if (r->outcome.header.sink != history::Delivery::transactional && redo(*r) > 0) {
      all.emplace_back("A database undoes what was not committed. What a sink without transactions has shown stays.");
      break;
    }
  if (const auto lost = first.outcome.figures->lost_in_flight.value_or(0); lost > 0)
    all.push_back(fmt::format(
        "A database has no network inside of its log: here {} on the way between tasks {} dropped, and {} read again.",
        counted(lost, "record"), lost == 1 ? "was" : "were", lost == 1 ? "has to be" : "have to be"));
  if (first.outcome.header.splits > 1)
    all.push_back(
        fmt::format("A database has one log. This job reads {} splits, so sharp means a consistent cut through "
                    "all of them, not one number.",
                    first.outcome.header.splits));
  if (is_sharp(first) && !first.outcome.header.drain && first.outcome.header.window_ms > 0)
    all.emplace_back(
        "No redo is not nothing to do: open windows and timers lie in the snapshot, as undo and purge may "
        "be left after a fast shutdown.");
  return all;
}

}  // namespace

std::vector<Primitive> primitives_of(const CaseResult& r) {
  if (!r.outcome.run || !r.outcome.figures || !r.observed.end.to || r.outcome.figures->final_status.empty()) return {};
  if (!r.observed.end.from) return of_natural_end(r);
  if (!r.observed.end.command) return {P::kill};
  return of_command(r, *r.observed.end.command);
}

std::vector<Likeness> analogy(const Group& group) {
  const CaseResult& r = *group.front();
  const std::vector<Primitive> steps = primitives_of(r);
  if (steps.empty()) return {{"like", "Nothing: the job was not shut down."}};
  std::vector<Likeness> all;
  for (const Nearest& n : nearest(steps)) all.push_back({"like", like(n)});
  const auto add = [&](const char* topic, std::string words) {
    if (!words.empty()) all.push_back({topic, std::move(words)});
  };
  if (r.observed.resumed_from) {
    add("checkpoint", checkpoint(r));
    add("redo", redo_words(r));
  }
  for (const CaseResult* of_sink : group)
    if (const std::string words = undo(*of_sink); !words.empty()) {
      add("undo", words);
      break;
    }
  add("backup", backup(r));
  for (std::string& b : breaks(group)) all.push_back({"but", std::move(b)});
  return all;
}

// Versions in which one way comes to the same are told once.
std::string analogies_text(const std::vector<Group>& groups, const Style& style) {
  std::vector<std::pair<std::string, std::string>> told;  // way and words
  std::string text = style(Tone::strong, "In a database's words") + "\n";
  for (const Group& g : groups) {
    const scenarios::Case& c = *g.front()->outcome.subject;
    std::string lines;
    for (const Likeness& l : analogy(g)) {
      const std::string wrapped_words = wrapped(l.words, 16, page_width);
      lines += fmt::format("    {:<12}{}", l.topic, std::string_view(wrapped_words).substr(16));
    }
    if (std::find(told.begin(), told.end(), std::pair(c.way, lines)) != told.end()) continue;
    text += fmt::format("  {}  ({})\n{}", style(Tone::strong, way_of(c.way)), c.semantics, lines);
    told.emplace_back(c.way, std::move(lines));
  }
  return text;
}

Json analogy_json(const Group& group) {
  Json list = Json::array();
  for (const Likeness& l : analogy(group)) list.push_back({{"topic", l.topic}, {"words", l.words}});
  return list;
}

}  // namespace report
