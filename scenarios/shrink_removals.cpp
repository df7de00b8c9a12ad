// What can be left out of a case. Each candidate leaves out one thing and mends what referred to it; whatever the
// checker would still refuse is not a candidate.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "history/words.hpp"
#include "scenarios/fault_kinds.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/shrink.hpp"
#include "scenarios/writer.hpp"

namespace scenarios {
namespace {

using model::Spec;
using model::VertexKind;
using model::VertexSpec;

class Removing {
 public:
  Removing(const Case& subject, Dimension dimension) : subject_(subject), spec_(subject.spec), dimension_(dimension) {}

  std::vector<Removal> all() {
    switch (dimension_) {
      case Dimension::commands: commands(); break;
      case Dimension::faults: faults(); break;
      case Dimension::topology: topology(); break;
      case Dimension::records: records(); break;
      case Dimension::delays: delays(); break;
    }
    return std::move(all_);
  }

 private:
  Removal& offer(std::string what, Case smaller) {
    all_.push_back({dimension_, std::move(what), std::move(smaller), {}});
    return all_.back();
  }
  Removal& offer(std::string what, const Spec& smaller) {
    Case c = subject_;
    c.spec = smaller;
    return offer(std::move(what), std::move(c));
  }
  template <class Change>
  void change(std::string what, Change&& make) {
    Spec s = spec_;
    make(s);
    offer(std::move(what), s);
  }
  // Candidates for a number that may become as small as `least`: the least first, then nearly what it is.
  template <class Change>
  void lower(std::string_view what, std::uint64_t now, std::uint64_t least, Change&& make) {
    std::set<std::uint64_t> tried;
    for (const std::uint64_t n : {least, least + 1, now / 2, now - 1})
      if (n >= least && n < now && tried.insert(n).second)
        change(fmt::format("{}: {} instead of {}", what, n, now), [&](Spec& s) { make(s, n); });
  }

  // ---- commands

  void commands() {
    for (std::size_t i = spec_.timeline.size(); i-- > 0;) without_entry(i);
    for (std::size_t i = 0; i < spec_.timeline.size(); ++i) {
      const model::TimelineEntry& e = spec_.timeline[i];
      for (std::size_t k = 0; k < e.when.size(); ++k)
        if (e.when.size() > 1 || e.at || e.after_previous || (e.command && !e.command->resume))
          change(fmt::format("a condition of timeline entry {}", i + 1), [&](Spec& s) {
            auto& entry = s.timeline[i];
            entry.when.erase(entry.when.begin() + static_cast<std::ptrdiff_t>(k));
            if (entry.when.empty() && !entry.at && !entry.after_previous) entry.after_previous = sim::second;
          });
      if (e.command && e.command->drain)
        change(fmt::format("drain of timeline entry {}", i + 1),
               [&](Spec& s) { s.timeline[i].command->drain = false; });
      if (e.command && e.command->claim != model::Claim::no_claim)
        change(fmt::format("claim of timeline entry {}", i + 1),
               [&](Spec& s) { s.timeline[i].command->claim = model::Claim::no_claim; });
    }
  }
  void without_entry(std::size_t i) {
    Case c = subject_;
    auto& timeline = c.spec.timeline;
    const model::TimelineEntry gone = timeline[i];
    timeline.erase(timeline.begin() + static_cast<std::ptrdiff_t>(i));
    for (model::TimelineEntry& e : timeline) {
      if (gone.command)
        std::erase_if(e.when, [&](const model::Condition& w) {
          return w.kind == model::Condition::Kind::command_answered && w.command == gone.command->id;
        });
      if (e.when.empty() && !e.at && !e.after_previous && !(e.command && e.command->resume))
        e.after_previous = sim::second;
    }
    const auto resumes = [](const model::TimelineEntry& e) { return e.command && e.command->resume; };
    if (!c.spec.until && std::none_of(timeline.begin(), timeline.end(), resumes)) {
      sim::Time latest = 0;
      for (const auto& e : timeline) latest = e.at ? std::max(latest, *e.at) : latest + e.after_previous.value_or(0);
      c.spec.until = latest + 60 * sim::second;
    }
    if (c.here == i) c.here.reset();
    if (c.here && *c.here > i) --*c.here;
    offer(what_is(gone), std::move(c)).entry = i;
  }
  static std::string what_is(const model::TimelineEntry& e) {
    if (e.fault) return fmt::format("fault {}", row_of(e.fault->kind).word);
    return e.command->resume ? "a resume" : fmt::format("command {}", history::word(e.command->kind));
  }

  // ---- faults

  void faults() {
    const model::FaultBudget& b = spec_.faults;
    if (b.any == 0) return;
    change("all faults", [](Spec& s) { s.faults = {}; });
    for (const FaultRow& row : fault_rows())
      if (b[row.kind] > 0)
        change(fmt::format("{} of the budget", row.word), [&](Spec& s) {
          s.faults[row.kind] = 0;
          std::uint32_t left = 0;
          for (const std::uint32_t n : s.faults.of) left += n;
          s.faults.any = std::min(s.faults.any, left);
        });
    lower("faults in all", b.any, 1, [](Spec& s, std::uint64_t n) {
      s.faults.any = static_cast<std::uint32_t>(n);
      for (std::uint32_t& of : s.faults.of) of = std::min(of, s.faults.any);
    });
  }

  // ---- topology

  void topology() {
    for (std::size_t v = 0; v < spec_.vertices.size(); ++v) without_vertex(v);
    if (std::any_of(spec_.vertices.begin(), spec_.vertices.end(),
                    [](const VertexSpec& v) { return v.parallelism > 1; }))
      change("all parallelism", [](Spec& s) {
        for (VertexSpec& v : s.vertices) narrow(v, 1);
      });
    for (std::size_t v = 0; v < spec_.vertices.size(); ++v) of_vertex(v);
    lower("TaskManagers", spec_.cluster.taskmanagers, 1,
          [](Spec& s, std::uint64_t n) { s.cluster.taskmanagers = static_cast<std::uint32_t>(n); });
    if (spec_.cluster.high_availability)
      change("high availability", [](Spec& s) { s.cluster.high_availability = false; });
    if (!spec_.cluster.replacement) change("a missing TaskManager", [](Spec& s) { s.cluster.replacement = true; });
    if (spec_.checkpoints.unaligned) change("unaligned checkpoints", [](Spec& s) { s.checkpoints.unaligned = false; });
  }
  static void narrow(VertexSpec& v, std::uint64_t parallelism) {
    v.parallelism = static_cast<std::uint32_t>(parallelism);
    std::erase_if(v.holds, [&](const model::HoldSpec& h) { return h.subtask >= v.parallelism; });
  }
  bool loses_event_of(std::size_t v) const {
    return std::any_of(spec_.timeline.begin(), spec_.timeline.end(), [&](const model::TimelineEntry& e) {
      return e.fault && e.fault->kind == model::FaultKind::event_failure && e.fault->vertex == v;
    });
  }
  void of_vertex(std::size_t v) {
    const VertexSpec& vertex = spec_.vertices[v];
    const auto at = [v](Spec& s) -> VertexSpec& { return s.vertices[v]; };
    const auto small = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
    lower("parallelism of " + vertex.name, vertex.parallelism, 1, [&](Spec& s, std::uint64_t n) { narrow(at(s), n); });
    if (vertex.kind == VertexKind::source)
      lower("splits of " + vertex.name, vertex.splits, 1, [&](Spec& s, std::uint64_t n) {
        at(s).splits = small(n);
        if (at(s).bounds.size() > n) at(s).bounds.resize(n);
      });
    if (vertex.assignment == model::Assignment::parent_first)
      change("children of splits of " + vertex.name,
             [&](Spec& s) { at(s).assignment = model::Assignment::on_request; });
    if (vertex.assignment != model::Assignment::fixed && !loses_event_of(v))
      change("handing out of splits of " + vertex.name, [&](Spec& s) { at(s).assignment = model::Assignment::fixed; });
    if (vertex.window_ms > 0) change("windows of " + vertex.name, [&](Spec& s) { at(s).window_ms = 0; });
    for (std::size_t i = 0; i < vertex.inputs.size(); ++i)
      if (vertex.inputs[i].chained)
        change("chaining of " + vertex.name, [&](Spec& s) { at(s).inputs[i].chained = false; });
    if (vertex.kind == VertexKind::keyed_count)
      change(vertex.name + " as a map", [&](Spec& s) { at(s).kind = VertexKind::map, at(s).window_ms = 0; });
  }
  // An operator with one input is bridged; a source or a sink goes if there is another one.
  void without_vertex(std::size_t v) {
    const VertexSpec gone = spec_.vertices[v];
    if (spec_.vertices.size() <= 2 || gone.inputs.size() > 1) return;
    Spec s = spec_;
    for (const model::TimelineEntry& e : s.timeline) {
      if (e.fault && e.fault->vertex == v && names_a_task(row_of(e.fault->kind).strikes)) return;
      for (const model::Condition& w : e.when)
        if (w.kind == model::Condition::Kind::task_is && w.vertex == v) return;
    }
    for (model::TimelineEntry& e : s.timeline) {
      if (e.fault && e.fault->vertex > v) --e.fault->vertex;
      for (model::Condition& w : e.when)
        if (w.vertex > v) --w.vertex;
    }
    s.vertices.erase(s.vertices.begin() + static_cast<std::ptrdiff_t>(v));
    for (VertexSpec& other : s.vertices) {
      const auto in = std::find_if(other.inputs.begin(), other.inputs.end(),
                                   [&](const model::InputSpec& i) { return i.from == gone.name; });
      if (in == other.inputs.end()) continue;
      if (gone.inputs.empty()) {
        other.inputs.erase(in);
        continue;
      }
      const bool forward =
          in->exchange == model::Exchange::forward && gone.inputs.front().exchange == model::Exchange::forward;
      in->from = gone.inputs.front().from;
      in->exchange = forward ? model::Exchange::forward : model::Exchange::hash;
      in->chained = in->chained && gone.inputs.front().chained;
      if (!forward) other.keys = std::max({other.keys, gone.keys, 1U});
    }
    offer("vertex " + gone.name, s);
  }

  // ---- records

  void records() {
    const auto small = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
    const model::ExploreSpec& e = spec_.explore;
    lower("records", e.records, 1, [&](Spec& s, std::uint64_t n) { s.explore.records = small(n); });
    lower("periodic checkpoints", e.checkpoints, 0,
          [&](Spec& s, std::uint64_t n) { s.explore.checkpoints = small(n); });
    lower("capacity of a channel", e.capacity, 1, [&](Spec& s, std::uint64_t n) { s.explore.capacity = small(n); });
    if (!e.storage_atomic) change("asynchronous storage", [](Spec& s) { s.explore.storage_atomic = true; });
    if (e.expiry) change("expiry of snapshots", [](Spec& s) { s.explore.expiry = false; });
    for (std::size_t v = 0; v < spec_.vertices.size(); ++v) {
      const VertexSpec& vertex = spec_.vertices[v];
      if (!vertex.bounds.empty() && vertex.assignment != model::Assignment::parent_first)
        change("bounds of " + vertex.name, [&](Spec& s) { s.vertices[v].bounds.clear(); });
      if (vertex.kind == VertexKind::keyed_count || vertex.keys > 1)
        lower("keys of " + vertex.name, vertex.keys, 1,
              [&](Spec& s, std::uint64_t n) { s.vertices[v].keys = small(n); });
    }
    if (spec_.restart.strategy == model::RestartStrategy::fixed_delay)
      lower("restarts", spec_.restart.attempts, 0, [&](Spec& s, std::uint64_t n) { s.restart.attempts = small(n); });
    const model::CheckpointSpec& c = spec_.checkpoints;
    lower("retained checkpoints", c.retained, 1, [&](Spec& s, std::uint64_t n) { s.checkpoints.retained = small(n); });
    lower("concurrent checkpoints", c.max_concurrent, 1,
          [&](Spec& s, std::uint64_t n) { s.checkpoints.max_concurrent = small(n); });
    lower("tolerable failures", c.tolerable, 0, [&](Spec& s, std::uint64_t n) { s.checkpoints.tolerable = small(n); });
  }

  // ---- delays

  void delays() {
    const auto to_nothing = [&](const std::string& what, sim::Delay now, auto&& at) {
      if (now != sim::Delay{}) change(what, [&](Spec& s) { at(s) = {}; });
    };
    to_nothing(
        "delay of data", spec_.network.data, [](Spec & s) -> auto& { return s.network.data; });
    to_nothing(
        "delay of control messages", spec_.network.control, [](Spec & s) -> auto& { return s.network.control; });
    to_nothing(
        "time to write state", spec_.storage.write, [](Spec & s) -> auto& { return s.storage.write; });
    to_nothing(
        "time to write metadata", spec_.storage.metadata, [](Spec & s) -> auto& { return s.storage.metadata; });
    to_nothing(
        "time to prepare a snapshot", spec_.storage.prepare, [](Spec & s) -> auto& { return s.storage.prepare; });
    to_nothing(
        "time to tear down", spec_.cluster.teardown, [](Spec & s) -> auto& { return s.cluster.teardown; });
    for (std::size_t v = 0; v < spec_.vertices.size(); ++v) {
      const VertexSpec& vertex = spec_.vertices[v];
      to_nothing(
          "service time of " + vertex.name, vertex.service, [v](Spec & s) -> auto& { return s.vertices[v].service; });
      if (!vertex.holds.empty()) change("holds of " + vertex.name, [&](Spec& s) { s.vertices[v].holds.clear(); });
      if (!vertex.pace_changes.empty())
        change("changes of pace of " + vertex.name, [&](Spec& s) { s.vertices[v].pace_changes.clear(); });
      if (vertex.ignores_end > 0)
        change("reading on of " + vertex.name, [&](Spec& s) { s.vertices[v].ignores_end = 0; });
    }
    if (!spec_.checkpoints.later_firsts.empty())
      change("first checkpoints of later executions", [](Spec& s) { s.checkpoints.later_firsts.clear(); });
  }

  const Case& subject_;
  const Spec& spec_;
  Dimension dimension_;
  std::vector<Removal> all_;
};

// What the checker makes of it, as it would be read from a file; false: it refuses.
bool read_back(Case& c) {
  Read read = scenarios::read("smaller", write(c), {});
  if (!read.ok() || read.scenarios.size() != 1 || read.scenarios.front().cases.size() != 1) return false;
  Case& back = read.scenarios.front().cases.front();
  // No file tells of a planted defect.
  back.spec.semantics = c.spec.semantics, back.spec.planted_words = c.spec.planted_words;
  c.spec = std::move(back.spec), c.here = back.here;
  return true;
}

}  // namespace

std::vector<Removal> removals(const Case& subject, Dimension dimension) {
  std::vector<Removal> all = Removing(subject, dimension).all();
  std::erase_if(all, [](Removal& r) { return !read_back(r.smaller); });
  return all;
}

}  // namespace scenarios
