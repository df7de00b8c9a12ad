#include "report/facts.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "report/step_words.hpp"

namespace report {
namespace {

using Json = nlohmann::json;

std::string text(const Json& e, const char* key) {
  const auto at = e.find(key);
  return at == e.end() || !at->is_string() ? "" : at->get<std::string>();
}
std::uint64_t number(const Json& e, const char* key) {
  const auto at = e.find(key);
  return at == e.end() || !at->is_number() ? 0 : at->get<std::uint64_t>();
}
std::uint64_t whole(std::string_view digits) {
  std::uint64_t n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n);
  return n;
}

// Calls f for each record of "0:3" or "0:3-7".
template <class F>
void for_each_record(const std::string& range, F&& f) {
  const std::size_t colon = range.rfind(':'), dash = range.find('-', colon);
  if (colon == std::string::npos) return;
  const std::uint64_t first = whole(std::string_view(range).substr(colon + 1));
  const std::uint64_t last = dash == std::string::npos ? first : whole(std::string_view(range).substr(dash + 1));
  for (std::uint64_t k = first; k <= last && k - first < 10'000; ++k) f(RecordName{range.substr(0, colon), k});
}

class Fold {
 public:
  explicit Fold(Facts& f) : f_(f) {}

  void hear(const Json& e, StepNumber step) {
    const std::string ev = text(e, "ev"), job = text(e, "job");
    if (ev == "job.submitted")
      f_.submissions.push_back({job, text(e, "restoredFrom"), step});
    else if (ev == "job.status")
      f_.statuses.push_back({job, text(e, "status"), step});
    else if (ev == "command")
      f_.commands.push_back({text(e, "id"), text(e, "kind"), step, 0, false, 0});
    else if (ev == "command.result")
      answered(e, step);
    else if (ev == "artifact.written")
      f_.artifacts.push_back(
          {text(e, "artifact"), step, 0, job, number(e, "checkpoint"), text(e, "kind") == "savepoint"});
    else if (ev == "artifact.deleted")
      deleted(e, step);
    else if (ev == "fault")
      f_.faults.emplace_back(text(e, "target").empty() ? text(e, "kind") : text(e, "target"), step);
    else if (ev.starts_with("source."))
      source(e, ev, job, step);
    else if (ev == "op.snapshot")
      f_.stored[number(e, "checkpoint")][vertex(e)].counted += number(e.at("state"), "count");
    else
      sink(e, ev, step);
  }

 private:
  static std::string vertex(const Json& e) {
    const std::string task = text(e, "task");
    return task.substr(0, task.rfind('/'));
  }

  void answered(const Json& e, StepNumber step) {
    for (Facts::Command& c : f_.commands)
      if (c.id == text(e, "id")) c.answered = step, c.ok = e.value("ok", false), ++c.answers;
  }
  void deleted(const Json& e, StepNumber step) {
    for (Facts::Artifact& a : f_.artifacts)
      if (a.name == text(e, "artifact")) a.deleted = step;
  }
  void source(const Json& e, const std::string& ev, const std::string& job, StepNumber step) {
    if (ev == "source.emit")
      return for_each_record(text(e, "rec"), [&](const RecordName& r) {
        f_.read[{job, r.first}] = {r.second + 1, step};
      });
    if (!e.contains("positions")) return;
    for (const auto& [split, next] : e.at("positions").items()) {
      const auto n = next.get<std::uint64_t>();
      if (ev == "source.restored") {
        f_.restores.push_back({job, split, n, step});
        f_.read[{job, split}] = {n, step};
      } else if (ev == "source.snapshot") {
        f_.positions[{job, split}][number(e, "checkpoint")] = {n, step};
        f_.stored[number(e, "checkpoint")][""].positions += n;
      }
    }
  }
  void sink(const Json& e, const std::string& ev, StepNumber step) {
    const std::string txn = text(e, "txn");
    if (ev == "sink.write") {
      for (const Json& range : e.at("recs"))
        for_each_record(range.get<std::string>(), [&](const RecordName& r) {
          if (txn.empty())
            f_.visible[r].push_back(step);
          else
            held_[txn].push_back(r), f_.pending[r] = txn;
        });
    } else if (ev == "txn.commit" || ev == "txn.abort") {
      for (const RecordName& r : held_[txn]) {
        if (ev == "txn.commit") f_.visible[r].push_back(step);
        if (const auto at = f_.pending.find(r); at != f_.pending.end() && at->second == txn) f_.pending.erase(at);
      }
      held_.erase(txn);
    }
  }

  Facts& f_;
  std::map<std::string, std::vector<RecordName>> held_;
};

}  // namespace

Facts facts_of(const scenarios::Story& story) {
  Facts facts;
  Fold fold(facts);
  for (const scenarios::StoryStep& s : story)
    for (const Json& e : events_of(s)) fold.hear(e, s.number);
  return facts;
}

}  // namespace report
