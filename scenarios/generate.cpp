#include "scenarios/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/availability.hpp"
#include "model/plan.hpp"
#include "scenarios/fault_kinds.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/writer.hpp"
#include "sim/expect.hpp"
#include "sim/random.hpp"

namespace scenarios {
namespace {

using history::CommandKind;
using model::Spec;
using model::VertexKind;
using model::VertexSpec;

class Making {
 public:
  // `apart` draws how splits are handed out: the same job with and without an enumerator is two neighbours.
  Making(sim::Random random, sim::Random apart, const Coverage& met) : random_(random), apart_(apart), met_(met) {}

  Spec make(std::string name) {
    spec_.name = std::move(name);
    const auto& profiles = model::profile_names();
    spec_.profile = profiles[pick(profiles.size())];
    spec_.semantics = *model::profile(spec_.profile);
    job();
    settings();
    timeline();
    faults();
    hand_out_splits();
    return std::move(spec_);
  }

 private:
  std::uint32_t pick(std::uint64_t n) { return static_cast<std::uint32_t>(random_.below(n)); }
  bool once_in(std::uint64_t n) { return pick(n) == 0; }
  // Of three draws the one that was met least.
  template <class Draw, class Count>
  auto seldom(Draw&& draw, Count&& count) {
    auto best = draw();
    for (int i = 0; i < 2; ++i)
      if (auto other = draw(); count(other) < count(best)) best = other;
    return best;
  }

  // ---- the job

  VertexSpec vertex(std::string name, VertexKind kind) {
    VertexSpec v;
    v.name = std::move(name), v.kind = kind, v.parallelism = parallelism_;
    v.keys = 1 + pick(4);
    return v;
  }
  model::InputSpec from(const VertexSpec& upstream, bool may_forward) {
    model::InputSpec in{upstream.name, model::Exchange::hash};
    if (may_forward && once_in(2)) in.exchange = model::Exchange::forward, in.chained = chained_ && once_in(2);
    return in;
  }
  void source(std::string name) {
    VertexSpec v = vertex(std::move(name), VertexKind::source);
    v.api = once_in(3) ? model::SourceApi::source_function : model::SourceApi::flip_27;
    v.splits = std::min(2U, parallelism_ + pick(2));
    if (bounded_)
      for (std::uint32_t i = 0; i < v.splits; ++i) v.bounds.push_back(1 + pick(3));
    spec_.vertices.push_back(std::move(v));
  }
  void job() {
    parallelism_ = once_in(4) ? 2 : 1;
    bounded_ = once_in(6), chained_ = once_in(4);
    const bool windows = once_in(8), two_sources = once_in(6);
    source("source");
    if (two_sources) source("other");
    spec_.checkpoints.unaligned = once_in(8);
    const bool forward = !spec_.checkpoints.unaligned && !two_sources;
    if (two_sources || windows || !once_in(3)) {
      VertexSpec count = vertex("count", VertexKind::keyed_count);
      for (const VertexSpec& s : spec_.vertices) count.inputs.push_back(from(s, forward));
      if (windows) count.window_ms = 10 * (1 + pick(3));
      spec_.vertices.push_back(std::move(count));
    }
    if (once_in(5)) {
      VertexSpec map = vertex("map", VertexKind::map);
      map.inputs.push_back(from(spec_.vertices.back(), forward));
      spec_.vertices.push_back(std::move(map));
    }
    VertexSpec sink = vertex("sink", VertexKind::sink);
    sink.inputs.push_back(from(spec_.vertices.back(), forward));
    sink.delivery = once_in(2) ? history::Delivery::transactional : static_cast<history::Delivery>(pick(3));
    sink.sink_api = once_in(3) ? model::SinkApi::sink_v2 : model::SinkApi::two_phase_function;
    spec_.vertices.push_back(std::move(sink));
  }

  // ---- the rest

  void settings() {
    model::CheckpointSpec& c = spec_.checkpoints;
    c.interval = c.first = once_in(12) ? 0 : sim::second;
    c.retention = static_cast<history::Retention>(pick(3));
    c.retained = 1 + once_in(4);
    c.max_concurrent = 1 + (!c.unaligned && once_in(6));
    c.tolerable = once_in(4);
    if (!c.unaligned && once_in(8)) c.mode = history::Mode::at_least_once;
    if (once_in(5))
      spec_.restart.strategy = model::RestartStrategy::none;
    else if (!once_in(8))
      spec_.restart = {model::RestartStrategy::fixed_delay, 1 + pick(3), 100 * sim::millisecond};
    spec_.cluster.taskmanagers = 1 + pick(2);
    spec_.cluster.high_availability = once_in(4);
    spec_.savepoints = once_in(10)   ? model::SavepointDirectory::unusable
                       : once_in(12) ? model::SavepointDirectory::none
                                     : model::SavepointDirectory::usable;
    spec_.network.data = sim::Delay::constant(10 * sim::millisecond);
    spec_.network.control = sim::Delay::constant(sim::millisecond);
    spec_.storage.write = sim::Delay::constant(30 * sim::millisecond);
    spec_.explore.records = 1 + pick(4), spec_.explore.checkpoints = pick(4), spec_.explore.capacity = 1 + pick(3);
    spec_.explore.storage_atomic = !once_in(4);
    spec_.explore.expiry = once_in(6);
  }

  std::uint64_t times_met(std::size_t command, std::size_t fault) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < met_.met.size(); ++i) {
      const Coverage::Cell c = Coverage::cell(i);
      if ((command == 0 || c.command == command) && (fault == 0 || c.fault == fault)) sum += met_.met[i];
    }
    return sum;
  }

  model::TimelineEntry command(sim::Time at) {
    model::TimelineEntry e;
    e.at = at;
    e.command = model::CommandSpec{};
    e.command->id = fmt::format("c{}", spec_.timeline.size() + 1);
    e.command->kind = seldom([&] { return static_cast<CommandKind>(pick(7)); },
                             [&](CommandKind k) { return times_met(static_cast<std::size_t>(k) + 1, 0); });
    const CommandKind k = e.command->kind;
    const bool stops =
        k == CommandKind::stop || k == CommandKind::stop_with_savepoint || k == CommandKind::stop_with_checkpoint;
    e.command->drain = stops && k != CommandKind::stop && once_in(4);
    return e;
  }
  void resume() {
    model::TimelineEntry e;
    e.command = model::CommandSpec{};
    e.command->resume = true, e.command->id = fmt::format("c{}", spec_.timeline.size() + 1);
    e.command->from = once_in(4) ? static_cast<model::ResumeFrom>(pick(4)) : model::ResumeFrom::best;
    e.command->claim = once_in(8) ? model::Claim::claim : model::Claim::no_claim;
    model::Condition ended;
    ended.kind = model::Condition::Kind::job_ended;
    e.when.push_back(ended);
    spec_.timeline.push_back(std::move(e));
  }
  void timeline() {
    sim::Time at = 500 * sim::millisecond;
    const auto commands = [&](std::uint32_t n) {
      for (std::uint32_t i = 0; i < n; ++i, at += 500 * sim::millisecond) spec_.timeline.push_back(command(at));
    };
    commands(1 + once_in(3) + once_in(6));
    if (once_in(6)) {
      spec_.until = 60 * sim::second;
      return;
    }
    resume();
    if (!once_in(3)) return;
    commands(1);
    resume();
  }

  model::FaultKind kind_of_fault() {
    const auto n = pick(model::fault_kinds - 1);  // events: below
    return static_cast<model::FaultKind>(n + (n >= static_cast<std::uint32_t>(model::FaultKind::event_failure)));
  }
  // An enumerator, where the version has one and the job allows for it.
  void hand_out_splits() {
    const bool fits = std::all_of(spec_.vertices.begin(), spec_.vertices.end(), [&](const VertexSpec& v) {
      const bool hashed = v.inputs.empty() || v.inputs.front().exchange == model::Exchange::hash;
      return v.window_ms == 0 && (v.kind != VertexKind::keyed_count || parallelism_ == 1 || hashed);
    });
    if (apart_.below(4) != 0 || !fits) return;
    Spec with = spec_;
    for (VertexSpec& v : with.vertices)
      if (v.kind == VertexKind::source && v.api == model::SourceApi::flip_27)
        v.assignment =
            bounded_ && apart_.below(2) == 0 ? model::Assignment::parent_first : model::Assignment::on_request;
    if (model::not_in_version(with)) return;
    spec_ = std::move(with);
    const bool any = std::any_of(spec_.vertices.begin(), spec_.vertices.end(),
                                 [](const VertexSpec& v) { return v.assignment != model::Assignment::fixed; });
    if (!any || apart_.below(3) != 0) return;
    spec_.faults[model::FaultKind::event_failure] = 1;
    ++spec_.faults.any;
  }

  void faults() {
    if (once_in(4)) return;
    const bool commits = spec_.vertices.back().delivery == history::Delivery::transactional;
    for (std::uint32_t n = 1 + pick(3); n > 0; --n) {
      const auto kind = seldom([&] { return kind_of_fault(); },
                               [&](model::FaultKind k) { return times_met(0, static_cast<std::size_t>(k) + 1); });
      const Strikes strikes = row_of(kind).strikes;
      if (strikes == Strikes::jobmanager && !spec_.cluster.high_availability) continue;
      if (strikes == Strikes::committing && !commits) continue;
      spec_.faults[kind] = 1 + once_in(6);
    }
    std::uint32_t sum = 0;
    for (const std::uint32_t n : spec_.faults.of) sum += n;
    spec_.faults.any = std::min(sum, 1 + once_in(4) * 1U);
  }

  sim::Random random_, apart_;
  const Coverage& met_;
  Spec spec_;
  std::uint32_t parallelism_ = 1;
  bool bounded_ = false, chained_ = false;
};

}  // namespace

Scenario generate(std::uint64_t seed, std::uint64_t number, const Coverage& met) {
  const std::string name = fmt::format("made up {}", number);
  // What a version does not have, or a graph cannot be, is drawn again.
  for (std::uint64_t attempt = 0; attempt < 1'000; ++attempt) {
    Case c;
    const auto drawn = [&](std::string_view stream) {
      return sim::Random(sim::stream(seed, stream).next() + number * 0x2545f4914f6cdd1dULL + attempt);
    };
    c.spec = Making(drawn("generate"), drawn("splits"), met).make(name);
    c.semantics = c.spec.profile;
    Read read = scenarios::read(name, write(c), {});
    if (read.ok() && std::holds_alternative<model::Plan>(
                         model::Plan::make(read.scenarios.front().cases.front().spec, model::Loop::explore)))
      return std::move(read.scenarios.front());
  }
  sim::never_here("a valid scenario within a thousand draws");
}

}  // namespace scenarios
