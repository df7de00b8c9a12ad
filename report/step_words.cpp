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
};

Phrase of_job(const Json& e, const std::string& ev) {
  if (ev == "job.submitted") {
    const std::string from = text(e, "restoredFrom");
    return {fmt::format("{} is submitted, from {}", text(e, "job"), from.empty() ? "scratch" : from), Weight::notable,
            true};
  }
  if (ev == "job.status") {
    const std::string status = text(e, "status");
    const bool end = status == "FINISHED" || status == "CANCELED" || status == "FAILED";
    return {fmt::format("{} is {}", text(e, "job"), status),
            status == "CREATED" ? Weight::ordinary
            : end               ? Weight::landmark
                                : Weight::notable,
            true};
  }
  const std::string status = text(e, "status");  // task.status
  if (status == "FAILED") return {text(e, "task") + " is FAILED", Weight::notable, true};
  if (status == "FINISHED" || status == "CANCELED" || status == "RUNNING") return {"is " + status};
  return {};
}

Phrase of_command(const Json& e, const std::string& ev) {
  if (ev == "command")
    return {fmt::format("gives the command {} ({})", text(e, "kind"), text(e, "id")), Weight::landmark};
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
  if (ev == "source.stop" || ev == "source.cancel") return {"stops reading", Weight::notable};
  return {};
}

Phrase of_operator(const Json& e, const std::string& ev) {
  if (ev == "op.process") return {"counts record " + text(e, "rec")};
  if (ev == "op.snapshot")
    return {fmt::format("stores a count of {} for {}", e.at("state").at("count").dump(), text(e, "checkpoint"))};
  if (ev == "op.restored") return {fmt::format("starts with a count of {}", e.at("state").at("count").dump())};
  if (ev == "op.close") return {};
  return {spaced(ev.substr(3))};
}

Phrase of_sink(const Json& e, const std::string& ev) {
  const std::string txn = text(e, "txn");
  if (ev == "sink.write")
    return txn.empty() ? Phrase{"shows " + records(e.at("recs"))}
                       : Phrase{fmt::format("writes {} into {}", records(e.at("recs")), txn)};
  if (ev == "txn.begin") return {};
  if (ev == "txn.precommit") return {"pre-commits " + txn};
  if (ev == "txn.commit") return {"commits " + txn, Weight::notable};
  if (ev == "txn.abort") return {"aborts " + txn};
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
  if (ev == "sink.write" || (ev.starts_with("txn.") && ev != "txn.expire")) return of_sink(e, ev);
  if (ev == "fault")
    return {fmt::format("{} of {} is injected", text(e, "kind"), text(e, "target")), Weight::landmark, true};
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
    {"cancel_task", "is told to cancel"},
    {"decline", "hears that {} declines"},
    {"end_backoff", "has waited long enough to restart"},
    {"leave_source_loop", "leaves its loop"},
    {"notify_aborted", "hears old news"},
    {"notify_completed", "hears old news"},
    {"process_record", "passes a record on"},
    {"resume_job", "resumes the job"},
    {"submit_job", "takes the job"},
    {"take_barrier", "has the barrier of {}"},
    {"take_command", "takes the command"},
    {"take_end_of_partition", "has reached the end of {}"},
    {"take_trigger", "is told to snapshot"},
    {"task_canceled", "hears that {} is CANCELED"},
    {"task_failed", "hears that {} has failed"},
    {"task_finished", "hears that {} is FINISHED"},
    {"task_running", "hears that {} is RUNNING"},
    {"write_state", "stores the part of {}"},
};

std::string by_rule(const StoryStep& s) {
  for (const auto& [rule, words] : silent) {
    if (rule != s.rule) continue;
    const std::size_t gap = words.find("{}");
    if (gap == std::string_view::npos) return std::string(words);
    return std::string(words.substr(0, gap)) + sender(s) + std::string(words.substr(gap + 2));
  }
  return spaced(s.rule);
}

}  // namespace

std::string spaced(std::string rule) {
  std::replace(rule.begin(), rule.end(), '_', ' ');
  return rule;
}

std::string positions(const Json& all) {
  std::vector<std::string> parts;
  for (const auto& [split, next] : all.items()) parts.push_back(split + ":" + next.dump());
  return parts.empty() ? "no split" : listed(parts);
}

std::vector<Json> events_of(const StoryStep& step) {
  std::vector<Json> all;
  for (const std::string& line : step.events) {
    Json e = Json::parse("{" + line + "}", nullptr, false);
    if (!e.is_discarded()) all.push_back(std::move(e));
  }
  return all;
}

Told tell(const StoryStep& s) {
  Told told{s.actor, "", Weight::idle};
  if (s.role != sim::Role::engine) told.weight = Weight::landmark;
  std::vector<std::string> seen;
  for (const Json& e : events_of(s)) {
    Phrase p = phrase(e);
    told.weight = std::max(told.weight, p.weight);
    if (seen.empty()) told.sentence = p.sentence;
    if (p.words.empty() || std::find(seen.begin(), seen.end(), p.words) != seen.end()) continue;
    told.what += (seen.empty() ? "" : "; ") + p.words;
    seen.push_back(std::move(p.words));
  }
  if (told.what.empty()) told.what = by_rule(s), told.sentence = false;
  return told;
}

std::string clause(const Told& told) {
  if (told.sentence) return told.what;
  const std::string who = told.who == "jobmanager" ? "the JobManager" : told.who == "client" ? "the client" : told.who;
  return who + " " + told.what;
}

}  // namespace report
