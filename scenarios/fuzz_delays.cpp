// Other delays for the timed driver: each is scaled by a factor of its own and spread out, so that now the network, now
// the storage, now one vertex is slow; and what the timeline does comes at other times. The untimed walks try orders
// that no clock would make; these runs try those that clocks do make, close together and in great numbers.
#include <algorithm>

#include "scenarios/fuzz_plan.hpp"

namespace scenarios {
namespace {

class Stretch {
 public:
  explicit Stretch(sim::Random random) : random_(random) {}

  sim::Time factor(sim::Time t) {
    const std::uint64_t power = random_.below(9);  // 1/16 .. 16
    return std::max<sim::Time>((std::max<sim::Time>(t, sim::millisecond) << power) >> 4, 1);
  }
  sim::Delay delay(const sim::Delay& d) {
    if (random_.below(4) == 0) return sim::Delay::constant(0);
    const sim::Time base = factor(d.p50);
    return {base / 8, base, base * 3, base * 10, base * 20};
  }
  sim::Time moment(sim::Time horizon) {
    return static_cast<sim::Time>(random_.below(static_cast<std::uint64_t>(horizon) + 1));
  }

 private:
  sim::Random random_;
};

constexpr sim::Time longest = 3600 * sim::second;

}  // namespace

model::Spec with_other_delays(const model::Spec& spec, sim::Random random) {
  model::Spec s = spec;
  Stretch stretch(random);
  s.network.data = stretch.delay(s.network.data), s.network.control = stretch.delay(s.network.control);
  s.storage.write = stretch.delay(s.storage.write), s.storage.metadata = stretch.delay(s.storage.metadata);
  s.storage.prepare = stretch.delay(s.storage.prepare), s.cluster.teardown = stretch.delay(s.cluster.teardown);
  s.restart.delay = std::min(stretch.factor(s.restart.delay), longest);
  sim::Time horizon = 0;
  for (model::VertexSpec& v : s.vertices) {
    v.service = stretch.delay(v.service);
    if (v.kind != model::VertexKind::source) continue;
    v.record_every = std::min(stretch.factor(v.record_every), sim::second);
    horizon = std::max(horizon, v.record_every * (s.explore.records + 1));
  }
  if (s.checkpoints.interval > 0) {
    s.checkpoints.interval = std::clamp<sim::Time>(horizon / (1 + stretch.moment(7)), 10 * sim::millisecond, longest);
    s.checkpoints.first = stretch.moment(s.checkpoints.interval);
    s.checkpoints.later_firsts.clear();
  }
  horizon += s.checkpoints.interval;
  for (model::TimelineEntry& e : s.timeline) {
    e.at.reset();
    e.after_previous = stretch.moment(e.when.empty() ? horizon : horizon / 8);
  }
  return s;
}

}  // namespace scenarios
