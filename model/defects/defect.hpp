#pragma once
// Historic bugs, put back on purpose: each replaces rows of the clean rulebook and names the property that must notice.
// The clean rules hold no trace of them.
#include <span>
#include <string_view>

#include "model/world.hpp"

namespace model {

struct Defect {
  std::string_view id;         // "FLINK-23532"
  std::string_view mistake;    // one sentence
  std::string_view caught_by;  // id of the property
  std::string_view scenario;   // shipped file that says the job and the command, not the schedule that fails
  void (*plant)(World::Rules& rules);
};

std::span<const Defect> defects();
const Defect* find_defect(std::string_view id);  // null: no such defect

// One file each.
extern const Defect flink_10354, flink_15152, flink_23532;

}  // namespace model
