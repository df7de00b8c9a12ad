#pragma once
// Loop one: one path through the machine. A chooser picks each step; time, chance and replay are choosers (timed.hpp,
// uniform.hpp, replay.hpp). Tested in tests/sim/run_test.cpp.
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

#include "sim/machine.hpp"

namespace sim {

enum class Ending : std::uint8_t {
  quiet,       // no step is left, now or later
  stopped,     // the watcher said so
  until_time,  // the next step lies behind the limit
  step_limit,
  overflow  // a capacity of the plan was exceeded: undecided, see tape().overflow
};

struct RunLimits {
  Time until = never;
  std::uint64_t steps = UINT64_MAX;
};

template <class C>
concept Chooser = requires(C chooser, const C& view, Time until, Step step) {
  { chooser.next(until) } -> std::same_as<std::optional<Step>>;  // an enabled step, not later than `until`
  { chooser.applied(step) } -> std::same_as<void>;  // told after each step, while the tape still tells of it
  { view.idle() } -> std::same_as<bool>;            // asked after next() gave nothing: none left at all?
  { view.now() } -> std::same_as<Time>;
};

// `watch(step, time)` is called after each step and says whether to go on.
template <World W, Chooser C, class Watch>
Ending run(W& world, C& chooser, Watch&& watch, RunLimits limits = {}) {
  for (std::uint64_t n = 0; n < limits.steps; ++n) {
    const std::optional<Step> step = chooser.next(limits.until);
    if (!step) return chooser.idle() ? Ending::quiet : Ending::until_time;
    Machine<W>::apply(world, *step);
    chooser.applied(*step);
    const bool go_on = watch(*step, chooser.now());
    if (!world.tape().overflow.empty()) return Ending::overflow;
    if (!go_on) return Ending::stopped;
  }
  return Ending::step_limit;
}

}  // namespace sim
