#pragma once
// One timed run of a plan: the timed driver, the events with their stamps, and the end that the scenario asks for.
#include <cstdint>
#include <functional>
#include <vector>

#include "model/world.hpp"
#include "sim/run.hpp"

namespace model {

struct TimedRun {
  sim::Ending ending;  // `stopped`: caught up, or the caller's watch said so
  bool caught_up = false;
  std::uint64_t steps = 0;
  sim::Time end = 0;  // microseconds of model time
};

struct TimedOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  // Called after each step with its number, what caused it, the step, its time. False ends the run. May be empty.
  std::function<bool(std::uint64_t number, std::uint64_t cause, sim::Step, sim::Time)> watch;
};

// Hears each event with its stamp; `seq` counts from 1.
using EventSink = std::function<void(const history::Event&, const history::Stamp&)>;

// `world` is fresh. Runs until the plan's `until`, or until the last execution has caught up: every record that was
// readable when it began has left all data channels. A job that should have ended by then and runs on is watched for a
// minute more.
TimedRun run_timed(World& world, const TimedOptions& options, const EventSink& sink);

}  // namespace model
