// Two things make a long run readable. What only hands records on is counted, not shown: such steps become one entry
// for each stretch between two others. And what belongs to a checkpoint that comes to its end as it should, and from
// which nobody resumes, is given the name of that checkpoint, so that a page can fold it. A short story (a
// counterexample) is shown step by step.
#include "report/diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "report/lanes.hpp"
#include "report/state_fold.hpp"
#include "report/step_words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using scenarios::StoryStep;

constexpr std::size_t short_story = 200;     // steps that are all shown
constexpr std::size_t most_entries = 1'500;  // of a diagram

// What a message is, by the rule that takes it.
std::string_view message_of(std::string_view rule) {
  static const std::map<std::string_view, std::string_view> kinds{
      {"take_barrier", "barrier"},
      {"overtake_records", "barrier"},
      {"take_cancellation_barrier", "barrier"},
      {"take_trigger", "trigger"},
      {"write_state", "write"},
      {"write_metadata", "write"},
      {"complete_checkpoint", "acknowledgement"},
      {"acknowledge", "acknowledgement"},
      {"decline", "refusal"},
      {"notify_completed", "notice"},
      {"notify_aborted", "notice"},
      {"take_end_of_partition", "end of input"},
      {"take_end_of_data", "end of input"},
      {"submit_job", "request"},
      {"take_command", "request"},
      {"hear_result", "reply"},
      {"task_running", "report"},
      {"task_finished", "report"},
      {"task_canceled", "report"},
      {"task_failed", "report"},
      {"restore_task", "deployment"},
      {"cancel_task", "cancellation"},
      {"process_record", "record"},
      {"take_watermark", "watermark"},
      {"take_window_part", "record"},
  };
  const auto at = kinds.find(rule);
  return at == kinds.end() ? "message" : at->second;
}
// Carries a snapshot's number on from the step that caused it.
bool of_snapshots(std::string_view message) {
  return message == "barrier" || message == "trigger" || message == "write" || message == "acknowledgement" ||
         message == "notice";
}

// Only hands a record or a watermark on.
bool flows(const StoryStep& s) {
  if (s.role != sim::Role::engine) return false;
  static const std::set<std::string_view> rules{"emit_record", "process_record", "take_watermark", "emit_watermark"};
  if (!rules.count(s.rule)) return false;
  return std::all_of(s.events.begin(), s.events.end(), [](const std::string& line) {
    const std::string_view ev = event_name(line);
    return ev == "source.emit" || ev == "sink.write" || ev == "watermark" ||
           (ev == "op.process" && line.find("\"late\":true") == line.npos);
  });
}

Json changes_json(const std::vector<Change>& changes) {
  Json list = Json::array();
  for (const Change& c : changes) list.push_back({c.what, c.from, c.to});
  return list;
}

// ---- entries

class Entries {
 public:
  explicit Entries(const DiagramOf& of)
      : of_(of), lanes_(*of.spec, *of.story), fold_flows_(of.story->size() > short_story) {}

  Json make() {
    for (const StoryStep& s : *of_.story)
      if (fold_flows_ && flows(s) && !marked(s.number))
        flow(s);
      else
        step(s);
    end_flow();
    name_folds();
    return std::move(list_);
  }
  const Json& lanes() const { return lanes_.json(); }

 private:
  struct Snapshot {
    bool periodic = false, complete = false, used = false;
    std::vector<std::size_t> entries;
  };

  bool marked(std::uint64_t n) const { return of_.no_return == n || of_.decided == n || of_.violated == n; }

  void flow(const StoryStep& s) {
    if (flow_.is_null()) flow_ = {{"n", s.number}};
    flow_["last"] = s.number;
    if (s.time) {
      if (!flow_.contains("t")) flow_["t"] = *s.time;
      flow_["until"] = *s.time;
    }
    for (const std::string& line : s.events) {
      const std::string_view ev = event_name(line);
      if (ev == "source.emit") ++emitted_;
      if (ev == "op.process") ++processed_;
      if (ev == "sink.write") ++written_;
      const auto e = nlohmann::json::parse("{" + line + "}", nullptr, false);
      if (!e.is_discarded()) state_.hear(e);
    }
  }
  void end_flow() {
    if (flow_.is_null()) return;
    flow_["flow"] = {{"emitted", emitted_}, {"processed", processed_}, {"written", written_}};
    flow_["changes"] = changes_json(state_.changes());
    list_.push_back(std::move(flow_));
    flow_ = Json(), emitted_ = processed_ = written_ = 0;
  }

  void step(const StoryStep& s) {
    end_flow();
    const Told told = tell(s);
    Json j{{"n", s.number}, {"c", s.cause}};
    if (s.time) j["t"] = *s.time;
    j["lane"] = lanes_(s.actor);
    const std::string from = sender_of(s);
    const std::string_view message = message_of(s.rule);
    if (!from.empty()) j["from"] = lanes_(from), j["message"] = message;
    j["rule"] = s.rule;
    j["words"] = clause(told);
    constexpr std::string_view weights[] = {"idle", "ordinary", "notable", "landmark"};
    j["weight"] = weights[static_cast<std::size_t>(told.weight)];
    if (s.role != sim::Role::engine) j["role"] = s.role == sim::Role::fault ? "fault" : "command";
    std::uint64_t snapshot = 0;
    for (const nlohmann::json& e : events_of(s)) {
      state_.hear(e);
      note(e, snapshot);
    }
    if (snapshot == 0 && of_snapshots(message))
      if (const auto cause = of_step_.find(s.cause); cause != of_step_.end()) snapshot = cause->second;
    if (snapshot) {
      of_step_[s.number] = snapshot;
      if (told.weight != Weight::landmark) snapshots_[snapshot].entries.push_back(list_.size());
    }
    j["changes"] = changes_json(state_.changes());
    list_.push_back(std::move(j));
  }

  // The snapshot that an event is about, and what becomes of it.
  void note(const nlohmann::json& e, std::uint64_t& number) {
    const std::string ev = e.value("ev", "");
    if (ev == "job.submitted" && e.contains("restoredFrom") && e["restoredFrom"].is_string()) {
      const std::string from = e["restoredFrom"];
      for (auto& [n, s] : snapshots_)
        if (from.ends_with(fmt::format("-{}", n & UINT32_MAX))) s.used = true;
    }
    if (ev == "job.submitted") execution_ += std::uint64_t{1} << 32;
    if (!e.contains("checkpoint") || !e["checkpoint"].is_number_unsigned() || ev == "source.restored") return;
    number = execution_ + e["checkpoint"].get<std::uint64_t>();
    Snapshot& s = snapshots_[number];
    if (ev == "checkpoint.triggered") s.periodic = e.value("kind", "") == "checkpoint";
    if (ev == "checkpoint.completed") s.complete = true;
  }

  void name_folds() {
    if (!fold_flows_) return;
    for (const auto& [n, s] : snapshots_)
      if (s.periodic && s.complete && !s.used)
        for (const std::size_t i : s.entries)
          if (!marked(list_[i]["n"])) list_[i]["fold"] = fmt::format("checkpoint {}", n & UINT32_MAX);
  }

  const DiagramOf& of_;
  Lanes lanes_;
  bool fold_flows_;
  StateFold state_;
  Json list_ = Json::array(), flow_;
  std::uint64_t emitted_ = 0, processed_ = 0, written_ = 0;
  std::uint64_t execution_ = 0;  // an execution from scratch numbers its snapshots anew: above 32 bits, which one it is
  std::map<std::uint64_t, Snapshot> snapshots_;
  std::map<std::uint64_t, std::uint64_t> of_step_;
};

// Of too many entries those around the landmarks stay; what goes is said.
Json cut(Json entries, std::uint64_t& left_out) {
  left_out = 0;
  if (entries.size() <= most_entries) return entries;
  std::size_t centre = 0;
  while (centre < entries.size() && !entries[centre].contains("role")) ++centre;
  const std::size_t from =
      std::min(centre > most_entries / 3 ? centre - most_entries / 3 : 0, entries.size() - most_entries);
  left_out = entries.size() - most_entries;
  Json kept = Json::array();
  for (std::size_t i = from; i < from + most_entries; ++i) kept.push_back(std::move(entries[i]));
  return kept;
}

Json number_or_null(const std::optional<std::uint64_t>& n) { return n ? Json(*n) : Json(); }

}  // namespace

Json diagram(const DiagramOf& of) {
  Entries entries(of);
  std::uint64_t left_out = 0;
  Json list = cut(entries.make(), left_out);
  return {{"title", of.title},
          {"lanes", entries.lanes()},
          {"steps", of.steps},
          {"entries", std::move(list)},
          {"entriesLeftOut", left_out},
          {"timed", !of.story->empty() && of.story->front().time.has_value()},
          {"violated", number_or_null(of.violated)},
          {"broken", of.broken.empty() ? Json() : Json(of.broken)},
          {"noReturn", number_or_null(of.no_return)},
          {"decided", number_or_null(of.decided)}};
}

}  // namespace report
