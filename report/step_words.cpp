// Words come from the events, which are what can be seen of a step; a step without any is told by its rule. A rule that
// has no words here is called by its own name, so a new rule needs nothing.
#include "report/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace report {
namespace {

using Json = nlohmann::json;
using scenarios::StoryStep;

std::string text(const Json& e, const char* key) {
  const auto at = e.find(key);
  if (at == e.end() || at->is_null()) return "";
  return at->is_string() ? at->get<std::string>() : at->dump();
}

std::string records(const Json& recs) {
  std::vector<std::string> all;
  for (const Json& r : recs) all.push_back(r.get<std::string>());
  return (all.size() == 1 && all.front().find('-') == std::string::npos ? "record " : "records ") + listed(all);
}

std::string snapshot(const std::string& kind, const std::string& number) {
  if (kind == "suspend" || kind == "terminate") return "the stop's snapshot " + number;
  return kind + " " + number;
}

// What an event says, and how much it matters. Empty: nothing worth a word beside the others.
struct Phrase {
  std::string words;
  Weight weight = Weight::ordinary;
  bool sentence = false;
  bool aside = false;  // only worth a word where there is nothing else
};
Phrase aside(std::string words) { return {std::move(words), Weight::ordinary, false, true}; }

Phrase of_job(const Json& e, const std::string& ev) {
  if (ev == "job.submitted") {
    const std::string from = text(e, "restoredFrom");
    return {fmt::format("{} is submitted, from {}", text(e, "job"), from.empty() ? "scratch" : from), Weight::notable,
            true};
  }
  if (ev == "job.status") {
    const std::string status = text(e, "status");
    const bool end = status == "FINISHED" || status == "CANCELED" || status == "FAILED" || status == "SUSPENDED";
    return {fmt::format("{} is {}", text(e, "job"), status),
            status == "CREATED" ? Weight::ordinary
            : end               ? Weight::landmark
                                : Weight::notable,
            true};
  }
  const std::string status = text(e, "status");  // task.status
  if (status == "FAILED") return {text(e, "task") + " is FAILED", Weight::notable, true};
  if (status == "FINISHED" || status == "CANCELED" || status == "RUNNING") return {"is " + status};
  return aside("is " + status);
}

Phrase of_command(const Json& e, const std::string& ev) {
  if (ev == "command")
    return {fmt::format("gives the command {}{} ({})", text(e, "kind"), e.value("drain", false) ? " with drain" : "",
                        text(e, "id")),
            Weight::landmark};
  const std::string artifact = text(e, "artifact"), error = text(e, "error");
  if (e.value("ok", false))
    return {fmt::format("is answered: {} ok{}", text(e, "id"), artifact.empty() ? "" : ", " + artifact),
            Weight::notable};
  return {fmt::format("is answered: {} failed{}", text(e, "id"), error.empty() ? "" : ", " + error), Weight::notable};
}

Phrase of_snapshot(const Json& e, const std::string& ev) {
  const std::string number = text(e, "checkpoint");
  if (ev == "checkpoint.triggered") return {"triggers " + snapshot(text(e, "kind"), number), Weight::notable};
  if (ev == "checkpoint.completed")
    return {fmt::format("completes {} ({})", number, text(e, "artifact")), Weight::notable};
  if (ev == "checkpoint.failed") return {fmt::format("gives up {}: {}", number, text(e, "reason")), Weight::notable};
  if (ev == "artifact.written") return {text(e, "artifact") + " is durable", Weight::notable, true};
  if (ev == "artifact.deleted") return {"deletes " + text(e, "artifact"), Weight::notable};
  if (ev == "notify.completed") return {fmt::format("hears that {} is complete", number)};
  return {fmt::format("hears that {} is given up", number)};  // notify.aborted
}

Phrase of_source(const Json& e, const std::string& ev) {
  if (ev == "source.restored") return {"starts at " + positions(e.at("positions")), Weight::notable};
  if (ev == "source.emit") return {"emits record " + text(e, "rec")};
  if (ev == "source.snapshot")
    return {fmt::format("stores {} for {}", positions(e.at("positions")), text(e, "checkpoint")), Weight::notable};
  if (ev == "source.stop") return {"is told to stop reading", Weight::notable};
  if (ev == "source.cancel") return {"is told to leave its loop", Weight::notable};
  return aside("has left its loop");  // source.end
}

Phrase of_operator(const Json& e, const std::string& ev) {
  if (ev == "op.process" && e.value("late", false))
    return {fmt::format("drops record {}, which is late", text(e, "rec")), Weight::notable};
  if (ev == "op.process") return {"counts record " + text(e, "rec")};
  if (ev == "op.snapshot")
    return {fmt::format("stores a count of {} for {}", e.at("state").at("count").dump(), text(e, "checkpoint"))};
  if (ev == "op.restored") return {fmt::format("starts with a count of {}", e.at("state").at("count").dump())};
  if (ev == "op.close") return aside("is closed");
  if (ev == "op.endInput") return {"is told of the end of its input"};
  return {"finishes what it holds"};  // op.finish
}

Phrase of_time(const Json& e, const std::string& ev) {
  if (ev == "timer.fired")
    return {fmt::format("fires the timer of {} at {} ms", text(e, "key"), text(e, "time")), Weight::notable};
  const std::string value = text(e, "value");
  if (value == std::to_string(history::max_watermark)) return {"has the last watermark of all", Weight::notable};
  return {fmt::format("has the watermark {} ms", value)};
}

// A window's result is told by its name too.
std::string written(const Json& e) {
  const std::string out = text(e, "out");
  return out.starts_with("k") ? fmt::format("window {} ({})", out, records(e.at("recs"))) : records(e.at("recs"));
}

Phrase of_fault(const Json& e) {
  const std::string target = text(e, "target"), detail = text(e, "detail");
  std::string words = text(e, "kind") + (target.empty() ? "" : " of " + target) + " is injected";
  return {detail.empty() ? words : fmt::format("{}: {}", words, detail), Weight::landmark, true};
}

Phrase of_sink(const Json& e, const std::string& ev) {
  const std::string txn = text(e, "txn");
  if (ev == "sink.write")
    return txn.empty() ? Phrase{"shows " + written(e)} : Phrase{fmt::format("writes {} into {}", written(e), txn)};
  if (ev == "txn.begin") return aside("begins " + txn);
  if (ev == "txn.expire") return {txn + " expires", Weight::notable, true};
  if (ev == "txn.precommit") return {"pre-commits " + txn};
  const std::string again = (e.value("recovered", false) ? std::string(" on restore") : "") +
                            (e.value("repeat", false) ? " once more, which changes nothing" : "");
  if (ev == "txn.commit") return {"commits " + txn + again, Weight::notable};
  if (ev == "txn.abort") return {"aborts " + txn + again};
  return {fmt::format("{} of {} is refused: {}", text(e, "asked"), txn, text(e, "reason")), Weight::notable, true};
}

Phrase phrase(const Json& e) {
  const std::string ev = text(e, "ev");
  if (ev.starts_with("job.") || ev == "task.status") return of_job(e, ev);
  if (ev.starts_with("command")) return of_command(e, ev);
  if (ev.starts_with("checkpoint.") || ev.starts_with("artifact.") || ev.starts_with("notify."))
    return of_snapshot(e, ev);
  if (ev.starts_with("source.")) return of_source(e, ev);
  if (ev.starts_with("op.")) return of_operator(e, ev);
  if (ev == "sink.write" || ev.starts_with("txn.")) return of_sink(e, ev);
  if (ev == "watermark" || ev == "timer.fired") return of_time(e, ev);
  if (ev == "fault") return of_fault(e);
  return {ev};
}

// "count/0" of "count/0>jobmanager", and of "storage>jobmanager/count/0".
std::string sender(const StoryStep& s) {
  const std::size_t arrow = s.subject.find('>');
  if (arrow == std::string::npos) return s.subject;
  const std::size_t behind = s.subject.find('/', arrow);
  return s.subject.starts_with("storage>") && behind != std::string::npos ? s.subject.substr(behind + 1)
                                                                          : s.subject.substr(0, arrow);
}

// Of steps without events worth a word; {} stands for the sender.
constexpr std::pair<std::string_view, std::string_view> silent[] = {
    {"acknowledge", "hears that {}'s part is stored"},
    {"assign_split", "hands out a split"},
    {"cancel_task", "is told to cancel"},
    {"complete_checkpoint", "hears that a snapshot is durable"},
    {"data_has_ended", "hears that {} has no more data"},
    {"decline", "hears that {} declines"},
    {"emit_record", "reads a record"},
    {"emit_watermark", "sends a watermark"},
    {"end_backoff", "has waited long enough to restart"},
    {"end_splits", "has read all that there is"},
    {"event_has_arrived", "hears that {} has its split"},
    {"event_has_failed", "hears that a split did not come to {}"},
    {"expire_checkpoint", "gives up a snapshot that takes too long"},
    {"fail_as_asked", "fails the job, as it was asked to"},
    {"finalisation_failed", "hears that a snapshot cannot be written"},
    {"finish_split", "has read a split to its end"},
    {"give_command", "gives a command"},
    {"hear_result", "is answered"},
    {"inject_fault", "lays a mine: the fault waits for its moment"},
    {"leave_source_loop", "is told to leave its loop"},
    {"notify_aborted", "hears old news"},
    {"notify_completed", "hears old news"},
    {"process_record", "passes a record on"},
    {"restore_task", "starts"},
    {"resume_job", "resumes the job"},
    {"say_no_more", "says that no split is left"},
    {"send_triggers", "sends the triggers of the snapshot that has its number"},
    {"source_closes", "is over"},
    {"source_returns", "has left its loop"},
    {"split_has_finished", "hears that {} has read a split to its end"},
    {"strike", "lays a mine: the fault waits for its moment"},
    {"submit_job", "takes the job"},
    {"take_barrier", "has the barrier of {}"},
    {"overtake_records", "has the barrier of {}, which overtakes the records before it"},
    {"take_cancellation_barrier", "hears that no barrier of {} will come"},
    {"take_command", "takes the command"},
    {"take_end_of_data", "has all the data of {}"},
    {"take_end_of_partition", "has reached the end of {}"},
    {"take_no_more", "hears that no split is left"},
    {"take_request", "hears that {} asks for a split"},
    {"take_split", "gets a split"},
    {"take_trigger", "is told to snapshot"},
    {"take_watermark", "has a watermark of {}"},
    {"take_window_part", "passes a window's result on"},
    {"task_canceled", "hears that {} is CANCELED"},
    {"task_failed", "hears that {} has failed"},
    {"task_finished", "hears that {} is FINISHED"},
    {"task_running", "hears that {} is RUNNING"},
    {"trigger_checkpoint", "triggers a checkpoint"},
    {"trigger_extra", "triggers a checkpoint behind the savepoint of the stop"},
    {"trigger_final", "triggers the checkpoint that tasks at their end wait for"},
    {"trigger_for_command", "turns to what a command asks for"},
    {"write_metadata", "writes the metadata of a snapshot"},
    {"write_state", "stores the part of {}"},
};

std::string by_rule(const StoryStep& s, const std::string& asides) {
  for (const auto& [rule, words] : silent) {
    if (rule != s.rule) continue;
    const std::size_t gap = words.find("{}");
    if (gap == std::string_view::npos) return std::string(words);
    return std::string(words.substr(0, gap)) + sender(s) + std::string(words.substr(gap + 2));
  }
  return asides.empty() ? spaced(s.rule) : asides;
}

}  // namespace

bool has_words(std::string_view rule) {
  return std::any_of(std::begin(silent), std::end(silent), [&](const auto& row) { return row.first == rule; });
}

std::string spaced(std::string rule) {
  std::replace(rule.begin(), rule.end(), '_', ' ');
  return rule;
}

std::string positions(const Json& all) {
  std::vector<std::string> parts;
  for (const auto& [split, next] : all.items()) parts.push_back(split + ":" + next.dump());
  return parts.empty() ? "no split" : listed(parts);
}

std::string_view event_name(const std::string& line) {
  constexpr std::string_view start = "\"ev\":\"";
  const std::string_view text = line;
  return text.starts_with(start) ? text.substr(start.size(), text.find('"', start.size()) - start.size()) : "";
}

std::vector<Json> events_of(const StoryStep& step, bool (*wanted)(std::string_view)) {
  std::vector<Json> all;
  for (const std::string& line : step.events) {
    if (wanted && !wanted(event_name(line))) continue;
    Json e = Json::parse("{" + line + "}", nullptr, false);
    if (!e.is_discarded()) all.push_back(std::move(e));
  }
  return all;
}

Told tell(const StoryStep& s) {
  Told told{s.actor, "", Weight::idle};
  if (s.role != sim::Role::engine) told.weight = Weight::landmark;
  std::vector<std::string> seen;
  std::string asides;
  for (const Json& e : events_of(s)) {
    Phrase p = phrase(e);
    if (p.aside) {
      if (asides.empty()) asides = std::move(p.words);
      continue;
    }
    told.weight = std::max(told.weight, p.weight);
    if (seen.empty()) told.sentence = p.sentence;
    if (p.words.empty() || std::find(seen.begin(), seen.end(), p.words) != seen.end()) continue;
    told.what += (seen.empty() ? "" : "; ") + p.words;
    seen.push_back(std::move(p.words));
  }
  if (told.what.empty()) told.what = by_rule(s, asides), told.sentence = false;
  return told;
}

std::string clause(const Told& told) {
  if (told.sentence) return told.what;
  const std::string who = told.who == "jobmanager" ? "the JobManager" : told.who == "client" ? "the client" : told.who;
  return who + " " + told.what;
}

}  // namespace report
