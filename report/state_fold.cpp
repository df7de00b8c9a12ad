#include "report/state_fold.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

namespace report {
namespace {

using Json = nlohmann::json;

std::string text(const Json& e, const char* key) {
  const auto at = e.find(key);
  if (at == e.end() || at->is_null()) return "";
  return at->is_string() ? at->get<std::string>() : at->dump();
}

std::string task_of(const Json& e) { return text(e, "task"); }

}  // namespace

std::uint64_t records_of(const std::string& range) {
  const std::size_t colon = range.rfind(':'), dash = range.find('-', colon);
  if (colon == std::string::npos || dash == std::string::npos) return 1;
  std::uint64_t first = 0, last = 0;
  std::from_chars(range.data() + colon + 1, range.data() + dash, first);
  std::from_chars(range.data() + dash + 1, range.data() + range.size(), last);
  return last - first + 1;
}

void StateFold::put(const std::string& what, std::string value) {
  std::string& now = now_[what];
  if (now == value) return;
  before_.try_emplace(what, now);
  now = std::move(value);
}

void StateFold::add(const std::string& what, std::uint64_t n) { put(what, std::to_string(numbers_[what] += n)); }

void StateFold::of_snapshot(const Json& e, const std::string& ev) {
  const std::string name = "snapshot " + text(e, "checkpoint");
  if (ev == "checkpoint.triggered")
    put(name, "triggered");
  else if (ev == "checkpoint.completed")
    put(name, "complete");
  else if (ev == "checkpoint.failed")
    put(name, "given up");
  else if (ev == "artifact.written")
    put("file " + text(e, "artifact"), "there");
  else if (ev == "artifact.deleted")
    put("file " + text(e, "artifact"), "deleted");
}

void StateFold::of_sink(const Json& e, const std::string& ev) {
  const std::string txn = text(e, "txn");
  if (ev == "sink.write") {
    std::uint64_t n = 0;
    for (const Json& r : e.at("recs")) n += records_of(r.get<std::string>());
    if (txn.empty()) return add("records shown", n);
    held_[txn] += n;
    return add("records in open transactions", n);
  }
  if (ev == "txn.begin") return put("transaction " + txn, "open");
  if (ev == "txn.precommit") return put("transaction " + txn, "pre-committed");
  const bool commit = ev == "txn.commit";
  if (!commit && ev != "txn.abort" && ev != "txn.expire") return;
  put("transaction " + txn, commit ? "committed" : ev == "txn.abort" ? "aborted" : "expired");
  const std::uint64_t n = held_[txn];
  held_.erase(txn);
  if (n == 0) return;
  numbers_["records in open transactions"] -= n;
  add("records in open transactions", 0);
  if (commit) add("records shown", n);
}

void StateFold::hear(const Json& e) {
  const std::string ev = text(e, "ev");
  if (ev == "job.status") return put(text(e, "job"), text(e, "status"));
  if (ev == "task.status") return put(task_of(e), text(e, "status"));
  if (ev == "command") return put("command " + text(e, "id"), "given");
  if (ev == "command.result") return put("command " + text(e, "id"), e.value("ok", false) ? "ok" : "failed");
  if (ev == "source.emit") {
    const std::string rec = text(e, "rec");
    const std::size_t colon = rec.rfind(':');
    std::uint64_t offset = 0;
    std::from_chars(rec.data() + colon + 1, rec.data() + rec.size(), offset);
    return put("next record of split " + rec.substr(0, colon), std::to_string(offset + 1));
  }
  if (ev == "source.restored") {
    for (const auto& [split, next] : e.at("positions").items()) put("next record of split " + split, next.dump());
    return;
  }
  if (ev == "source.stop") return put(task_of(e) + " reads", "no more");
  if (ev == "op.process") return add("records counted by " + task_of(e), 1);
  if (ev == "op.restored") {
    numbers_["records counted by " + task_of(e)] = e.at("state").at("count").get<std::uint64_t>();
    return add("records counted by " + task_of(e), 0);
  }
  if (ev == "fault") return put("fault " + text(e, "kind"), text(e, "target").empty() ? "struck" : text(e, "target"));
  if (ev.starts_with("checkpoint.") || ev.starts_with("artifact.")) return of_snapshot(e, ev);
  if (ev == "sink.write" || ev.starts_with("txn.")) of_sink(e, ev);
}

std::vector<Change> StateFold::changes() {
  std::vector<Change> all;
  for (auto& [what, from] : before_)
    if (const std::string& to = now_.at(what); to != from) all.push_back({what, from, to});
  before_.clear();
  return all;
}

}  // namespace report
