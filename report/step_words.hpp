#pragma once
// One step of a story in a few words of the field. Tested in tests/report/story_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/outcome.hpp"

namespace report {

// How much a reader needs it: `idle` changes nothing that can be seen, `landmark` is a command, a fault or the end of
// an execution.
enum class Weight : std::uint8_t { idle, ordinary, notable, landmark };

struct Told {
  std::string who, what;
  Weight weight;
  bool sentence = false;  // `what` has a subject of its own: "run-1 is FINISHED"
};
Told tell(const scenarios::StoryStep& step);

// Whether a step of this rule has words even where nothing of it can be seen.
bool has_words(std::string_view rule);

// "the JobManager completes 1 (run-1/chk-1)".
std::string clause(const Told& told);

// "source.emit" of the line of an event, which costs less than the whole.
std::string_view event_name(const std::string& line);
// The events of a step as objects: {"ev":"source.emit","job":"run-1",…}; all, or those of some names.
std::vector<nlohmann::json> events_of(const scenarios::StoryStep& step,
                                      bool (*wanted)(std::string_view name) = nullptr);
// "0:1 and 1:4" of {"0":1,"1":4}.
std::string positions(const nlohmann::json& positions);
// "take barrier" of "take_barrier".
std::string spaced(std::string rule);

}  // namespace report
