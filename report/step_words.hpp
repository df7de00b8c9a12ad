#pragma once
// One step of a story in a few words of the field. Tested in tests/report/story_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/outcome.hpp"

namespace report {

// How much a reader needs it: `idle` changes nothing that can be seen, `landmark` is a command, a fault or the end of an execution.
enum class Weight : std::uint8_t { idle, ordinary, notable, landmark };

struct Told {
  std::string who, what;
  Weight weight;
};
Told tell(const scenarios::StoryStep& step);

// The events of a step as objects: {"ev":"source.emit","job":"run-1",…}.
std::vector<nlohmann::json> events_of(const scenarios::StoryStep& step);
// "0:1 and 1:4" of {"0":1,"1":4}.
std::string positions(const nlohmann::json& positions);
// "take barrier" of "take_barrier".
std::string spaced(std::string rule);

}  // namespace report
