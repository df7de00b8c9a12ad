// Which snapshot a step belongs to is known from its cause: barriers, writes and acknowledgements all descend from the
// trigger.
#include "report/snapshot_times.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/lanes.hpp"
#include "report/step_words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using Event = nlohmann::json;
using scenarios::StoryStep;

constexpr std::size_t most_snapshots = 40, most_parts = 24;

struct Part {
  sim::Time from;
  std::optional<sim::Time> taken, stored;
};
struct Snapshot {
  std::uint64_t number = 0;
  std::string kind;
  sim::Time triggered = 0;
  std::optional<sim::Time> ended;
  std::string outcome = "open";
  std::map<std::string, Part> parts;
};

bool brings_it(std::string_view rule) {
  return rule == "take_trigger" || rule == "take_barrier" || rule == "overtake_records";
}
bool hands_it_on(std::string_view rule) {
  return brings_it(rule) || rule == "write_state" || rule == "write_metadata" || rule == "acknowledge";
}

bool is_news(std::string_view ev) {
  return ev == "checkpoint.triggered" || ev == "checkpoint.completed" || ev == "checkpoint.failed";
}

class Times {
 public:
  void hear(const StoryStep& s) {
    std::optional<std::size_t> of;
    if (hands_it_on(s.rule))
      if (const auto cause = of_step_.find(s.cause); cause != of_step_.end()) of = cause->second.first;
    for (const Event& e : events_of(s, is_news)) note(e, *s.time, of);
    if (!of) return;
    of_step_[s.number] = {*of, *s.time};
    if (brings_it(s.rule)) all_[*of].parts.try_emplace(s.actor, Part{*s.time, {}, {}});
    if (s.rule == "write_state") store(s, all_[*of]);
  }

  Json json() const {
    const std::size_t left_out = all_.size() > most_snapshots ? all_.size() - most_snapshots : 0;
    Json list = Json::array();
    for (std::size_t i = left_out; i < all_.size(); ++i) list.push_back(one(all_[i]));
    return {{"snapshots", std::move(list)}, {"snapshotsLeftOut", left_out}};
  }

 private:
  void note(const Event& e, sim::Time t, std::optional<std::size_t>& of) {
    const std::string ev = e.at("ev");
    if (ev == "checkpoint.triggered") {
      of = now_[e.at("checkpoint")] = all_.size();
      all_.emplace_back().number = e.at("checkpoint");
      all_.back().kind = e.at("kind"), all_.back().triggered = t;
    } else if (ev == "checkpoint.completed" || ev == "checkpoint.failed") {
      const auto known = now_.find(e.at("checkpoint"));
      if (known == now_.end()) return;
      all_[known->second].ended = t;
      all_[known->second].outcome = ev == "checkpoint.completed" ? "complete" : "given up";
    }
  }
  void store(const StoryStep& s, Snapshot& of) {
    const auto part = of.parts.find(sender_of(s));
    const auto cause = of_step_.find(s.cause);
    if (part == of.parts.end() || cause == of_step_.end()) return;
    part->second.taken = cause->second.second, part->second.stored = *s.time;
  }

  static Json one(const Snapshot& s) {
    std::vector<std::pair<std::string, Part>> in_order;  // as the barriers come
    for (const auto& part : s.parts.size() > most_parts ? by_vertex(s.parts) : s.parts) in_order.push_back(part);
    std::stable_sort(in_order.begin(), in_order.end(),
                     [](const auto& a, const auto& b) { return a.second.from < b.second.from; });
    Json parts = Json::array();
    for (const auto& [of, p] : in_order)
      parts.push_back({{"of", of}, {"from", p.from}, {"taken", or_null(p.taken)}, {"stored", or_null(p.stored)}});
    return {{"checkpoint", s.number},    {"kind", s.kind},       {"triggered", s.triggered},
            {"ended", or_null(s.ended)}, {"outcome", s.outcome}, {"parts", std::move(parts)}};
  }
  // From the first of its tasks to the last; what one of them never came to is open.
  static std::map<std::string, Part> by_vertex(const std::map<std::string, Part>& parts) {
    std::map<std::string, Part> all;
    for (const auto& [task, p] : parts) {
      const auto [at, fresh] = all.try_emplace(task.substr(0, task.rfind('/')) + "/*", p);
      Part& v = at->second;
      v.from = std::min(v.from, p.from);
      v.taken = v.taken && p.taken ? std::optional(std::max(*v.taken, *p.taken)) : std::nullopt;
      v.stored = v.stored && p.stored ? std::optional(std::max(*v.stored, *p.stored)) : std::nullopt;
    }
    return all;
  }
  static Json or_null(const std::optional<sim::Time>& t) { return t ? Json(*t) : Json(); }

  std::vector<Snapshot> all_;
  std::map<std::uint64_t, std::size_t> now_;  // the newest of this number
  std::map<std::uint64_t, std::pair<std::size_t, sim::Time>> of_step_;
};

}  // namespace

Json snapshot_times(const scenarios::Story& story) {
  Times times;
  for (const StoryStep& s : story)
    if (s.time) times.hear(s);
  return times.json();
}

}  // namespace report
