#pragma once
// Historic bugs, put back on purpose. Each replaces rows of the clean rulebook, adds steps to it or sets a knob to a
// wrong value, and names the property that must notice. The clean rules hold no trace of them. What a defect has to
// remember lies in words of the state that only a plan with the defect has (World::planted).
#include <span>
#include <string_view>

#include "model/world.hpp"

namespace model {

// Where in the engine the mistake was made; the order in which they are listed.
enum class Family : std::uint8_t {
  stop,         // stop, drain and their failure branches
  cancel,       // cancel, restart, failover
  coordinator,  // snapshots as the coordinator sees them
  notices,      // what tasks hear of a snapshot
  alignment,    // barriers, channels, records in flight
  time,         // watermarks, windows, timers
  sources,      // positions and the end of splits
  sinks,        // transactions and committed output
  retention,    // who keeps and deletes which snapshot
  leadership,   // JobManager failover and its store
  controller    // what starts and stops jobs from outside
};
std::string_view to_string(Family f);

struct Defect {
  std::string_view id;  // "FLINK-23532"
  Family family;
  std::string_view mistake;    // one sentence
  std::string_view versions;   // that had it, and those that mended it
  std::string_view caught_by;  // id of the property
  std::string_view scenario;   // shipped file that says the job and the command, not the schedule that fails
  void (*plant)(World::Rules& rules) = [](World::Rules&) {};
  void (*set)(Semantics& knobs) = [](Semantics&) {};
  std::uint32_t words = 0;  // that it remembers
};

std::span<const Defect> defects();               // by family
const Defect* find_defect(std::string_view id);  // null: no such defect
void plant(const Defect& defect, Spec& spec);    // its knobs and its memory; its rules are planted in a rulebook

}  // namespace model
