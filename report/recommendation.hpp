#pragma once
// Which way to end a job that comes back, of those that somebody can choose: the one whose runs miss, double and read
// again the least, with the worst of its sinks; of equals the one that leaves timers and windows alone, then the
// fastest. Tested in tests/report/recommendation_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "report/advice.hpp"

namespace report {

struct Recommendation {
  const Group* group;
  std::vector<std::string> versions;  // for which it is the same way
  std::string words;
};
// One for each way that is the best of some version; none where nothing is resumed, or there is no choice.
std::vector<Recommendation> recommendations(const std::vector<Group>& groups);

// Of the way in these versions: why it.
std::string recommendations_text(const std::vector<Group>& groups);
nlohmann::ordered_json recommendations_json(const std::string& scenario, const std::vector<Group>& groups);

}  // namespace report
