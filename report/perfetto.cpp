// Diagrams as Chrome's trace format, which Perfetto opens: a process for each diagram, a thread for each lane, a slice
// for each step, a flow for each message. Steps take no time, so that a slice lasts until the next one of its lane, at
// most a tenth of a second; a story without clocks has a millisecond for each step.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/exports.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t longest_slice = 100'000, step_of_untimed = 1'000;

std::int64_t time_of(const Json& entry, bool timed) {
  return timed ? entry.value("t", std::int64_t{0}) : entry.at("n").get<std::int64_t>() * step_of_untimed;
}

void put_names(Json& events, const Json& d, std::size_t pid) {
  events.push_back({{"ph", "M"}, {"pid", pid}, {"name", "process_name"}, {"args", {{"name", d.at("title")}}}});
  for (std::size_t lane = 0; lane < d.at("lanes").size(); ++lane)
    events.push_back({{"ph", "M"},
                      {"pid", pid},
                      {"tid", lane},
                      {"name", "thread_name"},
                      {"args", {{"name", d["lanes"][lane].at("name")}}}});
}

// The end of each step's slice, by its place in the list.
std::vector<std::int64_t> ends(const Json& d, bool timed) {
  std::vector<std::int64_t> all(d.at("entries").size(), 0);
  std::map<std::size_t, std::int64_t> next;
  for (std::size_t i = all.size(); i-- > 0;) {
    const Json& e = d["entries"][i];
    if (!e.contains("lane")) continue;
    const std::int64_t t = time_of(e, timed);
    const auto later = next.find(e["lane"].get<std::size_t>());
    all[i] = later == next.end() ? t + longest_slice : std::min(later->second, t + longest_slice);
    next[e["lane"].get<std::size_t>()] = t;
  }
  return all;
}

void put_steps(Json& events, const Json& d, std::size_t pid, std::uint64_t& flows) {
  const bool timed = d.at("timed").get<bool>();
  const std::vector<std::int64_t> end = ends(d, timed);
  std::map<std::uint64_t, const Json*> by_number;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const Json& e = d["entries"][i];
    if (!e.contains("lane")) continue;
    by_number[e["n"].get<std::uint64_t>()] = &e;
    const std::int64_t t = time_of(e, timed);
    events.push_back({{"ph", "X"},
                      {"pid", pid},
                      {"tid", e["lane"]},
                      {"ts", t},
                      {"dur", std::max<std::int64_t>(end[i] - t, 1)},
                      {"name", e["words"]},
                      {"cat", e.contains("message") ? e["message"] : Json("own step")},
                      {"args", {{"step", e["n"]}, {"rule", e["rule"]}, {"because of step", e["c"]}}}});
    const auto cause = by_number.find(e["c"].get<std::uint64_t>());
    if (!e.contains("from") || cause == by_number.end()) continue;
    const Json& from = *cause->second;
    const std::uint64_t id = ++flows;
    const auto flow = [&](const char* ph, const Json& at) {
      Json f{{"ph", ph}, {"pid", pid},       {"tid", at["lane"]},   {"ts", time_of(at, timed)},
             {"id", id}, {"cat", "message"}, {"name", e["message"]}};
      if (*ph == 'f') f["bp"] = "e";
      events.push_back(std::move(f));
    };
    flow("s", from), flow("f", e);
  }
}

}  // namespace

Exported perfetto_of(const Json& document) {
  Json events = Json::array();
  std::uint64_t flows = 0;
  for (std::size_t i = 0; i < document.at("diagrams").size(); ++i) {
    const Json& d = document["diagrams"][i];
    put_names(events, d, i + 1);
    put_steps(events, d, i + 1, flows);
  }
  return Json{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}}.dump(-1, ' ', false,
                                                                                  Json::error_handler_t::replace) +
         "\n";
}

}  // namespace report
