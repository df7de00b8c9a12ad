#pragma once
// A small experiment for tests of the protocols: a job of three vertices that can be changed before it runs, and what
// its history says.
#include <algorithm>
#include <string>
#include <vector>

#include "history/figures.hpp"
#include "model/names.hpp"
#include "model/rulebook.hpp"
#include "model/timed_run.hpp"

namespace experiment {

using history::CommandKind;

struct Heard {
  std::int64_t t;
  std::string text;  // "txn.commit sink/0#1": what matters of an event, in one line
};

// Lines of what happened, in order.
struct History {
  std::vector<Heard> lines;
  model::TimedRun run{};
  history::Figures figures;
  std::string overflow;

  // How many lines begin so.
  std::size_t count(const std::string& prefix) const {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](const Heard& h) { return h.text.starts_with(prefix); }));
  }
  // The place of the first line that begins so, at or behind `from`; lines.size() if there is none.
  std::size_t find(const std::string& prefix, std::size_t from = 0) const {
    while (from < lines.size() && !lines[from].text.starts_with(prefix)) ++from;
    return from;
  }
  bool has(const std::string& prefix) const { return find(prefix) < lines.size(); }
  // Each prefix is found behind the one before it.
  bool in_order(const std::vector<std::string>& prefixes) const {
    std::size_t at = 0;
    for (const std::string& p : prefixes)
      if ((at = find(p, at)) == lines.size()) return false;
    return true;
  }
};

inline model::Spec job(const std::string& profile = "flink-1.15", std::uint32_t parallelism = 1) {
  using namespace model;
  Spec s;
  s.name = "test";
  s.profile = profile;
  s.semantics = *model::profile(profile);
  VertexSpec source, count, sink;
  source.name = "source", source.kind = VertexKind::source, source.parallelism = source.splits = parallelism;
  count.name = "count", count.kind = VertexKind::keyed_count, count.parallelism = parallelism, count.keys = 8;
  count.inputs = {{"source", Exchange::hash}};
  sink.name = "sink", sink.kind = VertexKind::sink, sink.parallelism = parallelism,
  sink.inputs = {{"count", Exchange::forward}};
  sink.delivery = history::Delivery::transactional;
  s.vertices = {source, count, sink};
  s.network.data = sim::Delay::constant(10 * sim::millisecond);
  s.network.control = sim::Delay::constant(sim::millisecond);
  s.storage.write = sim::Delay::constant(30 * sim::millisecond);
  s.checkpoints.interval = s.checkpoints.first = sim::second;
  s.checkpoints.retention = history::Retention::retain_on_cancel;
  s.restart = {RestartStrategy::fixed_delay, 3, 100 * sim::millisecond};
  s.until = 5 * sim::second;
  return s;
}

inline void give(model::Spec& s, sim::Time at, CommandKind kind, const std::string& id) {
  model::TimelineEntry e;
  e.at = at;
  e.command = model::CommandSpec{};
  e.command->kind = kind, e.command->id = id;
  s.timeline.push_back(e);
}
inline void resume(model::Spec& s, model::ResumeFrom from = model::ResumeFrom::best) {
  model::TimelineEntry e;
  e.command = model::CommandSpec{};
  e.command->resume = true, e.command->from = from, e.command->id = "resume";
  s.timeline.push_back(e);
}
inline void fail(model::Spec& s, sim::Time at, std::uint32_t vertex, std::uint32_t subtask = 0,
                 model::FaultKind kind = model::FaultKind::task_failure) {
  model::TimelineEntry e;
  e.at = at;
  e.fault = model::FaultSpec{kind, vertex, subtask};
  s.timeline.push_back(e);
}

History run(const model::Spec& spec, std::uint64_t seed = 1, const model::World::Rules* rules = nullptr);

}  // namespace experiment
