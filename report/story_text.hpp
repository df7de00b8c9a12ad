#pragma once
// A story as a table of steps: number, who, did what, because of which step. Tested in tests/report/story_test.cpp.
#include <string>

#include "report/style.hpp"
#include "scenarios/outcome.hpp"

namespace report {

struct StoryView {
  std::size_t rows = SIZE_MAX;  // more steps are folded, the least telling first; at least 3
  bool violated = false;        // the last step is where the promise is broken
  std::uint64_t no_return = 0;  // number of the step behind which nothing helps; 0: not known, or not to be marked
  std::uint64_t decided = 0;    // number of the step that decided it, in the same way
};
std::string story_text(const scenarios::Story& story, const StoryView& view, const Style& style);

// The step of that number; null where the story has none. Numbers ascend; those of a recording may leave some out.
const scenarios::StoryStep* find_step(const scenarios::Story& story, std::uint64_t number);

// Numbers of the steps that led to the last one, along causes, the last one included; in order.
std::vector<std::uint64_t> causal_chain(const scenarios::Story& story);

}  // namespace report
