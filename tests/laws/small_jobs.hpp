#pragma once
// Small experiments for laws that look at every state.
#include <algorithm>
#include <string>
#include <vector>

#include "model/rulebook.hpp"
#include "model/world.hpp"
#include "sim/trace.hpp"

namespace laws {

enum class Ends { cancel, stop_with_savepoint, stop, nothing };

// source -> [count ->] sink, ended and resumed from the best snapshot; with random latencies for timed runs.
inline model::Spec small_job(Ends ends, std::uint32_t records, std::uint32_t checkpoints, std::uint32_t faults,
                             bool with_count = true, std::uint32_t parallelism = 1) {
  using namespace model;
  Spec s;
  s.name = "small";
  s.profile = ends == Ends::stop ? "flink-1.8" : "flink-1.15";
  s.semantics = *profile(s.profile);
  VertexSpec source, count, sink;
  source.name = "source", source.kind = VertexKind::source, source.parallelism = parallelism,
  source.splits = parallelism;
  source.record_every = 20 * sim::millisecond;
  count.name = "count", count.kind = VertexKind::keyed_count, count.parallelism = parallelism, count.keys = 4;
  count.inputs = {{"source", Exchange::hash}};
  sink.name = "sink", sink.kind = VertexKind::sink, sink.parallelism = parallelism,
  sink.delivery = history::Delivery::transactional;
  sink.inputs = {{with_count ? "count" : "source", Exchange::forward}};
  s.vertices = with_count ? std::vector{source, count, sink} : std::vector{source, sink};
  s.network.data = {0, 3 * sim::millisecond, 20 * sim::millisecond, 60 * sim::millisecond, 90 * sim::millisecond};
  s.network.control = {0, sim::millisecond, 5 * sim::millisecond, 40 * sim::millisecond, 80 * sim::millisecond};
  s.storage.write = {0, 10 * sim::millisecond, 40 * sim::millisecond, 80 * sim::millisecond, 100 * sim::millisecond};
  s.checkpoints.interval = s.checkpoints.first = 50 * sim::millisecond;
  s.checkpoints.retention = history::Retention::retain_on_cancel;
  s.restart = {RestartStrategy::fixed_delay, 3, 30 * sim::millisecond};
  if (ends != Ends::nothing) {
    TimelineEntry end, resume;
    end.after_previous = 110 * sim::millisecond;
    end.command = CommandSpec{};
    end.command->id = "end";
    end.command->kind = ends == Ends::cancel ? history::CommandKind::cancel
                        : ends == Ends::stop ? history::CommandKind::stop
                                             : history::CommandKind::stop_with_savepoint;
    resume.command = CommandSpec{};
    resume.command->resume = true;
    resume.command->id = "resume";
    s.timeline = {end, resume};
  }
  s.until = 5 * sim::second;
  s.explore.records = records, s.explore.checkpoints = checkpoints;
  s.faults = {faults, faults};
  return s;
}

// The same with splits that are handed out, one more than readers; `bound` records each, 0: endless. Some do not
// arrive.
inline model::Spec with_enumerator(model::Spec s, model::Assignment how, std::uint32_t bound) {
  model::VertexSpec& source = s.vertices.front();
  source.assignment = how;
  source.splits = source.parallelism + 1;
  if (bound) source.bounds.assign(source.splits, bound);
  s.faults[model::FaultKind::event_failure] = 1;
  return s;
}

inline model::Plan plan_of(const model::Spec& s, model::Loop loop) {
  auto made = model::Plan::make(s, loop);
  EXPECT_TRUE(std::holds_alternative<model::Plan>(made));
  return std::get<model::Plan>(std::move(made));
}

// What a driver believes enabled against the full scan, both in the same order; empty if they agree.
inline std::string difference(const model::World& w, const std::vector<sim::Step>& known,
                              const std::vector<sim::Step>& scan) {
  std::string text;
  const auto tell = [&](const char* what, const auto& of, const auto& other) {
    for (const sim::Step s : of)
      if (std::find(other.begin(), other.end(), s) == other.end())
        text += what + (s.of_channel() ? "take " + w.channel_name(s.subject) : sim::to_text(sim::name_of(w, s)));
  };
  tell(" not enabled: ", known, scan);
  tell(" not known: ", scan, known);
  return text;
}

}  // namespace laws
